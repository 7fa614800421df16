import { z } from 'zod';
import { type AnswerContent, threadKind } from '../../answer.ts';
import { localNumber } from '../../local-formats.ts';
import { memoizeLast } from '../../memoize-last.ts';
import { yesOrNo } from '../../phrases.ts';
import {
  chosen,
  chosenFrom,
  composite,
  divisible,
  factorialOf,
  factors,
  figures,
  firstFibonacci,
  firstPrimesListed,
  greatestCommon,
  isCheapWork,
  isItFibonacci,
  KINDS,
  leastCommon,
  nextPrime,
  nthFibonacci,
  nthPrime,
  ordinal,
  parity,
  perfectNumber,
  perfectPower,
  permuted,
  previousPrime,
  prime,
  primeIfAsked,
  primes,
  primesBetween,
  primesUpTo,
  roman,
  romanInCapitals,
  romanNoWord,
  type Work,
  words,
} from './works.ts';

const Data = z.object({
  kind: z.enum(KINDS).describe('Type of calculation.'),
  input: z.string().describe('The number or numbers in the query.'),
  value: z
    .union([z.string(), z.boolean()])
    .describe('The result: a number as a string, exact at any length; true or false for a yes-or-no question.'),
  values: z.array(z.string()).optional().describe('The individual results, if the result is a list.'),
});
type NumberData = z.infer<typeof Data>;

const INT = String.raw`([-+]?(?:\d{1,3}(?:,\d{3})+|\d{1,19}))`;
const COUNT = String.raw`(\d{1,5})`;
const ROMAN = '([ivxlcdm]{1,15})';
const DECIMAL = String.raw`([-+]?(?:\d{1,3}(?:,\d{3})+|\d{1,66})(?:\.\d{1,30})?)`;
const DO =
  '(?:please |convert |write |find |list (?:of )?|get |how (?:do (?:you|i)|to|can i) (?:say|spell|write|read|convert) |the |all |number |year )*';

const LIST = String.raw`\(?(-?\d{1,30}(?:(?:,? (?:and|und|et|y|e|en|&) |[\s,;]{1,3})-?\d{1,30}){1,19})\)?`;
const GCD = '(?:gcd|gcf|hcf|ggt|pgcd|mcd|mdc|ggd|(?:greatest|highest|largest) common (?:divisor|factor|denominator))';
const LCM = '(?:lcm|kgv|ppcm|mcm|mmc|(?:least|lowest|smallest) common (?:multiple|denominator))';
const OF = '(?: (?:of|for|between|von|de|des|di|van|entre|tra))?';
/** Names of Roman numerals in other languages. */
const ROMAN_NUMERALS =
  '(?:r[oö]mische[nr]? (?:zahlen?|ziffern?)|chiffres? romains?|n[uú]meros? romanos?|numer[oi] roman[oi]|algarismos? romanos?|romeinse cijfers?)';
const A_PRIME = '(?:eine primzahl|(?:un (?:nombre )?)?premier|(?:un n[uú]mero )?primo|een priemgetal)';
const PRIME_NUMBERS = 'primes?(?: numbers?)?';

