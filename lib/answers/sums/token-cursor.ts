import { isWhole, type Rational, rational } from '../reading/numbers/rational.ts';
import { Refused } from './refused.ts';
import type { Token } from './token.ts';
import type { Tree } from './tree.ts';

/** Calculations that people type have fewer nodes and levels than this. */
const MAX_NODES = 200;
const MAX_DEPTH = 40;

/** Function names with too many other meanings to be called without brackets. */
const BRACKETED = new Set(['sec', 'csc', 'cot', 'deg', 'rad', 'sign', 'int', 'frac', 'gamma']);

/** The position of a parser in its tokens, with limits on the number and depth of nodes. */
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

  /** Runs `work` one level deeper. A refusal abandons the cursor, so only success restores the level. */
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

  /** Whether the token at a position starts an operand. */
  protected startsOperand(at: number): boolean {
    const token = this.tokens[at];
    if (!token) return false;
    if (token.sign) return token.sign === '(';
    return !!token.number || !!token.constant || (!!token.fn && !token.operator);
  }

  /** `min`, `sec` and `deg` are functions before an argument, and units otherwise. */
  protected isCall({ fn, units }: Token): boolean {
    if (!fn) return false;
    // `SEC 10-K` is not a secant, and `RAD 140` is not radians.
    if (BRACKETED.has(fn)) return this.next?.sign === '(' || this.isCalledBare(fn);
    // `Power 98` is a radio station.
    if (this.token?.text === 'power') return this.next?.sign === '(';
    return !units || this.startsOperand(this.at + 1);
  }

  /** These forms have no other meaning: int 3.2, frac 3.2, sgn -2. */
  private isCalledBare(fn: string): boolean {
    const { token, next } = this;
    if (fn === 'sign') return token?.text !== 'sign' && next?.sign === '-';
    return (fn === 'int' || fn === 'frac') && !!next?.number && !isWhole(next.number);
  }

  protected skipNoise(): void {
    while (isNoise(this.token) && this.next) this.at++;
  }
}

/** `of` and similar words that carry no meaning. */
export const isNoise = (token?: Token) => !!token?.noise || token?.operator === 'of';

/** A literal number in a tree. */
export const numberNode = (value: Rational | bigint, text = String(value)): Tree => ({
  is: 'number',
  value: typeof value === 'bigint' ? rational(value) : value,
  text,
});
