import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';

/**
 * Numbers in words, in seven languages. A file has the words of every number below a thousand (`npm run data`); larger
 * ones are read as such numbers before and after the name of a power of ten. Words are folded: `fünf` is `funf`.
 */
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'] as const;
type Language = (typeof languages)[number];
const spelt = jsonFile(
  new URL('./data/spelt-numbers.json', import.meta.url),
  z.record(z.enum(languages), z.array(z.string()).length(1_000)),
);

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

interface NumberWords {
  below1000: Record<Language, Map<string, bigint>>;
  /** The languages of each word that occurs in a number below a thousand. */
  languagesOf: Map<string, Set<Language>>;
}
let known: NumberWords | undefined;

function numberWords(): NumberWords {
  if (known) return known;
  const below1000 = Object.fromEntries(languages.map((language) => [language, new Map()])) as NumberWords['below1000'];
  const languagesOf: NumberWords['languagesOf'] = new Map();
  const add = (word: string, language: Language) => {
    const of = languagesOf.get(word);
    if (of) of.add(language);
    else languagesOf.set(word, new Set([language]));
  };
  for (const language of languages) {
    for (const [value, spaced] of spelt()[language].entries()) {
      const text = spaced.replaceAll(' ', '');
      // People also say `hundred`, `hundertfünfzig` and `duas`, and French drops the s of `quatre-vingts` before `mille`.
      const short = text.replace(/^(?:one|ein)(?=hund)|(?<=cent|vingt)s$/, '').replace(/^dois$/, 'duas');
      // `eintausend`, `treinta y un mil`: one is shorter before the name of a power of ten.
      const joined = text.replace(/(?<=ein)s$|(?<=un)o$/, '');
      for (const written of [text, short, joined]) below1000[language].set(written, BigInt(value));
      if (language === 'de' || language === 'pt') add(short, language);
      for (const word of spaced.split(' ')) {
        add(word, language);
        add(word.replace(/(?<=cent|vingt|ein)s$|(?<=un)o$/, ''), language);
      }
    }
  }
  known = { below1000, languagesOf };
  return known;
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
      for (const language of numberWords().languagesOf.get(word) ?? []) this.#certain.add(language);
    }
  }

  /** The longest number that begins at this word. */
  at(from: number): SpeltNumber | null {
    const word = this.#words[from] ?? '';
    if (word === '' || JOINERS.has(word)) return null;
    if (!numberWords().languagesOf.has(word) && !hasScale(word) && word !== 'a' && word !== 'hundred') return null;
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
      if (!numberWords().languagesOf.get(word)?.has(language) && !hasScale(word) && word !== 'hundred') break;
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
  const { languagesOf } = numberWords();
  return text.split(/[ -]/).some((word) => languagesOf.has(word) && !JOINERS.has(word));
}

/** The value of a number in words without spaces; null if it is not one. */
function valueIn(text: string, language: Language): bigint | null {
  const { below1000 } = numberWords();
  const small = below1000[language].get(text);
  if (small !== undefined) return small;
  for (const [name, scale] of SCALES) {
    const found = name.exec(text);
    if (!found) continue;
    const before = found.index === 0 ? 1n : valueIn(text.slice(0, found.index), language);
    const rest = text.slice(found.index + found[0].length);
    const after = rest === '' ? 0n : valueIn(rest, language);
    return before !== null && after !== null && after < scale ? before * scale + after : null;
  }
  const [, hundreds = '', rest = ''] = HUNDREDS.exec(text) ?? [];
  const before = below1000[language].get(hundreds);
  const after = rest === '' ? 0n : below1000[language].get(rest);
  return before !== undefined && before < 100n && after !== undefined && after < 100n ? before * 100n + after : null;
}
