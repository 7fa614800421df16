import { foldedWord } from '../reading/folded.ts';
import { type NumberStyle, numberOf, prefixedNumber, vulgarFractions } from '../reading/numbers/number-literal.ts';
import { add, decimal, multiply, rational } from '../reading/numbers/rational.ts';
import { unitsNamed } from '../reading/units/units.ts';
import type { Piece } from './pieces.ts';
import type { Token } from './token.ts';

/** Longer token lists are not calculations. */
const MAX_TOKENS = 120;

/** Reads numbers and signs into tokens. The subclass reads words. */
export abstract class SignReader {
  protected readonly tokens: Token[] = [];
  /** Folded word of each piece; empty if the piece is not a word. */
  protected readonly words: string[];
  protected readonly pieces: readonly Piece[];
  private readonly style: NumberStyle;
  protected at = 0;
  /** Whether the reader is inside the arguments of a function that takes several. */
  protected listing = false;

  constructor(pieces: readonly Piece[], style: NumberStyle) {
    this.pieces = pieces;
    this.style = style;
    this.words = pieces.map(({ kind, text }) => (kind === 'word' ? foldedWord(text) : ''));
  }

  read(): Token[] | null {
    while (this.at < this.pieces.length) {
      const piece = this.pieces[this.at] as Piece;
      const known =
        piece.kind === 'number' ? this.number(piece) : piece.kind === 'sign' ? this.sign(piece) : this.word(piece);
      if (!known || this.tokens.length > MAX_TOKENS) return null;
    }
    return this.tokens;
  }

  protected abstract word(piece: Piece): boolean;

  protected push(token: Omit<Token, 'glued'>, pieces = 1): true {
    this.tokens.push(Object.assign(token, { glued: this.pieces[this.at]?.glued ?? false }));
    this.at += pieces;
    return true;
  }

  private number({ text }: Piece): boolean {
    const share = vulgarFractions[text];
    if (share) {
      // 5½ is one number.
      const before = this.tokens.at(-1);
      if (!before?.number || before.spelt) return this.push({ text, number: share });
      before.number = add(before.number, share);
      before.text += text;
      this.at++;
      return true;
    }
    if (/^0[xbo]/i.test(text)) return this.push({ text, number: prefixedNumber(text), prefixed: true });
    const [mantissa = '', exponent] = text.split(/e/i);
    const runs = this.listing && mantissa.includes(',') ? mantissa.split(/(,)/) : [mantissa];
    for (const [at, run] of runs.entries()) {
      if (run === ',') this.tokens.push({ text: ',', sign: ',', glued: true });
      else if (run !== '') {
        const value = numberOf(run, this.style);
        if (!value) return false;
        const scaled = exponent && at === runs.length - 1 ? multiply(value, decimal(`1e${exponent}`)) : value;
        this.tokens.push({
          text: at === runs.length - 1 ? run + text.slice(mantissa.length) : run,
          number: scaled,
          glued: this.pieces[this.at]?.glued ?? false,
        });
      }
    }
    this.at++;
    return true;
  }

  private sign({ text }: Piece): boolean {
    const raised = /^\^(-?\d+)$/.exec(text);
    if (raised) return this.power(raised[1] as string);
    if (text === ')') this.listing = false;
    if (text === '√') return this.push({ text, fn: 'sqrt' });
    if (text === '∛') return this.push({ text, fn: 'cbrt' });
    if (text === '∜') return this.push({ text, fn: 'fourth' });
    if (text === '**') return this.push({ text: '^', sign: '^' });
    if (text === '‰') return this.push({ text, units: unitsNamed('‰') });
    if (text === '->' || text === '=>') return this.push({ text, sign: '->', connector: true });
    if (text === '=' || text === '>') return this.push({ text, sign: text, connector: true });
    if (text === "''") return this.push({ text: '"', units: unitsNamed('"') });
    if (text === "'" || text === '"') return this.push({ text, units: unitsNamed(text) });
    if (text === '°') return this.degree();
    return this.push({ text, sign: text });
  }

  /** `°` alone, or the first half of a temperature. */
  private degree(): boolean {
    const next = this.pieces[this.at + 1];
    const units = next?.kind === 'word' && next.text.length === 1 ? unitsNamed(`°${next.text.toUpperCase()}`) : [];
    if (units.length > 0) return this.push({ text: units[0]?.label ?? '', units }, 2);
    if (unitsNamed(this.words[this.at + 1] ?? '')[0]?.offset) {
      this.at++;
      return true;
    }
    return this.push({ text: '°', units: unitsNamed('°') });
  }

  /**
   * A superscript number applies to the operand before it: 2² pi. Before a root sign, it is the degree of the root:
   * ³√8.
   */
  private power(exponent: string): boolean {
    if (this.pieces[this.at + 1]?.text === '√') {
      return this.push({ text: `${exponent}√`, fn: 'root', number: decimal(exponent) }, 2);
    }
    return this.push({ text: `^${exponent}`, sign: 'raised', number: rational(BigInt(exponent)) });
  }
}
