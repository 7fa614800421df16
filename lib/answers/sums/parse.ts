import { add, isWhole, type Rational, rational, toNumber } from '../reading/numbers/rational.ts';
import { unitsNamed } from '../reading/units/units.ts';
import { functions } from './functions.ts';
import { Refused } from './refused.ts';
import type { Token } from './tokens.ts';
import { type BinaryOperator, binding, has, NEGATIVE_BINDING, type Tree } from './tree.ts';

/** Signs and words between operands, and their names in a tree. */
const INFIX: ReadonlyMap<string, BinaryOperator> = new Map([
  ...(Object.keys(binding) as BinaryOperator[]).map((name) => [name, name] as const),
  ...Object.entries({ per: '/', x: '*', of: '*', and: '&', or: '|', '%': 'mod' } as const),
]);
/** Function names with too many other meanings to be called without brackets: `SEC 10-K`, `RAD 140`. */
const BRACKETED = new Set(['sec', 'csc', 'cot', 'deg', 'rad', 'sign', 'int', 'frac', 'gamma']);
/** Functions that are factors: half a mile. */
const FACTORS: Readonly<Record<string, Rational>> = {
  half: rational(1n, 2n),
  double: rational(2n),
  triple: rational(3n),
};
/** The unit of a bare number after these units: 6 foot 4, 1h30. */
const NEXT_SMALLER: Readonly<Record<string, string>> = { ft: 'in', lb: 'oz', st: 'lb', h: 'min', "'": '"', '°': "'" };

/** Parses tokens into a tree; throws Refused unless all of them form one calculation. */
export function parse(tokens: readonly Token[]): Tree {
  const parser = new Parser(tokens);
  const tree = parser.expression(0);
  if (parser.token) throw new Refused('something is left over');
  return tree;
}

/** `of` and similar words that carry no meaning. */
export const isNoise = (token?: Partial<Token>) => !!token?.noise || token?.operator === 'of';

/** Operator precedence parser, linear in the number of tokens. */
class Parser {
  private readonly tokens: readonly Token[];
  private at = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  get token(): Token | undefined {
    return this.tokens[this.at];
  }

  private get next(): Token | undefined {
    return this.tokens[this.at + 1];
  }

  /** Moves past one of these signs, if it is here. */
  private takes(...signs: string[]): boolean {
    const isHere = signs.includes(this.token?.sign ?? '');
    if (isHere) this.at++;
    return isHere;
  }

  private skipNoise(): void {
    while (isNoise(this.token) && this.next) this.at++;
  }

  expression(least: number): Tree {
    let left = this.operand();
    let last: number = binding['^'];
    for (let { token } = this; token; { token } = this) {
      const operator = this.infix(token, left);
      const own = binding[operator ?? '*'];
      if (own < least || (!operator && !this.beginsFactor(token, left, last))) break;
      last = own;
      if (operator) this.at++;
      // Powers associate to the right: 4^3^2 is 4^9.
      left = joined(operator ?? '*', left, this.expression(operator === '^' ? own : own + 1));
    }
    return left;
  }

  private infix({ sign, operator, glued }: Token, left: Tree): BinaryOperator | undefined {
    const { next } = this;
    // `15% 80` is not a remainder.
    if (operator === '%' || (sign === '%' && glued && !next?.glued)) return;
    // An `x` may be an unknown, as in `2x+3`.
    if (operator === 'x' && (!next || (next.sign && next.sign !== '(' && (glued || next.sign !== '-')))) return;
    // `of` multiplies only after a fraction or percentage: 20% of 50, 3/4 of 12, but not 5 of 20.
    if ((operator === 'of' && !isShare(left)) || (operator === 'off' && left.is !== 'percent')) return;
    return INFIX.get(sign ?? operator ?? '');
  }

  /** Whether a token starts a factor without a sign: 2 ln 2, 3(4+1), (1+1) pi. A number does so only in (1+2)3. */
  private beginsFactor(token: Token, left: Tree, last: number): boolean {
    const { sign, fn, constant, operator, units, text, number, glued } = token;
    if (sign) return sign === '(';
    if (number && glued && left.is === 'binary' && last >= binding['*'] && this.tokens[this.at - 1]?.sign === ')')
      return true;
    // `4 root of 16` may be the fourth root or four times the root.
    if (text === 'root' || (operator && !units)) return false;
    // `737 max 8 9` is an aircraft.
    if ((fn === 'max' || fn === 'min') && this.next?.sign !== '(') return !!units;
    return !!fn || !!constant || !!units;
  }

