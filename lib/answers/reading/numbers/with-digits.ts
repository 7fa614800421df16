import { z } from 'zod';
import { jsonFile, once } from '../../data-file.ts';
import { lexicon } from '../../sums/lexicon.ts';
import { foldedWord } from '../folded.ts';
import { PhraseSet, phraseLength } from '../phrase-matching.ts';

/** Numbers in words, folded: those below a thousand from a file (`npm run data`), alone or around powers of ten. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'] as const;
type Language = (typeof languages)[number];

/** Names of powers of ten and their zeros, as they end or follow a number. Billions are those of each language. */
const SCALES: readonly [RegExp, number][] = [
  [/trillion/, 12],
  [/milliarden?|milliard|miliard[oi]|miljard|milmill?on(?:es)?|milmilho(?:es)?|billion/, 9],
  [/million(?:en)?|millon(?:es)?|milion[ei]|milhao|milhoes|miljoen/, 6],
  [/thousand|tausend|duizend|mille|mila|mil/, 3],
  [/hundred|hundert|honderd/, 2],
];
/** What occurs in the names of powers of ten. `mil` is a word of its own. */
const COMPOUND = /h[uo]nd[er]|thousand|tausend|duizend|mille|mila|mil(?:iard|jard|joen|ion|ho|on)|illion|\bmil\b/;
const JOINERS = new Set(['and', 'und', 'et', 'y', 'e', 'en']);
/** Articles, and words that mean something else more often. They count only next to other words of their language. */
const AMBIGUOUS = new Set('un ein um een uno once cent due null mil mille sei sept dos'.split(' '));
const MAX_WORDS = 24;
/** Reading a number stops after this many words that do not complete one. */
const MAX_UNREAD_WORDS = 2;

/** The values of numbers below a thousand, written together, and the languages of each of their words. */
const numberWords = jsonFile(
  new URL('./data/spelt-numbers.json', import.meta.url),
  z.record(z.enum(languages), z.array(z.string()).length(1_000)).transform((spelt) => {
    const below1000 = new Map(languages.map((language) => [language, new Map<string, bigint>()]));
    const languagesOf = new Map<string, Set<Language>>();
    for (const [language, values] of below1000) {
      for (const [value, spaced] of spelt[language].entries()) {
        const text = spaced.replaceAll(' ', '');
        // People also say `hundred`, `hundertfünfzig` and `duas`, and French drops the s of `quatre-vingts` before `mille`.
        const short = text.replace(/^(?:one|ein)(?=hund)|(?<=cent|vingt)s$/, '').replace(/^dois$/, 'duas');
        // `eintausend`, `treinta y un mil`: one is shorter before the name of a power of ten.
        const joined = text.replace(/(?<=ein)s$|(?<=un)o$/, '');
        for (const written of [text, short, joined]) values.set(written, BigInt(value));
        for (const word of [short, ...spaced.split(' ')])
          for (const each of [word, word.replace(/(?<=cent|vingt|ein)s$|(?<=un)o$/, '')])
            languagesOf.set(each, (languagesOf.get(each) ?? new Set()).add(language));
      }
    }
    for (const joiner of JOINERS) languagesOf.delete(joiner);
    return { below1000, languagesOf, has: (word: string) => languagesOf.has(word) };
  }),
);

/** What may stand between the words of one number. */
const GAP = /^(?: ?- ?| )$/;
/** `2.5 million`, but not `5 mille marins`. */
const SCALED = /(?<![\d.,])(\d{1,15})(?:\.(\d{1,12}))? (?!mille\b)(\p{L}{4,10})(?![\p{L}\d])/giu;
/** `3 point 1 4` */
const SPOKEN = /(?<![\d.,])(\d{1,15}) point (\d(?: \d)*)(?!\d)/gi;

/** Writes the numbers in words of a text as digits: `two hundred and five plus one` → `205 plus 1`. */
export function withDigits(text: string, lang: string): string {
  const folded = foldedWord(text);
  // Most queries have no numbers in words.
  if (!COMPOUND.test(folded) && !folded.split(/[ -]/).some(numberWords().has)) return text;
  const digits = unspelt(scaled(text), lang);
  return digits.replace(SPOKEN, (_, whole: string, places: string) => `${whole}.${places.replaceAll(' ', '')}`);
}

