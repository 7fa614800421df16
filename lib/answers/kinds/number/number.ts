import { z } from 'zod';
import { type AnswerContent, threadKind } from '../../answer.ts';
import { tableFile } from '../../data-file.ts';
import { memoizeLast } from '../../kind.ts';
import { localNumber } from '../../local-formats.ts';
import { yesOrNo } from '../../phrases.ts';
import { lexiconFile, namesOnly } from '../../reading/lexicon.ts';
import { isNumber, numberList, wordsAndNumbers } from '../../reading/numbers/words-and-numbers.ts';
import type { Reading } from '../../reading/reading.ts';
import { fromRoman } from './roman.ts';
import { type Worked, works } from './works.ts';

const Kind = z.enum([
  'roman',
  'words',
  'factors',
  'prime',
  'gcd',
  'lcm',
  'fibonacci',
  'factorial',
  'ordinal',
  'permutations',
  'combinations',
]);
const Data = z.object({
  kind: Kind.describe('Type of calculation.'),
  input: z.string().describe('The number or numbers in the query.'),
  value: z
    .union([z.string(), z.boolean()])
    .describe('The result: a number as a string, exact at any length; true or false for a yes-or-no question.'),
  values: z.array(z.string()).optional().describe('The individual results, if the result is a list.'),
});
type NumberData = z.infer<typeof Data>;

const MAX_CHARACTERS = 300;
const lexicon = lexiconFile(new URL('./data/number-words.json', import.meta.url));
const Concepts = z.string().transform((text) => text.split(', ').filter(Boolean));
const forms = tableFile(
  new URL('./data/forms.tsv', import.meta.url),
  z.object({
    kind: Kind,
    needs: Concepts,
    may: Concepts,
    numbers: z.enum(['1', '2', 'list']),
    work: z.string().refine((name) => name in works),
    'cheap up to': z.string().transform((text) => (text === 'any' ? Number.POSITIVE_INFINITY : Number(text))),
  }),
);

/** What the query asks about a number. */
interface Question {
  kind: z.infer<typeof Kind>;
  input: string;
  isCheap: boolean;
  work(): Worked | null;
}

/** The first concept that a form needs is what it is about. */
const isSubject = (concept: string) => concept === 'figures' || forms().some(({ needs }) => needs[0] === concept);
/** `how do you spell 40` is read as 40. */
const isSpelling = ({ folded }: Reading) => / (?:spell|write) \S+$/.test(folded);

const wantedIn = memoizeLast(({ reading }): Question | null => {
  if (reading.plain.length > MAX_CHARACTERS) return null;
  if (!lexicon().mentions(reading.words, isSubject) && !isSpelling(reading)) return null;
  // In some languages an article is also the number one, so that the text without digits may be the right one.
  return asked(reading.numeric, reading) ?? (reading.numeric === reading.bare ? null : asked(reading.bare, reading));
});

/** Every word of the query is known, each concept is named once, and some form takes its concepts and its numbers. */
function asked(text: string, reading: Reading): Question | null {
  const numbers: string[] = [];
  const letters: string[] = [];
  const concepts = lexicon().read(wordsAndNumbers(text), (word) => {
    if (isNumber(word)) return numbers.push(word) > 0;
    return /^[ivxlcdm]{1,15}$/.test(word) && letters.push(word) === 1;
  });
  if (!concepts || new Set(concepts).size < concepts.length) return null;
  const [numeral] = letters;
  if (numeral !== undefined) return numbers.length === 0 ? romanNumeral(numeral, concepts, reading) : null;
  if (numbers.length === 0) return null;
  if (concepts.join() === 'to,figures') return numberWords(numbers, reading);
  return ofForm(concepts, numbers, reading);
}

function ofForm(concepts: readonly string[], tokens: readonly string[], reading: Reading): Question | null {
  const { q, lang } = reading;
  const named = tokens.some((token) => /(?:st|nd|rd|th)$/.test(token)) ? [...concepts, 'nth'] : concepts;
  const form =
    formOf(named) ??
    // `24 prime` is a name, `24 prime?` a question.
    (q.trimEnd().endsWith('?') ? formOf([...named, 'is']) : undefined) ??
    (isSpelling(reading) ? formOf([...named, 'spell']) : undefined);
  if (!form) return null;
  const isList = form.numbers === 'list';
  const numbers = isList ? numberList(tokens, lang) : tokens.map((token) => token.replace(/[a-z]+$/, ''));
  if (isList ? numbers.length < 2 : numbers.length !== Number(form.numbers)) return null;
  const isCheap = numbers.every((number) => Math.abs(Number(number.replace(/,/g, ''))) <= form['cheap up to']);
  return { kind: form.kind, input: numbers.join(', '), isCheap, work: () => works[form.work]?.(numbers) ?? null };
}

const formOf = (concepts: readonly string[]) => forms().find(({ needs, may }) => namesOnly(concepts, needs, may));

/** `XIV to arabic`. A numeral in small letters has at least four of them, or the query says `roman numeral`. */
function romanNumeral(letters: string, concepts: readonly string[], { q }: Reading): Question | null {
  const numeral = letters.toUpperCase();
  const names = (needed: string) =>
    namesOnly(concepts, needed.split(' '), ['roman', 'numerals', 'figures', 'to', 'is']);
  const isClear = names('numerals') || q.includes(numeral) || letters.length > 3;
  const value = fromRoman(numeral);
  if (!isClear || value === null) return null;
  return ['roman', 'numerals', 'figures to', 'figures is'].some(names)
    ? { kind: 'roman', input: numeral, isCheap: true, work: () => ({ value: String(value) }) }
    : null;
}

/** `forty two in numbers`: the words are what digits replace. */
function numberWords([value = '', ...more]: readonly string[], { bare, numeric }: Reading): Question | null {
  if (bare === numeric || more.length > 0) return null;
  let [start, end] = [0, 0];
  while (bare[start] === numeric[start]) start++;
  while (bare.at(-1 - end) === numeric.at(-1 - end)) end++;
  return { kind: 'words', input: bare.slice(start, bare.length - end), isCheap: true, work: () => ({ value }) };
}

/** Properties of numbers: notation, divisors, combinatorics. */
export const number = threadKind<NumberData>({
  type: 'number',
  lasting: true,
  example: '1492 in roman numerals',
  data: Data,
  match: (query) => wantedIn(query) !== null,
  isCheap: (query) => wantedIn(query)?.isCheap === true,
  work(query): AnswerContent<NumberData> | null {
    const wanted = wantedIn(query);
    const worked = wanted?.work();
    if (!wanted || !worked) return null;
    const { value, values, why = '', input = wanted.input } = worked;
    const answer = wanted.kind === 'roman' ? String(value) : readable(value, why, query.lang);
    return { answer, data: { kind: wanted.kind, input, value, ...(values && { values: values.map(String) }) } };
  },
});

function readable(value: string | boolean, why: string, lang: string): string {
  if (typeof value === 'boolean') return `${yesOrNo(value, lang)}${why && `: ${why}`}`;
  if (!/^-?\d+$/.test(value)) return value;
  // People do not read numbers with a thousand digits.
  return value.length > 100 ? `${value.slice(0, 40)}… (${value.length} digits)` : localNumber(BigInt(value), lang);
}
