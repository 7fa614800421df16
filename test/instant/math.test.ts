import { describe, expect, test } from 'vitest';
import { instantQuery } from '../../lib/answers/answer.ts';
import { math } from '../../lib/answers/kinds/math/math.ts';
import { answerHere } from './in-process.ts';

const ask = async (q: string, lang = '') => {
  const asked = instantQuery({ q, lang, tz: 'UTC', now: 0, ip: '127.0.0.1', userAgent: '' });
  return (await math.claim(asked)?.answer()) ?? null;
};
const resultOf = async (q: string, lang = '') => (await ask(q, lang))?.data.value ?? null;

test.each([
  ['20 pour cent de 150', 'fr'],
  ['20 per cento di 150', 'it'],
  ['20 por cento de 150', 'pt'],
  ['20 por ciento de 150', 'es'],
  ['zwanzig prozent von 150', 'de'],
])('a percentage in words: %s', async (q, lang) => {
  for (const each of [lang, '']) expect((await answerHere(q, { lang: each }))?.data).toMatchObject({ value: '30' });
});

test.each([
  ['123456 in scientific notation', 123_456, '1.23456e+5'],
  ['0.00012 in scientific notation', 0.00012, '1.2e-4'],
  ['2 crore', 20_000_000, '20000000'],
  ['5 lakh', 500_000, '500000'],
  ['split 145 between 4', 36.25, '36.25'],
  ['45 out of 60 as a percentage', 75, '75'],
  ['what is 120 without 20% vat', 100, '100'],
])('in words: %s', async (q, number, value) => {
  expect((await answerHere(q))?.data).toMatchObject({ number, value });
});

describe('sums are exact', () => {
  test.each([
    ['0.1 + 0.2', '0.3'],
    ['1.1 * 1.1', '1.21'],
    ['1/3 * 3', '1'],
    ['1 - 0.9 - 0.1', '0'],
    ['9007199254740993 + 0', '9007199254740993'],
    ['2^64 + 1', '18446744073709551617'],
    ['99999999999 * 99999999999', '9999999999800000000001'],
    ['20! / 18!', '380'],
    ['2^-3', '0.125'],
    ['27^(2/3)', '9'],
    ['(-8)^(1/3)', '-2'],
    ['sqrt 0.0625', '0.25'],
    ['3pi / 2pi', '1.5'],
    ['sin(1000pi)', '0'],
    ['cos 60°', '0.5'],
    ['tan 45 degrees', '1'],
    ['log10 1000', '3'],
    ['log(1/8, 2)', '-3'],
  ])('%s = %s', async (q, value) => {
    expect((await ask(q))?.data).toMatchObject({ value, approximate: false });
  });

  test('a factorial has all of its digits', async () => {
    expect(await resultOf('25!')).toBe('15511210043330985984000000');
    expect(await resultOf('100!')).toMatch(/^9332621544\d{124}0{24}$/);
    expect((await resultOf('449!'))?.length).toBeLessThan(1_001);
  });

  test('an infinite decimal is rounded and marked as approximate', async () => {
    expect((await ask('2/3'))?.data).toEqual({
      kind: 'math',
      asked: 'math',
      expression: '2 ÷ 3',
      value: '0.666666666666667',
      number: 0.666666666666667,
      approximate: true,
    });
    expect((await ask('sqrt 2'))?.data).toMatchObject({ value: '1.4142135623731', approximate: true });
    expect((await ask('2 pi'))?.data).toMatchObject({ expression: '2π', approximate: true });
  });
});

