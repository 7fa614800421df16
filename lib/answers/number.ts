import { z } from 'zod';
import { type Asked, type Found, threadKind } from './answer.ts';
import {
  asPowers,
  combinations,
  divisors,
  factorial,
  fibonacci,
  gcd,
  isFibonacci,
  isPrime,
  lcm,
  MAX_FACTORED,
  permutations,
  primeFactors,
} from './number/integers.ts';
import { fromRoman, toRoman } from './number/roman.ts';
import { numberToWords, wordsToNumber } from './number/words.ts';
import { localNumber } from './wording.ts';

const Data = z.object({
  kind: z
    .enum([
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
    ])
    .describe('What was worked out.'),
  input: z.string().describe('The number or numbers that were asked about.'),
  value: z
    .union([z.string(), z.boolean()])
    .describe('The result: a number as a string, exact however long it is; true or false for a question.'),
  values: z.array(z.string()).optional().describe('One by one, where the result is a list.'),
});
type NumberData = z.infer<typeof Data>;
type Kind = NumberData['kind'];

const INT = String.raw`([-+]?(?:\d{1,3}(?:,\d{3})+|\d{1,19}))`;
const COUNT = String.raw`(\d{1,5})`;
const ROMAN = '([ivxlcdm]{1,15})';
const DECIMAL = String.raw`([-+]?(?:\d{1,3}(?:,\d{3})+|\d{1,66})(?:\.\d{1,30})?)`;
const DO =
  '(?:please |convert |write |find |list |get |how (?:do (?:you|i)|to|can i) (?:say|spell|write|read|convert) |the |all )*';

const MAX_FIBONACCI = 10_000;
const MAX_FACTORIAL = 1000;
const MAX_LISTED = 1000;
/** Small words that are also Roman numerals. */
const ROMAN_WORDS = new Set([
  'mix',
  'di',
  'mi',
  'li',
  'i',
  'c',
  'd',
  'm',
  'l',
  'x',
  'v',
  'mm',
  'cc',
  'cd',
  'dc',
  'dl',
  'ml',
  'md',
  'cm',
]);

interface Worked {
  kind: Kind;
  input: string;
  value: string | boolean | null;
  values?: readonly (string | bigint)[];
  /** For people; the value otherwise. */
  answer?: string;
}
type Work = (parts: string[], asked: Asked) => Worked | null;

const integer = (text = '') => BigInt(text.replace(/[,+]/g, ''));
const yes = (answer: boolean) => (answer ? 'Yes' : 'No');
const listed = (kind: Kind, input: string, values: readonly bigint[] | null): Worked | null =>
  values === null || values.length > MAX_LISTED ? null : { kind, input, value: values.join(', '), values };

const roman: Work = ([text = '']) => {
  if (/^\d/.test(text)) return { kind: 'roman', input: text, value: toRoman(Number(text.replace(/,/g, ''))) };
  const value = fromRoman(text);
  return value === null ? null : { kind: 'roman', input: text.toUpperCase(), value: String(value) };
};
/** Only when it was typed in capitals, or cannot be a word. */
const romanInCapitals: Work = (parts, asked) =>
  asked.q.includes((parts[0] ?? '').toUpperCase()) ? roman(parts, asked) : null;
const romanNoWord: Work = (parts, asked) =>
  ROMAN_WORDS.has(parts[0] ?? '') ? romanInCapitals(parts, asked) : roman(parts, asked);

const words: Work = ([number = '']) => ({
  kind: 'words',
  input: number,
  value: numberToWords(number.replace(/,/g, '')),
});
const figures: Work = ([text = '']) => {
  const value = wordsToNumber(text);
  return value === null ? null : { kind: 'words', input: text, value: String(value) };
};

