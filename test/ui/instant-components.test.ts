import { fastify } from 'fastify';
import { Fragment, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { beforeAll, describe, expect, test } from 'vitest';
import { contrastOf, gradeOf } from '../../api/ui/instant/contrast.ts';
import { loadCalendar } from '../../api/ui/instant/dates.tsx';
import { Instant } from '../../api/ui/instant/instant.tsx';
import { loadTypesetting, typeset } from '../../api/ui/instant/mathml.ts';
import { timerFor } from '../../api/ui/instant/timer-question.ts';
import { toolFor } from '../../api/ui/instant/tools.ts';
import { renderedFor } from '../../api/ui/rendering.tsx';
import type { InstantAnswer } from '../../lib/answers/answer.ts';
import { answerKinds } from '../../lib/answers/registry.ts';
import { ask } from '../instant/asking.ts';

const shown = (answer: InstantAnswer) => renderToString(h(Instant, { answer }));
/** As a page in German has it. */
async function shownInGerman(answer: InstantAnswer): Promise<string> {
  const app = fastify().decorate('sandboxUrl', '').decorate('tileSource', null).decorate('placeGroups', []);
  app.get('/', (request) => renderToString(renderedFor(h(Fragment, null, h(Instant, { answer })), request)));
  return (await app.inject({ url: '/', headers: { 'accept-language': 'de' } })).body;
}
const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, '');
const asked = async (q: string, lang = '') => {
  const answer = await ask(q, { lang, tz: 'Europe/Berlin' });
  if (!answer) throw new Error(`"${q}" has no answer.`);
  return answer;
};
const HOLES = /\bnull\b|undefined|\bNaN\b|\[object|Infinity/;

beforeAll(() => Promise.all([loadTypesetting(), loadCalendar()]));

/** Queries of every kind that look different from the kind's example. */
const OTHERS = [
  ...['5 ft 10 in in cm', '100 c to f', '5.5 hours in h and min', '3 km + 200 m', '30 mpg in l/100km'],
  ...['7pm utc in new york', 'time difference london tokyo', 'what day is 2026-12-24', 'unix time', 'in 3 weeks'],
  ...['days between 2026-01-01 and 2026-12-24', 'how old is someone born 1990-05-05', 'sunrise in Tromso on 21 June'],
  ...['solve x^2 - 5x + 6 = 0', 'speed of light', 'pi to 50 digits', '1/3', '20% of 50', 'uuid', '5 uuids'],
  ...['roll 2d6+1', 'random number 1 to 10', 'random color', 'mix red and blue', 'loan 200000 4% 30 years'],
  ...['sort 5 3 1', 'port 443', 'chmod 755', 'unicode U+20AC', 'json {"a":1,}', 'factors of 360', 'is 97 prime'],
  ...['identify hash 5d41402abc4b2a76b9719d911017c592', 'is racecar a palindrome', 'weather in Paris tomorrow'],
  ...['/26 netmask', 'wind in Paris', 'age of someone born in 1990'],
];

describe('every kind of answer', () => {
  const queries = [...answerKinds.map(({ example }) => example), ...OTHERS];

  test.each(queries)('is shown whole without JavaScript: %s', async (q) => {
    for (const lang of ['', 'de']) {
      const answer = await ask(q, { lang, tz: 'Europe/Berlin' });
      if (!answer) continue;
      const html = shown(answer);
      expect(html).not.toMatch(HOLES);
      // The page of this test is English.
      if (lang === 'de') continue;
      const { value } = answer.data as { value: string | null };
      const text = textOf(html);
      const words = answer.answer.split(/(?:[\s,;()]|:(?= ))+/).map(textOf);
      expect((value && text.includes(textOf(value))) || words.every((word) => text.includes(word)), html).toBe(true);
    }
  });

  test('has an example that is answered', async () => {
    for (const { example } of answerKinds) expect(await ask(example), example).not.toBeNull();
  });
});

describe('data that are not what they should be', () => {
  const HOSTILE = [
    null,
    'a text',
    [],
    {},
    { value: null },
    { value: { deep: true }, days: 'none', hex: '"/><script>', svg: 7 },
    { value: 'x'.repeat(2_000_000), latex: 'x'.repeat(2_000_000), expression: '<script>', op: 'diff', from: 1, to: 2 },
    { value: '1', from: { value: 'NaN', unit: '<b>' }, to: { value: 'Infinity', unit: '' }, rate: 'x', amount: {} },
    { value: '<script>alert(1)</script>', latex: '\\href{javascript:alert(1)}{x}', expression: 'x', values: [null] },
    { current: { temp_c: null }, days: [null], place: 'Paris', tz: 'Nowhere/None', iso: 'x', date: '2026-99-99' },
    { text: 'x', svg: '<svg/><script>', png: 'https://elsewhere.example/a.png' },
  ];
  const types = [...answerKinds.map(({ type }) => type), 'timer', 'stopwatch', 'constructor', '__proto__'];

  test.each(types)('fall back to the line of text, with nothing that could run: %s', (type) => {
    for (const data of HOSTILE) {
      const html = shown({ type, query: '"><script>q', answer: 'The <answer> line', data });
      expect(html).not.toMatch(/<script|javascript:|<b>|elsewhere/i);
      expect(html).not.toMatch(HOLES);
      expect(html.length).toBeLessThan(60_000);
    }
    const { length } = HOSTILE.filter((data) =>
      shown({ type, query: 'q', answer: 'The answer', data }).includes('The answer'),
    );
    expect(length).toBeGreaterThan(0);
  });

  test('of a picture are shown as an image, in which nothing can run', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const html = shown({ type: 'qr', query: 'q', answer: 'QR code', data: { text: 'x', svg } });
    expect(html).not.toContain('<svg');
    expect(html).not.toContain('<script');
    const [, code = ''] = /src="data:image\/svg\+xml;base64,([^"]*)"/.exec(html) ?? [];
    expect(Buffer.from(code, 'base64').toString()).toBe(svg);
    expect(html).toContain('download="qr-code.svg"');
    expect(html).not.toContain('qr-code.png');
  });

  test('without some fields leave no hole', async () => {
    const answer = await asked('weather in Paris');
    const data = answer.data as { current: object; days: { date: string }[] };
    const current = { ...data.current, feels_c: null, humidity: null, wind_kmh: null };
    const days = data.days.map((day) => ({ ...day, min_c: null, precipitation_mm: null }));
    const html = shown({ ...answer, data: { ...data, current, days, observed_at: undefined, source: undefined } });
    expect(html).toContain('weather-days');
    expect(html).not.toMatch(HOLES);
    expect(html).not.toContain('Humidity');
  });
});

