import { foldedWord } from '../reading/folded.ts';
import { type NumberStyle, numberOf, prefixedNumber, vulgarFraction } from '../reading/numbers/number-literal.ts';
import { add, decimal, multiply, rational } from '../reading/numbers/rational.ts';
import { unitsNamed } from '../reading/units/units.ts';
import { functions } from './functions.ts';
import type { Piece } from './pieces.ts';
import type { Token } from './token.ts';

/** Longer token lists are not calculations. */
const MAX_TOKENS = 120;

/** Signs that mean more than themselves. */
const SIGNS: Readonly<Record<string, Omit<Token, 'text' | 'glued'>>> = {
  '√': { fn: 'sqrt' },
  '∛': { fn: 'cbrt' },
  '∜': { fn: 'root', number: rational(4n) },
  '**': { sign: '^' },
  '->': { sign: '->', connector: true },
  '=>': { sign: '->', connector: true },
  '=': { sign: '=', connector: true },
  '>': { sign: '>', connector: true },
};

/** Reads numbers and signs into tokens. The subclass reads words. */
export abstract class SignReader {
  protected readonly tokens: Token[] = [];
  /** Folded word of each piece; empty if the piece is not a word. */
  protected readonly words: string[];
  protected readonly pieces: readonly Piece[];
  private readonly style: NumberStyle;
  protected at = 0;
  /** Whether the reader is inside the arguments of a function that takes several: a comma separates them. */
  private listing = false;
  private readonly currencies = new Set<string>();

  constructor(pieces: readonly Piece[], style: NumberStyle) {
    this.pieces = pieces;
    this.style = style;
    this.words = pieces.map(({ kind, text }) => (kind === 'word' ? foldedWord(text) : ''));
  }

  read(): Token[] | null {
    while (this.at < this.pieces.length) {
      const piece = this.pieces[this.at] as Piece;
      if (!this[piece.kind](piece) || this.tokens.length > MAX_TOKENS) return null;
    }
    return this.tokens;
  }

  protected abstract word(piece: Piece): boolean;

  protected push(token: Omit<Token, 'glued'>, pieces = 1): true {
    this.tokens.push(Object.assign(token, { glued: this.pieces[this.at]?.glued ?? false }));
    if (token.fn) this.listing ||= (functions[token.fn]?.takes[1] ?? 1) > 1;
    this.at += pieces;
    return true;
  }

  /** The name of a currency next to a number carries no meaning if it is the only one in the query. */
  protected money({ text }: Piece): boolean {
    const isBeside = this.pieces[this.at + 1]?.kind === 'number' || !!this.tokens.at(-1)?.number;
    this.currencies.add(text);
    this.at++;
    return isBeside && this.currencies.size === 1;
  }

  protected number({ text, glued }: Piece): boolean {
    const before = this.tokens.at(-1);
    if (/^[^\d.,]/.test(text)) {
      const share = vulgarFraction(text);
      // 5½ is one number.
      if (!before?.number) return this.push({ text, number: share });
      before.number = add(before.number, share);
      before.text += text;
      this.at++;
      return true;
    }
    if (/^0[xbo]/i.test(text)) return this.push({ text, number: prefixedNumber(text), prefixed: true });
    const [mantissa = '', exponent] = text.split(/e/i);
    const runs = this.listing ? mantissa.split(/(,)/).filter(Boolean) : [mantissa];
    for (const [at, run] of runs.entries()) {
      if (run === ',') {
        this.tokens.push({ text: ',', sign: ',', glued: true });
        continue;
      }
      const value = numberOf(run, this.style);
      if (!value) return false;
      const last = exponent !== undefined && at === runs.length - 1;
      const number = last ? multiply(value, decimal(`1e${exponent}`)) : value;
      this.tokens.push({ text: last ? `${run}e${exponent}` : run, number, glued });
    }
    this.at++;
    return true;
  }

  protected sign({ text }: Piece): boolean {
    if (/^[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]/.test(text)) return this.raised(text);
    if (text === ')') this.listing = false;
    if (text === '°') return this.degree();
    const name = text === "''" ? '"' : text;
    if (/^['"‰]/.test(text)) return this.push({ text: name, units: unitsNamed(name) });
    const meaning = SIGNS[text] ?? { sign: text };
    return this.push({ text: meaning.sign === '^' ? '^' : text, ...meaning });
  }

  /** `°` alone, or the first half of a temperature. */
  private degree(): boolean {
    const next = this.pieces[this.at + 1];
    const units = next?.kind === 'word' && next.text.length === 1 ? unitsNamed(`°${next.text.toUpperCase()}`) : [];
    if (units.length > 0) return this.push({ text: units[0]?.label ?? '', units }, 2);
    if (!unitsNamed(this.words[this.at + 1] ?? '')[0]?.offset) return this.push({ text: '°', units: unitsNamed('°') });
    this.at++;
    return true;
  }

  /**
   * A superscript number applies to the operand before it: 2² pi. Before a root sign, it is the degree of the root:
   * ³√8.
   */
  private raised(text: string): boolean {
    const exponent = text.normalize('NFKC').replace('\u2212', '-');
    if (!/^-?\d+$/.test(exponent)) return false;
    const number = rational(BigInt(exponent));
    if (this.pieces[this.at + 1]?.text === '√') return this.push({ text: `${exponent}√`, fn: 'root', number }, 2);
    return this.push({ text: `^${exponent}`, sign: 'raised', number });
  }
}