const isNumberWord = (word: string) => numberWords().has(word) || COMPOUND.test(word);
/** Phrases of arithmetic with a number word that is not a number there: `pour cent`. */
const arithmeticPhrases = once(
  () =>
    new PhraseSet(
      [...lexicon()].flatMap(([phrase, roles]) =>
        roles && phrase.split(' ').slice(1).some(isNumberWord) ? phrase : [],
      ),
    ),
);
/** The plural of `million` would take the first letter of `six`. */
const singular = (word: string) => word.replace(/(?<=milliard|million)s$/, '');

/** `2.5 million` → `2500000` */
function scaled(text: string): string {
  return text.replace(SCALED, (typed, whole: string, fraction: string | undefined, scale: string) => {
    const word = singular(foldedWord(scale));
    const [, zeros] = SCALES.find(([name]) => name.exec(word)?.[0] === word) ?? [];
    if (zeros === undefined) return typed;
    const digits = (fraction ?? '').padEnd(zeros, '0');
    const rest = digits.slice(zeros);
    return `${whole}${digits.slice(0, zeros)}`.replace(/^0+(?=\d)/, '') + (rest && `.${rest}`);
  });
}

function unspelt(text: string, lang: string): string {
  const parts: string[] = text.match(/[\p{L}\p{M}]+|[^\p{L}\p{M}]+/gu) ?? [];
  // The places of words, and of what ends a number.
  const places = [...parts.keys()].filter((at) => !GAP.test(parts[at] as string));
  const words = places.map((at) => foldedWord(parts[at] as string));
  // Languages in which ambiguous words count, because of the asker or of another word.
  const clear = words.filter((word) => !AMBIGUOUS.has(word));
  const certain = new Set<string>(clear.flatMap((word) => [...(numberWords().languagesOf.get(word) ?? [])]));
  certain.add(lang.slice(0, 2).toLowerCase());
  for (let word = 0; word < places.length; word++) {
    const first = places[word] as number;
    word += Math.max(0, phraseLength(words, word, arithmeticPhrases()) - 1);
    if (first !== places[word]) continue;
    // A number word after digits is part of what they count: `5 mil`.
    if (/\d $/.test(parts[first - 1] ?? '') || !(words[word] === 'a' || isNumberWord(words[word] as string))) continue;
    const all = languages.flatMap((language) => numberIn(language, words.slice(word, word + MAX_WORDS), certain) ?? []);
    const [number] = all.toSorted((a, b) => b.length - a.length);
    if (!number) continue;
    word += number.length - 1;
    parts.fill('', first, (places[word] as number) + 1);
    parts[first] = String(number.value);
  }
  return parts.join('');
}

/** The longest number that the words begin with, and its number of words. */
function numberIn(language: Language, words: readonly string[], certain: ReadonlySet<string>) {
  let best: { value: bigint; length: number } | null = null;
  let [text, vain] = ['', 0];
  for (const [at, word] of words.entries()) {
    if (JOINERS.has(word) || (word === 'a' && at === 0 && language === 'en')) continue;
    if (!numberWords().languagesOf.get(word)?.has(language) && !COMPOUND.test(word)) break;
    text += singular(word);
    const value = valueIn(text, language);
    if (value !== null) best = { value, length: at + 1 };
    vain = value === null ? vain + 1 : 0;
    if (vain === MAX_UNREAD_WORDS) break;
  }
  const [first = '', second = ''] = words;
  // `a five`, `a thousand`
  if (first === 'a') return /^(?:hundred|thousand|million|billion|trillion)$/.test(second) ? best : null;
  if (best?.length !== 1) return best;
  const isName = /^(?:thousand|million|billion|trillion|mila)$/.test(first);
  return isName || (AMBIGUOUS.has(first) && !certain.has(language)) ? null : best;
}

/** The value of a number in words without spaces; null if it is not one. */
function valueIn(text: string, language: Language): bigint | null {
  const small = numberWords().below1000.get(language)?.get(text);
  if (small !== undefined) return small;
  for (const [name, zeros] of SCALES) {
    const found = name.exec(text);
    if (!found) continue;
    const scale = 10n ** BigInt(zeros);
    const before = found.index === 0 ? 1n : valueIn(text.slice(0, found.index), language);
    const rest = text.slice(found.index + found[0].length);
    const after = rest === '' ? 0n : valueIn(rest, language);
    return before !== null && after !== null && after < scale ? before * scale + after : null;
  }
  return null;
}