  private operand(): Tree {
    const { token, next } = this;
    if (!token) throw new Refused('something is missing');
    const { sign, operator, fn, glued } = token;
    const isNegative = sign === '-' || ((operator === '-' || operator === 'negative') && !fn);
    // A plus is a sign rather than an operator at the start, or as in 3 - +2.
    const before = this.tokens[this.at - 1]?.sign ?? (this.at === 0 ? '(' : ' ');
    const isSign = before === '(' || (!glued && next?.glued && '+-*/'.includes(before));
    if (!isNegative && !(sign === '+' && isSign)) return this.postfix(this.withUnits(this.primary(token)));
    this.at++;
    const of = this.expression(NEGATIVE_BINDING);
    return isNegative ? { is: 'negative', of } : of;
  }

  /** Operators after their operand: `!`, `%`, `squared`. */
  private postfix(of: Tree): Tree {
    const { sign, operator, number, text, glued } = this.token ?? {};
    const isLast = !this.startsOperand(this.at + 1);
    if (sign === '!' || sign === '!!' || (operator === '!' && isLast)) {
      this.at++;
      return this.postfix({ is: 'factorial', of, double: sign === '!!' });
    }
    if (operator === '%' || (sign === '%' && isLast)) {
      // A percentage of units, such as 12+5t%, makes no sense.
      if (has(of, 'unit')) throw new Refused('a percentage of units');
      this.at++;
      return this.postfix({ is: 'percent', of });
    }
    if (sign !== 'raised' || !number) return of;
    this.at++;
    let right = numberNode(number, text?.slice(1));
    // `squared` associates to the right: 2 squared ^ 3 is 2^(2^3), but 2²^3 is not.
    if (!glued && this.takes('^'))
      right = { is: 'binary', operator: '^', left: right, right: this.expression(binding['^']) };
    const power = this.postfix({ is: 'binary', operator: '^', left: of, right });
    // 2² pi, but `5 squared feet` are square feet to most people.
    return glued ? this.withUnits(power) : power;
  }

  private primary(token: Token): Tree {
    const { number, sign, fn, units, constant, article, noise, text } = token;
    if (number && !fn && sign !== 'raised') return this.number(token, number);
    if (sign === '(') return this.between(')');
    // Between bars, a bar is no operator.
    if (sign === '|') return { is: 'call', fn: 'abs', args: [this.between('|', binding['|'] + 1)] };
    if (this.isCall(token)) return this.call(token);
    // `um` is an article in Portuguese, but a micrometre at the end of a query.
    const isUnit = units && !this.next && !/^an?$/.test(text);
    const isArticle = (article && !isUnit) || (noise && this.at > 0);
    this.at++;
    if (isArticle) {
      // An article means one: a mile. A single letter after an article is not a unit.
      if (!this.token || (this.token.units && this.token.text.length === 1)) throw new Refused('an article of nothing');
      return this.primary(this.token);
    }
    if (constant) return { is: 'constant', name: constant };
    if (!units) throw new Refused('nothing to calculate with');
    return { is: 'unit', units, text };
  }

  /** The expression up to the closing bracket. */
  private between(closing: string, least = 0): Tree {
    this.at++;
    const inner = this.expression(least);
    if (!this.takes(closing)) throw new Refused('a bracket is open');
    return inner;
  }

  /** Whether the token at a position starts an operand. */
  private startsOperand(at: number): boolean {
    const { sign, number, constant, fn, operator } = this.tokens[at] ?? {};
    return sign ? sign === '(' : !!number || !!constant || (!!fn && !operator);
  }

  /** `min`, `sec` and `deg` are functions before an argument, and units otherwise. */
  private isCall({ fn, units, text }: Token): boolean {
    const { next } = this;
    if (!fn || next?.sign === '(') return !!fn;
    // `Power 98` is a radio station.
    if (!BRACKETED.has(fn)) return text !== 'power' && (!units || this.startsOperand(this.at + 1));
    // These forms have no other meaning: int 3.2, frac 3.2, sgn -2.
    if (fn === 'sign') return text !== 'sign' && next?.sign === '-';
    return (fn === 'int' || fn === 'frac') && !!next?.number && !isWhole(next.number);
  }