/** Patterns for the whole query, and their computations. */
const forms: readonly [RegExp, Work][] = (
  [
    [
      String.raw`${DO}([\d,]{1,5}) (?:in|to|into|as) (?:a )?roman(?: numerals?| numbers?| letters| numeral form)?`,
      roman,
    ],
    [String.raw`${DO}([\d,]{1,5}) roman (?:numerals?|numbers?)`, roman],
    [`(?:what|which) roman numeral is ${COUNT}`, roman],
    [String.raw`([\d,]{1,5}) (?:(?:in|en|em) )?${ROMAN_NUMERALS}`, roman],
    [
      `(?:roman(?: numerals?)?|decimal|arabic|numbers?) to (?:roman(?: numerals?)?|decimal|arabic|numbers?):? (?:${COUNT}|${ROMAN})`,
      romanInCapitals,
    ],
    [`what number is (?:the )?(?:roman numeral )?${ROMAN}`, romanInCapitals],
    [`what (?:does|number is) ${ROMAN} (?:mean|stand for|equal)? ?in roman numerals?`, romanNoWord],
    [
      String.raw`${DO}roman numerals?(?: (?:for|of|number))?:? ([\d,]{1,5}|[ivxlcdm]{1,15})(?: (?:in|to) (?:arabic|decimal|numbers?|english))?`,
      roman,
    ],
    [`roman ${COUNT}`, roman],
    [`arabic(?: (?:numerals?|numbers?))?(?: (?:for|of))? ${ROMAN}`, romanInCapitals],
    [`roman ${ROMAN}`, romanNoWord],
    [`${ROMAN} (?:(?:in|as) )?roman numerals?(?: (?:in|to) (?:numbers?|arabic|decimal|english))?`, romanNoWord],
    [
      `${DO}(?:roman (?:numerals? )?)?${ROMAN} (?:in|to|into|as) (?:arabic|hindu-arabic|decimal)(?: numerals?| numbers?)?`,
      romanNoWord,
    ],
    [`${DO}${ROMAN} (?:in|to|into|as) (?:a )?(?:numbers?|digits)`, romanInCapitals],
    [`${DO}(?:the number )?${DECIMAL} (?:in|to|into|as) (?:english )?(?:words?(?: form)?|english|letters|text)`, words],
    [
      `(?:spell(?: out)?|numbers? (?:to|in) words:?|words for|write out|how (?:do (?:you|i)|to) (?:spell|write)) (?:the number )?${DECIMAL}`,
      words,
    ],
    [`${DECIMAL} (?:spelled|written) out`, words],
    [`${DO}([a-z][a-z\\s-]{2,200}) (?:in|to|into|as) (?:a )?(?:numbers?|digits|figures|numerals)`, figures],
    [`${DO}(?:factors|divisors)(?: of| for)?:? ${INT}`, factors],
    [`${INT} (?:factors|divisors)`, factors],
    [
      `(?:${DO}prime[ -](?:factors?|factori[sz]ation|(?:factor )?decomposition)(?: of| for)?:?|(?:the )?factori[sz]ation(?: of)?|prime factori[sz]e|factori[sz]e|factor(?= \\d{4})) ${INT}`,
      primes,
    ],
    [`${INT} (?:prime (?:factors|factori[sz]ation|factori[sz]e|decomposition)|factori[sz]ed?)`, primes],
    [`is ${INT} (?:an? )?prime(?: number)?`, prime],
    [`(?:ist|est|es|e|è|é|is) ${INT} (?:est )?${A_PRIME}`, prime],
    [`(?:is ?prime|prime check|check prime|primality(?: test)?(?: of| for)?) ?\\(?${INT}\\)?`, prime],
    [`${INT} (?:prime or composite|composite or prime)`, prime],
    [`${INT} (?:is )?prime`, primeIfAsked],
    [`is ${INT} (?:a )?composite(?: number)?`, composite],
    [`is ${INT} (?:a )?(?:perfect |(?<=a ))(square|cube)(?: number)?`, perfectPower],
    [`is ${INT} (?:a )?perfect number`, perfectNumber],
    [`is ${INT} (?:an? )?(even|odd)(?: number)?`, parity],
    [`is ${INT} (?:evenly )?divisible by ${INT}`, divisible],
    [`${INT} (?:is )?a prime(?: number)?`, prime],
    [
      `(?:is|check if) (?:the number )?${INT} (?:is )?(?:a )?(?:prime|composite or prime|prime or composite)(?: number)?`,
      prime,
    ],
    [
      String.raw`${DO}${PRIME_NUMBERS} (?:between|from) (-?[\d.]{1,15}) (?:and|to|through|-) (-?[\d.]{1,15})`,
      primesBetween,
    ],
    [String.raw`${DO}(?:primes|prime numbers) (-?[\d.]{1,15}) (?:to|through|-) (-?[\d.]{1,15})`, primesBetween],
    [`${DO}${PRIME_NUMBERS} (?:up to|below|under|less than|smaller than|until|till) ${COUNT}`, primesUpTo],
    [`${DO}first ${COUNT} ${PRIME_NUMBERS}`, firstPrimesListed],
    [`${DO}${COUNT}(?:st|nd|rd|th) prime(?: number)?`, nthPrime],
    [`${DO}next prime(?: number)?(?: after| above| greater than)? ${INT}`, nextPrime],
    [`${DO}(?:smallest|first) prime(?: number)? (?:after|above|over|(?:greater|larger|bigger) than) ${INT}`, nextPrime],
    [`${DO}previous prime(?: number)?(?: before| below)? ${INT}`, previousPrime],
    [
      `${DO}(?:largest|biggest|greatest|highest|last) prime(?: number)? (?:before|below|under|(?:less|smaller|lower) than) ${INT}`,
      previousPrime,
    ],
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
    [`${COUNT} ?(?:choose|ncr|combinations?) ?${COUNT}`, chosen],
    [`choose ${COUNT} (?:from|out of) ${COUNT}`, chosenFrom],
    [`${COUNT} ?(?:permute|npr|permutations?) ?${COUNT}`, permuted],
    [`ncr ?\\( ?${COUNT} ?[,;] ?${COUNT} ?\\)`, chosen],
    [`npr ?\\( ?${COUNT} ?[,;] ?${COUNT} ?\\)`, permuted],
    [
      `(?:number of )?combinations of ${COUNT} (?:choose|taken|items taken|things taken|objects taken) ${COUNT}(?: at a time)?`,
      chosen,
    ],
    [
      `(?:number of )?permutations of ${COUNT} (?:taken|items taken|things taken|objects taken) ${COUNT}(?: at a time)?`,
      permuted,
    ],
    [
      `(?:how many (?:ways|combinations)|(?:number of )?combinations)(?: are there)?(?: to choose| to pick| of)? ${COUNT} (?:from|out of) ${COUNT}`,
      chosenFrom,
    ],
    [`${DO}${GCD}${OF} ?${LIST}`, greatestCommon],
    [`${LIST} ${GCD}`, greatestCommon],
    [`${DO}${LCM}${OF} ?${LIST}`, leastCommon],
    [`${LIST} ${LCM}`, leastCommon],
  ] as [string, Work][]
).map(([form, work]) => [new RegExp(`^${form}$`), work]);

