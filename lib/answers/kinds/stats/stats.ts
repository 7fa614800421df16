import * as statistics from 'simple-statistics';
import { z } from 'zod';
import { inlineAnswer } from '../../kind.ts';
import { localNumber } from '../../local-formats.ts';
import { lexiconFile, namesOnly } from '../../reading/lexicon.ts';
import { isNumber, numberList, wordsAndNumbers } from '../../reading/numbers/words-and-numbers.ts';
import { callingWords } from '../../reading/phrase-matching.ts';
import type { Reading } from '../../reading/reading.ts';

const list = z.array(z.number());
const Data = z.object({
  ...{ fn: z.string(), inputs: list, value: z.number().optional(), values: list.optional() },
  ...{ unit: z.literal('%').optional(), approximate: z.boolean() },
});

/** Functions of a list of numbers. Deviations are those of a sample unless the query names the population. */
const functions: Readonly<Record<string, (numbers: number[]) => number | number[]>> = {
  rms: statistics.rootMeanSquare,
  // The library throws an error for other numbers.
  'geometric mean': (numbers) => (statistics.min(numbers) < 0 ? Number.NaN : statistics.geometricMean(numbers)),
  'harmonic mean': (numbers) => (statistics.min(numbers) > 0 ? statistics.harmonicMean(numbers) : Number.NaN),
  mean: statistics.mean,
  median: statistics.median,
  mode: modes,
  sum: statistics.sum,
  product: statistics.product,
  min: statistics.min,
  max: statistics.max,
  range: (numbers) => statistics.max(numbers) - statistics.min(numbers),
  'population stddev': statistics.standardDeviation,
  'population variance': statistics.variance,
  stddev: statistics.sampleStandardDeviation,
  variance: statistics.sampleVariance,
  iqr: statistics.interquartileRange,
  'standard error': (numbers) => statistics.sampleStandardDeviation(numbers) / Math.sqrt(numbers.length),
  sort: (numbers) => numbers.toSorted((a, b) => a - b),
  quartiles: (numbers) => statistics.quantile(numbers, [0.25, 0.5, 0.75]),
};

/** Changes from one number to another, in percent. */
const percentages: Readonly<Record<string, (from: number, to: number) => number>> = {
  error: (from, to) => Math.abs((to - from) / from) * 100,
  difference: (from, to) => Math.abs((from - to) / ((from + to) / 2)) * 100,
  change: (from, to) => ((to - from) * 100) / Math.abs(from),
  increase: (from, to) => ((to - from) * 100) / Math.abs(from),
  decrease: (from, to) => ((from - to) * 100) / Math.abs(from),
};

/** The most frequent numbers; empty if no number is repeated. */
function modes(numbers: number[]): number[] {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return most === 1 ? [] : [...counts].filter(([, count]) => count === most).map(([number]) => number);
}

const MAX_NUMBERS = 300;
const lexicon = lexiconFile(new URL('./data/stats-words.json', import.meta.url));
const SUBJECTS = [...Object.keys({ ...functions, ...percentages }), 'add', 'growth rate'];

type Calculation = { fn: string; inputs: number[]; result: number | number[] };

/** Every word of the query is known, and no other concept stands among its numbers. */
function calculated({ numeric, lang }: Reading): Calculation | null {
  // A call within a call is a program: `list(range(1,11))`.
  if (/\w\(\w+\(/.test(numeric)) return null;
  const words = wordsAndNumbers(numeric);
  const concepts = lexicon().read(words, isNumber);
  if (!concepts) return null;
  const among = lexicon().read(words.slice(words.findIndex(isNumber), words.findLastIndex(isNumber)), isNumber);
  if (!among?.every((concept) => concept === 'of' || concept === 'to')) return null;
  const inputs = numberList(words.filter(isNumber), lang).map(Number);
  if (inputs.length > MAX_NUMBERS || !inputs.every(Number.isFinite)) return null;
  return percentage(concepts, inputs) ?? run(concepts, inputs, numeric) ?? ofList(concepts, inputs, numeric);
}

/** A change between two numbers, in percent. */
function percentage(concepts: readonly string[], inputs: number[]): Calculation | null {
  const [from = 0, to = 0] = inputs;
  if (inputs.length !== 2 || from === 0) return null;
  const said = concepts.flatMap((concept) => (concept === 'growth rate' ? ['percent', 'change'] : [concept]));
  const isNamed = (what: string) => namesOnly(said, ['percent', what], ['from', 'to', 'between', 'of']);
  const [what, of] = Object.entries(percentages).find(([each]) => isNamed(each)) ?? [];
  return of ? { fn: `percent ${what}`, inputs, result: of(from, to) } : null;
}

/** The sum of all integers from one number to another, or from 1. `add 5 to 7` is a sum of two numbers. */
function run(concepts: readonly string[], inputs: number[], text: string): Calculation | null {
  const isOfIntegers = concepts.includes('integers');
  const sum = concepts.includes('add') && (isOfIntegers || concepts.includes('from')) ? 'add' : 'sum';
  const names = (needed: string) => namesOnly(concepts, [sum, needed], ['of', 'integers', 'from']);
  const isUpTo = isOfIntegers && (names('first') || names('up to'));
  const [from = 0, to = 0, ...more] = isUpTo ? [1, ...inputs] : inputs;
  if ((!isUpTo && !names('to') && !names('between')) || more.length > 0) return null;
  // `10 - 1` is not a range.
  if (![from, to].every(Number.isSafeInteger) || from === to || (from > to && / - /.test(text))) return null;
  return { fn: 'sum', inputs: [from, to], result: ((from + to) * (Math.abs(to - from) + 1)) / 2 };
}

/** A function of a list. Two numbers are a list only if a comma, a bracket, `of` or `and` says so. */
function ofList(concepts: readonly string[], inputs: number[], text: string): Calculation | null {
  if (inputs.length < 2 || (inputs.length === 2 && !concepts.includes('of') && !/[,;([{]/.test(text))) return null;
  const said = concepts.map((concept) => (concept === 'add' ? 'sum' : concept));
  const fn = said.find((concept) => concept in functions) ?? '';
  const others = fn === 'sort' ? ['ascending', 'descending', 'from'] : ['between'];
  if (!functions[fn] || !namesOnly(said, [fn], ['of', 'integers', ...others])) return null;
  const result = functions[fn](inputs);
  return { fn, inputs, result: said.includes('descending') ? [result].flat().reverse() : result };
}

/** Removes floating-point noise: 0.1 + 0.2 is 0.3. */
const tidy = (value: number) => Number(value.toPrecision(15));

/** Computes statistics of a list of numbers. */
export const stats = inlineAnswer({
  type: 'stats',
  lasting: true,
  example: 'average of 1, 2, 3',
  data: Data,
  words: () => callingWords(lexicon().names(...SUBJECTS)),
  read: ({ reading }) => calculated(reading),
  answer({ fn, inputs, result }, { lang }) {
    const values = [result].flat().map(tidy);
    if (values.length === 0 || !values.every(Number.isFinite)) return null;
    const isPercent = fn.startsWith('percent');
    // All digits of a 64-bit number are there only if there is no end of them.
    const approximate = values.some((value) => String(value).replace(/\D|e.*/g, '').length >= 15);
    const shown = values.map((value) => localNumber(value, lang)).join('; ');
    return {
      answer: isPercent ? `${shown} %` : shown,
      data: {
        ...{ fn, inputs, approximate, ...(isPercent && { unit: '%' as const }) },
        ...(values.length > 1 || fn === 'sort' ? { values } : { value: values[0] as number }),
      },
    };
  },
});
