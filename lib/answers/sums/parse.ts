import { isWhole } from '../reading/numbers/rational.ts';
import { CallParser } from './parse-calls.ts';
import { Refused } from './refused.ts';
import type { Token } from './token.ts';
import { exponentOf, numberNode } from './token-cursor.ts';
import { type BinaryOperator, binding, has, NEGATIVE_BINDING, type Tree } from './tree.ts';

/** Operators with another name in a tree. All others have the same. */
const NAMES: Readonly<Record<string, BinaryOperator>> = { per: '/', x: '*', and: '&', or: '|' };

/** Parses tokens into a tree; throws Refused unless all of them form one calculation. */
export function parse(tokens: readonly Token[]): Tree {
  return new Parser(tokens).whole();
}

/** Operator precedence parser, linear in the number of tokens. The base classes parse operands. */
class Parser extends CallParser {
  /** Number of open bars, as in |1|. */
  private bars = 0;

  whole(): Tree {
    const tree = this.expression(0);
    if (this.token) throw new Refused('something is left over');
    return tree;
  }

  expression(least: number): Tree {
    let left = this.operand();
    let last: number = binding['^'];
    for (let { token } = this; token; { token } = this) {
      const operator = this.infix(token, left);
      const own = binding[operator ?? '*'];
      const isBehind = last >= binding['*'] && this.isBehindBracket(token, left);
      if (own < least || (!operator && !isBehind && !this.beginsFactor(token))) break;
      last = own;
      if (operator) this.at++;
      if (token.operator === 'of') this.skipNoise();
      // Powers associate to the right: 4^3^2 is 4^9.
      const right = this.expression(operator === '^' ? own : own + 1);
      left = joined(operator ?? '*', left, right);
    }
    return left;
  }

  private infix(token: Token, left: Tree): BinaryOperator | null {
    const key = token.sign ?? token.operator;
    if (key === undefined || (token.sign && token.operator)) return null;
    if (key === 'x' && !this.isOperandAfter(token.glued)) return null;
    if (key === '%') return token.sign === '%' ? 'mod' : null;
    if (key === '|' && this.bars > 0) return null;
    // `of` multiplies only after a fraction or percentage: 20% of 50, 3/4 of 12, but not 5 of 20.
    if (key === 'of') return isShare(left) ? '*' : null;
    if (key === 'off' && left.is !== 'percent') return null;
    return NAMES[key] ?? (Object.hasOwn(binding, key) ? (key as BinaryOperator) : null);
  }

  /** An `x` between two numbers is a multiplication sign unless it may be an unknown, as in `2x+3`. */
  private isOperandAfter(isGlued: boolean): boolean {
    const { next } = this;
    return !!next && (!next.sign || next.sign === '(' || (!isGlued && next.sign === '-'));
  }

  /**
   * Whether a token starts a factor without a sign: 2 ln 2, 3(4+1), (1+1) pi. A number does not: 555 1234 is a
   * telephone number.
   */
  private beginsFactor({ sign, fn, constant, operator, units, text }: Token): boolean {
    if (sign === '(') return true;
    // `4 root of 16` may be the fourth root or four times the root.
    if (text === 'root' || (operator && !units)) return false;
    // `737 max 8 9` is an aircraft.
    if ((fn === 'max' || fn === 'min') && this.next?.sign !== '(') return !!units;
    return !!fn || !!constant || !!units;
  }

  /** (1+2)3: the bracket contains a sum, so this is not a telephone number. */
  private isBehindBracket({ number, sign, glued }: Token, left: Tree): boolean {
    return !!number && !sign && glued && left.is === 'binary' && this.tokens[this.at - 1]?.sign === ')';
  }

  private operand(): Tree {
    const { token } = this;
    if (!token) throw new Refused('something is missing');
    if (token.sign === '-' || ((token.operator === '-' || token.operator === 'negative') && !token.fn)) {
      this.at++;
      return { is: 'negative', of: this.expression(NEGATIVE_BINDING) };
    }
    if (token.sign === '+' && this.isSignOfNumber(token)) {
      this.at++;
      return this.expression(NEGATIVE_BINDING);
    }
    return this.raised(this.postfix(this.withUnits(this.primary(token))));
  }

  /** Whether a plus is a sign rather than an operator: at the start, or as in 3 - +2. */
  private isSignOfNumber({ glued }: Token): boolean {
    const before = this.tokens[this.at - 1]?.sign;
    return this.at === 0 || before === '(' || (!glued && !!this.next?.glued && '+-*/'.includes(before ?? ' '));
  }

  /** Operators after their operand: `!`, `%`, ². */
  private postfix(of: Tree): Tree {
    const { sign, operator, number, text = '' } = this.token ?? {};
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
    const right = numberNode(number, text.slice(1));
    return this.withUnits(this.postfix({ is: 'binary', operator: '^', left: of, right }));
  }

  /** `squared` is a power like any other: 2 squared ^ 3 is 2^(2^3). */
  private raised(left: Tree): Tree {
    const exponent = exponentOf(this.token);
    if (!exponent) return left;
    this.at++;
    let right = numberNode(exponent);
    if (this.token?.sign === '^') {
      this.at++;
      right = { is: 'binary', operator: '^', left: right, right: this.expression(binding['^']) };
    }
    return this.raised({ is: 'binary', operator: '^', left, right });
  }

  private primary(token: Token): Tree {
    const { number, sign, fn, units, constant, article, noise, text } = token;
    if (number && !fn && sign !== 'raised') return this.number({ ...token, number });
    if (sign === '(') return this.between(')');
    if (sign === '|') return this.bar();
    if (this.isCall(token)) return this.call(token);
    // `um` is an article in Portuguese, but a micrometre at the end of a query.
    const isUnit = units && !this.next && !/^an?$/.test(text);
    if ((article && !isUnit) || (noise && this.at > 0)) return this.article(token);
    this.at++;
    if (constant) return { is: 'constant', name: constant };
    if (!units) throw new Refused('nothing to calculate with');
    return { is: 'unit', units, text };
  }

  private bar(): Tree {
    this.bars++;
    const of = this.between('|');
    this.bars--;
    return { is: 'call', fn: 'abs', args: [of] };
  }

  /** An article means one: a mile. A single letter after an article is not a unit. */
  private article({ noise }: Token): Tree {
    const { next } = this;
    if (!next || next.article || (next.units && next.text.length < 2)) throw new Refused('an article of nothing');
    if (!next.units && !next.number && !next.fn && !noise) throw new Refused('an article of nothing');
    this.at++;
    return this.primary(next);
  }
}

/** Whether a tree is a percentage or a fraction below one. */
function isShare(tree: Tree): boolean {
  if (tree.is === 'percent') return true;
  if (tree.is === 'number') return !isWhole(tree.value) && tree.value.n < tree.value.d;
  if (tree.is !== 'binary') return false;
  if (tree.operator === '*') return isShare(tree.left) && isShare(tree.right);
  return tree.operator === '/' && tree.left.is === 'number' && tree.right.is === 'number';
}

/** A unit after a power applies to the whole power: 2^10 bytes. */
function joined(operator: BinaryOperator, left: Tree, right: Tree): Tree {
  const isAmount = right.is === 'binary' && right.tight && right.left.is === 'number' && right.right.is === 'unit';
  if (operator !== '^' || !isAmount || has(left, 'unit')) return { is: 'binary', operator, left, right };
  return { ...right, left: { is: 'binary', operator, left, right: right.left } };
}
