import { type NumberStyle, numberStyle } from '../reading/numbers/number-literal.ts';
import {
  decimalsInWords,
  isNumberWord,
  mixedShare,
  numberInWords,
  ordinals,
  shares,
} from '../reading/numbers/number-words.ts';
import { add, decimal, multiply, type Rational, rational, toNumber } from '../reading/numbers/rational.ts';
import { isPrefixWord } from '../reading/units/unit-prefixes.ts';
import { unitsNamed } from '../reading/units/units.ts';
import { phraseAt } from './lexicon.ts';
import { type Piece, piecesOf, plainSigns } from './pieces.ts';
import type { Token } from './token.ts';
import { SignReader } from './token-signs.ts';

/** Functions with a list of arguments: a comma between digits separates them. */
const LISTS = new Set('gcd lcm min max pow log round signif atan2 mod ncr npr root hypot'.split(' '));
const SQUARE = new Set(['square', 'sq', 'quadrat', 'sqr']);
const CUBIC = new Set(['cubic', 'cu', 'kubik', 'cub']);
const DEGREES = new Set('deg degs degree degrees grad grado grados gradi degre degres grau graus graden'.split(' '));
/** Suffixes of amounts of money: $2.5m. */
const MONEY_SCALES: ReadonlyMap<string, string> = new Map(
  Object.entries({ m: 'million', mn: 'million', mm: 'million', b: 'billion' }),
);
const ORDINALS = new Set(['st', 'nd', 'rd', 'th']);
/** Languages that write 12 345. In others, these are two numbers. */
const SPACED = new Set('fr ru uk pl cs sk sv nb nn no fi bg hu pt'.split(' '));

/** 1 000 000 is one number in any language, because it ends with three zeros. */
const MILLIONS = /(?<![\d.,] ?)[1-9]\d{0,2} (?:\d{3} )+000(?! ?\d)/g;

/** Pressure as the height of a water column: 5 cmH2O. */
const WATER = /(?<=\b\d{0,9}(?:in|ft|mm|cm)) ?h2o\b/gi;

/** The tokens of a query; null if it contains an unknown word. */
export function tokensOf(query: string, lang: string): Token[] | null {
  const plain = plainSigns(query).trim().replace(WATER, ' water');
  const text = SPACED.has(lang.slice(0, 2).toLowerCase())
    ? plain.replace(/(?<=\d) (?=\d{3}(?!\d))/g, '')
    : plain.replace(MILLIONS, (number) => number.replaceAll(' ', ''));
  const cut = piecesOf(text);
  if (!cut || cut.currencies.size > 1) return null;
  return new Reader(cut.pieces, numberStyle(text, lang), cut.currencies.size > 0).read();
}

const isGerman = ({ text }: Token) =>
  /^(?:von|aus|(?:[ck]o)?sinus|tangens|ist|sind|nach|wie viele?|wieviele?)$/.test(text);

/** Whether a piece is the exponent of m2, or a word for an area or a volume. */
const isRaised = ({ text, glued, kind }: Piece) =>
  kind === 'word' ? /^(?:sq|cu|acre|lit|gal|l$|ml$)/i.test(text) : glued && /^\^?[23]$/.test(text);

/** `5th root`, `third power`. */
const isDegree = (run: readonly string[]) => run[1] === 'root' || run[1] === 'power';

/** Reads words: phrases, numbers in words, units. */
class Reader extends SignReader {
  private readonly isMoney: boolean;

  constructor(pieces: readonly Piece[], style: NumberStyle, isMoney: boolean) {
    super(pieces, style);
    this.isMoney = isMoney;
  }

