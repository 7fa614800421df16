import { isWhole, type Rational, rational } from './rational.ts';
import { Refused } from './refused.ts';
import type { Token } from './token.ts';
import type { Tree } from './tree.ts';

/** More than so many nodes, or deeper than so, is no calculation that a person types. */
const MAX_NODES = 200;
const MAX_DEPTH = 40;

/** Functions that are too much else to be called without brackets. */
const BRACKETED = new Set(['sec', 'csc', 'cot', 'deg', 'rad', 'sign', 'int', 'frac', 'gamma']);

/** Where a parser is in its tokens, and how much it has made of them. */
export class TokenCursor {
  protected readonly tokens: readonly Token[];
  protected at = 0;
  private depth = 0;
  private count = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  end(): void {
    if (this.at < this.tokens.length) throw new Refused('something is left over');
  }

  protected get token(): Token | undefined {
    return this.tokens[this.at];
  }

  protected get next(): Token | undefined {
    return this.tokens[this.at + 1];
  }

  /** One level further down. A refusal leaves the cursor behind, so only success needs to come up again. */
  protected deeper<Result>(work: () => Result): Result {
    if (++this.depth > MAX_DEPTH) throw new Refused('too deep');
    const result = work();
    this.depth--;
    return result;
  }

  protected made<Node extends Tree>(node: Node): Node {
    if (++this.count > MAX_NODES) throw new Refused('too much');
    return node;
  }

  /** Whether an operand stands at a place, and not a sign or a word between operands. */
  protected startsOperand(at: number): boolean {
    const token = this.tokens[at];
    if (!token) return false;
    if (token.sign) return token.sign === '(';
    return !!token.number || !!token.constant || (!!token.fn && !token.operator);
  }

  /** `min`, `sec` and `deg` are functions before an argument, and units elsewhere. */
  protected isCall({ fn, units }: Token): boolean {
    if (!fn) return false;
    // SEC 10-K and RAD 140 are no secant and no radians.
    if (BRACKETED.has(fn)) return this.next?.sign === '(' || this.isCalledBare(fn);
    // Power 98 is a station.
    if (this.token?.text === 'power') return this.next?.sign === '(';
    return !units || this.startsOperand(this.at + 1);
  }

  /** Nothing else is called so: int 3.2, frac 3.2, sgn -2. */
  private isCalledBare(fn: string): boolean {
    const { token, next } = this;
    if (fn === 'sign') return token?.text !== 'sign' && next?.sign === '-';
    return (fn === 'int' || fn === 'frac') && !!next?.number && !next.spelt && !isWhole(next.number);
  }

  protected skipNoise(): void {
    while (isNoise(this.token) && this.next) this.at++;
  }
}

/** `of` and its like, where they say nothing. */
export const isNoise = (token?: Token) => !!token?.noise || token?.operator === 'of';

export const numberNode = (value: Rational | bigint, text = String(value)): Tree => ({
  is: 'number',
  value: typeof value === 'bigint' ? rational(value) : value,
  text,
});
