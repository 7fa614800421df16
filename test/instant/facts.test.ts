import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { greatCircleKm } from '../../lib/answers/kinds/distance/distance.ts';
import { molarMass } from '../../lib/answers/kinds/element/element.ts';
import { countryName } from '../../lib/answers/reading/places/gazetteer.ts';
import { answerHere } from './in-process.ts';

const NOW = Date.parse('2026-11-18T12:00:00Z');
const ask = (q: string, lang = '', tz = 'UTC') => answerHere(q, { lang, tz, now: NOW });

it.each([
  ['capital of france', '', 'France: Paris'],
  ['what is the capital of australia', '', 'Australia: Canberra'],
  ['hauptstadt von österreich', 'de', 'Österreich: Wien'],
  ['quelle est la capitale de l’allemagne', 'fr', 'Allemagne: Berlin'],
  ['area of germany', '', 'Germany: 357,114 km²'],
  ['languages of switzerland', '', 'Switzerland: German, French, Italian, Romansh'],
  ['flag of italy', '', '🇮🇹 Italy'],
  [
    'neighbours of austria',
    '',
    'Austria: Czechia, Germany, Hungary, Italy, Liechtenstein, Slovakia, Slovenia, Switzerland',
  ],
  ['capital of georgia', 'en-GB', 'Georgia: Tbilisi'],
  ["what's the capital of germany", '', 'Germany: Berlin'],
  ['how big is france', '', 'France: 551,695 km²'],
])('a country: %s %s', async (q, lang, line) => {
  expect(await ask(q, lang)).toMatchObject({ type: 'country', answer: line });
});

it.each([
  ['languages of norway', 'Norway: Norwegian Bokmål, Norwegian Nynorsk, Northern Sami'],
  ['languages of montenegro', 'Montenegro: Montenegrin'],
  ['languages of serbia', 'Serbia: Serbian'],
  ['languages of eritrea', 'Eritrea: Tigrinya, English, Arabic'],
  ['languages of austria', 'Austria: German'],
  ['currency of bulgaria', 'Bulgaria: Euro (EUR)'],
  ['currency of bhutan', 'Bhutan: Bhutanese Ngultrum (BTN), Indian Rupee (INR)'],
  ['currency of panama', 'Panama: Panamanian Balboa (PAB), US Dollar (USD)'],
  ['currency of curaçao', 'Curaçao: Caribbean guilder (XCG)'],
  ['currency of sint maarten', 'Sint Maarten: Caribbean guilder (XCG)'],
  ['capital of eswatini', 'Eswatini: Mbabane, Lobamba'],
  ['neighbours of albania', 'Albania: Montenegro, Greece, North Macedonia, Kosovo'],
])('a fact has all that its sources agree on: %s', async (q, line) => {
  expect((await ask(q))?.answer).toBe(line);
});

it('languages of a country are official in both sources, or nobody says which', async () => {
  expect((await ask('languages of south africa'))?.data).toMatchObject({
    values: expect.arrayContaining(['English', 'Zulu', 'Xhosa', 'Afrikaans']),
  });
  for (const name of ['new zealand', 'nigeria', 'zimbabwe', 'mali', 'ethiopia', 'niger'])
    expect(await ask(`languages of ${name}`), name).toBeNull();
});

it('money of a country is what both sources have, or nobody says which', async () => {
  expect(await ask('currency of zimbabwe')).toBeNull();
});

it.each([
  ['atomic number of gold', 'Gold (Au): 79', '79'],
  ['atomic mass of Fe', 'Iron (Fe): 55.845 g/mol', '55.845'],
  ['chemical symbol for aluminum', 'Aluminium: Al', 'Al'],
  ['molar mass of H2O', 'H2O: 18.015 g/mol', '18.015'],
  ['molar mass of CuSO4·5H2O', 'CuSO4·5H2O: 249.68 g/mol', '249.68'],
  ['molar mass of CO', 'CO: 28.01 g/mol', '28.01'],
  ['what element has atomic number 79', 'Gold (Au): 79', '79'],
  ['molar mass of Co', 'Cobalt (Co): 58.933 g/mol', '58.933'],
])('an element: %s', async (q, line, value) => {
  expect(await ask(q)).toMatchObject({ type: 'element', answer: line, data: { value } });
});

it.each(['H(2O', 'H2)O', 'Xx2', 'h2o', 'Tc', '[Ca'])('no formula: "%s"', (formula) => {
  expect(molarMass(formula)).toBeNull();
});

it.each([
  ['synonyms of big', 'synonyms', 'large'],
  ['another word for big', 'synonyms', 'large'],
  ['antonym of hot', 'antonyms', 'cold'],
  ['opposite of fast', 'antonyms', 'slow'],
  ['what is a synonym for big', 'synonyms', 'large'],
])('a word: %s', async (q, kind, value) => {
  expect(await ask(q)).toMatchObject({ type: 'thesaurus', data: { kind, value } });
});

