import { z } from 'zod';
import { inlineKind } from '../../answer.ts';
import { memoizeLast } from '../../kind.ts';
import { localNumber } from '../../local-formats.ts';
import { lexiconFile, namesOnly } from '../../reading/lexicon.ts';
import { isNumber, numberList, wordsAndNumbers } from '../../reading/numbers/words-and-numbers.ts';
import { functions, percentages } from './functions.ts';

const Data = z.object({
  fn: z
    .string()
    .describe('mean, median, mode, sum, product, min, max, range, stddev, variance, rms, sort, percent change …'),
  inputs: z.array(z.number()).describe('The input numbers.'),
  value: z.number().optional().describe('The result, if it is a single number.'),
  values: z.array(z.number()).optional().describe('The result, if it is a list.'),
});

const MAX_NUMBERS = 300;
const lexicon = lexiconFile(new URL('./data/stats-words.json', import.meta.url));

interface Calculation {
  fn: string;
  inputs: number[];
  work(): number | number[];
}
/** What a query says: the concepts it names, and its numbers. */
interface Said {
  concepts: readonly string[];
  inputs: number[];
  text: string;
}

const isSubject = (concept: string) =>
  concept in functions || concept in percentages || ['sort', 'add', 'growth rate'].includes(concept);

/** Every word of the query is known, and no other concept stands among its numbers. */
const wantedIn = memoizeLast(({ reading }): Calculation | null => {
  if (!lexicon().mentions(reading.words, isSubject)) return null;
  const text = reading.numeric;
  const words = wordsAndNumbers(text);
  const [concepts, among] = [words, words.slice(words.findIndex(isNumber), words.findLastIndex(isNumber))].map((some) =>
    lexicon().read(some, isNumber),
  );
  if (!concepts || !among?.every((concept) => concept === 'of' || concept === 'to')) return null;
  const inputs = numberList(words.filter(isNumber), reading.lang).map(Number);
  if (inputs.length > MAX_NUMBERS || !inputs.every(Number.isFinite)) return null;
  const said = { concepts, inputs, text };
  return percentage(said) ?? run(said) ?? list(said);
});

/** A change between two numbers, in percent. */
function percentage({ concepts, inputs }: Said): Calculation | null {
  const [from = 0, to = 0] = inputs;
  if (inputs.length !== 2 || from === 0) return null;
  const names = (needed: string[]) => namesOnly(concepts, needed, ['from', 'to', 'between', 'of']);
  for (const [what, work] of Object.entries(percentages)) {
    const isNamed = names(['percent', what]) || (what === 'change' && names(['growth rate']));
    if (isNamed) return { fn: `percent ${what}`, inputs, work: () => work(from, to) };
  }
  return null;
}

/** The sum of all integers from one number to another, or from 1. `add 5 to 7` is a sum of two numbers. */
function run({ concepts, inputs, text }: Said): Calculation | null {
  const isOfIntegers = concepts.includes('integers');
  const sum = concepts.includes('add') && (isOfIntegers || concepts.includes('from')) ? 'add' : 'sum';
  const names = (needed: string) => namesOnly(concepts, [sum, needed], ['of', 'integers', 'from']);
  const isUpTo = isOfIntegers && (names('first') || names('up to'));
  const [from = 0, to = 0, ...more] = isUpTo ? [1, ...inputs] : inputs;
  if ((!isUpTo && !names('to') && !names('between')) || more.length > 0) return null;
  // `10 - 1` is not a range.
  if (![from, to].every(Number.isSafeInteger) || from === to || (from > to && / - /.test(text))) return null;
  return { fn: 'sum', inputs: [from, to], work: () => ((from + to) * (Math.abs(to - from) + 1)) / 2 };
}

/** A function of a list. Two numbers are a list only if a comma, a bracket, `of` or `and` says so. */
function list({ concepts, inputs, text }: Said): Calculation | null {
  if (inputs.length < 2 || (inputs.length === 2 && !concepts.includes('of') && !/[,;([{]/.test(text))) return null;
  if (namesOnly(concepts, ['sort'], ['ascending', 'descending', 'integers', 'from', 'of'])) {
    const sign = concepts.includes('descending') ? -1 : 1;
    return { fn: 'sort', inputs, work: () => inputs.toSorted((a, b) => sign * (a - b)) };
  }
  const named = namesOnly(concepts, ['add'], ['of', 'integers'])
    ? 'sum'
    : Object.keys(functions).find((each) => namesOnly(concepts, [each], ['of', 'integers', 'between']));
  const work = functions[named ?? ''];
  return named && work ? { fn: named, inputs, work: () => work(inputs) } : null;
}

/** Removes floating-point noise: 0.1 + 0.2 is 0.3. */
const tidy = (value: number) => Number(value.toPrecision(15));

/** Computes statistics of a list of numbers. */
export const stats = inlineKind<z.infer<typeof Data>>({
  type: 'stats',
  lasting: true,
  example: 'average of 1, 2, 3',
  data: Data,
  match: (query) => wantedIn(query) !== null,
  work(query) {
    const wanted = wantedIn(query);
    if (!wanted) return null;
    const { fn, inputs } = wanted;
    const result = wanted.work();
    const values = (Array.isArray(result) ? result : [result]).map(tidy);
    if (values.length === 0 || !values.every(Number.isFinite)) return null;
    const shown = values.map((value) => localNumber(value, query.lang)).join('; ');
    return {
      answer: fn.startsWith('percent') ? `${shown} %` : shown,
      data: { fn, inputs, ...(values.length > 1 || fn === 'sort' ? { values } : { value: values[0] as number }) },
    };
  },
});
