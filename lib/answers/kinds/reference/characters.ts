import { z } from 'zod';
import { jsonFile, tableFile, textTable } from '../../data-file.ts';
import { currencyIndex } from '../../reading/currencies/currencies.ts';
import { characterNamed } from '../encode/character-names.ts';
import type { Look } from './topic.ts';

/** Characters: currency symbols, signs, code points, emoji. */

const unicodeNames = textTable(new URL('./data/characters.tsv', import.meta.url), 'char', 'name');
const list = z.string().transform((names) => (names === '' ? [] : names.split('|')));
const emojis = tableFile(
  new URL('./data/emoji.tsv', import.meta.url),
  z.object({ emoji: z.string(), name: z.string(), names: list, tags: list }),
);

/** Below this code, characters are on keyboards, and queries for them ask about their meaning. */
const FIRST_RARE = '\u00a1';
/** Greek letters are symbols for many things, in either case. Only π is always lower case. */
const GREEK = /^(?!π)\p{Script=Greek}$/u;

/** The symbol of a currency, or a sign that is not on keyboards: `yen symbol`, `degree sign`. */
export const sign: Look = ({ key, named }) => {
  // In American English, the pound sign is the hash.
  if (key === '' || (key === 'pound' && named.includes('sign'))) return null;
  const [code] = currencyIndex().codesOf(key);
  if (code) {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' });
    const value = format.format(0).replace(/\s?0(?:\.0+)?$/, '');
    const name = new Intl.DisplayNames('en', { type: 'currency' }).of(code) as string;
    // Some currencies have no symbol of their own.
    if (value === code) return null;
    return { answer: `${name} (${code}): ${value}`, data: { kind: 'currency_symbol', code, name, value } };
  }
  const char = named.map((word) => characterCalled(`${key} ${word}`)).find(Boolean) ?? characterNamed(key);
  return char && char >= FIRST_RARE && !GREEK.test(char) ? described(char, 'char') : null;
};

const CODE = /^(?:u\+|\\[ux]\{?|0x|u|(?=.*\d))([0-9a-f]{4,6})\}?$/;

/** The code point of a character, or the character of a code point. */
export const unicode: Look = ({ key, reading: { plain, q } }) => {
  const number = Number.parseInt(CODE.exec(/^(?:u\+|\\[ux])/.test(plain) ? plain : key)?.[1] ?? '', 16);
  if (number >= 0) return number <= 0x10ffff ? described(String.fromCodePoint(number), 'char') : null;
  // A letter in the case in which it was typed.
  if ([...key].length === 1) return described([...q].find((typed) => typed.toLowerCase() === key) ?? key, 'code');
  const char = key === '' ? null : (characterCalled(key) ?? characterNamed(key));
  return char && char >= FIRST_RARE ? described(char, 'code') : null;
};

const characterCalled = (name: string) => unicodeNames().find((each) => each.name === name)?.char;

/** The names of categories, the more specific first. */
const categories = jsonFile(
  new URL('./data/unicode-categories.json', import.meta.url),
  z.record(z.string(), z.string()),
);

/** A character, with its value or its code as the value; null for surrogates and unassigned code points. */
function described(char: string, value: 'char' | 'code'): ReturnType<Look> {
  const isOf = ([code]: [string, string]) => new RegExp(`\\p{${code}}`, 'u').test(char);
  const [, category] = Object.entries(categories()).find(isOf) ?? [];
  if (!category) return null;
  const decimal = char.codePointAt(0) as number;
  const code = `U+${decimal.toString(16).toUpperCase().padStart(4, '0')}`;
  const utf8 = Array.from(Buffer.from(char), (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(' ');
  const point = { char, code, decimal, html: `&#${decimal};`, utf8, category };
  const shown = /\p{C}|\p{Z}|\p{M}/u.test(char) ? '' : `${char} `;
  return {
    answer: `${shown}${code}, ${category}, decimal ${decimal}, UTF-8 ${utf8}`,
    data: { kind: 'unicode', ...point, value: point[value] },
  };
}

const NAMED =
  /^(?:(.{2,40}?)(?: face)? emojis?(?: copy(?: and| &)? paste)?|emojis? (?:for|of) (?:an? |the )?(.{2,40}))$/;
const MEANT = /^(?:what |meaning of |does |the |emoji |is )*(\P{ASCII}{1,12}) ?(?:emoji)? ?(?:mean(?:ing)?)?$/u;

/** The emoji of a name before `emoji` or after `emoji for`, or the name of an emoji. */
export const emoji: Look = ({ reading: { plain, bare } }) => {
  if (!/emoji|mean/.test(plain)) return null;
  const meant = MEANT.exec(plain)?.[1]?.trim();
  const [, before, name = before] = meant ? [] : (NAMED.exec(bare) ?? []);
  const found =
    (meant && emojis().find((each) => each.emoji === meant || each.emoji === `${meant}\ufe0f`)) ||
    (name && emojis().find(({ names }) => names.includes(name) || names.includes(`${name} face`))) ||
    (name && emojis().find(({ tags }) => tags.includes(name)));
  if (!found) return null;
  const title = name === undefined || found.name.startsWith('flag of') ? found.name : name;
  const value = meant ? found.name : found.emoji;
  return { answer: `${found.emoji} ${title}`, data: { kind: 'emoji', emoji: found.emoji, name: title, value } };
};
