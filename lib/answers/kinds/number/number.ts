import { z } from 'zod';
import { tableFile } from '../../data-file.ts';
import { threadAnswer } from '../../kind.ts';
import { localNumber } from '../../local-formats.ts';
import { yesOrNo } from '../../phrases.ts';
import { lexiconFile, namesOnly } from '../../reading/lexicon.ts';
import { isNumber, numberList, wordsAndNumbers } from '../../reading/numbers/words-and-numbers.ts';
import { callingWords } from '../../reading/phrase-matching.ts';
import type { Reading } from '../../reading/reading.ts';
import { fromRoman } from './integers.ts';
import { inWords, type Worked, worked, works } from './works.ts';

const Kind = z.enum([
  ...(['roman', 'words', 'factors', 'prime', 'gcd', 'lcm'] as const),
  ...(['fibonacci', 'factorial', 'ordinal', 'permutations', 'combinations'] as const),
]);

const INTEGER = /^[-+]?(?:\d{1,3}(?:,\d{3})+|\d{1,30})$/;
const lexicon = lexiconFile(new URL('./data/number-words.json', import.meta.url));
const Concepts = z.string().transform((text) => text.split(', ').filter(Boolean));
const Limit = z.string().transform((text) => (text === 'any' ? Number.POSITIVE_INFINITY : Number(text)));
const forms = tableFile(
  new URL('./data/forms.tsv', import.meta.url),
  z.object({
    ...{ kind: Kind, needs: Concepts, may: Concepts, least: Limit, most: Limit, cheap: Limit },
    numbers: z.enum(['1', '2', 'list', 'decimal', 'numeral']),
    work: z.string().refine((name) => name === '' || name in works),
  }),
);
type Form = ReturnType<typeof forms>[number];

/** Every word of the query is known, each concept is named once, and some form takes its concepts and its numbers. */
function askedIn(text: string, reading: Reading) {
  const numbers: string[] = [];
  const isNumeral = (word: string) => /^[ivxlcdm]{1,15}$/.test(word);
  const isTaken = (word: string) => (isNumber(word) || isNumeral(word)) && numbers.push(word) > 0;
  const concepts = lexicon().read(wordsAndNumbers(text), isTaken);
  if (!concepts || numbers.length === 0 || new Set(concepts).size < concepts.length) return null;
  const hasNumeral = numbers.some(isNumeral);
  if (concepts.join() === 'to,figures' && !hasNumeral) return numberWords(numbers, reading);
  if (numbers.some((number) => /\d(?:st|nd|rd|th)$/.test(number))) concepts.push('nth');
  const formWith = (...more: string[]) =>
    forms().find(
      (form) => (form.numbers === 'numeral') === hasNumeral && namesOnly([...concepts, ...more], form.needs, form.may),
    );
  const form =
    formWith() ??
    // `24 prime` is a name, `24 prime?` a question.
    (reading.q.trimEnd().endsWith('?') ? formWith('is') : undefined) ??
    // `how do you spell 40` is read as 40.
    (/ (?:spell|write) \S+$/.test(reading.folded) ? formWith('spell') : undefined);
  return form ? ofForm(form, numbers, reading, concepts.includes('count')) : null;
}

/** `isCount`: of a list, only the number of its items is wanted. */
function ofForm(form: Form, tokens: readonly string[], { q, lang }: Reading, isCount: boolean) {
  const { kind, needs, work, least, most, cheap } = form;
  const isList = form.numbers === 'list';
  const numbers = isList ? numberList(tokens, lang) : tokens.map((token) => token.replace(/(?<=\d)[a-z]+$/, ''));
  if (isList ? numbers.length < 2 : numbers.length !== (form.numbers === '2' ? 2 : 1)) return null;
  const input = numbers.join(', ');
  if (form.numbers === 'decimal') return atOnce(kind, input, inWords(input));
  if (form.numbers === 'numeral') {
    const numeral = input.toUpperCase();
    // A numeral in small letters has at least four of them, or the query says `roman numeral`.
    const isClear = needs.includes('numerals') || q.includes(numeral) || numeral.length > 3;
    return isClear ? atOnce(kind, numeral, fromRoman(numeral)) : null;
  }
  if (!numbers.every((number) => INTEGER.test(number))) return null;
  const values = numbers.map((number) => BigInt(number.replace(/[,+]/g, ''))) as [bigint, bigint];
  if (values.some((value) => value < least || value > most)) return null;
  const isCheap = values.every((value) => value <= cheap && value >= -cheap);
  const result = () => worked(works[work]?.(...values) ?? null);
  const count = (of: Worked | null) => (of?.values ? { ...of, value: String(of.values.length) } : of);
  return { kind, input, isCheap, work: () => (isCount ? count(result()) : result()) };
}

/** What needs no computation. */
function atOnce(kind: Form['kind'], input: string, value: string | number | null) {
  return value === null ? null : { kind, input, isCheap: true, work: (): Worked => ({ value: String(value) }) };
}

/** `forty two in numbers`: the words are what digits replace. */
function numberWords([value = '', ...more]: readonly string[], { bare, numeric }: Reading) {
  if (bare === numeric || more.length > 0) return null;
  let [start, end] = [0, 0];
  while (bare[start] === numeric[start]) start++;
  while (bare.at(-1 - end) === numeric.at(-1 - end)) end++;
  return atOnce('words', bare.slice(start, bare.length - end), value);
}

/** Properties of numbers: notation, divisors, combinatorics. */
export const number = threadAnswer({
  type: 'number',
  lasting: true,
  decimal: true,
  example: '1492 in roman numerals',
  data: z.object({
    kind: Kind,
    input: z.string(),
    value: z.union([z.string(), z.boolean()]),
    values: z.array(z.string()).optional(),
  }),
  // The first concept that a form needs is what it is about.
  words: () => [
    'write',
    ...callingWords(lexicon().names('figures', ...forms().map(({ needs: [about = ''] }) => about))),
  ],
  read({ reading }) {
    // In some languages an article is also the number one, so that the text without digits may be the right one.
    return (
      askedIn(reading.numeric, reading) ?? (reading.numeric === reading.bare ? null : askedIn(reading.bare, reading))
    );
  },
  isCheap: ({ isCheap }) => isCheap,
  answer({ kind, input: asked, work }, { lang }) {
    const found = work();
    if (!found) return null;
    const { value, values, why = '', input = asked } = found;
    const answer = kind === 'roman' ? String(value) : readable(value, why, lang);
    return { answer, data: { kind, input, value, ...(values && { values: values.map(String) }) } };
  },
});

function readable(value: string | boolean, why: string, lang: string): string {
  if (typeof value === 'boolean') return `${yesOrNo(value, lang)}${why && `: ${why}`}`;
  if (!/^-?\d+$/.test(value)) return value;
  // People do not read numbers with a thousand digits.
  return value.length > 100 ? `${value.slice(0, 40)}… (${value.length} digits)` : localNumber(BigInt(value), lang);
}
