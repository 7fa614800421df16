import { describe, expect, test } from 'vitest';
import type { LookUp } from '../../lib/answers/answer.ts';
import { currency } from '../../lib/answers/kinds/currency/currency.ts';
import { ask, expectSteady, NOW } from './asking.ts';
import { answerHere } from './in-process.ts';
import { counting, sandboxLookUp } from './sandbox-look-up.ts';

describe('a name that several currencies share means that of the requester’s country:', () => {
  test.each([
    ['100 dinar to usd', '', 'Asia/Kuwait', 'KWD'],
    ['100 dinar to usd', 'ar-IQ', 'UTC', 'IQD'],
    ['100 pesos in usd', '', 'America/Santiago', 'CLP'],
    ['100 pesos in usd', 'es-CO', 'UTC', 'COP'],
    ['100 pesos in usd', '', 'UTC', 'MXN'],
    ['50 dollars in eur', 'en', 'Australia/Sydney', 'AUD'],
    ['50 dollars in eur', '', 'UTC', 'USD'],
    ['50 dollars in eur', 'de', 'Europe/Berlin', 'USD'],
    ['100 rupees to usd', '', 'Asia/Karachi', 'PKR'],
    ['100 francs in dollars', 'fr-CH', 'UTC', 'CHF'],
    ['100 francs in dollars', '', 'Africa/Dakar', 'XOF'],
    ['100 franken in dollar', 'de', 'UTC', 'CHF'],
    ['100 crowns in euros', '', 'Europe/Prague', 'CZK'],
    ['100 kronor in euros', '', 'UTC', 'SEK'],
    ['100 dirham to eur', 'fr-MA', 'UTC', 'MAD'],
    ['100 pounds in usd', '', 'Africa/Cairo', 'EGP'],
    ['100 pounds in usd', '', 'UTC', 'GBP'],
  ])('%s %s %s', async (q, lang, tz, from) => {
    expect((await ask(q, { lang, tz }))?.data).toMatchObject({ from });
  });

  test.each([
    '100 dinar to usd',
    '500 shillings in eur',
    '100 francs in dollars',
    '100 crowns in euros',
    '9 kr in usd',
  ])('nobody means one of them everywhere: %s', async (q) => {
    expect(await ask(q, { tz: 'America/New_York' })).toBeNull();
  });
});

test.each(['eur usd', '1 eur in usd', 'eurusd'])('a rate is not rounded as money: %s', async (q) => {
  const found = await ask(q);
  expect(found?.data).toMatchObject({ number: found?.data.rate, approximate: false });
  expect(found?.answer).toBe(`EUR 1.00 = USD ${found?.data.value}`);
  expect(found?.data.value).toMatch(/\.\d{4}/);
});

describe('the rate of a day:', () => {
  test.each([
    ['100 usd to eur on 3 march 2020', '', '2020-03-03', /^USD 100.00 = EUR [\d.]+ \(Tuesday, March 3, 2020\)$/],
    ['eur usd 2015-01-15', '', '2015-01-15', /\(Thursday, January 15, 2015\)$/],
    ['100 euro in dollar am 3. märz 2020', 'de', '2020-03-03', /\(Dienstag, 3. März 2020\)$/],
    ['100 euro in dollari il 3 marzo 2020', 'it', '2020-03-03', /\(martedì 3 marzo 2020\)$/],
    ['100 euros en dollars le 3 mars 2020', 'fr', '2020-03-03', /\(mardi 3 mars 2020\)$/],
    // A Sunday: the Friday before it.
    ['100 usd to eur on march 1, 2020', '', '2020-02-28', /\(Friday, February 28, 2020\)$/],
  ])('%s', async (q, lang, as_of, line) => {
    const found = await ask(q, { lang });
    expect(found?.answer.replace(/\u00a0/g, ' ')).toMatch(line);
    expect(found?.data).toMatchObject({ as_of, observed_at: as_of });
  });

  test.each([
    ...['100 usd to eur on 3 march 1998', '100 usd to eur on 3 march 2120', '100 usd to eur 03/04/2020'],
    ...['100 usd to eur march 2020', 'dollar shop 2015-01-15'],
  ])('nobody can tell: %s', async (q) => {
    expect(await ask(q)).toBeNull();
  });

  test('a worker of an earlier version, which knows only the latest rate, gives no answer', async () => {
    const lookUp = (async () => ({ quote: { rate: 1.1, as_of: '2026-11-13' } })) as LookUp;
    expect(await answerHere('eur usd 2015-01-15', { lookUp, now: NOW })).toBeNull();
  });
});