describe('components', () => {
  test('the weather has shares and negative numbers as other pages do', async () => {
    const answer = await asked('weather in Paris');
    const data = answer.data as { current: object };
    const html = shown({ ...answer, data: { ...data, current: { ...data.current, temp_c: -1.4, humidity: 65 } } });
    expect(html).toContain('65%');
    expect(html).toContain('−1°');
  });

  test('a calculation shows the expression above its result, and a form that works without JavaScript', async () => {
    const html = shown(await asked('2 * (3 + 4)'));
    expect(html).toMatch(/class="asked" dir="auto">2 × \(3 \+ 4\) =<.*<bdi class="value">14<.*<form [^>]*action="\/"/s);
  });

  test('a conversion has a field for each unit, and a form for others', async () => {
    const html = shown(await asked('100 c to f'));
    expect([...html.matchAll(/<input [^>]*value="([^"]*)" data-unit="([^"]*)"/g)].map(([, ...each]) => each)).toEqual([
      ['100', '°C'],
      ['212', '°F'],
    ]);
    expect(html).toMatch(/<form [^>]*action="\/".*name="q"/s);
    expect(shown(await asked('3 km + 200 m'))).not.toContain('instant-converter');
  });

  test('money has its date and common amounts in both directions', async () => {
    const html = shown(await asked('100 usd to eur'));
    expect(html).toContain('Rate of August 21, 2026');
    expect(html.match(/<table/g)).toHaveLength(2);
    expect(html).toMatch(/data-rate="0\.\d+"/);
  });

  test('money of a day names it once', async () => {
    const html = shown(await asked('100 usd to eur on 3 march 2020'));
    expect(html).toMatch(/<bdi class="value">EUR [\d.]+<\/bdi>/);
    expect(textOf(html).match(/March3,2020/g)).toHaveLength(1);
  });

  test('a measure of the weather that is not among the rest is told', async () => {
    expect(textOf(shown(await asked('uv index madrid')))).toMatch(/UVindex[\d.]+/);
  });

  test('the air has its index, its level and what is in it', async () => {
    const text = textOf(shown(await asked('air quality in delhi')));
    expect(text).toMatch(/Delhi.*Airqualityindex\(UnitedStates\)\d+·[A-Z][a-z]+.*PM2\.5.*µg\/m³.*NO₂/);
  });

  test('a translation is in its language', async () => {
    const html = shown(await asked('translate good morning to french'));
    expect(html).toContain('<span lang="fr">bonjour</span>');
    expect(textOf(html)).toContain('French');
  });

  test('public holidays are a list, those of some regions with their names', async () => {
    const html = shown(await asked('bank holidays uk 2027'));
    expect(html.match(/<li>/g)?.length).toBeGreaterThan(10);
    expect(textOf(html)).toContain('Monday,August30,2027Summerbankholiday·England,NorthernIreland,Wales');
    expect(textOf(shown(await asked('is today a public holiday in germany')))).toContain('No');
  });

  test.each([
    ['capital of austria', 'Österreich', 'Wien'],
    ['currency of austria', 'Österreich', 'Euro (EUR)'],
    ['neighbours of austria', 'Österreich', /^Tschechien, Deutschland, /],
    ['neighbours of iceland', 'Island', 'keine'],
    ['flag of italy', 'Italien', '🇮🇹'],
    ['area of germany', 'Deutschland', '357.114 km²'],
    ['atomic mass of gold', 'Gold', '196,97 g/mol'],
    ['molar mass of H2SO4', 'H2SO4', '98,078 g/mol'],
    ['chemical symbol for gold', 'Gold', 'Au'],
    ['distance from london to paris', 'London, United Kingdom – Paris, France', '344 km'],
    ['how many miles from london to paris', 'London, United Kingdom – Paris, France', '214 mi'],
    ['synonyms of happy', 'Synonyme: happy', /^glad, /],
    ['cron 0 5 * * 1', '<code>0 5 * * 1</code>', /^At 05:00 AM/],
    ['moon phase', 'Mond', /^[A-ZÄÖÜ][\p{L} ]+$/u],
    ['next full moon', 'Vollmond', /^\p{L}+, \d.* 2026 um 15:54 CET$/u],
    ['winter solstice 2026', 'Winteranfang', /Dezember 2026 um 21:50 CET$/],
  ])('a fact has what was asked above it, in the language of the page: %s', async (q, above, value) => {
    const html = await shownInGerman(await asked(q));
    const shownValue = /<bdi class="value">(.*?)<\/bdi>/.exec(html)?.[1];
    if (typeof value === 'string') expect(shownValue).toBe(value);
    else expect(shownValue).toMatch(value);
    expect(/<p class="asked"[^>]*>(.*?)<\/p>/.exec(html)?.[1] ?? '').toBe(above);
  });

  test('a token has its claims as code, its header and its times', async () => {
    const [head, body] = ['{"alg":"HS256"}', '{"sub":"ada","exp":1700003600}'];
    const token = [head, body, 'x'].map((part) => Buffer.from(part).toString('base64url')).join('.');
    const html = await shownInGerman(await asked(token));
    expect(html).toMatch(/<p class="answer code"><bdi class="value">\{\n {2}&quot;sub&quot;: &quot;ada&quot;/);
    for (const part of ['Verfahren', 'HS256', '14. November 2023', 'abgelaufen', 'Signatur nicht geprüft'])
      expect(html).toContain(part);
  });

  test('the weather has days, drawings, a curve and both units', async () => {
    const html = shown(await asked('weather in Paris'));
    // A week, and every third hour of a day.
    expect(html.match(/class="weekday"/g)).toHaveLength(7 + 8);
    expect(html.match(/class="weather-icon"/g)).toHaveLength(1 + 7 + 8);
    expect(html).toMatch(/<path class="warm" d="M50 [\d.]+C/);
    expect(html).toMatch(/value="c" checked/);
    expect(html).toMatch(/class="c">-?\d+°.*class="f">-?\d+°/s);
  });

  test('the weather of an hour is under the moon where the sun has set', async () => {
    const answer = await asked('weather in Paris');
    const hours = Array.from({ length: 24 }, (_, hour) => ({
      ...{ time: `2026-06-21T${`${hour}`.padStart(2, '0')}:00`, temp_c: 20, condition: 'clear sky' },
    }));
    const html = shown({
      ...answer,
      data: { ...(answer.data as object), hours, observed_at: '2026-06-21T00:00+02:00' },
    });
    const [list = ''] = /<ol class="weather-days weather-hours">.*?<\/ol>/s.exec(html) ?? [];
    const skies = list.split('<li>').slice(1);
    // From 5:47 to 21:58 there.
    expect(skies.map((sky) => (sky.includes('class="moon"') ? 'moon' : 'sun'))).toEqual([
      ...['moon', 'moon', 'sun', 'sun', 'sun', 'sun', 'sun', 'sun'],
    ]);
  });

  test('several places have a row each', async () => {
    const html = shown(await asked('time in tokyo, london and new york'));
    const places = [...html.matchAll(/class="zone-place">([^<]*)</g)].map(([, place]) => place);
    expect(places).toEqual(['Tokyo, Japan', 'London, United Kingdom', 'New York, United States']);
    const times = [...html.matchAll(/class="zone-time">([^<]*)</g)].map(([, time]) => textOf(time ?? ''));
    expect(times).toEqual(['9:00PM', '12:00PM', '7:00AM']);
  });

  test.each([
    ['when do the clocks change in london', 'London, United Kingdom', 'Sunday, March 28, 2027, 1:00 AM → 2:00 AM'],
    ['x+y=1, x+y=2', 'x + y = 1, x + y = 2', 'no solution'],
    ['45 out of 60 as a percentage', '', '75 %'],
  ])('%s is told in words', async (q, above, value) => {
    const html = shown(await asked(q));
    expect(/<bdi class="value">([^<]*)</.exec(html)?.[1]).toBe(value);
    expect(/class="asked" dir="auto">([^<]*)</.exec(html)?.[1] ?? '').toBe(above);
    expect(html).not.toMatch(/T02:00|∅|<dd>/);
  });

  test('a contrast shows text in each colour on the other', async () => {
    const html = shown(await asked('contrast #fff #777'));
    expect(html).toContain('<bdi class="value">4.47 : 1</bdi>');
    expect([...html.matchAll(/fill="(#\w+)"/g)].map(([, fill]) => fill)).toEqual([
      ...['#777777', '#ffffff', '#ffffff', '#777777'],
    ]);
    expect(textOf(html)).toContain('AA,largetextonly');
  });

  test('a colour has its notations and its contrast', async () => {
    const html = shown(await asked('#ff8800 to hsl'));
    for (const part of ['#ff8800', 'rgb(255, 136, 0)', 'oklch(0.744 0.181 56.5)', 'fill="#ff8800"', 'type="color"'])
      expect(html).toContain(part);
    expect(html).toMatch(/White 2\.3 : 1.*Black 8\.7 : 1.*AAA/s);
    expect(contrastOf('#ffffff', '#000000')).toBeCloseTo(21, 5);
    expect([21, 7, 4.5, 3, 2.99].map(gradeOf)).toEqual(['AAA', 'AAA', 'AA', 'AA-large', null]);
  });

  test.each([
    ['#ff8800', 'near darkorange', 'nahe darkorange'],
    ['#ff8c00', 'darkorange', 'darkorange'],
  ])('a colour without a name has that of one near it, which alone is copied: %s', async (q, english, german) => {
    const answer = await asked(q);
    const named = /<dt>Name<\/dt><dd><bdi class="value">([^<]*)<\/bdi><button [^>]*data-copy-text="([^"]*)"/;
    expect(named.exec(shown(answer))?.slice(1)).toEqual([english, 'darkorange']);
    expect(named.exec(await shownInGerman(answer))?.slice(1)).toEqual([german, 'darkorange']);
  });

  test('a difference of dates has a bar of what is over, or counts down to a day to come', async () => {
    const html = shown(await asked('days until christmas'));
    expect(html).not.toContain('class="span-bar"');
    expect(html).toContain(`data-until="${Date.parse('2026-12-25T00:00:00+01:00')}"`);
    const past = shown(await asked('days between 2026-01-01 and 2026-12-24'));
    expect(past).toContain('class="span-bar"');
    expect(past).toContain('<span>Thu, Jan 1, 2026</span>');
    expect(past).toContain('318 of 357 days have passed');
    expect(past).not.toContain('instant-countdown');
  });

  test('dice add up with what is added to them', async () => {
    for (const q of ['roll 2d6+1', 'roll 2d6-1', 'roll 2d6']) {
      const [, line = '', total = ''] =
        /class="asked"[^>]*>([^<]*) =<.*class="value">([^<]*)</s.exec(shown(await asked(q))) ?? [];
      const sum = line
        .replaceAll('− ', '+ -')
        .split(' + ')
        .reduce((all, each) => all + Number(each), 0);
      expect([q, line, sum]).toEqual([q, line, Number(total)]);
    }
  });

  test('the weather of one day to come is that of the day', async () => {
    const html = shown(await asked('weather in Paris tomorrow'));
    const [now = ''] = /class="weather-now".*?class="weather-week/s.exec(html) ?? [];
    const { days } = (await asked('weather in Paris tomorrow')).data as { days: { max_c: number; min_c: number }[] };
    expect(textOf(now)).toContain(`${Math.round(days[1]?.max_c ?? 0)}°C`);
    expect(textOf(now)).toContain(`${Math.round(days[1]?.min_c ?? 0)}°C`);
    const tomorrow = new Date(Date.now() + 86_400_000);
    const day = tomorrow.toLocaleDateString('en', {
      weekday: 'long',
      month: 'long',
      day: 'numeric',
      timeZone: 'Europe/Paris',
    });
    expect(/class="asked">([^<]*)</.exec(html)?.[1]).toContain(day);
    expect(textOf(now)).not.toContain('Feelslike');
  });

  test('a difference of times is its main value, and each time can be copied', async () => {
    const html = shown(await asked('time difference london tokyo'));
    expect(html).toMatch(/class="answer"><bdi class="value">\+9 hours</);
    expect(html.match(/data-copy/g)).toHaveLength(3);
    const same = shown(await asked('7pm utc in new york'));
    expect(same).toMatch(/class="unseen">7:00 PM UTC = 2:00 PM New York/);
    expect(same).not.toContain('class="asked"');
  });

  test.each([
    // What is above the value, and which rows are below it.
    ['average of 3 5 9', '', []],
    ['is 97 prime', '', []],
    ['loan 200000 4% 30 years', 'Monthly payment', ['Principal', 'Total', 'Interest', 'Rate (%)', 'Years']],
    ['20% off 50', 'Price', ['Saved', 'Amount', 'Rate (%)']],
    ['my user agent', 'Your user agent is', []],
    ['http 404', '', ['Code', 'Meaning']],
    ['port 443', 'Port 443 (tcp): HTTPS, SSL, TLS', ['Port', 'Protocol']],
  ])('nothing is said twice: %s', async (q, above, rows) => {
    const html = shown(await asked(q));
    expect(/class="asked"[^>]*>([^<]*)</.exec(html)?.[1] ?? '').toBe(above);
    expect([...html.matchAll(/<dt>([^<]*)</g)].map(([, name]) => name)).toEqual(rows);
  });

  test('algebra is MathML of listed elements and attributes', async () => {
    const html = shown(await asked('derivative of x^2 sin x'));
    expect(html).toMatch(/<math display="block"><mrow>.*<msup><mi>x<\/mi><mn>2<\/mn><\/msup>/);
    expect(html).not.toContain('style=');
    for (const bad of ['\\href{javascript:alert(1)}{x}', '\\frac{1', '', 'x'.repeat(5_000)])
      expect(typeset(bad)).toBeNull();
    expect(renderToString(typeset('\\text{<script>}') ?? h('p', {}))).not.toContain('<script');
  });
});