  /** Function calls, with and without brackets: sqrt(16), sqrt 16, square root of 16, gcd 12 18. */
  private call({ fn: name = '', number: degree }: Token): Tree {
    this.at++;
    const factor = FACTORS[name];
    if (factor) return { is: 'binary', operator: '*', left: numberNode(factor, name), right: this.argument() };
    if (degree) return { is: 'call', fn: name, args: [numberNode(degree), this.argument()] };
    const exponent = this.exponent();
    const fn = exponent === -1n ? `a${name}` : name;
    const [least, most] = functions[fn]?.takes ?? [1, 0];
    const args = this.args(fn, least === 1 || most === 1);
    if (args.length < least || args.length > most) throw new Refused('no such function');
    const call: Tree = { is: 'call', fn, args };
    if (exponent === null || exponent === -1n) return call;
    return { is: 'binary', operator: '^', left: call, right: numberNode(exponent) };
  }

  /** sin^-1 0.5 is the arc sine; sin^2 x is the square of the sine. */
  private exponent(): bigint | null {
    if (this.token?.sign !== 'raised' && !this.takes('^')) return null;
    const isNegative = this.takes('-');
    const { number } = this.token ?? {};
    if (!number || !isWhole(number)) throw new Refused('no such function');
    this.at++;
    return isNegative ? -number.n : number.n;
  }

  /** Arguments in brackets, or up to the end of the query (gcd 12 18 24, gcd of 12 and 18) unless there is only one. */
  private args(fn: string, isOne: boolean): Tree[] {
    const { token: base } = this;
    // log99 1
    if (fn === 'log' && base?.glued && base.number && this.startsOperand(this.at + 1)) {
      this.at++;
      return [this.argument(), numberNode(base.number, base.text)];
    }
    this.skipNoise();
    const args: Tree[] = [];
    if (this.takes('(')) {
      do args.push(this.expression(0));
      while (this.takes(',', ';'));
      if (!this.takes(')')) throw new Refused('a bracket is open');
      return args;
    }
    if (isOne) return [this.argument()];
    for (let { token } = this; token; { token } = this) {
      if (token.sign === ',' || token.sign === ';' || token.operator === 'and') this.at++;
      else args.push(this.expression(NEGATIVE_BINDING));
    }
    return args;
  }

  /** The argument of a function without brackets. It includes products (sin 2 pi) but not sums (sqrt 16 + 9). */
  private argument(): Tree {
    this.skipNoise();
    if (this.token?.sign === '(') return this.between(')');
    const isNamed = isNoise(this.tokens[this.at - 1]);
    const left = this.expression(NEGATIVE_BINDING - 0.5);
    const [stroke, below, after] = this.tokens.slice(this.at, this.at + 3);
    const isPlain = left.is === 'number' || left.is === 'constant' || (left.is === 'binary' && left.tight);
    // The square root of 1/4 is not a quarter of a root, and the same goes for the sine of 3π/2, but not for 8/2^2.
    if (!isNamed || !isPlain || stroke?.sign !== '/' || !stroke.glued || !below?.glued || !isCounted(below))
      return left;
    if (after?.glued && after.sign !== ')') return left;
    this.at += 2;
    return { is: 'binary', operator: '/', left, right: numberNode(below.number, below.text) };
  }

  private number({ text, ordinal }: Token, value: Rational): Tree {
    this.at++;
    const node = numberNode(value, text);
    const { fn, operator } = (ordinal && this.token) || {};
    if (fn === 'sqrt' || operator === '^') this.at++;
    // 4th root of 16, 4th power of 2; but 2 to the 10th power
    if (fn === 'sqrt') return { is: 'call', fn: 'root', args: [node, this.argument()] };
    if (operator === '^' && isNoise(this.token)) return { is: 'binary', operator, left: this.argument(), right: node };
    return this.fraction(value, text) ?? node;
  }

  /** A mixed number (1 2/3), or a fraction to which the next unit applies (1/2 byte). */
  private fraction(value: Rational, text: string): Tree | null {
    const [first, second, third] = this.tokens.slice(this.at, this.at + 3);
    if (isCounted(first) && !first.glued && second?.sign === '/' && isCounted(third)) {
      if (!isWhole(value) || first.number.n >= third.number.n) return null;
      this.at += 3;
      const share = rational(first.number.n, third.number.n);
      return numberNode(add(value, share), `${text} ${first.text}/${third.text}`);
    }
    if (first?.sign !== '/' || !second?.number || second.sign || this.tokens[this.at - 2]?.sign === '/') return null;
    const isExponent = first.glued && this.tokens[this.at - 2]?.operator === '^';
    if (!isExponent && !third?.units && third?.constant !== 'pi' && third?.operator !== 'of') return null;
    this.at += 2;
    return numberNode(rational(value.n * second.number.d, value.d * second.number.n), `${text}/${second.text}`);
  }

