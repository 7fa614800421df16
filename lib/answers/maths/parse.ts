import { functions } from './functions.ts';
import { add, isWhole, type Rational, Refused, rational } from './rational.ts';
import type { Token } from './tokens.ts';
import { type BinaryOperator, binding, NEGATIVE_BINDING, type Tree } from './tree.ts';
import { unitsNamed } from './units.ts';

/** More than so many nodes, or deeper than so, is no calculation that a person types. */
const MOST_NODES = 200;
const MOST_DEPTH = 40;
/** What follows a bare number after these: 6 foot 4, 1h30. */
const NEXT_SMALLER: Readonly<Record<string, string>> = { ft: 'in', lb: 'oz', st: 'lb', h: 'min', "'": '"', '°': "'" };
const INFIX: Readonly<Record<string, BinaryOperator>> = {
  '+': '+',
  '-': '-',
  '*': '*',
  '/': '/',
  '^': '^',
  '&': '&',
  '|': '|',
  '<<': '<<',
  '>>': '>>',
  mod: 'mod',
  per: '/',
  x: '*',
  and: '&',
  or: '|',
  xor: 'xor',
  choose: 'choose',
  permute: 'permute',
  off: 'off',
};

/** Functions that are factors: half a mile. */
const FACTORS: Readonly<Record<string, Rational>> = {
  half: rational(1n, 2n),
  double: rational(2n),
  triple: rational(3n),
};

/** The tree of these tokens; refuses what is no calculation from the first token to the last. */
export function parse(tokens: readonly Token[]): Tree {
  const parser = new Parser(tokens);
  const tree = parser.expression(0);
  parser.end();
  return tree;
}

/** Operator precedence, one token at a time: linear in their number. */
class Parser {
  private readonly tokens: readonly Token[];
  private at = 0;
  private depth = 0;
  private count = 0;
  /** How many bars are open: |1| is what is between two of them. */
  private bars = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  end(): void {
    if (this.at < this.tokens.length) throw new Refused('something is left over');
  }

  expression(least: number): Tree {
    if (++this.depth > MOST_DEPTH) throw new Refused('too deep');
    let left = this.operand();
    for (;;) {
      const next = this.tokens[this.at];
      if (!next) break;
      const operator = this.infix(next, left);
      if (operator) {
        const own = binding[operator];
        if (own < least) break;
        this.at++;
        if (next.operator === 'of') this.skipNoise();
        // Powers are taken from the right: 4^3^2 is 4^9.
        const right = this.expression(operator === '^' ? own : own + 1);
        left = this.made({ is: 'binary', operator, left, right });
      } else if (this.beginsFactor(next) && binding['*'] >= least) {
        left = this.made({ is: 'binary', operator: '*', left, right: this.expression(binding['*'] + 1) });
      } else break;
    }
    this.depth--;
    return left;
  }

  private made<Node extends Tree>(node: Node): Node {
    if (++this.count > MOST_NODES) throw new Refused('too much');
    return node;
  }

  private infix(token: Token, left: Tree): BinaryOperator | null {
    const key = token.sign ?? token.operator;
    if (key === undefined || (token.sign && token.operator)) return null;
    if (key === 'x' && !this.operandAfter(token.glued)) return null;
    if (key === '%') return this.tokens[this.at]?.sign === '%' ? 'mod' : null;
    if (key === '|' && this.bars > 0) return null;
    // Of a share: 20% of 50, 3/4 of 12. Not of a whole: 5 of 20 is no product.
    if (key === 'of') return isShare(left) ? '*' : null;
    if (key === 'off' && left.is !== 'percent') return null;
    return INFIX[key] ?? null;
  }

  /** A letter between two numbers is a sign only where it cannot be an unknown: `2x+3` has one. */
  private operandAfter(glued: boolean): boolean {
    const next = this.tokens[this.at + 1];
    return !!next && (!next.sign || next.sign === '(' || (!glued && next.sign === '-'));
  }

  /** What may be multiplied without a sign: 2 ln 2, 3(4+1), (1+1) pi. A number may not: 555 1234 is a telephone. */
  private beginsFactor({ sign, fn, constant, operator, units }: Token): boolean {
    if (sign === '(') return true;
    if (operator && !units) return false;
    return !!fn || !!constant || !!units;
  }

