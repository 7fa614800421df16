import { isWhole, type Rational, rational } from '../reading/numbers/rational.ts';
import { Cursor, isCounted, isNoise, numberNode } from './cursor.ts';
import { functions } from './functions.ts';
import { Refused } from './refused.ts';
import type { Token } from './tokens.ts';
import { NEGATIVE_BINDING, type Tree } from './tree.ts';

/** Function names with too many other meanings to be called without brackets: `SEC 10-K`, `RAD 140`. */
const BRACKETED = new Set(['sec', 'csc', 'cot', 'deg', 'rad', 'sign', 'int', 'frac', 'gamma']);
/** Functions that are factors: half a mile. */
const FACTORS: Readonly<Record<string, Rational>> = {
  half: rational(1n, 2n),
  double: rational(2n),
  triple: rational(3n),
};

/** Parses calls of functions, with and without brackets. */
export abstract class Calls extends Cursor {
  /** `min`, `sec` and `deg` are functions before an argument, and units otherwise. */
  protected isCall({ fn, units, text }: Token): boolean {
    const { next } = this;
    if (!fn || next?.sign === '(') return !!fn;
    // `Power 98` is a radio station.
    if (!BRACKETED.has(fn)) return text !== 'power' && (!units || this.startsOperand(this.at + 1));
    // These forms have no other meaning: int 3.2, frac 3.2, sgn -2.
    if (fn === 'sign') return text !== 'sign' && next?.sign === '-';
    return (fn === 'int' || fn === 'frac') && !!next?.number && !isWhole(next.number);
  }

  /** Function calls, with and without brackets: sqrt(16), sqrt 16, square root of 16, gcd 12 18. */
  protected call({ fn: name = '', number: degree }: Token): Tree {
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
  protected argument(): Tree {
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
}
