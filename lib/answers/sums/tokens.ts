import {
  type NumberStyle,
  numberOf,
  numberStyle,
  prefixedNumber,
  vulgarFraction,
} from '../reading/numbers/number-literal.ts';
import { add, decimal, multiply, type Rational, rational, toNumber } from '../reading/numbers/rational.ts';
import { isPrefixWord, type Unit, unitsNamed } from '../reading/units/units.ts';
import { functions } from './functions.ts';
import { lexicon, type Roles } from './lexicon.ts';
import { type Piece, Pieces } from './pieces.ts';
import { Refused } from './refused.ts';

/** A token of a calculation, with all its possible meanings. */
export interface Token extends Roles {
  text: string;
  glued: boolean;
  number?: Rational;
  /** A number with a prefix, as in programs: 0xff. */
  prefixed?: true;
  /** 3rd, as in `3rd root`. */
  ordinal?: true;
  sign?: string;
  units?: readonly Unit[];
}

/** A known phrase, its number of words, and the place after the last. */
type Phrase = { phrase: string; roles: Roles; length: number; end: number };

/** Longer token lists are not calculations. */
const MAX_TOKENS = 120;

/** Signs that mean more than themselves. */
const SIGNS: Readonly<Record<string, Partial<Token>>> = {
  '√': { fn: 'sqrt' },
  '∛': { fn: 'cbrt' },
  '∜': { fn: 'root', number: rational(4n) },
  '**': { text: '^', sign: '^' },
  '->': { sign: '->', connector: true },
  '=>': { sign: '->', connector: true },
  '=': { sign: '=', connector: true },
  '>': { sign: '>', connector: true },
};

/** The tokens of a text; throws Refused if it contains an unknown word. */
export function tokensOf(text: string, lang: string): Token[] {
  return new Tokenizer(text, lang).read();
}

class Tokenizer {
  private readonly tokens: Token[] = [];
  private readonly pieces: Pieces;
  private readonly style: NumberStyle;
  private at = 0;
  /** Whether this is inside the arguments of a function that takes several: a comma separates them. */
  private isListing = false;
  private currency: string | undefined;

  constructor(text: string, lang: string) {
    this.pieces = new Pieces(text, lang);
    this.style = numberStyle(text, lang);
  }

  read(): Token[] {
    for (let piece = this.pieces.at(0); piece; piece = this.pieces.at(this.at)) {
      if (!this[piece.kind](piece)) throw new Refused('an unknown word');
      if (this.tokens.length > MAX_TOKENS) throw new Refused('too many words');
    }
    return this.tokens;
  }

  /** Adds a token that ends before a piece. */
  private push(token: Omit<Token, 'glued'>, end = this.at + 1): true {
    this.tokens.push(Object.assign(token, { glued: this.pieces.at(this.at)?.glued ?? false }));
    if (token.fn) this.isListing ||= (functions[token.fn]?.takes[1] ?? 1) > 1;
    return this.skip(end);
  }

  private skip(end = this.at + 1): true {
    this.at = end;
    return true;
  }

  /** The name of a currency next to a number carries no meaning if it is the only one in the query. */
  private money({ text }: Piece): boolean {
    const isBeside = this.pieces.at(this.at + 1)?.kind === 'number' || !!this.tokens.at(-1)?.number;
    this.currency ??= text;
    return isBeside && this.currency === text && this.skip();
  }

  private number({ text }: Piece): boolean {
    // Most numbers are plain.
    if (/^\d+$/.test(text)) return this.push({ text, number: rational(BigInt(text)) });
    const last = this.tokens.at(-1);
    if (/^0[xbo]/i.test(text)) return this.push({ text, number: prefixedNumber(text), prefixed: true });
    if (/^[^\d.,]/.test(text)) {
      const share = vulgarFraction(text);
      // 5½ is one number.
      if (!last?.number) return this.push({ text, number: share });
      last.number = add(last.number, share);
      last.text += text;
      return this.skip();
    }
    const [mantissa = '', exponent] = text.split(/e/i);
    for (const run of this.isListing ? mantissa.split(/(?=,)|(?<=,)/) : [mantissa]) {
      const number = run === ',' ? undefined : numberOf(run, this.style);
      if (number === null) return false;
      this.push(number ? { text: run, number } : { text: run, sign: run }, this.at);
    }
    const end = this.tokens.at(-1);
    if (exponent && end?.number) {
      end.text += `e${exponent}`;
      end.number = multiply(end.number, decimal(`1e${exponent}`));
    }
    return this.skip();
  }

