import * as works from './works.ts';

export const KINDS = [
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
] as const;
type Kind = (typeof KINDS)[number];

/** A question about numbers, by the concepts that it names in any order. */
export interface Form {
  kind: Kind;
  needs: readonly string[];
  /** Concepts that make no difference. */
  may: readonly string[];
  /** How many numbers it takes; 'list' for two or more. */
  takes: 1 | 2 | 'list';
  work: works.Work;
  /** The greatest number for which the work is quick. */
  cheapUpTo: number;
}

/** The time depends only on the length of the query. */
const ANY = Number.POSITIVE_INFINITY;
/** Divisions up to the root of this number: about a thousand. */
const DIVIDED = 1_000_000;
/** Counting or listing up to a number takes a few steps for each. */
const COUNTED = 100;

const form = (
  kind: Kind,
  needs: string,
  may: string,
  takes: Form['takes'],
  work: works.Work,
  cheapUpTo: number,
): Form => ({ kind, needs: needs.split('+'), may: may.split('+'), takes, work, cheapUpTo });

/** Yes-or-no questions need a verb, because `24 prime` is a name. */
export const forms: readonly Form[] = [
  form('roman', 'roman', 'to+is+figures', 1, works.roman, ANY),
  form('roman', 'numerals', 'to+is+figures', 1, works.roman, ANY),
  form('words', 'words+to', '', 1, works.inWords, ANY),
  form('words', 'spell', 'figures', 1, works.inWords, ANY),
  form('ordinal', 'ordinal', 'to', 1, works.ordinal, ANY),
  form('factors', 'factors', '', 1, works.factors, DIVIDED),
  form('factors', 'prime factors', '', 1, works.primes, DIVIDED),
  form('prime', 'primality', 'is', 1, works.prime, DIVIDED),
  form('prime', 'prime+is', '', 1, works.prime, DIVIDED),
  form('prime', 'composite+is', '', 1, works.composite, DIVIDED),
  form('factors', 'square+is', '', 1, works.perfectPower(2n), ANY),
  form('factors', 'cube+is', '', 1, works.perfectPower(3n), ANY),
  form('factors', 'perfect+is', '', 1, works.perfectNumber, DIVIDED),
  form('factors', 'even+is', '', 1, works.even, ANY),
  form('factors', 'odd+is', '', 1, works.odd, ANY),
  form('factors', 'divisible+is', '', 2, works.divisible, ANY),
  form('prime', 'prime+nth', '', 1, works.nthPrime, COUNTED),
  form('prime', 'prime+first', '', 1, works.firstPrimes, COUNTED),
  form('prime', 'prime+up to', '', 1, works.primesUpTo(0), COUNTED),
  form('prime', 'prime+below', '', 1, works.primesUpTo(1), COUNTED),
  form('prime', 'prime+between', 'is', 2, works.primesBetween, COUNTED),
  form('prime', 'prime+to', 'from', 2, works.primesBetween, COUNTED),
  form('prime', 'prime+next', 'above', 1, works.primeAfter(1n), DIVIDED),
  form('prime', 'prime+least+above', '', 1, works.primeAfter(1n), DIVIDED),
  form('prime', 'prime+first+above', '', 1, works.primeAfter(1n), DIVIDED),
  form('prime', 'prime+previous', 'below', 1, works.primeAfter(-1n), DIVIDED),
  form('prime', 'prime+greatest+below', '', 1, works.primeAfter(-1n), DIVIDED),
  form('fibonacci', 'fibonacci', 'nth+figures+to', 1, works.nthFibonacci, COUNTED),
  form('fibonacci', 'fibonacci+first', 'figures+to', 1, works.firstFibonacci, COUNTED),
  form('fibonacci', 'fibonacci+is', 'to', 1, works.isItFibonacci, ANY),
  form('factorial', 'factorial', '', 1, works.factorialOf, COUNTED),
  form('combinations', 'combinations', '', 2, works.chosen, COUNTED),
  form('combinations', 'combinations+from', '', 2, works.chosenFrom, COUNTED),
  form('permutations', 'permutations', '', 2, works.permuted, COUNTED),
  form('gcd', 'gcd', 'is+between', 'list', works.greatestCommon, ANY),
  form('lcm', 'lcm', 'is+between', 'list', works.leastCommon, ANY),
];
