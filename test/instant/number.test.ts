import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { divisors, fromRoman, isPrime, primeFactors, toRoman } from '../../lib/answers/kinds/number/integers.ts';
import { inWords } from '../../lib/answers/kinds/number/works.ts';
import { gcdOf, lcmOf } from '../../lib/answers/reading/numbers/rational.ts';
import { withDigits } from '../../lib/answers/reading/numbers/with-digits.ts';
import { fibonacci } from '../../lib/answers/sums/special-functions.ts';
import { runs } from '../harness/fuzz.ts';
import { answers, staysSilent } from './tables.ts';

answers('number', [
  ['2024 in roman numerals', 'MMXXIV'],
  ['roman numeral XIV', '14'],
  ['MMXXIV in numbers', '2024'],
  ['1,234 in words', 'one thousand two hundred and thirty-four'],
  ['1004 to words', 'one thousand and four'],
  ['-3.14 in words', 'minus three point one four'],
  ['forty two in numbers', '42'],
  ['factors of 28', '1, 2, 4, 7, 14, 28'],
  ['prime factorization of 360', '2^3*3^2*5'],
  ['factorize 1000000016000000063', '1000000007*1000000009'],
  ['is 97 a prime number?', true],
  ['is 91 prime', false],
  ['first 5 primes', '2, 3, 5, 7, 11'],
  ['how many primes below 100', '25'],
  ['number of divisors of 36', '9'],
  ['how many ways to choose 2 of 5', '10'],
  ['next prime after 100', '101'],
  ['prime numbers between 30 and 20', '23, 29'],
  ['prime numbers 1 to 10', '2, 3, 5, 7'],
  ['prime-factors of 12', '2^2*3'],
  ['factorization 42', '2*3*7'],
  ['roman xlii', '42'],
  ['the year 2020 in roman numerals', 'MMXX'],
  ['what roman numeral is 90', 'XC'],
  ['choose 3 from 10', '120'],
  ['100th prime', '541'],
  ['gcd of 12 and 18', '6'],
  ['lcm of 4, 6 and 8', '24'],
  ['10th fibonacci number', '55'],
  ['fibonacci 100', '354224848179261915075'],
  ['is 21 a fibonacci number', true],
  ['factorial of 20', '2432902008176640000'],
  ['ordinal of 112', '112th'],
  ['ordinal of 21', '21st'],
  ['10 choose 3', '120'],
  ['5 npr 2', '20'],
  ['how many combinations of 3 from 10', '120'],
  ['2024 roman numerals', 'MMXXIV'],
  ['1984 in römischen Zahlen', 'MCMLXXXIV'],
  ['1984 in romischen Zahlen', 'MCMLXXXIV'],
  ['1984 en chiffres romains', 'MCMLXXXIV'],
  ['decimal to roman 1984', 'MCMLXXXIV'],
  ['roman to decimal MCMLXXXIV', '1984'],
  ['what number is XLII', '42'],
  ['what does XIV mean in roman numerals', '14'],
  ['XVII roman numerals to arabic', '17'],
  ['1500 in word form', 'one thousand five hundred'],
  ['how to spell 40', 'forty'],
  ['factorisation of 84', '2^2*3*7'],
  ['7919 prime?', true],
  ['isprime(101)', true],
  ['57 prime or composite', false],
  ['is 17 a composite number', false],
  ['ist 7 eine Primzahl', true],
  ['largest prime below 100', '97'],
  ['smallest prime greater than 100', '101'],
  ['list of prime numbers up to 10', '2, 3, 5, 7'],
  ['first five prime numbers', '2, 3, 5, 7, 11'],
  ['ggT von 12 und 18', '6'],
  ['ppcm de 6 et 8', '24'],
  ['is 144 a perfect square', true],
  ['is 9 a perfect cube', false],
  // Beyond double precision.
  ['is 1,000,000,000,000,000,000,000,000,002,000,000,000,000,000,000,000,000,001 a perfect square', true],
  ['is 1,000,000,000,000,000,000,000,000,002,000,000,000,000,000,000,000,000,002 a perfect square', false],
  ['is 28 a perfect number', true],
  ['is 7 even', false],
  ['is 123 divisible by 3', true],
  // Numbers in words, and names in other languages.
  ['thirteen in roman numerals', 'XIII'],
  ['one hundred factors', '1, 2, 4, 5, 10, 20, 25, 50, 100'],
  ['forty-three million six hundred thousand in figures', '43600000'],
  ['größter gemeinsamer teiler von 84 und 126', '42'],
  ['plus petit commun multiple de 4 et 6', '12'],
  ['ist 12 durch 5 teilbar', false],
  ['gcd of 1,000 and 1,500', '500'],
  ['gcd 12,18', '6'],
  ['primes below 7', '2, 3, 5'],
  ['primes up to 7', '2, 3, 5, 7'],
  ['two million twenty-two thousand in digits', '2022000'],
  ['2022000 in words', 'two million twenty-two thousand'],
]);