describe('the syntax of expressions:', () => {
  test.each([
    ['2 + 3 * 4', '14'],
    ['4^3^2', '262144'],
    ['-2^2', '-4'],
    ['27 to the power of 1/3', '3'],
    ['27 hoch 1/3', '3'],
    ['2^1/2', '1'],
    ['6/2(1+2)', '9'],
    ['(1+2)(3+4)', '21'],
    ['2 +- 2', '0'],
    ['5 minus minus 3', '8'],
    ['20% of 50', '10'],
    ['50 + 10%', '55'],
    ['10% + 5%', '0.15'],
    ['100 - 10% - 10%', '81'],
    ['50% of 50% of 100', '25'],
    ['15% off 80', '68'],
    ['increase 50 by 10%', '55'],
    ['5 % 3', '2'],
    ['-7 mod 3', '2'],
    ['half of 50', '25'],
    ['two thirds of 90', '60'],
    ['3/4 of 12', '9'],
    ['a dozen times 3', '36'],
    ['one hundred and five plus six', '111'],
    ['2.5 million * 4', '10000000'],
    ['1 1/2 + 2 1/4', '3.75'],
    ['1½ × 2', '3'],
    ['3² + 4²', '25'],
    ['10⁻²', '0.01'],
    ['２＋２', '4'],
    ['٢+٢', '4'],
    ['√16 + ∛27', '7'],
    ['square root of 16 plus 9', '13'],
    ['5th root of 32', '2'],
    ['2 to the 10th power', '1024'],
    ['log base 2 of 8', '3'],
    ['log99 1', '0'],
    ['sin^-1 0.5 * 6 / pi', '1'],
    ['4 * sin^2(pi/6)', '1'],
    ['5 choose 2', '10'],
    ['gcd of 12 and 18', '6'],
    ['max 4, 5, 6', '6'],
    ['max(1,200)', '200'],
    ['round(3.14159, 2)', '3.14'],
    ['|-5|', '5'],
    ['0xff + 0b1', '256'],
    ['5!! + 0!', '16'],
    ['subtract 5 from 20', '15'],
    ['product of 6 and 7', '42'],
    ['3m/4m', '0.75'],
    ['$1,200 * 12', '14400'],
    ['3 + 4 × 2 = ?', '11'],
    ['2+2==', '4'],
    ['=0xF', '15'],
    ['value of tau', '6.2831853071796'],
    ['Calculate: 120 - 45', '75'],
    ['how much does 3 times 4 equal', '12'],
    ['what do you get when you multiply 6 by 7', '42'],
    ['can you add 5 and 7', '12'],
    ['add 5 to 7', '12'],
    ['add 10% to 50', '55'],
    ['take 20% off 50', '40'],
    ['50 reduced by 10%', '45'],
    ['10% more than 50', '55'],
    ['5 less than 20', '15'],
    ['12 is 30% of what', '40'],
    ['12 is 30 per cent of what', '40'],
    ['20% of what number is 60', '300'],
    ['3/8 as a percent', '37.5'],
    ['0.25 to percent', '25'],
    ['5/8 in decimal form', '0.625'],
    ['25% as a decimal', '0.25'],
    ['0.375 as a fraction', '3/8'],
    ['-1.5 as a fraction', '-3/2'],
    ['25% as a fraction', '1/4'],
    ['simplify 12/18', '2/3'],
    ['12/18 in lowest terms', '2/3'],
    ['remainder of 17/5', '2'],
    ['reciprocal of 8', '0.125'],
    ['an eighth of 64', '8'],
    ['fifth root of 32', '2'],
    ['10 to the third power', '1000'],
    ['2 to the 8th', '256'],
    ['negative five times 3', '-15'],
    ['5 times negative 2', '-10'],
    ['two and a half times 4', '10'],
    ['log 8 base 2', '3'],
    ['log(8) base 2', '3'],
    ['log_3(81)', '4'],
    ['log₂ 8', '3'],
    ['[2+3]*4', '20'],
    ['{2+[3*(4+1)]}*2', '34'],
    ['round 2.71828 to 2 decimal places', '2.72'],
    ['round 1250 to the nearest hundred', '1300'],
    ['3.14159 rounded to 2 decimals', '3.14'],
    ['$2.5m / 4', '625000'],
    ['area of a triangle with base 4 and height 6', '12'],
    ['volume of a box 2 x 3 x 4', '24'],
    ['12 and 13 added together', '25'],
    ['three point one four times two', '6.28'],
    ['what is 4/5', '0.8'],
    ['int(-2.5) + frac 3.25', '-1.75'],
    ['int 3.7', '3'],
    ['sgn -2', '-1'],
    ['sign(0)', '0'],
    ['gamma(5)', '24'],
    ['gamma(0.5)^2 / pi', '1'],
    ['sech(0) + acot(1) * 4 / pi', '2'],
    ['power(2, 5)', '32'],
    ['binom(5, 2)', '10'],
    ['degrees(pi)', '180'],
    ['cos(pi rad)', '-1'],
    ['⌊-1.5⌋ + 2×⌈1.2⌉', '2'],
    ['log₂8', '3'],
    ['log₁₀1000', '3'],
    ['(1+3)4', '16'],
    ['2*(1+3)4 - 1', '31'],
    ['3 - +2', '1'],
    ['-(-3)', '3'],
    ['10 AND 12', '8'],
    ['what is double 45', '90'],
    ['pi to 2 dp', '3.14'],
    ['2/3 to 2 decimal places', '0.67'],
    ['1234 to the nearest hundred', '1200'],
    ['multiply 45 x 2', '90'],
    ['27 cube root', '3'],
    ['20% of 300 dollars', '60'],
    ['100 dollars minus 20 dollars', '80'],
    ['what do i get if i add 5 and 7', '12'],
    ['can you multiply 5 by 6 for me', '30'],
    ['how many times does 5 go into 100', '20'],
    ['i need you to multiply 6 by 6', '36'],
    ['what number is 20% of 150', '30'],
    ['can you help me with 8 times 7', '56'],
    ['what will 4 times 8 equal', '32'],
    ['so what is the solution to 14 + 3', '17'],
    ['perimeter of a rectangle with length 5 and width 3', '16'],
    ['perimeter of an equilateral triangle with side 4', '12'],
    ['surface area of a cube 3', '54'],
    ['how many sig figs in 0.0340', '3'],
    ['significant figures 1,234', '4'],
    ['pi 5 digits', '3.14159'],
    ['6 subtracted from 20', '14'],
    ['sine of pi/2', '1'],
    ['sine of 3pi/2 + 1', '0'],
    ['half of 1/2 dozen', '3'],
    ['fifth power of 2', '32'],
    ['8 doubled', '16'],
    ['45.678 to one decimal place', '45.7'],
    ['round 1234 to nearest 10', '1230'],
    ['one thousand and one minus two', '999'],
    ['2 raised to the power 10', '1024'],
    ['1/3 to 3 sf', '0.333'],
    ['round 1234 to 2 significant figures', '1200'],
    ['4th power of 2', '16'],
    ['2 to the power of 3', '8'],
    ['sum of 10 - 1', '9'],
    ['pi to 3 decimal places', '3.142'],
    ['3 digits of pi', '3.141'],
    ['square root of 16/4%', '100'],
    ['perimeter of a parallelogram with sides 5 and 3', '16'],
    ['square root of 1/4 + 1', '1.5'],
    ['half of 1/2', '0.25'],
    ['cubed root of 27', '3'],
    ['combination 10 3', '120'],
    ['perimeter of a rhombus with side 3', '12'],
    ['perimeter trapezoid 1 2 3 4', '10'],
    ['log 2 + log 5', '1'],
    ['log 100 / 2', '1'],
    ['2 add 2', '4'],
    ['1 km / 100 m', '10'],
    ['minus 5 from 12', '7'],
    ['add together 5 and 6', '11'],
    ['what is the total of 12 + 13', '25'],
    ['5 thousand plus 3 hundred', '5300'],
    ['what does 15 times 4 come to', '60'],
    ['solve the equation 5 + 5', '10'],
    ['nthroot(16,4)', '2'],
    ['-8 1/2', '-8.5'],
    ['3.5!', '11.631728396567'],
    ['5x39=', '195'],
    ['5 x 39', '195'],
    ['24/7=', '3.42857142857143'],
    ['10/3', '3.33333333333333'],
    ['5/16', '0.3125'],
    ['dreizehn plus zwei', '15'],
    ['sqrt of one hundred', '10'],
    ['half a million', '500000'],
    ['three and three quarters times 4', '15'],
  ])('%s is %s', async (q, value) => {
    expect(await resultOf(q)).toBe(value);
  });

  test.each([
    ['5 plus 3 mal 2', '11'],
    ['was ist die Wurzel aus 81', '9'],
    ['20 Prozent von 80', '16'],
    ['fünf mal sechs', '30'],
    ['racine carrée de 81', '9'],
    ['combien font 7 fois 8', '56'],
    ['raíz cuadrada de 16', '4'],
    ['20% de 50', '10'],
    ['diez más cinco', '15'],
    ['quanto fa 7 per 8', '56'],
    ['radice cubica di 27', '3'],
    ['7 vezes 8', '56'],
    ['12 gedeeld door 4', '3'],
    ['Sinus von 90 Grad', '1'],
    ['un tiers de 90', '30'],
    ['combien vaut 5 x 5', '25'],
    ['dritte Wurzel aus 27', '3'],
    ['il 20% di 50', '10'],
  ])('%s is %s in any language', async (q, value) => {
    expect(await resultOf(q)).toBe(value);
  });
});

