import { describe, expect, test } from 'vitest';
import { phraseLanguages, phrases, said } from '../../lib/answers/phrases.ts';
import { conditionOf } from '../../lib/answers/weather/wmo-codes.ts';

describe('phrases of answer lines', () => {
  test('are there in every language, each in one line', () => {
    for (const [english, translations] of Object.entries(phrases)) {
      expect([english, translations.length]).toEqual([english, phraseLanguages.length]);
      for (const text of translations)
        expect([english, text]).toEqual([english, expect.stringMatching(/^\S+( \S+)*$/)]);
    }
  });

  test('name whatever the sky does', () => {
    const conditions = Array.from({ length: 100 }, (_, code) => conditionOf(code)).filter((name) => name !== 'unknown');
    expect(conditions.length).toBeGreaterThan(20);
    expect(conditions.filter((name) => !(name in phrases))).toEqual([]);
  });

  test.each([
    ['rain', 'de', 'Regen'],
    ['rain', 'de-AT', 'Regen'],
    ['rain', 'PT-BR', 'chuva'],
    ['rain', '', 'rain'],
    ['rain', 'en-GB', 'rain'],
    ['rain', 'ja', 'rain'],
    // North Frisian is not French.
    ['rain', 'frr', 'rain'],
    ['raining frogs', 'de', 'raining frogs'],
    ['constructor', 'de', 'constructor'],
  ])('%s in "%s" is %s', (english, lang, expected) => {
    expect(said(english, lang)).toBe(expected);
  });
});
