import { isWhole, type Rational, rational } from '../reading/numbers/rational.ts';
import { Refused } from './refused.ts';
import type { Token } from './tokens.ts';
import type { Tree } from './tree.ts';

/** `of` and similar words that carry no meaning. */
export const isNoise = (token?: Partial<Token>) => !!token?.noise || token?.operator === 'of';

/** A literal number in a tree. */
export const numberNode = (value: Rational | bigint, text = String(value)): Tree => ({
  is: 'number',
  value: typeof value === 'bigint' ? rational(value) : value,
  text,
});

/** Whether a token is a whole number. */
export const isCounted = (token?: Token): token is Token & { number: Rational } =>
  !!token?.number && !token.sign && isWhole(token.number);

/** The place of a parser in its tokens. Calls (`calls.ts`), amounts (`amounts.ts`) and operators (`parse.ts`) move it. */
export abstract class Cursor {
  protected readonly tokens: readonly Token[];
  protected at = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  get token(): Token | undefined {
    return this.tokens[this.at];
  }

  protected get next(): Token | undefined {
    return this.tokens[this.at + 1];
  }

  /** Moves past one of these signs, if it is here. */
  protected takes(...signs: string[]): boolean {
    const isHere = signs.includes(this.token?.sign ?? '');
    if (isHere) this.at++;
    return isHere;
  }

  protected skipNoise(): void {
    while (isNoise(this.token) && this.next) this.at++;
  }

  /** The expression of operators that bind at least as tightly as this. */
  abstract expression(least: number): Tree;

  /** The expression up to the closing bracket. */
  protected between(closing: string, least = 0): Tree {
    this.at++;
    const inner = this.expression(least);
    if (!this.takes(closing)) throw new Refused('a bracket is open');
    return inner;
  }

  /** Whether the token at a position starts an operand. */
  protected startsOperand(at: number): boolean {
    const { sign, number, constant, fn, operator } = this.tokens[at] ?? {};
    return sign ? sign === '(' : !!number || !!constant || (!!fn && !operator);
  }
}