  private sign({ text }: Piece): boolean {
    const { text: after = '', word = '' } = this.pieces.at(this.at + 1) ?? {};
    // A superscript number applies to the operand before it: 2² pi. Before a root sign, it is the degree: ³√8.
    if (/^[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]/.test(text)) {
      const exponent = text.normalize('NFKC').replace('\u2212', '-');
      if (!/^-?\d+$/.test(exponent)) return false;
      const number = rational(BigInt(exponent));
      if (after === '√') return this.push({ text: `${exponent}√`, fn: 'root', number }, this.at + 2);
      return this.push({ text: `^${exponent}`, sign: 'raised', number });
    }
    if (text === ')') this.isListing = false;
    if (text === '°') {
      const units = word.length === 1 ? unitsNamed(`°${after.toUpperCase()}`) : [];
      if (units[0]) return this.push({ text: units[0].label, units }, this.at + 2);
      // The first half of a temperature.
      if (unitsNamed(word)[0]?.offset) return this.skip();
    }
    const name = text === "''" ? '"' : text;
    const isUnit = /^['"‰°]/.test(text);
    return this.push(isUnit ? { text: name, units: unitsNamed(name) } : { text, ...(SIGNS[text] ?? { sign: text }) });
  }

  private word(piece: Piece): boolean {
    const { text, word } = piece;
    // `squaremile`, `cubicfoot`: written as one word.
    const [, power, name = ''] = /^(sq|cu)(?:(?<=q)uare|(?<=u)bic)?([a-z]{4,})$/.exec(word) ?? [];
    const roles = lexicon().get(word) ?? {};
    if (word === 'x' && this.at > 0) return this.push({ text, operator: 'x' });
    if (roles.money) return this.money(piece);
    const found = this.phraseAt(this.at);
    return (
      this.ordinal(piece, roles) ||
      this.mixed(found) ||
      // `cubic rt` is a cube root, not a cubic unit.
      this.phrase(piece, found, 2) ||
      this.joined(word, roles) ||
      this.share(roles) ||
      this.phrase(piece, found, 1) ||
      this.unit(text.replace(/'s$/i, '')) ||
      (power !== undefined && this.unit(name, this.at + 1, power === 'sq' ? 2n : 3n))
    );
  }

  /** The place of the word after a word. A hyphen between words is not a minus. */
  private after(at: number): number {
    const [hyphen, next] = [this.pieces.at(at + 1), this.pieces.at(at + 2)];
    return hyphen?.text === '-' && hyphen.glued && next?.glued && next.word ? at + 2 : at + 1;
  }

  /** The longest known phrase that begins at a piece. */
  private phraseAt(from: number): Phrase | undefined {
    let found: Phrase | undefined;
    let [phrase, length] = ['', 1];
    for (let at = from; this.pieces.at(at)?.word; at = this.after(at), length++) {
      phrase += `${phrase && ' '}${this.pieces.at(at)?.word}`;
      const roles = lexicon().get(phrase);
      if (roles === undefined) break;
      if (roles) found = { phrase, roles, length, end: at + 1 };
    }
    return found;
  }

  /** `5th root`, `third power`, `to the 8th`. */
  private ordinal({ word, glued }: Piece, { nth }: Roles): boolean {
    const isEnding = glued && /^(?:st|nd|rd|th)$/.test(word);
    if (!nth && !isEnding) return false;
    const [before, last] = [this.tokens.at(-2), this.tokens.at(-1)];
    const isDegree = /^(?:root|power)$/.test(this.pieces.at(this.after(this.at))?.word ?? '');
    if (nth && (isDegree || last?.operator === '^'))
      return this.push({ text: String(nth), number: rational(nth), ordinal: true });
    if (!isEnding || !last?.number || !(isDegree || before?.operator === '^')) return false;
    last.ordinal = true;
    return this.skip();
  }

  /** `two and a half miles`, `an hour and a half`: adds the fraction to the number, or to one after an article. */
  private mixed(joiner?: Phrase): boolean {
    const next = joiner?.roles.joiner ? this.after(joiner.end - 1) : 0;
    const { share } = lexicon().get(this.pieces.at(next)?.word ?? '') ?? {};
    const [first, last] = [this.tokens.at(-2), this.tokens.at(-1)];
    const counted = last?.number ? last : last?.units && (first?.number || first?.article) && first;
    if (!next || !share || !counted || counted.sign) return false;
    counted.number = add(counted.number ?? rational(1n), rational(1n, share));
    delete counted.article;
    return this.skip(next + 1);
  }

  /** `two thirds`, `an eighth of`, `two and three quarters`. */
  private share({ share, fn }: Roles): boolean {
    const last = this.tokens.at(-1);
    if (!share || (!last?.number && (fn || (last && !last.article)))) return false;
    if (!last?.number) return this.push({ text: `1/${share}`, number: rational(1n, share) });
    last.number = multiply(last.number, rational(1n, share));
    const [whole, and] = this.tokens.slice(-3);
    if (and?.operator === 'and' && whole?.number) {
      whole.number = add(whole.number, last.number);
      this.tokens.splice(-2);
    }
    return this.skip();
  }

  /** `square feet`, `centi meter`, `degrees celsius`. */
  private joined(word: string, { unitPower, degree }: Roles): boolean {
    const isPrefix = isPrefixWord(word);
    if (!isPrefix && !unitPower && !degree) return false;
    const at = this.after(this.at);
    const next = this.pieces.at(at);
    if (!next?.word) return false;
    if (isPrefix && this.unit(word + next.word, at + 1)) return true;
    if (degree && unitsNamed(next.text)[0]?.offset) return this.unit(next.text, at + 1);
    return !!unitPower && this.unit(next.text, at + 1, unitPower);
  }

  /** A phrase of at least this many words. */
  private phrase({ text, word }: Piece, found: Phrase | undefined, least: number): boolean {
    const next = this.pieces.at(this.at + 1);
    const isNamed = next?.kind === 'number' && next.glued;
    // log2, log10, atan2: the digits are part of the name.
    const name = isNamed ? word + next.text : '';
    const named = lexicon().get(name);
    if (named?.fn) return this.push({ text: name, ...named }, this.at + 2);
    if (!found || found.length < least) return false;
    const { unitName, power, ...roles } = found.roles;
    if (power) return this.push({ text: `^${power}`, sign: 'raised', number: rational(power) }, found.end);
    // A capital after a number or at the end is not an article: 2 A, 1000 mA to A. Neither is the first letter of a
    // name: a380.
    const isLast = this.at > 0 && !next;
    if (isNamed || (/^[AÅ]$/.test(text) && (isLast || this.tokens.at(-1)?.number))) delete roles.article;
    const units = found.length === 1 ? unitsNamed(text) : unitName ? unitsNamed(found.phrase) : [];
    this.push({ text: found.phrase, ...roles, ...(units.length > 0 && { units }) }, found.end);
    if (units.length > 0) this.raisedUnit();
    return true;
  }

  private unit(text: string, end = this.at + 1, exponent?: bigint): boolean {
    // In German, a Grad is a degree.
    const isDegree = /^grad$/i.test(text) && this.pieces.from(0).some(({ word }) => word === 'von');
    const units = unitsNamed(isDegree ? '°' : text);
    if (units.length === 0) return false;
    this.push({ text, units }, end);
    if (exponent) this.tokens.push({ text: `^${exponent}`, sign: 'raised', number: rational(exponent), glued: true });
    else this.raisedUnit();
    return true;
  }

  /** In m2 and cm3 the digit is an exponent, unless it counts another unit (5ft2in). */
  private raisedUnit(): void {
    const [digit, after] = [this.pieces.at(this.at), this.pieces.at(this.at + 1)];
    if (!digit?.glued || !/^[23]$/.test(digit.text)) return;
    if ((after?.glued && after.kind !== 'sign') || after?.text === "'") return;
    // 6ft2 is a person's height. 60ft2 is an area, and so is 6ft2 if the target is an area.
    const [number, unit] = this.tokens.slice(-2);
    const isHeight = unit?.units?.[0]?.label === 'ft' && number?.number && toNumber(number.number) < 9;
    if (isHeight && !this.pieces.from(this.at + 1).some(isRaised)) return;
    this.push({ text: `^${digit.text}`, sign: 'raised', number: decimal(digit.text) });
  }
}

/** Whether a piece is the exponent of m2, or a word for an area or a volume. */
const isRaised = ({ text, glued, word }: Piece) =>
  word ? /^(?:sq|cu|acre|lit|gal|l$|ml$)/.test(word) : glued && /^[23²³]$/.test(text);