const ANY =
  /roman|arabic|decimal|hindu|word|english|letters|text|spell|written|number|digits|figures|numerals|factor|divisor|prim|prem|priem|fib|ordinal|choose|n[cp]r|combination|permut|gc[df]|hcf|lcm|gg[td]|kgv|ppcm|mc[dm]|mdc|mmc|common|romain|r[oö]mi|romei|numer|algari|composite|square|cube|perfect|even|odd|divisible/;

/** Counts in words: `first five primes`. */
const FEW = 'two three four five six seven eight nine ten eleven twelve'.split(' ');
const FIRST_FEW = new RegExp(`^first (${FEW.join('|')})\\b`);

const LETTERS = /roman|arabic|decimal|number|digit|figure|numeral/;

const wantedIn = memoizeLast((query): { parts: string[]; work: Work } | null => {
  if (query.plain.length > 300 || !ANY.test(query.plain)) return null;
  // Without a digit, the query contains a numeral or a number in words.
  if (!/\d/.test(query.plain) && !LETTERS.test(query.plain) && !FIRST_FEW.test(query.plain)) return null;
  const plain = query.plain
    .replace(/^the /, '')
    .replace(FIRST_FEW, (_, word: string) => `first ${FEW.indexOf(word) + 2}`);
  for (const [form, work] of forms) {
    const parts = form.exec(plain);
    if (parts) return { parts: parts.slice(1).filter((part) => part !== undefined), work };
  }
  return null;
});

/** Properties of numbers: notation, divisors, combinatorics. */
export const number = threadKind<NumberData>({
  type: 'number',
  lasting: true,
  example: '1492 in roman numerals',
  data: Data,
  match: (query) => wantedIn(query) !== null,
  isCheap(query) {
    const wanted = wantedIn(query);
    return wanted !== null && isCheapWork(wanted.work, wanted.parts);
  },
  work(query): AnswerContent<NumberData> | null {
    const wanted = wantedIn(query);
    const worked = wanted?.work(wanted.parts, query);
    if (!worked || worked.value === null) return null;
    const { kind, input, value, values, why, answer = readable(value, why, query.lang) } = worked;
    return { answer, data: { kind, input, value, ...(values && { values: values.map(String) }) } };
  },
});

function readable(value: string | boolean, why = '', lang = ''): string {
  if (typeof value === 'boolean') return `${yesOrNo(value, lang)}${why && `: ${why}`}`;
  if (!/^-?\d+$/.test(value)) return value;
  // People do not read numbers with a thousand digits.
  return value.length > 100 ? `${value.slice(0, 40)}… (${value.length} digits)` : localNumber(BigInt(value), lang);
}