const factors: Work = ([number = '']) => {
  const value = integer(number);
  return value === 0n || value >= MAX_FACTORED || value <= -MAX_FACTORED
    ? null
    : listed('factors', number, divisors(value, MAX_LISTED / 2));
};
const primes: Work = ([number = '']) => {
  const value = integer(number);
  if (value < 2n || value >= MAX_FACTORED) return null;
  const found = primeFactors(value);
  return { kind: 'factors', input: number, value: asPowers(found), values: found };
};
const prime: Work = ([number = '']) => {
  const value = integer(number);
  const is = isPrime(value);
  const why = is || value < 4n ? '' : `: ${value} = ${asPowers(primeFactors(value)).replaceAll('*', ' × ')}`;
  return value >= MAX_FACTORED ? null : { kind: 'prime', input: number, value: is, answer: `${yes(is)}${why}` };
};
const primesBetween: Work = ([from = '', to = '']) => {
  const [low, high] = [Math.ceil(Number(from)), Math.floor(Number(to))];
  if (high - low > 10_000 || high < low || high > 1e12) return null;
  const found: bigint[] = [];
  for (let n = Math.max(2, low); n <= high; n++) if (isPrime(BigInt(n))) found.push(BigInt(n));
  return found.length === 0 ? null : listed('prime', `${from}, ${to}`, found);
};
const firstPrimes = (count: number) => {
  const found: bigint[] = [];
  for (let n = 2n; found.length < count; n++) if (isPrime(n)) found.push(n);
  return found;
};
const nthPrime: Work = ([n = '']) =>
  Number(n) < 1 || Number(n) > 2000 ? null : { kind: 'prime', input: n, value: String(firstPrimes(Number(n)).at(-1)) };
const nextPrime: Work = ([number = '']) => {
  let value = integer(number) + 1n;
  if (value >= MAX_FACTORED / 2n) return null;
  while (!isPrime(value)) value++;
  return { kind: 'prime', input: number, value: String(value) };
};

const nthFibonacci: Work = ([n = '']) =>
  Number(n) > MAX_FIBONACCI ? null : { kind: 'fibonacci', input: n, value: String(fibonacci(Number(n))) };
const firstFibonacci: Work = ([n = '']) =>
  Number(n) < 1 || Number(n) > 200
    ? null
    : listed(
        'fibonacci',
        n,
        Array.from({ length: Number(n) }, (_, at) => fibonacci(at)),
      );
const isItFibonacci: Work = ([number = '']) => {
  const is = isFibonacci(integer(number));
  return { kind: 'fibonacci', input: number, value: is, answer: yes(is) };
};
const factorialOf: Work = ([n = '']) =>
  Number(n) > MAX_FACTORIAL ? null : { kind: 'factorial', input: n, value: String(factorial(Number(n))) };
const ordinal: Work = ([number = '']) => {
  const last = Number(number.slice(-2));
  const ending = last > 10 && last < 20 ? 'th' : (['th', 'st', 'nd', 'rd'][last % 10] ?? 'th');
  return { kind: 'ordinal', input: number, value: number + ending };
};
const choose =
  (kind: 'permutations' | 'combinations', count: (n: number, k: number) => bigint): Work =>
  ([n = '', k = '']) =>
    Number(n) > 5000 || Number(k) > 1000
      ? null
      : { kind, input: `${n}, ${k}`, value: String(count(Number(n), Number(k))) };
const common =
  (kind: 'gcd' | 'lcm', of: (values: readonly bigint[]) => bigint): Work =>
  ([list = '']) => {
    const numbers = list.match(/-?\d{1,30}/g) ?? [];
    if (numbers.length < 2 || numbers.length > 20) return null;
    return { kind, input: numbers.join(', '), value: String(of(numbers.map(BigInt))) };
  };

const LIST = String.raw`\(?(-?\d{1,30}(?:(?:,? and |[\s,;]{1,3})-?\d{1,30}){1,19})\)?`;
const GCD = '(?:gcd|gcf|hcf|(?:greatest|highest) common (?:divisor|factor|denominator))';
const LCM = '(?:lcm|(?:least|lowest|smallest) common (?:multiple|denominator))';
const PRIME_NUMBERS = 'primes?(?: numbers?)?';

