import { describe, expect, test } from 'vitest';
import type { InstantAnswer } from '../../lib/answers/answer.ts';
import { conditionOf } from '../../lib/answers/kinds/weather/weather.ts';
import { phraseLanguages, phrases, translate, weatherLanguages } from '../../lib/answers/phrases.ts';
import { answerHere } from './in-process.ts';
import { sandboxLookUp } from './sandbox-look-up.ts';

describe('the phrases of answer lines', () => {
  test('exist in every language, each on one line', () => {
    for (const [english, translations] of Object.entries(phrases())) {
      expect([english, Object.keys(translations)]).toEqual([english, expect.arrayContaining([...phraseLanguages])]);
      for (const text of Object.values(translations))
        expect([english, text]).toEqual([english, expect.stringMatching(/^\S+( \S+)*$/)]);
    }
  });

  test('cover every weather condition', () => {
    const conditions = Array.from({ length: 100 }, (_, code) => conditionOf(code)).filter((name) => name !== 'unknown');
    expect(conditions.length).toBeGreaterThan(20);
    expect(conditions.filter((name) => !(name in phrases()))).toEqual([]);
    const all = [...phraseLanguages, ...weatherLanguages].sort();
    for (const name of conditions) expect([name, Object.keys(phrases()[name] ?? {}).sort()]).toEqual([name, all]);
  });

  test.each([
    ['rain', 'de', 'Regen'],
    ['rain', 'de-AT', 'Regen'],
    ['rain', 'PT-BR', 'chuva'],
    ['rain', '', 'rain'],
    ['rain', 'en-GB', 'rain'],
    ['rain', 'ja', '雨'],
    ['rain', 'zh-Hant-TW', '雨'],
    ['rain', 'ko', 'rain'],
    ['tip', 'pl', 'tip'],
    // North Frisian (frr) is not French.
    ['rain', 'frr', 'rain'],
    ['raining frogs', 'de', 'raining frogs'],
    ['constructor', 'de', 'constructor'],
  ])('%s in "%s" is %s', (english, lang, expected) => {
    expect(translate(english, lang)).toBe(expected);
  });
});

describe('answer lines', () => {
  test.each([
    ['1234.5 × 2', 'de', '1.234,5 × 2 = 2.469'],
    ['1500 m + 2.5 km', 'de', '1.500 m + 2,5 km = 4 km'],
    ['pi to 4 digits', 'de', 'π ≈ 3,1416'],
    ['2/3 to 5 digits', 'fr', '2/3 ≈ 0,66667'],
    ['when is easter 2027', 'de', 'Ostersonntag: Sonntag, 28. März 2027'],
    ['quand est noël 2027', 'fr', 'Noël: samedi 25 décembre 2027'],
    ['zeit in tokio', 'de', /^Tokio, Japan: /],
    ['hora en nueva york', 'es', /^Nueva York, Estados Unidos: /],
    ['sunset in rome', 'it', /^Roma, Italia, /],
  ])('have one format of numbers, and names in the language: %s', async (q, lang, line) => {
    expect((await answerHere(q, { lang }))?.answer.replace(/[\u00a0\u202f]/g, ' ')).toEqual(
      typeof line === 'string' ? line : expect.stringMatching(line),
    );
  });

  test.each([
    ['is 91 prime', 'de', 'Nein: 91 = 7 × 13'],
    ['is level a palindrome', 'de', 'Ja'],
    ['is 2024 a leap year', 'fr', 'Oui, 2024 est une année bissextile'],
    ['20% tip on $50', 'es', 'Propina 10,00 (total 60,00)'],
    ['qr code "hi"', 'fr', 'Code QR: hi'],
    ['json {"a": 1}', 'de', 'Gültiges JSON'],
    ['255 in hex', 'nl', '255 (grondtal 10) = FF (grondtal 16)'],
    ['10.0.0.0/30', 'de', '10.0.0.0/30: 10.0.0.1 – 10.0.0.2, 2 Hosts, Maske 255.255.255.252'],
    ['hosts in /24', 'fr', '/24: hôtes 254'],
    ['my ip', 'it', 'Il tuo indirizzo IP è 127.0.0.1'],
    ['my user agent', 'nl', 'Uw user-agent is score/1.0'],
  ])('%s in %s is %s', async (query, lang, line) => {
    expect((await answerHere(query, { lang }))?.answer).toBe(line);
  });

  test('describe the weather in the requested language, with English data', async () => {
    const ask = (lang: string) => answerHere('weather in Paris', { lang, lookUp: sandboxLookUp });
    const [english, german] = [await ask('en'), await ask('de')];
    const { condition } = (english as InstantAnswer<{ current: { condition: string } }>).data.current;
    expect(german?.data).toMatchObject({ current: { condition } });
    expect(english?.answer).toContain(condition);
    expect(german?.answer).toContain(translate(condition, 'de'));
    expect(german?.answer).not.toContain(condition);
  });

  test('name the sides of a coin', async () => {
    const { answer, data } = (await answerHere('flip a coin', { lang: 'fr' })) as InstantAnswer<{ value: string }>;
    expect(answer).toBe({ heads: 'face', tails: 'pile' }[data.value]);
  });
});
