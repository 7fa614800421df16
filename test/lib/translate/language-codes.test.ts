import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backendCode, canonicalCode } from '../../../lib/translate/language-codes.ts';
import { type Language, withEdgesOf } from '../../../lib/translate/translation.ts';
import { runs } from '../../harness/fuzz.ts';

const both = (...codes: string[]): Language[] =>
  codes.map((code) => ({ code, name: code, source: true, target: true }));

/** A current LibreTranslate, an older one, and DeepL's list of target languages. */
const CURRENT = both('en', 'de', 'pt', 'pt-BR', 'zh-Hans', 'zh-Hant', 'nb', 'he', 'tl');
const OLD = both('en', 'de', 'pt', 'pb', 'zh', 'zt', 'nb', 'he', 'tl');
const DEEPL = both('en-GB', 'en-US', 'de', 'pt-BR', 'pt-PT', 'zh', 'zh-Hans', 'zh-Hant', 'nb', 'he');

describe('the backend’s code for a language', () => {
  it.each([
    ['de', CURRENT, 'de'],
    ['DE', CURRENT, 'de'],
    ['de-AT', CURRENT, 'de'],
    ['de_AT', CURRENT, 'de'],
    ['de-Latn-AT', CURRENT, 'de'],
    ['zh', CURRENT, 'zh-Hans'],
    ['zh-CN', CURRENT, 'zh-Hans'],
    ['zh_cn', CURRENT, 'zh-Hans'],
    ['zh-SG', CURRENT, 'zh-Hans'],
    ['zh-TW', CURRENT, 'zh-Hant'],
    ['zh-HK', CURRENT, 'zh-Hant'],
    ['zt', CURRENT, 'zh-Hant'],
    ['zh-Hans', OLD, 'zh'],
    ['zh-CN', OLD, 'zh'],
    ['zh-Hant', OLD, 'zt'],
    ['zh-TW', OLD, 'zt'],
    ['pb', CURRENT, 'pt-BR'],
    ['pt-BR', OLD, 'pb'],
    ['pt-br', CURRENT, 'pt-BR'],
    ['pt', CURRENT, 'pt'],
    ['pt-PT', CURRENT, 'pt'],
    ['pt', DEEPL, 'pt-PT'],
    ['pt-AO', DEEPL, 'pt-PT'],
    ['en', DEEPL, 'en-US'],
    ['en-AU', DEEPL, 'en-US'],
    ['en-gb', DEEPL, 'en-GB'],
    ['zh', DEEPL, 'zh'],
    ['no', CURRENT, 'nb'],
    ['nb-NO', CURRENT, 'nb'],
    ['nn', CURRENT, 'nb'],
    ['iw', CURRENT, 'he'],
    ['he', both('iw'), 'iw'],
    ['fil', CURRENT, 'tl'],
    ['tl', both('fil'), 'fil'],
    ['in', both('id'), 'id'],
  ])('%s is found in the backend’s list', (asked, offered, expected) => {
    expect(backendCode(asked, offered, 'target')).toBe(expected);
  });

  it.each([
    ['xx', CURRENT],
    ['', CURRENT],
    ['auto', CURRENT],
    ['e', CURRENT],
    ['__proto__', CURRENT],
    ['constructor', CURRENT],
    ['toString', both()],
    ['de', both()],
  ])('%j is not in the backend’s list', (asked, offered) => {
    expect(backendCode(asked, offered, 'target')).toBeNull();
  });

  it('is never Chinese in the other script', () => {
    for (const asked of ['zh-TW', 'zh-HK', 'zh-MO', 'zh-Hant', 'zt']) {
      expect(backendCode(asked, both('zh', 'zh-Hans', 'zh-CN'), 'target')).toBeNull();
    }
    for (const asked of ['zh', 'zh-CN', 'zh-Hans']) {
      expect(backendCode(asked, both('zh-Hant', 'zt', 'zh-TW'), 'target')).toBeNull();
    }
  });

  it('can be used in the requested role', () => {
    const languages: Language[] = [
      { code: 'en', name: 'English', source: true, target: false },
      { code: 'en-US', name: 'English (American)', source: false, target: true },
      { code: 'la', name: 'Latin', source: true, target: false },
    ];
    expect(backendCode('en', languages, 'source')).toBe('en');
    expect(backendCode('en', languages, 'target')).toBe('en-US');
    expect(backendCode('en-US', languages, 'source')).toBe('en');
    expect(backendCode('la', languages, 'source')).toBe('la');
    expect(backendCode('la', languages, 'target')).toBeNull();
  });

  it('is always one from the list, for any request', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-zA-Z]{2,3}([-_][a-zA-Z]{2,4})?$/)), (asked) => {
        const code = backendCode(asked, DEEPL, 'target');
        expect(code === null || DEEPL.some((language) => language.code === code)).toBe(true);
      }),
      { numRuns: runs() },
    );
  });
});

describe('our form of a code', () => {
  it.each([
    ['DE', 'de'],
    ['pt-br', 'pt-BR'],
    ['PT_BR', 'pt-BR'],
    ['ZH-HANS', 'zh-Hans'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['es-419', 'es-419'],
    ['', ''],
  ])('%j becomes %j', (code, written) => {
    expect(canonicalCode(code)).toBe(written);
  });

  it.each(['tl', 'iw', 'no', 'pb', 'zt', 'sh', 'mo'])('%s keeps the name that the backend gave it', (code) => {
    expect(canonicalCode(code)).toBe(code);
  });

  it('does not change when it is converted again', () => {
    fc.assert(
      fc.property(fc.string(), (code) => {
        expect(canonicalCode(canonicalCode(code))).toBe(canonicalCode(code));
      }),
      { numRuns: runs() },
    );
  });
});

describe('white space around a text', () => {
  it.each([
    ['  Hello ', 'Hallo', '  Hallo '],
    ['\n\tHello\r\n', ' Hallo ', '\n\tHallo\r\n'],
    ['Hello', '  Hallo\n', 'Hallo'],
    ['\u00a0Hello\u3000', 'Hallo', '\u00a0Hallo\u3000'],
    ['Hello\n\nworld', 'Hallo\n\nWelt', 'Hallo\n\nWelt'],
    [' \n ', '', ' \n '],
    ['', '', ''],
  ])('%j, translated as %j, is %j', (original, translated, expected) => {
    expect(withEdgesOf(original, translated)).toBe(expected);
  });

  it('is that of the original, and the translation loses nothing else', () => {
    const space = fc.stringMatching(/^[ \t\r\n]{0,5}$/);
    const word = fc.stringMatching(/^[a-z]{1,5}( [a-z]{1,5})?$/);
    fc.assert(
      fc.property(space, word, space, word, (lead, text, trail, translated) => {
        expect(withEdgesOf(`${lead}${text}${trail}`, ` ${translated}\n`)).toBe(`${lead}${translated}${trail}`);
      }),
      { numRuns: runs() },
    );
  });
});