  /** A number with its units, which bind most tightly (3m/4m), and further parts if there are any: 5 ft 7 in. */
  private withUnits(left: Tree): Tree {
    const first = this.units(left);
    if (first === left || left.is !== 'number') return first;
    const parts = [first];
    for (let part = this.nextPart(first); part; part = this.nextPart(part)) parts.push(part);
    return parts.length === 1 ? first : { is: 'compound', parts };
  }

  private nextPart(before: Tree): Tree | null {
    const skipped = Number(this.token?.operator === 'and' || this.token?.sign === ',');
    const token = this.tokens[this.at + skipped];
    if (!token?.number || token.sign) return null;
    this.at += skipped;
    const number = this.number(token, token.number);
    const part = this.units(number);
    const unit = before.is === 'binary' && before.right.is === 'unit' ? before.right : null;
    // 4'33" is a piece of music.
    if (unit?.text === "'" && toNumber(token.number) >= 12) throw new Refused('a foot has twelve inches');
    if (part !== number) return part;
    const smaller = NEXT_SMALLER[unit?.units[0]?.label ?? ''];
    if (!smaller || skipped) throw new Refused('a number too many');
    return besides(number, { is: 'unit', units: unitsNamed(smaller), text: smaller });
  }

  private units(left: Tree): Tree {
    let product = left;
    for (;;) {
      // 100 MB/s is one unit; 1 TB / 100 MB/s is a quotient of two amounts.
      const { sign, operator, glued } = this.token ?? {};
      const isQuotient = operator === 'per' || (sign === '/' && glued && this.next?.glued);
      const isOver = product !== left && isQuotient && this.next?.units && !this.next.sign && !this.next.article;
      if (isOver) this.at++;
      const { token } = this;
      if (!token || (!isOver && !this.belongs(token))) return product;
      this.at++;
      const { units, constant = '', text } = token;
      const unit: Tree = units && constant !== 'e' ? { is: 'unit', units, text } : { is: 'constant', name: constant };
      // `11 x 17 in cm` is not inches times centimetres.
      if (!isOver && isLength(unit) && product.is === 'binary' && isLength(product.right))
        throw new Refused('two lengths');
      product = besides(product, this.unitPower(unit), isOver ? '/' : '*');
    }
  }

  /** A unit that may also be an operator, a connector or a function counts as a unit only next to a number. */
  private belongs(token: Token): boolean {
    if ((!token.units && !token.constant) || token.sign || token.article || this.isCall(token)) return false;
    return !((token.connector || token.operator) && this.startsOperand(this.at + 1));
  }

  private unitPower(left: Tree): Tree {
    const { sign, operator, number, text } = this.token ?? {};
    if (sign !== 'raised' && sign !== '^' && operator !== '^') return left;
    this.at++;
    const isRaised = sign === 'raised' && number;
    return besides(left, isRaised ? numberNode(number, text?.slice(1)) : this.expression(binding['^']), '^');
  }
}

/** A literal number in a tree. */
const numberNode = (value: Rational | bigint, text = String(value)): Tree => ({
  is: 'number',
  value: typeof value === 'bigint' ? rational(value) : value,
  text,
});

/** A product of a number and a unit or constant next to it. */
const besides = (left: Tree, right: Tree, operator: '*' | '/' | '^' = '*') =>
  ({ is: 'binary', operator, left, right, tight: true }) as const;

/** Whether a token is a whole number. */
const isCounted = (token?: Token): token is Token & { number: Rational } =>
  !!token?.number && !token.sign && isWhole(token.number);

const isLength = (tree: Tree) => tree.is === 'unit' && tree.units[0]?.quantity === 'length';

/** Whether a tree is a percentage or a fraction below one. */
function isShare(tree: Tree): boolean {
  if (tree.is === 'number') return !isWhole(tree.value) && tree.value.n < tree.value.d;
  if (tree.is !== 'binary') return tree.is === 'percent';
  if (tree.operator === '*') return isShare(tree.left) && isShare(tree.right);
  return tree.operator === '/' && tree.left.is === 'number' && tree.right.is === 'number';
}

/** A unit after a power applies to the whole power: 2^10 bytes. */
function joined(operator: BinaryOperator, left: Tree, right: Tree): Tree {
  const isAmount = right.is === 'binary' && right.tight && right.left.is === 'number' && right.right.is === 'unit';
  if (operator !== '^' || !isAmount || has(left, 'unit')) return { is: 'binary', operator, left, right };
  return { ...right, left: { is: 'binary', operator, left, right: right.left } };
}