describe('numbers as people write them', () => {
  test.each([
    ['1,234.5 * 2', '', '2469'],
    ['1.234,5 * 2', '', '2469'],
    ['2,5 * 2', '', '5'],
    ['1,234 + 1', '', '1235'],
    ['1,234 + 1', 'de', '2.234'],
    ['1.234 + 1', '', '2.234'],
    ['1.234 + 1', 'de', '1235'],
    ['1.234 + 1', 'de-CH', '2.234'],
    ['1,00,000 + 1', '', '100001'],
    ["1'000'000 + 1", '', '1000001'],
    ['12 345 + 1', 'fr', '12346'],
    ['12 345 + 1', '', null],
    ['1 000 000 / 8', '', '125000'],
    ['max 1 200 300', '', '300'],
    ['1.2.3 + 1', '', null],
  ])('%s (%s) is %s', async (q, lang, value) => {
    expect(await resultOf(q, lang)).toBe(value);
  });

  test('the answer is written in the requested language, the value is not', async () => {
    const found = await ask('2500 / 2 + 0,5', 'de');
    expect(found?.answer).toBe('2.500 ÷ 2 + 0,5 = 1.250,5');
    expect(found?.data.value).toBe('1250.5');
  });
});

describe('queries that are not calculations:', () => {
  test.each([
    ...['5', '-2', '1e3', '10%', 'pi', 'e', 'five', 'ten thousand', '5 km', '20 minutes', '1 2 3', '15% 80'],
    ...['24/7', '9/11', '50/50', '4x4', '1920x1080', '16:9', '12/25/2023', '2023-12-25', '2020-11-05 - 2020-10-05'],
    ...['555-1234', '382-538-2546', '(382) 538-2546', '1-800-240-1371', '+49 30 123456', '978-0876339601', '2020-2021'],
    ...['c++', '2pac', '3d', '5g', 'mp3', '2fa', 'ps5', '10.5.2', '192.168.1.1', 'x + 1', '2x + 3', 'e=mc^2', 'a+b'],
    ...[
      'one and two',
      '10 + 10 apples',
      '1 + 1 = 2',
      '2+',
      '3+*4',
      '(2+3',
      '2+3)',
      'sqrt',
      'max 4',
      'exp()',
      '$5 + £3',
    ],
    ...[
      '10-k',
      'sec 10-k',
      '4-h',
      'f-16',
      'e-3',
      'rad 140',
      '737 max 8 9',
      'cube 2',
      'round 1',
      'round of 16',
      'simplify 5',
      'what is 24/7',
      '8.5x11',
      '4-2-3-1',
      '2e',
      'twice a day',
      '3 times a day',
    ],
    ...[
      '7-eleven',
      '24-7',
      '4-1-1',
      '5.45x39',
      '9x19',
      '20-30',
      '60/40',
      '2020/21',
      '2020-21',
      '1914-18',
      '2020-11',
      '130 over 85',
      '1&1',
      '6-0',
      '0-3',
      '4/20',
      '12/25',
      '1e-999999999',
      '90919-02240',
      '(2)1+1',
      'sum of 1-10',
    ],
    ...[
      'int 13',
      'sign 2',
      'gamma 2.2',
      '10 and 12',
      '3 + (2)4',
      '(555)1234567',
      '2++3',
      'double 7',
      'pi rad',
      'a380-800',
      '18+2k%',
      '--5',
      'power 2 10',
      '3 into 1',
      '9 into 5',
      'e in pi',
    ],
    ...['5 dollars in 2010', '5 dollars + 3 euros', '100 dollars a day', 'divide 5 into 0', 'power 2'],
    ...['24 hours 7 days', '9-1-1', '50% off', '100% cotton', 'n!', '1 on 1', 'a to z'],
    ...['7 per 8', '4 root of 16', '1/0', 'sqrt(-4)', 'tons per square foot', 'sum of all fears', 'area 51'],
    ...[
      'i need 24/7',
      'so 867-5309',
      'temperature 70-80',
      'answer 7-eleven',
      'degrees pi',
      'gamma(-150.5)',
      'abs 10 minutes',
      'sin^0.5 30',
      'sin^x 30',
    ],
    'perimeter of a parallelogram with base 5 and height 3',
  ])('%s has no answer', async (q) => {
    expect(await resultOf(q)).toBeNull();
  });
});