  private operand(): Tree {
    const token = this.tokens[this.at];
    if (!token) throw new Refused('something is missing');
    if (token.sign === '-' || (token.operator === '-' && !token.fn)) {
      this.at++;
      return this.made({ is: 'negative', of: this.expression(NEGATIVE_BINDING) });
    }
    if (token.sign === '+' && (this.at === 0 || this.tokens[this.at - 1]?.sign === '(')) {
      this.at++;
      return this.expression(NEGATIVE_BINDING);
    }
    return this.raised(this.postfix(this.withUnits(this.primary())));
  }

  /** `!`, `%`, squared: what follows what it belongs to. */
  private postfix(of: Tree): Tree {
    const token = this.tokens[this.at];
    if (!token) return of;
    if (token.sign === '!' || token.sign === '!!' || (token.operator === '!' && !this.startsOperand(this.at + 1))) {
      this.at++;
      return this.postfix(this.made({ is: 'factorial', of, double: token.sign === '!!' }));
    }
    if (token.operator === '%' || (token.sign === '%' && !this.startsOperand(this.at + 1))) {
      this.at++;
      return this.postfix(this.made({ is: 'percent', of }));
    }
    if (token.sign === 'raised' && token.number) {
      this.at++;
      const right: Tree = { is: 'number', value: token.number, text: token.text.slice(1) };
      return this.withUnits(this.postfix(this.made({ is: 'binary', operator: '^', left: of, right })));
    }
    return of;
  }

  /** `squared` in words is a power like any other: 2 squared ^ 3 is 2^(2^3). */
  private raised(left: Tree): Tree {
    const operator = this.tokens[this.at]?.operator;
    if (operator !== 'squared' && operator !== 'cubed') return left;
    this.at++;
    let right: Tree = {
      is: 'number',
      value: rational(operator === 'squared' ? 2n : 3n),
      text: operator === 'squared' ? '2' : '3',
    };
    if (this.tokens[this.at]?.sign === '^') {
      this.at++;
      right = this.made({ is: 'binary', operator: '^', left: right, right: this.expression(binding['^']) });
    }
    return this.raised(this.made({ is: 'binary', operator: '^', left, right }));
  }

  private startsOperand(at: number): boolean {
    const token = this.tokens[at];
    if (!token) return false;
    if (token.sign) return token.sign === '(';
    return !!token.number || !!token.constant || (!!token.fn && !token.operator);
  }

  private primary(): Tree {
    const token = this.tokens[this.at] as Token;
    if (token.fn === 'root' && token.number) return this.rootOf(token);
    if (token.number && token.sign !== 'raised') return this.number(token);
    if (token.sign === '(') return this.between(')');
    if (token.sign === '|') {
      this.bars++;
      const of = this.between('|');
      this.bars--;
      return this.made({ is: 'call', fn: 'abs', args: [of] });
    }
    if (token.fn && this.callFollows(token)) return this.call(token);
    if (token.article || (token.noise && this.at > 0)) return this.article(token);
    if (token.constant) {
      this.at++;
      return this.made({ is: 'constant', name: token.constant });
    }
    if (token.units) {
      this.at++;
      return this.made({ is: 'unit', units: token.units, text: token.text });
    }
    throw new Refused('nothing to calculate with');
  }

  /** `min`, `sec` and `deg` are functions before an argument, and units elsewhere. */
  private callFollows({ units }: Token): boolean {
    return !units || this.tokens[this.at + 1]?.sign === '(' || this.startsOperand(this.at + 1);
  }

  /** A mile is one mile; a single letter behind an article is no unit. */
  private article(token: Token): Tree {
    const next = this.tokens[this.at + 1];
    if (!next || (next.units && next.text.length < 2) || next.article) throw new Refused('an article of nothing');
    this.at++;
    if (next.units || next.number || next.fn || token.noise) return this.primary();
    throw new Refused('an article of nothing');
  }

  private skipNoise(): void {
    while (isNoise(this.tokens[this.at]) && this.tokens[this.at + 1]) this.at++;
  }

  private between(closing: string): Tree {
    this.at++;
    const inner = this.expression(0);
    if (this.tokens[this.at]?.sign !== closing) throw new Refused('a bracket is open');
    this.at++;
    return inner;
  }

