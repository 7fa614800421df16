import { describe, expect, it } from 'vitest';
import { wikipediaLanguage } from '../../../lib/engines/wikipedia-languages.ts';

describe('the Wikipedia of a language', () => {
  it.each([
    ['', 'en'],
    ['en', 'en'],
    ['EN-gb', 'en'],
    ['de', 'de'],
    ['de-AT', 'de'],
    ['pt-BR', 'pt'],
    ['zh', 'zh'],
    ['zh-Hant-TW', 'zh'],
    ['simple', 'simple'],
    ['no', 'no'],
    ['nb', 'no'],
    ['nb-NO', 'no'],
    ['nn', 'nn'],
    ['fil', 'tl'],
    ['gsw-CH', 'als'],
    ['he', 'he'],
    ['iw', 'he'],
    ['tlh', 'en'],
    ['xx', 'en'],
    ['__proto__', 'en'],
    ['constructor', 'en'],
    ['evil.example/', 'en'],
  ])('for "%s" is %s', (lang, language) => {
    expect(wikipediaLanguage(lang)).toBe(language);
  });
});
