import { isWhole } from '../reading/numbers/rational.ts';
import { Amounts } from './amounts.ts';
import { numberNode } from './cursor.ts';
import { Refused } from './refused.ts';
import type { Token } from './tokens.ts';
import { type BinaryOperator, binding, has, NEGATIVE_BINDING, type Tree } from './tree.ts';

/** Signs and words between operands, and their names in a tree. */
const INFIX: ReadonlyMap<string, BinaryOperator> = new Map([
  ...(Object.keys(binding) as BinaryOperator[]).map((name) => [name, name] as const),
  ...Object.entries({ per: '/', x: '*', of: '*', and: '&', or: '|', '%': 'mod' } as const),
]);

/** Parses tokens into a tree; throws Refused unless all of them form one calculation. */
export function parse(tokens: readonly Token[]): Tree {
  const parser = new Parser(tokens);
  const tree = parser.expression(0);
  if (parser.token) throw new Refused('something is left over');
  return tree;
}

/** Operator precedence parser, linear in the number of tokens. */
class Parser extends Amounts {
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
}

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