/** Wordings, each of the whole query, and what they ask for. */
const forms: readonly [RegExp, Work][] = (
  [
    [
      String.raw`${DO}([\d,]{1,5}) (?:in|to|into|as) (?:a )?roman(?: numerals?| numbers?| letters| numeral form)?`,
      roman,
    ],
    [
      String.raw`roman numerals?(?: (?:for|of|number))?:? ([\d,]{1,5}|[ivxlcdm]{1,15})(?: (?:in|to) (?:arabic|decimal|numbers?|english))?`,
      roman,
    ],
    [`roman ${COUNT}`, roman],
    [`roman ${ROMAN}`, romanInCapitals],
    [`${ROMAN} (?:(?:in|as) )?roman numerals?(?: (?:in|to) numbers?)?`, romanNoWord],
    [
      `${DO}(?:roman (?:numerals? )?)?${ROMAN} (?:in|to|into|as) (?:arabic|hindu-arabic|decimal)(?: numerals?| numbers?)?`,
      romanNoWord,
    ],
    [`${DO}${ROMAN} (?:in|to|into|as) (?:a )?(?:numbers?|digits)`, romanInCapitals],
    [`${DO}(?:the number )?${DECIMAL} (?:in|to|into|as) (?:english )?(?:words?|english|letters|text)`, words],
    [
      `(?:spell(?: out)?|numbers? (?:to|in) words:?|words for|write out|how do you (?:spell|write)) (?:the number )?${DECIMAL}`,
      words,
    ],
    [`${DECIMAL} (?:spelled|written) out`, words],
    [`${DO}([a-z][a-z\\s-]{2,200}) (?:in|to|into|as) (?:a )?(?:numbers?|digits|figures|numerals)`, figures],
    [`${DO}(?:factors|divisors)(?: of| for)? ${INT}`, factors],
    [`${INT} (?:factors|divisors)`, factors],
    [
      `(?:${DO}prime (?:factors|factori[sz]ation|decomposition)(?: of| for)?|prime factori[sz]e|factori[sz]e|factor(?: of)?) ${INT}`,
      primes,
    ],
    [`${INT} (?:prime (?:factors|factori[sz]ation|factori[sz]e|decomposition)|factori[sz]ed?)`, primes],
    [`(?:is )?${INT} (?:is )?(?:a )?prime(?: number)?`, prime],
    [
      `(?:is|check if) (?:the number )?${INT} (?:is )?(?:a )?(?:prime|composite or prime|prime or composite)(?: number)?`,
      prime,
    ],
    [
      String.raw`${DO}${PRIME_NUMBERS} (?:between|from) (-?[\d.]{1,15}) (?:and|to|through|-) (-?[\d.]{1,15})`,
      primesBetween,
    ],
    [
      `${DO}${PRIME_NUMBERS} (?:up to|below|under|less than|smaller than|until|till) ${COUNT}`,
      ([to = '']) => primesBetween(['1', to], NOBODY),
    ],
    [
      `${DO}first ${COUNT} ${PRIME_NUMBERS}`,
      ([n = '']) => (Number(n) < 1 || Number(n) > MAX_LISTED ? null : listed('prime', n, firstPrimes(Number(n)))),
    ],
    [`${DO}${COUNT}(?:st|nd|rd|th) prime(?: number)?`, nthPrime],
    [`${DO}next prime(?: number)?(?: after| above)? ${INT}`, nextPrime],
    [`fib(?:onacci)?(?: (?:number|of|sequence|series|term))* ?\\(?${COUNT}\\)?`, nthFibonacci],
    [
      `${DO}${COUNT}(?:st|nd|rd|th) (?:(?:number|term|element) (?:in|of) (?:the )?)?fib(?:onacci)?(?: (?:numbers?|series|sequence|term))*`,
      nthFibonacci,
    ],
    [
      `${DO}first ${COUNT} (?:fib(?:onacci)? numbers|(?:numbers|terms) (?:in|of) the fibonacci (?:sequence|series))`,
      firstFibonacci,
    ],
    [`is ${INT} (?:a |in the )?fib(?:onacci)?(?: (?:number|sequence|series))*`, isItFibonacci],
    [`${DO}factorial(?: of| for)? ${COUNT}`, factorialOf],
    [`${COUNT} factorial`, factorialOf],
    [String.raw`ordinal(?: (?:of|for|number|form))* (\d{1,15})`, ordinal],
    [String.raw`(\d{1,15}) (?:(?:in|to|as) )?(?:an? )?ordinal(?: number)?`, ordinal],
    [`${COUNT} ?(?:choose|ncr|combinations?) ?${COUNT}`, choose('combinations', combinations)],
    [`${COUNT} ?(?:permute|npr|permutations?) ?${COUNT}`, choose('permutations', permutations)],
    [`ncr ?\\( ?${COUNT} ?[,;] ?${COUNT} ?\\)`, choose('combinations', combinations)],
    [`npr ?\\( ?${COUNT} ?[,;] ?${COUNT} ?\\)`, choose('permutations', permutations)],
    [
      `(?:number of )?combinations of ${COUNT} (?:choose|taken|items taken|things taken|objects taken) ${COUNT}(?: at a time)?`,
      choose('combinations', combinations),
    ],
    [
      `(?:number of )?permutations of ${COUNT} (?:taken|items taken|things taken|objects taken) ${COUNT}(?: at a time)?`,
      choose('permutations', permutations),
    ],
    [`${DO}${GCD}(?: (?:of|for|between))? ?${LIST}`, common('gcd', gcd)],
    [`${LIST} ${GCD}`, common('gcd', gcd)],
    [`${DO}${LCM}(?: (?:of|for|between))? ?${LIST}`, common('lcm', lcm)],
    [`${LIST} ${LCM}`, common('lcm', lcm)],
  ] as [string, Work][]
).map(([form, work]) => [new RegExp(`^${form}$`), work]);