  private number(token: Token): Tree {
    this.at++;
    const [first, second, third] = this.tokens.slice(this.at, this.at + 3);
    const value = token.number as NonNullable<Token['number']>;
    const after = this.tokens[this.at + 2];
    // 4th root of 16
    if (token.ordinal && first?.fn === 'sqrt') {
      this.at++;
      return this.made({ is: 'call', fn: 'root', args: [{ is: 'number', value, text: token.text }, this.argument()] });
    }
    if (token.ordinal && first?.operator === '^') this.at++;
    // 1 2/3 is one number, and so is the 1/2 of 1/2 byte: a unit counts the whole fraction.
    if (
      isWhole(value) &&
      first?.number &&
      !first.glued &&
      second?.sign === '/' &&
      third?.number &&
      !first.sign &&
      !third.sign
    ) {
      if (isWhole(first.number) && isWhole(third.number) && first.number.n < third.number.n) {
        this.at += 3;
        const mixed = add(value, rational(first.number.n, third.number.n));
        return this.made({ is: 'number', value: mixed, text: `${token.text} ${first.text}/${third.text}` });
      }
    }
    const fraction =
      first?.sign === '/' &&
      second?.number &&
      !second.sign &&
      (after?.units || after?.constant === 'pi' || after?.operator === 'of');
    if (fraction && second.number && this.tokens[this.at - 2]?.sign !== '/') {
      this.at += 2;
      return this.made({
        is: 'number',
        value: rational(value.n * second.number.d, value.d * second.number.n),
        text: `${token.text}/${second.text}`,
      });
    }
    return this.made({ is: 'number', value, text: token.text });
  }

  /** Units and constants beside a number belong to it before anything else does: 3m/4m. Then the rest of 5 ft 7 in. */
  private withUnits(left: Tree): Tree {
    const one = this.units(left);
    if (one === left || left.is !== 'number') return one;
    const parts = [one];
    for (;;) {
      const start = this.at;
      if (this.tokens[this.at]?.operator === 'and' || this.tokens[this.at]?.sign === ',') this.at++;
      const token = this.tokens[this.at];
      if (!token?.number || token.sign) {
        this.at = start;
        break;
      }
      const number = this.number(token);
      const part = this.units(number);
      const smaller = NEXT_SMALLER[lastUnit(parts.at(-1) as Tree)];
      if (part !== number) parts.push(part);
      else if (smaller && this.at - start === 1) {
        const unit: Tree = { is: 'unit', units: unitsNamed(smaller), text: smaller };
        parts.push(this.made({ is: 'binary', operator: '*', left: number, right: unit, tight: true }));
      } else throw new Refused('a number too many');
    }
    return parts.length === 1 ? one : this.made({ is: 'compound', parts });
  }

  private units(left: Tree): Tree {
    let product = left;
    for (;;) {
      let token = this.tokens[this.at];
      // 10 of yard
      if (isNoise(token) && this.tokens[this.at + 1]?.units && product === left && left.is === 'number')
        token = this.tokens[++this.at];
      if (!token || (!token.units && !token.constant) || token.sign || token.article) return product;
      if (token.fn && this.callFollows(token)) return product;
      if (token.connector && this.startsOperand(this.at + 1)) return product;
      // A unit that is also an operator or a constant is a unit beside a number, but only there.
      if (token.operator && (product !== left || this.startsOperand(this.at + 1))) return product;
      this.at++;
      let right: Tree =
        token.units && !(token.constant && token.text === 'e')
          ? { is: 'unit', units: token.units, text: token.text }
          : { is: 'constant', name: token.constant as string };
      right = this.unitPower(right);
      product = this.made({ is: 'binary', operator: '*', left: product, right, tight: true });
    }
  }

  private unitPower(left: Tree): Tree {
    const token = this.tokens[this.at];
    if (token?.sign === 'raised' && token.number) {
      this.at++;
      return this.made({
        is: 'binary',
        operator: '^',
        left,
        right: { is: 'number', value: token.number, text: token.text.slice(1) },
        tight: true,
      });
    }
    const squared = token?.operator === 'squared' || token?.operator === 'cubed';
    if (squared && left.is === 'unit') {
      this.at++;
      const exponent = token.operator === 'squared' ? 2n : 3n;
      return this.made({
        is: 'binary',
        operator: '^',
        left,
        right: { is: 'number', value: rational(exponent), text: String(exponent) },
        tight: true,
      });
    }
    if (token?.sign !== '^' && token?.operator !== '^') return left;
    this.at++;
    return this.made({ is: 'binary', operator: '^', left, right: this.expression(binding['^']), tight: true });
  }

