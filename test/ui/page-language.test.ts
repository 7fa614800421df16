import { expect, test } from 'vitest';
import { acceptedLanguage } from '../../api/ui/texts/language.ts';

test.each([
  ['', 'en'],
  ['*', 'en'],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.5', 'de'],
  ['en;q=0.5, de;q=0.9', 'de'],
  ['fr, de;q=0.3', 'de'],
  ['fr', 'en'],
  ['de;q=0', 'en'],
  ['de;q=x, en', 'en'],
  ['__proto__, toString', 'en'],
])('the language of the pages for "%s" is %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});
