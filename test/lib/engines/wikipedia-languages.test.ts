import { describe, expect, it } from 'vitest';
import { chineseVariant, wikipediaLanguage } from '../../../lib/engines/wikipedia-languages.ts';

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
    ['yue', 'zh-yue'],
    ['yue-Hant-HK', 'zh-yue'],
    ['zh-yue', 'zh-yue'],
    ['nan-TW', 'zh-min-nan'],
    ['zh-min-nan', 'zh-min-nan'],
    ['lzh', 'zh-classical'],
    ['cmn-Hans', 'zh'],
    ['wuu', 'wuu'],
    ['be-tarask', 'be-tarask'],
    ['vro', 'fiu-vro'],
    ['tlh', 'en'],
    ['xx', 'en'],
    ['__proto__', 'en'],
    ['constructor', 'en'],
    ['evil.example/', 'en'],
  ])('for "%s" is %s', (lang, language) => {
    expect(wikipediaLanguage(lang)).toBe(language);
  });
});

describe('the Chinese variant', () => {
  it.each([
    ['zh-TW', 'zh-tw'],
    ['zh-Hant-TW', 'zh-tw'],
    ['zh-HK', 'zh-hk'],
    ['ZH-hant-hk', 'zh-hk'],
    ['zh-CN', 'zh-cn'],
    ['zh-Hant', 'zh-hant'],
    ['zh-Hans', 'zh-hans'],
    ['cmn-Hant', 'zh-hant'],
    ['zh-Hans-US', 'zh-hans'],
    ['zh-US', 'zh-hant'],
    ['zh', ''],
    ['yue-HK', ''],
    ['zh-yue', ''],
    ['ja-JP', ''],
    ['', ''],
  ])('for "%s" is "%s"', (lang, variant) => {
    expect(chineseVariant(lang)).toBe(variant);
  });
});