it.each([
  ['distance from london to paris', '', 'London, United Kingdom – Paris, France: 214 mi (344 km), in a straight line'],
  [
    'how far is paris from london',
    'en-GB',
    'Paris, France – London, United Kingdom: 344 km (214 mi), in a straight line',
  ],
  [
    'entfernung von berlin nach hamburg',
    'de',
    'Berlin, Deutschland – Hamburg, Deutschland: 255 km (159 mi), Luftlinie',
  ],
])('a distance: %s', async (q, lang, line) => {
  expect(await ask(q, lang)).toMatchObject({ type: 'distance', answer: line, data: { unit: 'km', approximate: true } });
});

it('the synonyms that people use most come first', async () => {
  const { data } = (await ask('synonyms of happy')) ?? {};
  expect(data).toMatchObject({ values: expect.arrayContaining(['glad', 'cheerful', 'joyous', 'content']) });
});

it.each([
  ['distance from london to paris in miles', 214, 'mi'],
  ['how many miles from london to paris', 214, 'mi'],
  ['how many km between berlin and hamburg', 255, 'km'],
  ['entfernung berlin hamburg', 255, 'km'],
  ['distance new york los angeles', 3936, 'km'],
])('a distance in the unit of the question: %s', async (q, value, unit) => {
  expect(await ask(q)).toMatchObject({ type: 'distance', data: { value: String(value), unit } });
});

it('the great circle goes half around the earth at most', () => {
  expect(greatCircleKm({ lat: 90, lon: 0 }, { lat: -90, lon: 0 })).toBeCloseTo(20_015, 0);
  expect(greatCircleKm({ lat: 10, lon: 20 }, { lat: 10, lon: 20 })).toBe(0);
});

it.each([
  // Times of the almanac, to the minute.
  ['next full moon', 'UTC', '2026-11-24T14:5'],
  ['when is the next new moon', 'UTC', '2026-12-09T00:5'],
  ['winter solstice 2026', 'Europe/London', '2026-12-21T20:5'],
  ['winter solstice 2026', 'Australia/Sydney', '2026-06-21T08:2'],
  ['summer solstice', 'Europe/London', '2027-06-21T14:1'],
])('the sky: %s in %s', async (q, tz, value) => {
  const answer = await ask(q, '', tz);
  expect(answer?.type).toBe('sky');
  expect(answer).toMatchObject({ data: { value: expect.stringMatching(new RegExp(`^${value}`)) } });
});

it.each([
  // The first quarter is on 17 November at 11:48.
  ['2026-11-15T12:00:00Z', 'Waxing crescent', 32],
  ['2026-11-17T12:00:00Z', 'First quarter', 50],
  ['2026-11-18T12:00:00Z', 'Waxing gibbous', 60],
  ['2026-11-24T20:00:00Z', 'Full moon', 100],
  ['2026-12-08T20:00:00Z', 'New moon', 0],
  ['2026-12-09T08:00:00Z', 'New moon', 0],
])('the phase of the moon is named, with the share that is lit: %s', async (now, phase, illumination) => {
  const answer = await answerHere('current moon phase', { now: Date.parse(now) });
  expect(answer).toMatchObject({ data: { phase, illumination } });
});

it.each([
  ['cron 0 5 * * 1', '', 'At 05:00 AM, only on Monday'],
  ['*/5 * * * *', '', 'Every 5 minutes'],
  ['what does */5 * * * * mean?', '', 'Every 5 minutes'],
  ['0 5 * * 1', 'de', 'Um 05:00, nur jeden Montag'],
])('a schedule: %s', async (q, lang, line) => {
  expect(await ask(q, lang)).toMatchObject({ type: 'schedule', answer: line });
});

it.each([
  ['contrast ratio #fff #777', '4.47', 'AA large'],
  ['contrast between white and black', '21', 'AAA'],
])('a contrast: %s', async (q, value, level) => {
  expect(await ask(q)).toMatchObject({ type: 'contrast', data: { value, level } });
});

it('a token: its claims and its end', async () => {
  const token = (claims: object) =>
    ['{"alg":"HS256"}', JSON.stringify(claims), 'x'].map((part) => Buffer.from(part).toString('base64url')).join('.');
  const answer = await ask(`decode jwt ${token({ sub: 'ada', iat: 1_700_000_000, exp: 1_700_003_600 })}`);
  expect(answer).toMatchObject({
    type: 'jwt',
    answer: 'HS256, expired Tuesday, November 14, 2023 at 11:13:20 PM UTC, signature not checked',
    data: { is_expired: true, expires_at: '2023-11-14T23:13:20.000Z' },
  });
  expect(JSON.parse(String((answer?.data as { payload?: string } | undefined)?.payload))).toEqual({
    sub: 'ada',
    iat: 1_700_000_000,
    exp: 1_700_003_600,
  });
});

