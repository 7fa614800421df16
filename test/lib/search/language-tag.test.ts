import { describe, expect, it } from 'vitest';
import { countryOf, languageOf, likelySubtags } from '../../../lib/search/language-tag.ts';

describe('a language tag', () => {
  it.each([
    ['pt-BR', 'BR'],
    ['PT-br', 'BR'],
    ['zh-Hant-TW', 'TW'],
    ['zh-Hant', ''],
    ['es-419', ''],
    ['en', ''],
    ['', ''],
  ])('%j names the country %j', (lang, country) => {
    expect(countryOf(lang)).toBe(country);
  });

  it.each([
    ['pt-BR', 'pt'],
    ['PT', 'pt'],
    ['und-DE', ''],
    ['', ''],
  ])('%j names the language %j', (lang, language) => {
    expect(languageOf(lang)).toBe(language);
  });

  it.each([
    ['zh', { script: 'Hans', country: 'CN' }],
    ['zh-HK', { script: 'Hant', country: 'HK' }],
    ['ZH-hant', { script: 'Hant', country: 'TW' }],
    ['xx', { script: '', country: '' }],
    ['not a tag', { script: '', country: '' }],
    ['', { script: '', country: '' }],
  ])('%j implies %j', (lang, subtags) => {
    expect(likelySubtags(lang)).toEqual(subtags);
  });
});