  private rootOf({ number }: Token): Tree {
    this.at++;
    const degree: Tree = { is: 'number', value: number as NonNullable<typeof number>, text: String(number?.n) };
    return this.made({ is: 'call', fn: 'root', args: [degree, this.argument()] });
  }

  private call(token: Token): Tree {
    this.at++;
    const name = token.fn as string;
    if (name === 'fourth')
      return this.made({
        is: 'call',
        fn: 'root',
        args: [{ is: 'number', value: rational(4n), text: '4' }, this.argument()],
      });
    const factor = FACTORS[name];
    if (factor)
      return this.made({
        is: 'binary',
        operator: '*',
        left: { is: 'number', value: factor, text: name },
        right: this.argument(),
      });
    const inverse = this.exponentOf();
    const fn = inverse === '-1' ? `a${name}` : name;
    const takes = functions[fn]?.takes;
    if (!takes) throw new Refused('no such function');
    const args = this.args(fn, takes);
    if (args.length < takes[0] || args.length > takes[1]) throw new Refused('wrong number of arguments');
    const call = this.made({ is: 'call', fn, args });
    if (inverse === null || inverse === '-1') return call;
    return this.made({
      is: 'binary',
      operator: '^',
      left: call,
      right: { is: 'number', value: rational(BigInt(inverse)), text: inverse },
    });
  }

  /** sin^-1 0.5 is the arc sine, sin^2 x the square of the sine. */
  private exponentOf(): string | null {
    const [first, second, third] = this.tokens.slice(this.at, this.at + 3);
    if (first?.sign === 'raised' && first.number) {
      this.at++;
      return String(first.number.n);
    }
    if (first?.sign !== '^') return null;
    const negative = second?.sign === '-';
    const number = negative ? third : second;
    if (!number?.number || !isWhole(number.number)) throw new Refused('no such function');
    this.at += negative ? 3 : 2;
    return `${negative ? '-' : ''}${number.number.n}`;
  }

  private args(fn: string, [least, most]: readonly [number, number]): Tree[] {
    const base = fn === 'log' ? this.logBase() : null;
    if (base) return [this.argument(), base];
    this.skipNoise();
    if (this.tokens[this.at]?.sign === '(') return this.bracketed();
    if (most === 1 || least === 1) return [this.argument()];
    // gcd 12 18 24, gcd of 12 and 18
    const args: Tree[] = [];
    for (let token = this.tokens[this.at]; token; token = this.tokens[this.at]) {
      if (token.sign === ',' || token.sign === ';' || token.operator === 'and') this.at++;
      else args.push(this.expression(NEGATIVE_BINDING));
    }
    return args;
  }

  private bracketed(): Tree[] {
    const args: Tree[] = [];
    do {
      this.at++;
      args.push(this.expression(0));
    } while (this.tokens[this.at]?.sign === ',' || this.tokens[this.at]?.sign === ';');
    if (this.tokens[this.at]?.sign !== ')') throw new Refused('a bracket is open');
    this.at++;
    return args;
  }

  private argument(): Tree {
    this.skipNoise();
    if (this.tokens[this.at]?.sign === '(') return this.between(')');
    return this.expression(NEGATIVE_BINDING - 0.5);
  }

  /** log99 1, log base 2 of 8 */
  private logBase(): Tree | null {
    const token = this.tokens[this.at];
    if (token?.glued && token.number && this.startsOperand(this.at + 1)) {
      this.at++;
      return this.made({ is: 'number', value: token.number, text: token.text });
    }
    return null;
  }
}

const isNoise = (token?: Token) => !!token?.noise || token?.operator === 'of';

/** Something that one takes a part with: a percentage or a fraction below one. */
function isShare(tree: Tree): boolean {
  if (tree.is === 'percent') return true;
  if (tree.is === 'number') return !isWhole(tree.value) && tree.value.n < tree.value.d;
  return tree.is === 'binary' && tree.operator === '/' && tree.left.is === 'number' && tree.right.is === 'number';
}

function lastUnit(tree: Tree): string {
  return tree.is === 'binary' && tree.right.is === 'unit' ? (tree.right.units[0]?.label ?? '') : '';
}
