import { rationalText } from './decimal-text.ts';
import { numberOf, numberStyle } from './number-literal.ts';

/** What separates words and numbers. A comma between digits may be part of a number. */
const BETWEEN = /(?<=\p{L})(?:-(?=\p{L})|\.)|[\s;:()[\]{}<>"'?=&$€£]|,(?!\d)/gu;
const NUMBER = /^[-+]?(?:\d+(?:,\d+)*(?:\.\d+)?|\.\d+)(?:e[-+]?\d\d?)?(?:st|nd|rd|th)?$/;

/** The words, numbers and signs of a folded text, without punctuation, brackets and currency signs. */
export function wordsAndNumbers(text: string): string[] {
  return text
    .replace(/\u2212/g, '-')
    .replace(BETWEEN, ' ')
    .replaceAll('%', ' % ')
    .split(' ')
    .filter(Boolean);
}

/** Whether a word is a number, or its place in a sequence: 10th. */
export const isNumber = (word: string) => NUMBER.test(word);

/** The numbers of a list. A comma separates them unless others follow after a space: `1,2,3`, `1,200 and 2,5`. */
export function numberList(numbers: readonly string[], lang: string): string[] {
  const style = numberStyle(numbers.join(' '), lang);
  return numbers.flatMap((number) => {
    if (!number.includes(',')) return [number];
    const value = numbers.length > 1 ? numberOf(number.replace(/^[-+]/, ''), style) : null;
    return value ? [(number.startsWith('-') ? '-' : '') + rationalText(value).text] : number.split(',');
  });
}
