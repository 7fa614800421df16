import { isWhole, type Rational, rational } from '../reading/numbers/rational.ts';
import { functions } from './functions.ts';
import { UnitParser } from './parse-units.ts';
import { Refused } from './refused.ts';
import type { Token } from './token.ts';
import { isNoise, numberNode } from './token-cursor.ts';
import { NEGATIVE_BINDING, type Tree } from './tree.ts';

/** Functions that are factors: half a mile. */
const FACTORS: Readonly<Record<string, Rational>> = {
  half: rational(1n, 2n),
  double: rational(2n),
  triple: rational(3n),
};

/** Parses function calls, with and without brackets: sqrt(16), sqrt 16, square root of 16, gcd 12 18. */
export abstract class CallParser extends UnitParser {
  protected call(token: Token): Tree {
    this.at++;
    const name = token.fn as string;
    const factor = FACTORS[name];
    if (factor) {
      return this.made({ is: 'binary', operator: '*', left: numberNode(factor, name), right: this.argument() });
    }
    if (name === 'root' && token.number) return this.rootOf(numberNode(token.number, String(token.number.n)));
    if (name === 'fourth') return this.rootOf(numberNode(4n));
    const exponent = this.exponent();
    const fn = exponent === '-1' ? `a${name}` : name;
    const takes = functions[fn]?.takes;
    if (!takes) throw new Refused('no such function');
    const args = this.args(fn, takes);
    if (args.length < takes[0] || args.length > takes[1]) throw new Refused('wrong number of arguments');
    const call = this.made({ is: 'call', fn, args });
    if (exponent === null || exponent === '-1') return call;
    return this.made({ is: 'binary', operator: '^', left: call, right: numberNode(BigInt(exponent)) });
  }

  private rootOf(degree: Tree): Tree {
    return this.made({ is: 'call', fn: 'root', args: [degree, this.argument()] });
  }

  /** sin^-1 0.5 is the arc sine; sin^2 x is the square of the sine. */
  private exponent(): string | null {
    const first = this.token;
    if (first?.sign === 'raised' && first.number) {
      this.at++;
      return String(first.number.n);
    }
    if (first?.sign !== '^') return null;
    const [second, third] = this.tokens.slice(this.at + 1, this.at + 3);
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
    this.close(')');
    return args;
  }

  /** The expression up to the closing bracket. */
  protected between(closing: string): Tree {
    this.at++;
    const inner = this.expression(0);
    this.close(closing);
    return inner;
  }

  private close(closing: string): void {
    if (this.token?.sign !== closing) throw new Refused('a bracket is open');
    this.at++;
  }

  /** The argument of a function without brackets. It includes products (sin 2 pi) but not sums (sqrt 16 + 9). */
  protected argument(): Tree {
    this.skipNoise();
    const share = this.share();
    if (share) return share;
    return this.token?.sign === '(' ? this.between(')') : this.expression(NEGATIVE_BINDING - 0.5);
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
    const share = this.made(numberNode(rational(number?.n ?? 1n, below.number.n)));
    if (!constant) return share;
    return this.made({
      is: 'binary',
      operator: '*',
      left: share,
      right: { is: 'constant', name: constant },
      tight: true,
    });
  }

  /** log99 1 */
  private logBase(): Tree | null {
    const { token } = this;
    if (!token?.glued || !token.number || !this.startsOperand(this.at + 1)) return null;
    this.at++;
    return this.made(numberNode(token.number, token.text));
  }
}

/** Whether a token is a whole number in digits or words. */
const isCounted = (token?: Token): token is Token & { number: Rational } =>
  !!token?.number && !token.sign && isWhole(token.number);
