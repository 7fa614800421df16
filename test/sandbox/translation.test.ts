import { expect, test } from 'vitest';
import { correctSpelling } from '../../sandbox/spelling.ts';
import { detectLanguage, translate } from '../../sandbox/translation.ts';

test('known sentences are translated with their white space, punctuation and capitals', () => {
  expect(translate('\n  Good morning!\n\nthank you.\t', 'en', 'de')).toBe('\n  Guten Morgen!\n\ndanke.\t');
  expect(translate('dzień dobry', 'pl', 'ja')).toBe('おはようございます');
  expect(translate('"1" + <2> & 3', 'en', 'de')).toBe('"1" + <2> & 3');
});

test('other text comes back inside a marker', () => {
  expect(translate('Hello! A walrus sings.', 'en', 'fr')).toBe('Bonjour! ⟦untranslated: A walrus sings⟧.');
});

test.each([
  ['Guten Morgen', 'de'],
  ['Good evening. Thank you!', 'en'],
  ['ありがとう', 'ja'],
  ['Straße', 'de'],
  ['mañana por la tarde', 'es'],
  ['🙂', undefined],
])('%s is detected as %s', (text, language) => {
  expect(detectLanguage(text)?.language).toBe(language);
});

test('misspellings in the table are corrected word by word', () => {
  expect(correctSpelling('golden Retriver in javascrpt')).toBe('golden retriever in javascript');
  expect(correctSpelling('golden retriever')).toBeNull();
});