it.each([
  ...['capital one', 'capital gains tax', 'area 51', 'flag football', 'language models', 'capital of isle of man'],
  ...[
    'distance between cars',
    'distance learning',
    'distance salt lake city',
    'miles davis',
    'how many miles in a marathon',
    'how far is heaven',
    'new moon movie',
    'spring boot',
    'winter tyres',
  ],
  ...['atomic habits', 'symbol for love', 'molar mass of water', 'cron job not running', 'opposite of progress bar'],
  ...['contrast agent', 'another word for', 'eyJhbGciOiJIUzI1NiJ9', '1 2 3 4 5', 'cron 0 5 * 13 1'],
])('stays silent: %s', async (q) => {
  expect(await ask(q)).toBeNull();
});

it('for somebody in the United States, Georgia is a state', async () => {
  expect(await ask('capital of georgia', 'en-US', 'America/New_York')).toBeNull();
});

/** Every country with what its table says. */
const countryFacts = readFileSync('lib/answers/kinds/country/data/facts.tsv', 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [code: string, capitals: string, ...string[]]);

it('capitals have the names of the table of facts, whatever the gazetteer calls the place', async () => {
  const [wrong, silent]: [string[], string[]] = [[], []];
  for (const [code, capitals] of countryFacts) {
    const answer = capitals && (await ask(`capital of ${countryName(code, 'en')}`));
    if (answer === null) silent.push(code);
    else if (answer && capitals !== (answer.data as { values: string[] }).values.join('|'))
      wrong.push(`${code}: ${answer.answer}`);
  }
  expect(wrong).toEqual([]);
  // The table of places has no place in them, or their name is that of another country.
  expect(silent.length).toBeLessThan(10);
});

it.each([
  ['hauptstadt von österreich', 'de', 'Österreich: Wien'],
  ['capital of kuwait', 'fr', 'Koweït: Koweït'],
  ['capital of maldives', 'de', 'Malediven: Malé'],
])('the line has the name of a capital in the language: %s', async (q, lang, line) => {
  expect((await ask(q, lang))?.answer).toBe(line);
});

it.each([
  ['currency of japan', '', 'Japan: Japanese Yen (JPY)', 'JPY'],
  ['what currency does japan use', '', 'Japan: Japanese Yen (JPY)', 'JPY'],
  ['währung von polen', 'de', 'Polen: Polnischer Złoty (PLN)', 'PLN'],
  ['currency of switzerland', '', 'Switzerland: Swiss Franc (CHF)', 'CHF'],
])('the money of a country is no rate: %s', async (q, lang, answer, value) => {
  expect(await ask(q, lang)).toMatchObject({
    type: 'country',
    answer,
    data: { kind: 'country_currency', asked: 'currency', value },
  });
  expect((await ask(q, lang))?.data).not.toHaveProperty('number');
});

it.each([
  ['area of germany', 357_114],
  ['distance from london to paris in miles', 214],
  ['atomic number of gold', 79],
  ['molar mass of H2SO4', 98.078],
  ['contrast #fff #777', 4.47],
  ['ascii a', 97],
  ['not found status code', 404],
])('a value of digits is a number: %s', async (q, number) => {
  expect((await ask(q))?.data).toMatchObject({ number });
});

it('the parts of a token are what was signed: their order, and all digits of their numbers', async () => {
  const [head, body] = ['{"typ":"JWT","alg":"HS256"}', '{"exp":1900000000,"z":1,"id":9007199254740993}'];
  const token = [head, body, 'x'].map((part) => Buffer.from(part).toString('base64url')).join('.');
  const payload = '{\n  "exp": 1900000000,\n  "z": 1,\n  "id": 9007199254740993\n}';
  expect((await ask(token))?.data).toMatchObject({
    header: '{\n  "typ": "JWT",\n  "alg": "HS256"\n}',
    payload,
    value: payload,
    algorithm: 'HS256',
    asked: 'jwt',
  });
});

it.each([
  ['sqrt(2) to 10 decimal places', 'sqrt(2) ≈ 1.4142135624', true],
  ['e to 10 decimal places', 'e ≈ 2.7182818285', true],
  ['10/3 to 10 decimal places', '10 ÷ 3 ≈ 3.3333333333', true],
  ['5/4 to 2 decimal places', 'round(5 ÷ 4, 2) = 1.25', false],
])('a value that was rounded as asked is approximate: %s', async (q, answer, approximate) => {
  expect(await ask(q)).toMatchObject({ answer, data: { approximate } });
});