  protected word({ text }: Piece): boolean {
    const word = this.words[this.at] as string;
    const run = this.run();
    const scale = this.isMoney && this.pieces[this.at]?.glued && this.tokens.at(-1)?.number && MONEY_SCALES.get(word);
    if (scale) return this.push({ text, units: unitsNamed(scale) });
    if (word === 'x' && this.at > 0) return this.push({ text, operator: 'x' });
    if (ORDINALS.has(word) && this.pieces[this.at]?.glued && (isDegree(run) || this.isExponent(2)))
      return this.ordinal();
    const degree = ordinals.get(word);
    if (degree && (isDegree(run) || this.isExponent(1)))
      return this.push({ text: String(degree), number: rational(degree), spelt: true, ordinal: true });
    const mixed = mixedShare(run);
    if (mixed && this.mixed(mixed.share)) {
      this.at += this.span(mixed.length);
      return true;
    }
    // Try phrases of several words first: `cubic rt` is a cube root, not a cubic unit.
    if ((phraseAt(run, 0)?.length ?? 0) > 1 && this.phrase(run)) return true;
    return (
      this.joined(run) ||
      this.spelt(run) ||
      this.phrase(run) ||
      this.unit(text, 1) ||
      this.raisedName(text) ||
      this.possessive(text)
    );
  }

  /** The folded words from here up to the next piece that is not a word. A hyphen between words is not a minus. */
  private run(): string[] {
    const run: string[] = [];
    for (let at = this.at; at < this.pieces.length && run.length < 8; at++) {
      const word = this.words[at] as string;
      if (word === '') {
        const hyphen = this.pieces[at]?.text === '-' && this.pieces[at]?.glued && this.pieces[at + 1]?.glued;
        if (hyphen && this.words[at + 1]) continue;
        break;
      }
      run.push(word);
    }
    return run;
  }

  /** Number of pieces that these words take, including the hyphens between them. */
  private span(words: number): number {
    let [at, left] = [this.at, words];
    for (; left > 0; at++) if (this.words[at] !== '') left--;
    return at - this.at;
  }

  private ordinal(): boolean {
    const before = this.tokens.at(-1);
    if (!before?.number) return false;
    before.ordinal = true;
    this.at++;
    return true;
  }

  /** Whether the token this far back is `to the`. */
  private isExponent(back: number): boolean {
    return this.tokens.at(-back)?.operator === '^';
  }

  /** `two and a half miles`, `an hour and a half`: adds the fraction to the number, or to one after an article. */
  private mixed(share: Rational): boolean {
    const [first, last] = [this.tokens.at(-2), this.tokens.at(-1)];
    if (last?.number && !last.sign) {
      this.tokens[this.tokens.length - 1] = { ...last, number: add(last.number, share), spelt: true };
      return true;
    }
    if (!first || !last?.units || (!first.number && !first.article)) return false;
    const number = add(first.number ?? rational(1n), share);
    this.tokens[this.tokens.length - 2] = { text: first.text, number, spelt: true, glued: first.glued };
    return true;
  }

  /** `square feet`, `centi meter`, `degrees celsius`. */
  private joined([first = '', second]: string[]): boolean {
    if (!second) return false;
    const span = this.span(2);
    const text = this.pieces[this.at + span - 1]?.text as string;
    if (isPrefixWord(first) && this.unit(first + second, span)) return true;
    if (DEGREES.has(first) && unitsNamed(text)[0]?.offset) return this.unit(text, span);
    const exponent = SQUARE.has(first) ? 2n : CUBIC.has(first) ? 3n : null;
    if (exponent === null || !this.unit(text, span)) return false;
    this.tokens.push({ text: `^${exponent}`, sign: 'raised', number: rational(exponent), glued: true });
    return true;
  }

