import * as de from 'n2words/de-DE';
import * as en from 'n2words/en-US';
import * as es from 'n2words/es-ES';
import * as fr from 'n2words/fr-FR';
import * as it from 'n2words/it-IT';
import * as nl from 'n2words/nl-NL';
import * as pt from 'n2words/pt-PT';
import { foldedWord } from '../folded.ts';

/**
 * Numbers in words, in seven languages. A library spells every number below a thousand; larger ones are read as such
 * numbers before and after the name of a power of ten. Words are folded: `fünf` is read as `funf`.
 */
const spellers = { en, de, fr, es, it, pt, nl };
type Language = keyof typeof spellers;
const languages = Object.keys(spellers) as Language[];

/** Names of powers of ten, greatest first, as they end or follow a number. Billions are those of each language. */
const SCALES: readonly [RegExp, bigint][] = [
  [/trillion/, 1_000_000_000_000n],
  [/milliarden?|milliard|miliard[oi]|miljard|milmill?on(?:es)?|milmilho(?:es)?|billion/, 1_000_000_000n],
  [/million(?:en)?|millon(?:es)?|milion[ei]|milhao|milhoes|miljoen/, 1_000_000n],
  [/thousand|tausend|duizend|mille|mila|mil/, 1_000n],
];
/** What occurs in every number from a thousand on, besides `mil`, which is a word of its own. */
const COMPOUND = /h[uo]nd[er]|thousand|tausend|duizend|mille|mila|mil(?:iard|jard|joen|ion|ho|on)|illion|\bmil\b/;
/** `nineteen hundred`, `elfhonderd` */
const HUNDREDS = /^(.+?)(?:hundred|hundert|honderd)(.*)$/;
const JOINERS = new Set(['and', 'und', 'et', 'y', 'e', 'en']);
/** Articles, and words that mean something else more often. They count only next to other words of their language. */
const AMBIGUOUS = new Set('un ein um een uno once cent due null mil mille sei sept dos'.split(' '));
const MAX_WORDS = 24;
/** After this many words without a new number there is none to come. */
const MAX_VAIN_WORDS = 2;

const below1000 = new Map<Language, Map<string, bigint>>();
/** The languages of each word that occurs in a number below a thousand. */
const languagesOf = new Map<string, Set<Language>>();
for (const language of languages) {
  const numbers = new Map<string, bigint>();
  below1000.set(language, numbers);
  for (let value = 0; value < 1_000; value++) {
    const words = wordsIn(foldedWord(spellers[language].toCardinal(value)));
    const text = words.filter((word) => !JOINERS.has(word)).join('');
    // People also say `hundred`, `hundertfünfzig` and `duas`, and French drops the s of `quatre-vingts` before `mille`.
    const short = text.replace(/^(?:one|ein)(?=hund)|(?<=cent|vingt)s$/, '').replace(/^dois$/, 'duas');
    // `eintausend`, `treinta y un mil`: one is shorter before the name of a power of ten.
    const joined = text.replace(/(?<=ein)s$|(?<=un)o$/, '');
    for (const written of [text, short, joined]) numbers.set(written, BigInt(value));
    const alone = language === 'de' || language === 'pt' ? short : '';
    for (const word of [...words, ...words.map((each) => each.replace(/(?<=cent|vingt|ein)s$|(?<=un)o$/, '')), alone]) {
      if (word !== '') languagesOf.set(word, (languagesOf.get(word) ?? new Set()).add(language));
    }
  }
}

/** A number that begins at a word, and its number of words. */
export interface SpeltNumber {
  value: bigint;
  length: number;
}

/** Reads the numbers in the words of one query. */
export class SpeltNumbers {
  readonly #words: readonly string[];
  /** Languages in which ambiguous words count, because of `lang` or of another word. */
  readonly #certain = new Set<Language>();

  /** The words are folded. An empty one separates numbers. `lang` is the language of the asker. */
  constructor(words: readonly string[], lang: string) {
    this.#words = words;
    const own = languages.find((language) => language === lang.slice(0, 2).toLowerCase());
    if (own) this.#certain.add(own);
    for (const word of words) {
      if (AMBIGUOUS.has(word) || JOINERS.has(word)) continue;
      for (const language of languagesOf.get(word) ?? []) this.#certain.add(language);
    }
  }

  /** The longest number that begins at this word. */
  at(from: number): SpeltNumber | null {
    const word = this.#words[from] ?? '';
    if (word === '' || JOINERS.has(word)) return null;
    if (!languagesOf.has(word) && !hasScale(word) && word !== 'a' && word !== 'hundred') return null;
    let best: SpeltNumber | null = null;
    for (const language of languages) {
      const found = this.#in(language, from);
      if (found && found.length > (best?.length ?? 0)) best = found;
    }
    return best;
  }

  #in(language: Language, from: number): SpeltNumber | null {
    let best: SpeltNumber | null = null;
    let [text, vain] = ['', 0];
    for (let at = from; at < Math.min(this.#words.length, from + MAX_WORDS); at++) {
      const word = this.#words[at] as string;
      if (word === '') break;
      if (JOINERS.has(word)) continue;
      if (word === 'a' && at === from && language === 'en') continue;
      if (!languagesOf.get(word)?.has(language) && !hasScale(word) && word !== 'hundred') break;
      // A plural would take the first letter of `six`.
      text += word.replace(/(?<=milliard|million)s$/, '');
      const value = valueIn(text, language);
      vain = value === null ? vain + 1 : 0;
      if (value !== null) best = { value, length: at - from + 1 };
      else if (vain === MAX_VAIN_WORDS) break;
    }
    if (!best) return null;
    const [first = '', second = ''] = this.#words.slice(from, from + best.length);
    // `a five`, `a thousand`
    if (first === 'a')
      return best.length > 1 && /^(?:hundred|thousand|million|billion|trillion)$/.test(second) ? best : null;
    if (best.length === 1 && /^(?:thousand|million|billion|trillion|mila)$/.test(first)) return null;
    return best.length === 1 && AMBIGUOUS.has(first) && !this.#certain.has(language) ? null : best;
  }
}

const hasScale = (word: string) => HUNDREDS.test(word) || SCALES.some(([name]) => name.test(word));

/** Whether a folded text may contain a number in words. Most queries do not, and reading them takes longer. */
export function mayHaveSpeltNumbers(text: string): boolean {
  if (COMPOUND.test(text)) return true;
  for (const word of text.split(/[ -]/)) if (languagesOf.has(word) && !JOINERS.has(word)) return true;
  return false;
}

/** The value of a number in words without spaces; null if it is not one. */
function valueIn(text: string, language: Language): bigint | null {
  const known = below1000.get(language)?.get(text);
  if (known !== undefined) return known;
  for (const [name, scale] of SCALES) {
    const found = name.exec(text);
    if (!found) continue;
    const before = found.index === 0 ? 1n : valueIn(text.slice(0, found.index), language);
    const rest = text.slice(found.index + found[0].length);
    const after = rest === '' ? 0n : valueIn(rest, language);
    return before !== null && after !== null && after < scale ? before * scale + after : null;
  }
  const [, hundreds = '', rest = ''] = HUNDREDS.exec(text) ?? [];
  const before = below1000.get(language)?.get(hundreds);
  const after = rest === '' ? 0n : below1000.get(language)?.get(rest);
  return before !== undefined && before < 100n && after !== undefined && after < 100n ? before * 100n + after : null;
}

function wordsIn(text: string): string[] {
  return text.split(/[\s-]+/).filter(Boolean);
}
