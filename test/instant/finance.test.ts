import { expect, test } from 'vitest';
import { answerHere } from './in-process.ts';
import { answers, staysSilent } from './tables.ts';

answers('finance', [
  ['20% tip on $50', 10],
  ['tip 18% on $45.50', 8.19],
  ['how much is a 20% tip on $40?', 8],
  ['15% trinkgeld auf 40 euro', 6],
  ['pourboire de 10% sur 50', 5],
  ['10% de propina sobre 80', 8],
  ['fooi 10% op 60', 6],
  ['30% off $80', 56],
  ['8.25% sales tax on 100', 8.25],
  ['100 plus 20% vat', 120],
  ['what percent of 50 is 10', 20],
  ['10 is what percent of 50', 20],
  ['compound interest on 1000 at 5% for 10 years', 1628.89],
  ['1000 at 5% for 10 years compounded monthly', 1647.01],
  ['simple interest on 1000 at 5% for 3 years', 1150],
  ['mortgage 300k at 6% 30 years', 1798.65],
  ['5 year car loan 20000 at 4%', 368.33],
  ['loan $1 million at 5%', 5368.22],
  ['monthly payment on 20000 at 5% for 5 years', 377.42],
  ['loan 1200 at 0% for 1 year', 100],
  ['tip $42.50 18%', 7.65],
  ['$42.50 tip 18%', 7.65],
  ['$42.50 plus 18% tip', 7.65],
  ['$60 after 25% discount', 45],
  ['25% Rabatt auf 59,90 €', 44.925],
  ['25% de descuento en 60', 45],
  ['60€ mit 25% rabatt', 45],
  ['19% MwSt von 1.200,00 €', 228],
  ['19 per cent MwSt auf 100', 19],
  ['£100 plus VAT at 20%', 120],
  ['add 20% VAT to £100', 120],
  ['remove 20% vat from 120', 100],
  ['price of 249.99 after 30 percent discount', 174.993],
  ['what will $1000 be worth in 10 years at 5% compounded annually', 1628.89],
  ['split a $90 bill 4 ways with 18% tip', 16.2],
  ['split 90 by 4 with 10% tip', 9],
  ['twenty percent tip on fifty dollars', 10],
  ['200 Euro zzgl. 19% MwSt', 238],
  ['down payment of 5000, car loan of 25000, 5%, 60 months', 377.42],
  ['what percent of 50k is 10k', 20],
  ['what is $10 as a percentage of $50', 20],
]);

staysSilent('finance', [
  'loan',
  'loan calculator',
  'usda loans',
  'tips to save cash',
  'loan 400000',
  'mortgage rates 2020',
  'student loan forgiveness 2024 5%',
  '150% off 50',
  'tip of the iceberg',
  'loan 5% for 999 years of $100',
  '20% off 50 for 3 years',
  '20% off 50 with 10% tax',
  '20% tip on $50 after 10%',
  'iphone 20% off 999',
]);

test('the breakdown does not repeat the first value', async () => {
  expect((await answerHere('8% sales tax on $50'))?.answer).toBe('Tax 4.00 (total 54.00)');
  expect((await answerHere('remove 20% vat from 120'))?.answer).toBe('Without tax 100.00 (tax 20.00)');
});

test('who splits a bill is also told the share of each person', async () => {
  const answer = await answerHere('split a $90 bill 4 ways with 18% tip', { lang: 'de' });
  expect(answer?.answer).toBe('Trinkgeld 16,20 (Summe 106,20, Trinkgeld pro Person 4,05, Summe pro Person 26,55)');
});

test('a tip is split between people', async () => {
  const answer = await answerHere('15% tip on 80 split 4 ways');
  expect(answer?.data).toEqual({
    kind: 'tip',
    asked: 'tip',
    inputs: { amount: 80, rate: 15, people: 4 },
    value: '12',
    number: 12,
    approximate: false,
    breakdown: { total: 92, tip_each: 3, total_each: 23 },
  });
});

test.each([
  ['what is 8 out of 12 as a percentage', true],
  ['what is $1 as a percentage of $3', true],
  ['what is 9 out of 12 as a percentage', false],
  ['what is $0.1 as a percentage of $0.4', false],
])('a percentage is exact only if the quotient ends: %s', async (q, approximate) => {
  expect(await answerHere(q)).toMatchObject({ type: 'finance', data: { approximate } });
});
