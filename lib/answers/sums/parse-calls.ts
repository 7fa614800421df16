import { isWhole, type Rational, rational } from '../reading/numbers/rational.ts';
import { functions } from './functions.ts';
import { isCounted, UnitParser } from './parse-units.ts';
import { Refused } from './refused.ts';
import type { Token } from './token.ts';
import { besides, isNoise, numberNode } from './token-cursor.ts';
import { NEGATIVE_BINDING, type Tree } from './tree.ts';

/** Functions that are factors: half a mile. */
const FACTORS: Readonly<Record<string, Rational>> = {
  half: rational(1n, 2n),
  double: rational(2n),
  triple: rational(3n),
};

/** Parses function calls, with and without brackets: sqrt(16), sqrt 16, square root of 16, gcd 12 18. */
export abstract class CallParser extends UnitParser {
  protected call({ fn: name = '', number: degree }: Token): Tree {
    this.at++;
    const factor = FACTORS[name];
    if (factor) return { is: 'binary', operator: '*', left: numberNode(factor, name), right: this.argument() };
    if (degree) return { is: 'call', fn: name, args: [numberNode(degree), this.argument()] };
    const exponent = this.exponent();
    const fn = exponent === -1n ? `a${name}` : name;
    const takes = functions[fn]?.takes;
    if (!takes) throw new Refused('no such function');
    const args = this.args(fn, takes);
    if (args.length < takes[0] || args.length > takes[1]) throw new Refused('wrong number of arguments');
    const call: Tree = { is: 'call', fn, args };
    if (exponent === null || exponent === -1n) return call;
    return { is: 'binary', operator: '^', left: call, right: numberNode(exponent) };
  }

  /** sin^-1 0.5 is the arc sine; sin^2 x is the square of the sine. */
  private exponent(): bigint | null {
    const [first, second, third] = this.tokens.slice(this.at, this.at + 3);
    if (first?.sign !== 'raised' && first?.sign !== '^') return null;
    const isNegative = first.sign === '^' && second?.sign === '-';
    const number = (first.sign === 'raised' ? first : isNegative ? third : second)?.number;
    if (!number || !isWhole(number)) throw new Refused('no such function');
    this.at += first.sign === 'raised' ? 1 : isNegative ? 3 : 2;
    return isNegative ? -number.n : number.n;
  }

  private args(fn: string, [least, most]: readonly [number, number]): Tree[] {
    const { token } = this;
    // log99 1
    if (fn === 'log' && token?.glued && token.number && this.startsOperand(this.at + 1)) {
      this.at++;
      return [this.argument(), numberNode(token.number, token.text)];
    }
    this.skipNoise();
    if (this.token?.sign === '(') return this.bracketed();
    return most === 1 || least === 1 ? [this.argument()] : this.row();
  }

  /** Arguments without brackets extend to the end of the query: gcd 12 18 24, gcd of 12 and 18. */
  private row(): Tree[] {
    const args: Tree[] = [];
    for (let { token } = this; token; { token } = this) {
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
    } while (this.token?.sign === ',' || this.token?.sign === ';');
    this.skip(')');
    return args;
  }

  /** The expression up to the closing bracket. */
  protected between(closing: string): Tree {
    this.at++;
    const inner = this.expression(0);
    this.skip(closing);
    return inner;
  }

  /** The argument of a function without brackets. It includes products (sin 2 pi) but not sums (sqrt 16 + 9). */
  protected argument(): Tree {
    this.skipNoise();
    const bare = () => (this.token?.sign === '(' ? this.between(')') : this.expression(NEGATIVE_BINDING - 0.5));
    return this.share() ?? bare();
  }

  /** The square root of 1/4 takes 1/4 as one number, not a quarter of a root. The same goes for the sine of 3π/2. */
  private share(): Tree | null {
    if (!isNoise(this.tokens[this.at - 1])) return null;
    const [first, ...rest] = this.tokens.slice(this.at, this.at + 5);
    const number = isCounted(first) ? first.number : null;
    const constant = number && rest[0]?.constant ? rest.shift()?.constant : first?.constant;
    const [stroke, below, after] = rest;
    if ((!number && !constant) || stroke?.sign !== '/' || !stroke.glued || !below?.glued || !isCounted(below))
      return null;
    // Not for 1/2 cup, 1/2 π or 8/2^2, where the operand continues.
    if (below.number.n === 0n || after?.units || after?.constant || (after?.glued && after.sign !== ')')) return null;
    this.at += number && constant ? 4 : 3;
    const share = numberNode(rational(number?.n ?? 1n, below.number.n));
    return constant ? besides(share, { is: 'constant', name: constant }) : share;
  }
}