staysSilent('number', [
  'how many prime factors of 60',
  'roman',
  'roman man',
  'roman mix',
  'mix to arabic',
  'civic to arabic',
  'IIII to arabic',
  '0 in roman numerals',
  '4000 in roman numerals',
  'factors of fear',
  'factors of 0',
  'factors of 99999999999999999999',
  'optimus prime 45',
  'prime',
  'prime minister',
  '24 prime',
  'factor 75',
  'fibonacci',
  'fibonacci 99999',
  'factorial of 5000',
  'twenty twenty in numbers',
  'gcd 4',
  'in other words',
  '7919 prime',
  'previous prime before 2',
  'is 5 divisible by 0',
  'is 11 odd to wear',
  'is 24 square',
  'mix to roman',
  'first two prime ministers',
  '500 words',
  '26 letters in english',
  'smallest prime below 100',
  'X number',
]);

describe('properties', () => {
  const big = fc.bigInt({ min: 2n, max: 2n ** 62n });
  test('Roman numerals convert back to the number', () => {
    const all = Array.from({ length: 3_999 }, (_, at) => at + 1);
    expect(all.filter((value) => fromRoman(toRoman(value)) !== value)).toEqual([]);
  });
  test('numbers in words convert back to the number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 9 }), (value) => {
        expect(withDigits(inWords(String(value)) as string, 'en')).toBe(String(value));
      }),
      { numRuns: runs() },
    );
  });
  test('prime factors are prime, and their product is the number', () => {
    fc.assert(
      fc.property(big, (value) => {
        const factors = primeFactors(value);
        expect(factors.every(isPrime)).toBe(true);
        expect(factors.reduce((product, factor) => product * factor, 1n)).toBe(value);
      }),
      { numRuns: runs() },
    );
  });
  test('divisors divide the number, and none is missing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), (value) => {
        const all = Array.from({ length: value }, (_, at) => BigInt(at + 1)).filter(
          (each) => BigInt(value) % each === 0n,
        );
        expect(divisors(BigInt(value), 1000)).toEqual(all);
      }),
      { numRuns: runs() },
    );
  });
  test('gcd times lcm is the product', () => {
    fc.assert(
      fc.property(big, big, (a, b) => {
        expect(gcdOf(a, b) * lcmOf(a, b)).toBe(a * b);
      }),
      { numRuns: runs() },
    );
  });
  test('each Fibonacci number is the sum of the two before it', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 2n, max: 3000n }), (n) => {
        expect(fibonacci(n)).toBe(fibonacci(n - 1n) + fibonacci(n - 2n));
      }),
      { numRuns: runs() },
    );
  });
  test('the primes below 100 are correct', () => {
    const primes = Array.from({ length: 100 }, (_, n) => n).filter((n) => isPrime(BigInt(n)));
    expect(primes.join(' ')).toBe('2 3 5 7 11 13 17 19 23 29 31 37 41 43 47 53 59 61 67 71 73 79 83 89 97');
  });
});