describe('a conversion:', () => {
  test.each([
    ['100 usd to eur', 100, 'USD', 'EUR'],
    ['€50 in dollars', 50, 'EUR', 'USD'],
    ['usd eur', 1, 'USD', 'EUR'],
    ['eurusd', 1, 'EUR', 'USD'],
    ['usd/jpy', 1, 'USD', 'JPY'],
    ['200cadusd', 200, 'CAD', 'USD'],
    ['how much is 5 pounds in dollars', 5, 'GBP', 'USD'],
    ['convert 1k usd to inr', 1_000, 'USD', 'INR'],
    ['1.5m yen to usd', 1_500_000, 'JPY', 'USD'],
    ['half a million yen to usd', 500_000, 'JPY', 'USD'],
    ['what is 19 thousand hk dollars in thai bahts?', 19_000, 'HKD', 'THB'],
    ['convert 2,000 cad into usd', 2_000, 'CAD', 'USD'],
    ['1.234,50 EUR in USD', 1_234.5, 'EUR', 'USD'],
    ["1'000 chf to eur", 1_000, 'CHF', 'EUR'],
    ['2,5 euro in dollar', 2.5, 'EUR', 'USD'],
    ['CHF 2.95 in eur', 2.95, 'CHF', 'EUR'],
    ['4us$>ca$', 4, 'USD', 'CAD'],
    ['12 zł to eur', 12, 'PLN', 'EUR'],
    ['12 złotych to eur', 12, 'PLN', 'EUR'],
    ['$5 aud to usd', 5, 'AUD', 'USD'],
    ['how much in dollars is 50 pounds', 50, 'GBP', 'USD'],
    ['convert to eur 50 usd', 50, 'USD', 'EUR'],
    ['convert 100 to euros from dollars', 100, 'USD', 'EUR'],
    ["combien d'euros pour 100 dollars", 100, 'USD', 'EUR'],
    ["today's exchange rate usd to inr", 1, 'USD', 'INR'],
    ['one hundred usd in eur', 100, 'USD', 'EUR'],
    ['hundert Euro in Dollar', 100, 'EUR', 'USD'],
    ['5 Millionen Euro in Dollar', 5_000_000, 'EUR', 'USD'],
    ['wie viele Dollar sind 100 Euro', 100, 'EUR', 'USD'],
    ['euro a dólar', 1, 'EUR', 'USD'],
    ['inr to aed', 1, 'INR', 'AED'],
    ['convert thb to myr', 1, 'THB', 'MYR'],
    ['real to won', 1, 'BRL', 'KRW'],
    ['quanto é 50 dólares em reais', 50, 'USD', 'BRL'],
    ['cuánto vale un euro en dólares', 1, 'EUR', 'USD'],
    ['500 USD = ?PLN', 500, 'USD', 'PLN'],
    ['33.90 USD - NOK', 33.9, 'USD', 'NOK'],
    ['how many yen in a dollar', 1, 'USD', 'JPY'],
    ['how many dollars can i exchange for 25 euros', 25, 'EUR', 'USD'],
    ['dollar and pound', 1, 'USD', 'GBP'],
    ['exchange rate euro danish crown', 1, 'EUR', 'DKK'],
    ['100 Euro in Dollar', 100, 'EUR', 'USD'],
    ['50 Schweizer Franken in Euro', 50, 'CHF', 'EUR'],
    ['wie viel sind 20 Pfund in Euro', 20, 'GBP', 'EUR'],
    ['100 francs suisses en euros', 100, 'CHF', 'EUR'],
    ['cuánto son 50 dólares en pesos mexicanos', 50, 'USD', 'MXN'],
    ['quanto fa 100 dollari in euro', 100, 'USD', 'EUR'],
    ['50 libras em reais', 50, 'GBP', 'BRL'],
    ['hoeveel is 10 pond in euro', 10, 'GBP', 'EUR'],
    ['100 try to usd', 100, 'TRY', 'USD'],
    ['pound inr', 1, 'GBP', 'INR'],
    ['convert 5k usd to can dollar', 5_000, 'USD', 'CAD'],
    ['can you tell me how many dollars 20 euros is', 20, 'EUR', 'USD'],
    ['euros for 100 dollars', 100, 'USD', 'EUR'],
    ['.5 usd to eur', 0.5, 'USD', 'EUR'],
    ['i need to convert 100 dollars to yen', 100, 'USD', 'JPY'],
    ['i want to exchange 100 dollars for euros', 100, 'USD', 'EUR'],
  ])('%s', async (q, amount, from, to) => {
    expect((await ask(q))?.data).toMatchObject({ amount, from, to });
  });

  test('`kr` is the crown of the requester’s country', async () => {
    expect((await ask('100 kr in eur', { lang: 'da' }))?.data.from).toBe('DKK');
    expect((await ask('100 kr in eur', { lang: 'sv' }))?.data.from).toBe('SEK');
    expect((await ask('100 kroner in eur', { lang: 'da' }))?.data.from).toBe('DKK');
  });
});