it.each([
  ['is 100.64.0.1 private', '', 'No: 100.64.0.1 (shared by customers of a provider)'],
  ['ist 100.64.0.1 privat', 'de', 'Nein: 100.64.0.1 (für viele Kunden eines Anbieters)'],
  ['is 10.1.2.3 private', '', 'Yes: 10.1.2.3 (private)'],
  ['is 8.8.8.8 private', 'de', 'Nein: 8.8.8.8 (öffentlich)'],
  ['is 240.0.0.1 public', '', 'No: 240.0.0.1 (reserved)'],
])('what an address is for is said in words: %s', async (q, lang, line) => {
  expect((await ask(q, lang))?.answer).toBe(line);
});

it.each([
  ['distance london newcastle', 'UTC', 'London, United Kingdom', 'Newcastle upon Tyne, United Kingdom'],
  ['distance london newcastle', 'Australia/Sydney', 'London, United Kingdom', 'Newcastle upon Tyne, United Kingdom'],
  ['distance atlanta birmingham', 'UTC', 'Atlanta, Georgia, United States', 'Birmingham, Alabama, United States'],
  ['distance rome florence', 'America/New_York', 'Rome, Italy', 'Florence, Italy'],
  // Far smaller namesakes are not meant, and a country after the name decides.
  ['distance london paris', 'America/Chicago', 'London, United Kingdom', 'Paris, France'],
  ['distance from paris texas to london', 'UTC', 'Paris, Texas, United States', 'London, United Kingdom'],
])('of namesakes, that near the other place is meant: %s in %s', async (q, tz, from, to) => {
  expect((await ask(q, '', tz))?.data).toMatchObject({ from, to });
});

it.each([
  ['house', 'home'],
  ['run', 'hurry'],
  ['fast', 'quick'],
  ['bad', 'evil'],
  ['big', 'large'],
  ['happy', 'glad'],
])('the first synonym has the commonest meaning: %s', async (word, value) => {
  expect((await ask(`synonyms of ${word}`))?.data).toMatchObject({ value });
});

it.each([
  ['love', ['enjoy', 'passion'], ['bed', 'bang', 'screw', 'fuck']],
  ['clean', ['spotless', 'immaculate'], ['spic', 'spick']],
  ['black', ['dark'], ['negro', 'colored']],
  ['tool', ['instrument'], ['prick', 'cock', 'dick']],
  ['bogus', ['fake'], ['bastard']],
])('no synonym of "%s" is a word that WordNet calls rude, nor of such a sense', async (word, having, lacking) => {
  const data = (await ask(`another word for ${word}`))?.data;
  const { values } = data as { values: string[] };
  expect(values).toEqual(expect.arrayContaining(having));
  expect(values.filter((value) => lacking.includes(value))).toEqual([]);
});

it('no synonym is a form of the word, or another word in a sense that it seldom has', async () => {
  const valuesOf = async (word: string) => (await ask(`synonyms of ${word}`))?.data;
  for (const [word, others] of [
    ['bad', ['worse', 'worst', 'pretty']],
    ['good', ['better', 'best']],
  ] as const)
    for (const other of others)
      expect(await valuesOf(word)).not.toMatchObject({ values: expect.arrayContaining([other]) });
});

it.each([
  ['first day of spring 2027', 'en-AU', 'UTC'],
  ['when does summer start', '', 'Pacific/Auckland'],
])('the first day of a season is no moment where it is that of a month: %s (%s %s)', async (q, lang, tz) => {
  expect(await ask(q, lang, tz)).toBeNull();
});

it.each([
  ['first day of spring 2027', 'en-US', 'America/New_York', /March 20, 2027 at 4:25.PM EDT$/],
  ['spring equinox 2027', 'en-AU', 'Australia/Sydney', /23 September 2027 at 4:01.pm AEST$/],
  ['winter solstice 2026', 'de', 'Europe/Berlin', /21. Dezember 2026 um 21:50 CET$/],
  ['next full moon', '', 'UTC', /November 24, 2026 at 2:54.PM UTC$/],
])('the sky shows the clocks of the requester, without seconds: %s (%s %s)', async (q, lang, tz, line) => {
  expect((await ask(q, lang, tz))?.answer).toMatch(line);
});

it('a formula in small letters is read if it can mean only one', async () => {
  expect((await ask('molar mass of h2so4'))?.data).toMatchObject({ formula: 'H2SO4', value: '98.078' });
  expect((await ask('molar mass of ca(oh)2'))?.data).toMatchObject({ formula: 'Ca(OH)2' });
  expect(await ask('molar mass of co2')).toBeNull();
  expect(await ask('molar mass of cat')).toBeNull();
});
