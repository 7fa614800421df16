import { rationalText } from './decimal-text.ts';
import { numberOf, numberStyle } from './number-literal.ts';

const TOKEN =
  /(?:(?<![\p{L}\d.])[-+]|(?<![\p{L}\d.,]))(?:\d+(?:,\d+)*(?:\.\d+)?|\.\d+)(?:e[-+]?\d\d?)?(?:st|nd|rd|th)?(?![\p{L}\d])|\p{L}+|[^\s,;:()[\]{}<>"'?.=&$€£]/gu;
const NUMBER = /^[-+]?\.?\d/;

/** The words, numbers and signs of a folded text, without punctuation, brackets and currency signs. */
export function wordsAndNumbers(text: string): string[] {
  return (
    text
      .replace(/\u2212/g, '-')
      .replace(/(?<=\p{L})-(?=\p{L})/gu, ' ')
      .match(TOKEN) ?? []
  );
}

/** Whether a token is a number, or its place in a sequence: 10th. */
export const isNumber = (token: string) => NUMBER.test(token);

/**
 * The numbers of a list. A comma inside a number marks thousands or decimals if other numbers follow after a space;
 * otherwise it separates numbers: `1,200 and 1,500`, `2,5 und 3,5`, `1,2,3`.
 */
export function numberList(tokens: readonly string[], lang: string): string[] {
  const style = numberStyle(tokens.join(' '), lang);
  return tokens.flatMap((token) => {
    if (!token.includes(',')) return [token];
    const value = tokens.length > 1 ? numberOf(token.replace(/^[-+]/, ''), style) : null;
    return value ? [(token.startsWith('-') ? '-' : '') + rationalText(value).text] : token.split(',');
  });
}
