import { isWhole, type Rational, rational } from '../reading/numbers/rational.ts';
import { Refused } from './refused.ts';
import type { Token } from './token.ts';
import type { Tree } from './tree.ts';

/** Function names with too many other meanings to be called without brackets: `SEC 10-K`, `RAD 140`. */
const BRACKETED = new Set(['sec', 'csc', 'cot', 'deg', 'rad', 'sign', 'int', 'frac', 'gamma']);

/** The position of a parser in its tokens. */
export class TokenCursor {
  protected readonly tokens: readonly Token[];
  protected at = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  protected get token(): Token | undefined {
    return this.tokens[this.at];
  }

  protected get next(): Token | undefined {
    return this.tokens[this.at + 1];
  }

  /** Moves past a sign; throws Refused if there is another. */
  protected skip(sign: string): void {
    if (this.token?.sign !== sign) throw new Refused('a bracket is open');
    this.at++;
  }

  protected skipNoise(): void {
    while (isNoise(this.token) && this.next) this.at++;
  }

  /** Whether the token at a position starts an operand. */
  protected startsOperand(at: number): boolean {
    const { sign, number, constant, fn, operator } = this.tokens[at] ?? {};
    return sign ? sign === '(' : !!number || !!constant || (!!fn && !operator);
  }

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
}

/** `of` and similar words that carry no meaning. */
export const isNoise = (token?: Token) => !!token?.noise || token?.operator === 'of';

/** A literal number in a tree. */
export const numberNode = (value: Rational | bigint, text = String(value)): Tree => ({
  is: 'number',
  value: typeof value === 'bigint' ? rational(value) : value,
  text,
});

/** A product of a number and a unit or constant next to it. */
export const besides = (left: Tree, right: Tree, operator: '*' | '/' | '^' = '*') =>
  ({ is: 'binary', operator, left, right, tight: true }) as const;

/** The exponent of `squared` and `cubed`. */
export const exponentOf = (token?: Token) => ({ squared: 2n, cubed: 3n })[token?.operator ?? ''];