  private spelt(run: string[]): boolean {
    const share = shares.get(run[0] as string);
    const before = this.tokens.at(-1);
    if (share && (before?.number || before?.article || !before)) {
      if (before?.number) before.number = multiply(before.number, rational(1n, share));
      else this.tokens.push({ text: run[0] as string, number: rational(1n, share), spelt: true, glued: false });
      this.at++;
      return true;
    }
    // 3 hundred
    if (run[0] === 'hundred' && before?.number && !before.sign && !before.spelt) {
      before.number = multiply(before.number, rational(100n));
      before.text += ' hundred';
      this.at++;
      return true;
    }
    if (!isNumberWord(run[0] as string)) return false;
    const found = numberInWords(run, 0);
    if (!found) return false;
    const decimals = decimalsInWords(run, found.length);
    const text = decimals === '' ? String(found.value) : `${found.value}.${decimals}`;
    const words = found.length + (decimals === '' ? 0 : decimals.length + 1);
    return this.push({ text, number: decimal(text), spelt: true }, this.span(words));
  }

  private phrase(run: string[]): boolean {
    const digits = this.pieces[this.at + 1];
    if (digits?.kind === 'number' && digits.glued) {
      // log2, log10, atan2: the digits are part of the name.
      const named = phraseAt([`${run[0]}${digits.text}`], 0);
      if (named?.roles.fn) {
        this.listing ||= LISTS.has(named.roles.fn);
        return this.push({ text: named.phrase, ...named.roles }, 2);
      }
    }
    const found = phraseAt(run, 0);
    if (!found) return false;
    const { unitName, ...roles } = found.roles;
    // A capital after a number or at the end is not an article: 2 A, 1000 mA to A. Neither is the first letter of a
    // name: a380.
    const last = this.at > 0 && this.at === this.pieces.length - 1;
    if (/^[AÅ]$/.test(this.pieces[this.at]?.text ?? '') && (last || this.tokens.at(-1)?.number)) delete roles.article;
    if (digits?.kind === 'number' && digits.glued) delete roles.article;
    const span = this.span(found.length);
    const units =
      unitName || found.length === 1
        ? unitsNamed(found.length === 1 ? (this.pieces[this.at]?.text as string) : found.phrase)
        : [];
    if (roles.fn) this.listing ||= LISTS.has(roles.fn);
    this.push({ text: found.phrase, ...roles, ...(units.length > 0 ? { units } : {}) }, span);
    if (units.length > 0) this.raisedUnit();
    return true;
  }

  private unit(text: string, span: number): boolean {
    const named = unitsNamed(text);
    // In German, a Grad is a degree.
    const units = text.toLowerCase() === 'grad' && this.tokens.some(isGerman) ? unitsNamed('°') : named;
    if (units.length === 0) return false;
    this.push({ text, units }, span);
    this.raisedUnit();
    return true;
  }

  /** `squaremile`, `cubicfoot`: written as one word. */
  private raisedName(text: string): boolean {
    const [, power, name = ''] = /^(sq(?:uare)?|cu(?:bic)?)([a-z]{4,})$/i.exec(text) ?? [];
    if (!power || !this.unit(name, 1)) return false;
    const exponent = power.toLowerCase().startsWith('sq') ? 2n : 3n;
    this.tokens.push({ text: `^${exponent}`, sign: 'raised', number: rational(exponent), glued: true });
    return true;
  }

  /** In m2 and cm3 the digit is an exponent, unless it counts another unit (5ft2in). */
  private raisedUnit(): void {
    const digit = this.pieces[this.at];
    const [number, unit] = this.tokens.slice(-2);
    // 6ft2 is a person's height. 60ft2 is an area, and so is 6ft2 if the target is an area.
    const tall = unit?.units?.[0]?.label === 'ft' && number?.number && toNumber(number.number) < 9;
    if (tall && !this.pieces.slice(this.at + 1).some(isRaised)) return;
    const after = this.pieces[this.at + 1];
    if (!digit?.glued || !/^[23]$/.test(digit.text) || (after?.glued && after.kind !== 'sign') || after?.text === "'")
      return;
    this.push({ text: `^${digit.text}`, sign: 'raised', number: decimal(digit.text) });
  }

  /** `ml's` */
  private possessive(text: string): boolean {
    return /'s$/i.test(text) && this.unit(text.slice(0, -2), 1);
  }
}