const ANY =
  /roman|arabic|decimal|hindu|words?$|word|english|letters|text|spell|written|number|digits|figures|numerals|factor|divisor|prime|fib|ordinal|choose|n[cp]r|combination|permut|gc[df]|hcf|lcm|common/;
const NOBODY = {} as Asked;

function parse(asked: Asked): { parts: string[]; work: Work } | null {
  // The shortest list of factors has a digit; the others are numerals or numbers in words.
  if (asked.plain.length > 300 || !ANY.test(asked.plain)) return null;
  const plain = asked.plain.replace(/^the /, '');
  for (const [form, work] of forms) {
    const parts = form.exec(plain);
    if (parts) return { parts: parts.slice(1).filter((part) => part !== undefined), work };
  }
  return null;
}

/** Numbers as such: how they are written, what divides them, what comes of counting. */
export const number = threadKind<NumberData>({
  type: 'number',
  example: '1492 in roman numerals',
  data: Data,
  match: (asked) => parse(asked) !== null,
  work(asked): Found<NumberData> | null {
    const wanted = parse(asked);
    const worked = wanted?.work(wanted.parts, asked);
    if (!worked || worked.value === null) return null;
    const { kind, input, value, values, answer = readable(value, asked.lang) } = worked;
    return { answer, data: { kind, input, value, ...(values && { values: values.map(String) }) } };
  },
});

function readable(value: string | boolean, lang: string): string {
  if (typeof value === 'boolean') return yes(value);
  if (!/^-?\d+$/.test(value)) return value;
  // Nobody reads a number of a thousand digits.
  return value.length > 100 ? `${value.slice(0, 40)}… (${value.length} digits)` : localNumber(BigInt(value), lang);
}