test('the answer has the rate, its date and the result', async () => {
  const answer = await ask('100 eur to usd', { lang: 'de' });
  expect(answer?.data).toEqual({
    kind: 'currency',
    asked: 'currency',
    amount: 100,
    from: 'EUR',
    to: 'USD',
    rate: 1.1568,
    value: '115.68',
    number: 115.68,
    currency: 'USD',
    approximate: false,
    as_of: '2026-08-21',
    observed_at: '2026-08-21',
  });
  expect(answer?.answer).toBe('100,00 EUR = 115,68 USD');
});

test('converting a currency into itself calls no provider', async () => {
  const { lookUp, calls } = counting(sandboxLookUp);
  const answer = await answerHere('5 usd to usd', { lookUp, now: NOW });
  expect(answer?.data).toMatchObject({ rate: 1, value: '5', number: 5, as_of: '2026-11-15' });
  expect(calls).toEqual([]);
});

test('a currency without a rate has no answer', async () => {
  expect(await ask('100 usd to kpw')).toBeNull();
});

test('the currency of a country is a fact about it, and no rate', async () => {
  expect(await ask('currency in poland')).toMatchObject({ type: 'country', data: { value: 'PLN' } });
  expect((await ask('what currency does japan use'))?.answer).toContain('Japanese Yen (JPY)');
});

test.each([
  ...[
    'dollar tree',
    'pound cake',
    'pound for pound',
    'real madrid',
    'rand paul',
    'won ton soup',
    'euro 2024',
    'all in usd',
  ],
  ...['100cny 40usd', 'cny jpy 400', 'usda loans', '$100', '5 dollar footlong', 'million dollar baby'],
  ...['bitcoin to usd', 'gold price in usd', 'php to all', 'civil war currency'],
  ...['the pound in your pocket', '2 british houses to australian dollars', 'usd 88-321-321-33', 'half dollar'],
  ...['euro cup', 'mop top', 'thb to myr', '1 cup to pounds', 'euro for all', 'bitcoin price'],
  ...['what was the euro dollar rate in 2010', 'usd to eur 2024', 'dollar general', '50 cent'],
])('%s has no answer', async (q) => {
  expect(await ask(q)).toBeNull();
});

test('two names that are both units are not money', async () => {
  expect((await ask('1 pound in drams'))?.type).toBe('unit');
});

test('any query gets an answer that matches the schema, or none', () =>
  expectSteady(currency, [
    ...[
      '100',
      '$',
      '€',
      'usd',
      'eur',
      'to',
      'in',
      'pounds',
      'dollars',
      'how many',
      'convert',
      '1,000.50',
      'k',
      'million',
    ],
    ...['currency', 'of', 'japan', 'try', 'all', 'kr', 'zł', '=', '-', 'a', '0', '9e99', '1.1.1'],
  ]));
