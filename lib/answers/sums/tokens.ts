import { countryOf } from '../../search/language-tag.ts';
import { isAmerican } from '../local-formats.ts';
import { numberOf, numberStyle, prefixedNumber, vulgarFraction } from '../reading/numbers/number-literal.ts';
import { add, decimal, multiply, type Rational, rational, toNumber } from '../reading/numbers/rational.ts';
import { isPrefixWord, type Unit, unitIn, unitsNamed } from '../reading/units/units.ts';
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

/** The tokens of a text; throws Refused if it contains an unknown word. */
export function tokensOf(text: string, lang: string, home = countryOf(lang)): Token[] {
  return new Tokenizer(text, lang, home).read();
}

class Tokenizer {
  private readonly tokens: Token[] = [];
  private readonly pieces: Pieces;
  private readonly style: ReturnType<typeof numberStyle>;
  /** The countries whose units are meant, the requester's first. English outside America means the British ones. */
  private readonly countries: readonly string[];
  private at = 0;
  /** Whether this is inside the arguments of a function that takes several: a comma separates them. */
  private isListing = false;
  private currency: string | undefined;

  constructor(text: string, lang: string, home: string) {
    this.pieces = new Pieces(text, lang);
    this.style = numberStyle(text, lang);
    this.countries = [home.toLowerCase(), /^en\b/i.test(lang) && !isAmerican(lang) ? 'british' : ''].filter(Boolean);
  }

  /** The possible meanings of the name of a unit where the requester is. */
  private unitsNamed(name: string): readonly Unit[] {
    return unitsNamed(name).map((unit) => unitIn(this.countries, unit));
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
    for (const run of this.isListing ? text.split(/(?=,)|(?<=,)/) : [text]) {
      const [mantissa = '', exponent] = run.split(/e/i);
      const number = run === ',' ? undefined : numberOf(mantissa, this.style);
      if (number === null) return false;
      const value = number && exponent ? multiply(number, decimal(`1e${exponent}`)) : number;
      this.push(value ? { text: run, number: value } : { text: run, sign: run }, this.at);
    }
    return this.skip();
  }

  private sign({ text }: Piece): boolean {
    const { text: after = '', word = '' } = this.pieces.at(this.at + 1) ?? {};
    // A superscript number applies to the operand before it: 2² pi. Before a root sign, it is the degree: ³√8.
    if (/^[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]/.test(text)) {
      const exponent = text.normalize('NFKC').replace('\u2212', '-');
      const number = rational(BigInt(exponent));
      if (after === '√') return this.push({ text: `${exponent}√`, fn: 'root', number }, this.at + 2);
      return this.push({ text: `^${exponent}`, sign: 'raised', number });
    }
    if (text === ')') this.isListing = false;
    const named = text === '°' ? [unitsNamed(`°${after.toUpperCase()}`), unitsNamed(word)] : [];
    const units = named.find(([unit]) => unit?.offset);
    if (units?.[0]) return this.push({ text: units[0].label, units }, this.at + 2);
    const name = text.replace("''", '"');
    if (/^['"‰°]/.test(name)) return this.push({ text: name, units: unitsNamed(name) });
    return this.push({ text, sign: text.replace('**', '^'), ...lexicon().get(text) });
  }

  private word(piece: Piece): boolean {
    const { text, word } = piece;
    const roles = lexicon().get(word) ?? {};
    if (roles.money) return this.money(piece);
    const found = this.phraseAt(this.at);
    // `squaremile`, `cubicfoot`: written as one word.
    const [, power, name = ''] = found ? [] : (/^(sq|cu)(?:uare|bic)?([a-z]{4,})$/.exec(word) ?? []);
    return (
      this.ordinal(piece, roles) ||
      this.mixed(found) ||
      // `cubic rt` is a cube root, not a cubic unit.
      (!(found && found.length > 1) && (this.joined(word, roles) || this.share(roles))) ||
      this.phrase(piece, found) ||
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
    const last = this.tokens.at(-1);
    const isEnding = glued && last?.number && /^(?:st|nd|rd|th)$/.test(word);
    if (!nth && !isEnding) return false;
    const before = this.tokens.at(nth ? -1 : -2);
    const isDegree = /^(?:root|power)$/.test(this.pieces.at(this.after(this.at))?.word ?? '');
    if (!isDegree && before?.operator !== '^') return false;
    if (nth) return this.push({ text: String(nth), number: rational(nth), ordinal: true });
    Object.assign(last ?? {}, { ordinal: true });
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

  private phrase({ text, word }: Piece, found?: Phrase): boolean {
    const next = this.pieces.at(this.at + 1);
    const isNamed = next?.kind === 'number' && next.glued;
    // log2, log10, atan2: the digits are part of the name.
    const name = isNamed ? word + next.text : '';
    const named = lexicon().get(name);
    if (named?.fn) return this.push({ text: name, ...named }, this.at + 2);
    if (!found) return false;
    const { power, ...roles } = found.roles;
    if (power) return this.push({ text: `^${power}`, sign: 'raised', number: rational(power) }, found.end);
    // No articles are a capital after a number or at the end (2 A, 1000 mA to A) and the first letter of a name (a380).
    const isLast = this.at > 0 && !next;
    if (isNamed || (/^[AÅ]$/.test(text) && (isLast || this.tokens.at(-1)?.number))) delete roles.article;
    const units = this.unitsNamed(found.length === 1 ? text : found.phrase);
    this.push({ text: found.phrase, ...roles, ...(units.length > 0 && { units }) }, found.end);
    return units.length === 0 || this.raisedUnit();
  }

  private unit(text: string, end = this.at + 1, exponent?: bigint): boolean {
    const units = this.unitsNamed(text);
    if (units.length === 0) return false;
    this.push({ text, units }, end);
    if (!exponent) return this.raisedUnit();
    return !!this.tokens.push({ text: `^${exponent}`, sign: 'raised', number: rational(exponent), glued: true });
  }

  /** In m2 and cm3 the digit is an exponent, unless it counts another unit (5ft2in). */
  private raisedUnit(): true {
    const [digit, after] = [this.pieces.at(this.at), this.pieces.at(this.at + 1)];
    if (!digit?.glued || !/^[23]$/.test(digit.text) || (after?.glued && after.kind !== 'sign')) return true;
    // 6ft2 is a person's height; 60ft2 and 6 ft2 are areas.
    const [number, unit] = this.tokens.slice(-2);
    if (unit?.glued && unit.units?.[0]?.label === 'ft' && number?.number && toNumber(number.number) < 9) return true;
    return this.push({ text: `^${digit.text}`, sign: 'raised', number: decimal(digit.text) });
  }
}