describe('what looks like something else', () => {
  test.each([
    '747-400',
    '10-4',
    '37.7749 -122.4194',
    '5 -3',
    '100-35',
    'list(range(1,11))',
    'what is 978-0876339601',
    'what is 1920x1080',
  ])('is not a sum: %s', async (q) => {
    expect(await answerHere(q)).toBeNull();
  });

  test.each([
    ['what is 2018-19', '1999'],
    ['calculate 6-0', '6'],
    ['what is 12/24', '0.5'],
    ['10-4=', '6'],
    ['10 - 4', '6'],
    ['5 * -3', '-15'],
  ])('is a sum if a question, an instruction, spaces or an equals sign say so: %s', async (q, value) => {
    expect((await answerHere(q))?.data).toMatchObject({ value });
  });

  test.each([
    ['2-1', '1'],
    ['3-2', '1'],
    ['27/3', '9'],
    ['10/3', '3.33333333333333'],
    ['5/16', '0.3125'],
    // Spaces or an equals sign make a sum of it.
    ['1914 - 18', '1896'],
    ['6 - 0', '6'],
    ['4/20=', '0.2'],
    ['0xf & 0x3', '3'],
    ['10 ∧ 12', '8'],
  ])('is a sum if a sign says so: %s', async (q, wanted) => {
    expect(await resultOf(q)).toBe(wanted);
  });

  test.each([
    ['𝟚+𝟚', '4'],
    ['𝟗*𝟗', '81'],
    ['٣+٤', '7'],
    ['1e-5 + 1', '1.00001'],
  ])('digits of any form are digits: %s', async (q, wanted) => {
    expect(await resultOf(q)).toBe(wanted);
  });

  test('a percentage has its sign', async () => {
    const found = await ask('3/8 as a percentage');
    expect(found?.answer).toBe('3 ÷ 8 = 37.5 %');
    expect(found?.data).toMatchObject({ value: '37.5', number: 37.5, unit: '%' });
  });

  test('a simpler form is exact', async () => {
    expect(await ask('simplify sqrt(50)')).toBeNull();
    expect((await ask('simplify 2+3'))?.data.value).toBe('5');
  });
});

describe('a day over a month is a date where the day comes first', () => {
  test.each([
    ['16/9', 'de'],
    ['31/12', 'de'],
    ['22/11', 'en-GB'],
    ['27/3', 'fr'],
    ['16/9', ''],
    ['31/12', ''],
  ])('silent: %s (%s)', async (q, lang) => {
    expect(await resultOf(q, lang)).toBeNull();
  });

  test.each([
    ['27/3', '', '9'],
    ['22/11', 'en-US', '2'],
    ['22 / 11', 'en-GB', '2'],
    ['22/11=', 'en-GB', '2'],
    ['what is 22/11', 'en-GB', '2'],
    ['40/8', 'de', '5'],
    ['16/20', 'de', '0.8'],
  ])('answered: %s (%s)', async (q, lang, value) => {
    expect(await resultOf(q, lang)).toBe(value);
  });
});