describe('timers', () => {
  test.each([
    ['timer 5 min', 300],
    ['5 minute timer', 300],
    ['set a timer for 10 minutes', 600],
    ['timer 1 hour 30 minutes', 5_400],
    ['countdown 90 seconds', 90],
    ['timer', 300],
    ['Timer 3 Minuten', 180],
  ])('%s', async (q, seconds) => {
    expect(await timerFor(q, '')).toMatchObject({ type: 'timer', data: { seconds } });
  });

  test('say that they need JavaScript', async () => {
    for (const q of ['timer 1 hour', 'stopwatch']) {
      const html = shown((await timerFor(q, '')) as InstantAnswer);
      expect(html).toMatch(/<fieldset class="buttons" disabled>.*<noscript><p class="note">This requires JavaScript/s);
    }
    expect(shown((await timerFor('timer 1 hour', '')) as InstantAnswer)).toContain('>01:00:00<');
  });

  test.each(['stopwatch', 'Stoppuhr', 'stop watch'])('%s', async (q) => {
    expect(await timerFor(q, '')).toMatchObject({ type: 'stopwatch' });
  });

  test.each(['best kitchen timer', 'timer relay', 'stopwatch review', 'final countdown', 'timer 3 years', 'linux'])(
    'not for %s',
    async (q) => {
      expect(await timerFor(q, '')).toBeNull();
    },
  );
});

describe('the names of tools', () => {
  test.each([
    ['calculator', 'empty-calculator'],
    [' Taschenrechner ', 'empty-calculator'],
    ['Unit  Converter', 'empty-converter'],
    ['einheitenrechner', 'empty-converter'],
    ['color picker', undefined],
  ])('%s opens an empty one', (q, type) => {
    const tool = toolFor(q);
    expect(tool?.type).toBe(type);
    if (!type) return expect(tool?.opens).toMatch(/^#/);
    const html = shown({ type, query: q, answer: q, data: {} });
    expect(html).toMatch(/<form class="ask" method="get" action="\/">/);
    expect(html).not.toMatch(HOLES);
  });

  test('with more words are searches', () => {
    for (const q of ['calculator app', 'color picker chrome extension', 'mortgage calculator', 'toString']) {
      expect(toolFor(q)).toBeUndefined();
    }
  });

  test('timer opens one of five minutes', async () => {
    expect(await timerFor('timer', 'en')).toMatchObject({ type: 'timer', data: { seconds: 300 } });
  });
});
