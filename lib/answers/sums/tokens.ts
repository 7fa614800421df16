import { numberStyle } from '../reading/numbers/number-literal.ts';
import { add, decimal, multiply, type Rational, rational, toNumber } from '../reading/numbers/rational.ts';
import { isPrefixWord } from '../reading/units/unit-prefixes.ts';
import { unitsNamed } from '../reading/units/units.ts';
import { phraseAt, type Roles } from './lexicon.ts';
import { type Piece, piecesOf } from './pieces.ts';
import type { Token } from './token.ts';
import { SignReader } from './token-signs.ts';

/** Longer phrases do not occur. */
const MAX_RUN = 8;

/** The tokens of a query; null if it contains an unknown word. */
export function tokensOf(text: string, lang: string): Token[] | null {
  const pieces = piecesOf(text, lang);
  return pieces && new Reader(pieces, numberStyle(text, lang)).read();
}

/** Whether a piece is the exponent of m2, or a word for an area or a volume. */
const isRaised = ({ text, glued, kind }: Piece) =>
  kind === 'word' ? /^(?:sq|cu|acre|lit|gal|l$|ml$)/i.test(text) : glued && /^[23²³]$/.test(text);

/** Reads words: phrases, fractions, units. */
class Reader extends SignReader {
  protected word(piece: Piece): boolean {
    const { text } = piece;
    const run = this.run();
    const roles = phraseAt(run.slice(0, 1))?.roles ?? {};
    if (run[0] === 'x' && this.at > 0) return this.push({ text, operator: 'x' });
    if (roles.money) return this.money(piece);
    return (
      this.ordinal(run, roles) ||
      this.mixed(run) ||
      // `cubic rt` is a cube root, not a cubic unit.
      this.phrase(run, 2) ||
      this.joined(run, roles) ||
      this.share(roles) ||
      this.phrase(run, 1) ||
      this.unit(text.replace(/'s$/i, ''), 1) ||
      this.raisedName(text)
    );
  }

  /** The folded words from here up to the next piece that is not a word. A hyphen between words is not a minus. */
  private run(): string[] {
    const run: string[] = [];
    for (let at = this.at; at < this.pieces.length && run.length < MAX_RUN; at++) {
      const [piece, next] = this.pieces.slice(at, at + 2);
      if (this.words[at]) run.push(this.words[at] as string);
      else if (piece?.text !== '-' || !piece.glued || !next?.glued || next.kind !== 'word') break;
    }
    return run;
  }

  /** Number of pieces that these words take, including the hyphens between them. */
  private span(words: number): number {
    let [at, left] = [this.at, words];
    for (; left > 0; at++) if (this.words[at] !== '') left--;
    return at - this.at;
  }

  /** `5th root`, `third power`, `to the 8th`. */
  private ordinal([word = '', of]: string[], { nth }: Roles): boolean {
    const [before, last] = [this.tokens.at(-2), this.tokens.at(-1)];
    const isDegree = of === 'root' || of === 'power';
    if (nth && (isDegree || last?.operator === '^'))
      return this.push({ text: String(nth), number: rational(nth), ordinal: true });
    const isEnding = /^(?:st|nd|rd|th)$/.test(word) && this.pieces[this.at]?.glued;
    if (!isEnding || !last?.number || !(isDegree || before?.operator === '^')) return false;
    last.ordinal = true;
    this.at++;
    return true;
  }

  /** `two and a half miles`, `an hour and a half`: adds the fraction to the number, or to one after an article. */
  private mixed(run: readonly string[]): boolean {
    for (const length of [1, 2]) {
      const { joiner } = phraseAt(run.slice(0, length))?.roles ?? {};
      const { share } = phraseAt(run.slice(length, length + 1))?.roles ?? {};
      if (!joiner || !share || !this.addShare(rational(1n, share))) continue;
      this.at += this.span(length + 1);
      return true;
    }
    return false;
  }

  private addShare(share: Rational): boolean {
    const [first, last] = [this.tokens.at(-2), this.tokens.at(-1)];
    const counted = last?.number ? last : last?.units && (first?.number || first?.article) && first;
    if (!counted || counted.sign) return false;
    counted.number = add(counted.number ?? rational(1n), share);
    delete counted.article;
    return true;
  }

  /** `two thirds`, `an eighth of`, `two and three quarters`. */
  private share({ share, fn }: Roles): boolean {
    const before = this.tokens.at(-1);
    if (!share || (!before?.number && (fn || (before && !before.article)))) return false;
    if (!before?.number) return this.push({ text: `1/${share}`, number: rational(1n, share) });
    before.number = multiply(before.number, rational(1n, share));
    const [whole, and] = this.tokens.slice(-3);
    if (and?.operator === 'and' && whole?.number) {
      whole.number = add(whole.number, before.number);
      this.tokens.splice(-2);
    }
    this.at++;
    return true;
  }

  /** `square feet`, `centi meter`, `degrees celsius`. */
  private joined([first = '', second]: string[], { square, cubic, degree }: Roles): boolean {
    if (!second) return false;
    const span = this.span(2);
    const text = this.pieces[this.at + span - 1]?.text as string;
    if (isPrefixWord(first) && this.unit(first + second, span)) return true;
    if (degree && unitsNamed(text)[0]?.offset) return this.unit(text, span);
    return (!!square || !!cubic) && this.unit(text, span, square ? 2n : 3n);
  }

  /** A phrase of at least this many words. */
  private phrase(run: string[], least: number): boolean {
    const [piece, digits] = this.pieces.slice(this.at, this.at + 2) as [Piece, Piece?];
    const isNamed = digits?.kind === 'number' && digits.glued;
    // log2, log10, atan2: the digits are part of the name.
    const named = isNamed ? phraseAt([`${run[0]}${digits.text}`]) : null;
    if (named?.roles.fn) return this.push({ text: named.phrase, ...named.roles }, 2);
    const found = phraseAt(run);
    if (!found || found.length < least) return false;
    const { unitName, ...roles } = found.roles;
    // A capital after a number or at the end is not an article: 2 A, 1000 mA to A. Neither is the first letter of a
    // name: a380.
    const isLast = this.at > 0 && this.at === this.pieces.length - 1;
    if (isNamed || (/^[AÅ]$/.test(piece.text) && (isLast || this.tokens.at(-1)?.number))) delete roles.article;
    const units = found.length === 1 ? unitsNamed(piece.text) : unitName ? unitsNamed(found.phrase) : [];
    this.push({ text: found.phrase, ...roles, ...(units.length > 0 ? { units } : {}) }, this.span(found.length));
    if (units.length > 0) this.raisedUnit();
    return true;
  }

  private unit(text: string, span: number, exponent?: bigint): boolean {
    // In German, a Grad is a degree.
    const units = unitsNamed(/^grad$/i.test(text) && this.words.includes('von') ? '°' : text);
    if (units.length === 0) return false;
    this.push({ text, units }, span);
    if (exponent) this.tokens.push({ text: `^${exponent}`, sign: 'raised', number: rational(exponent), glued: true });
    else this.raisedUnit();
    return true;
  }

  /** `squaremile`, `cubicfoot`: written as one word. */
  private raisedName(text: string): boolean {
    const [, power, name = ''] = /^(sq(?:uare)?|cu(?:bic)?)([a-z]{4,})$/i.exec(text) ?? [];
    return power !== undefined && this.unit(name, 1, /^s/i.test(power) ? 2n : 3n);
  }

  /** In m2 and cm3 the digit is an exponent, unless it counts another unit (5ft2in). */
  private raisedUnit(): void {
    const [digit, after] = this.pieces.slice(this.at, this.at + 2);
    if (!digit?.glued || !/^[23]$/.test(digit.text)) return;
    if ((after?.glued && after.kind !== 'sign') || after?.text === "'") return;
    // 6ft2 is a person's height. 60ft2 is an area, and so is 6ft2 if the target is an area.
    const [number, unit] = this.tokens.slice(-2);
    const isHeight = unit?.units?.[0]?.label === 'ft' && number?.number && toNumber(number.number) < 9;
    if (isHeight && !this.pieces.slice(this.at + 1).some(isRaised)) return;
    this.push({ text: `^${digit.text}`, sign: 'raised', number: decimal(digit.text) });
  }
}
