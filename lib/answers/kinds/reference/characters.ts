import { z } from 'zod';
import type { AnswerContent } from '../../answer.ts';
import { tableFile } from '../../data-file.ts';
import { currencyIndex } from '../../reading/currencies/currencies.ts';
import { characterNamed } from '../encode/character-names.ts';
import type { Look, ReferenceData } from './data.ts';
import { keyOf } from './topic.ts';
import { type CodePoint, codePoint } from './unicode.ts';

/** Characters: currency symbols, signs, code points, emoji. */

const unicodeNames = tableFile(
  new URL('./data/characters.tsv', import.meta.url),
  z.object({ char: z.string(), name: z.string() }),
);
const list = z.string().transform((names) => (names === '' ? [] : names.split('|')));
const emoji = tableFile(
  new URL('./data/emoji.tsv', import.meta.url),
  z.object({ emoji: z.string(), name: z.string(), names: list, tags: list }),
);

/** Below this code, characters are on keyboards, and queries for them ask about their meaning. */
const FIRST_RARE = '\u00a1';
/** Greek letters are symbols for many things, in either case. Only π is always lower case. */
const GREEK = /^(?!π)\p{Script=Greek}$/u;

/** The symbol of a currency, or a sign that is not on keyboards: `yen symbol`, `degree sign`. */
export const sign: Look = ({ reading: { plain } }) => {
  const asked = keyOf(plain, 'sign');
  // In American English, the pound sign is the hash.
  if (!asked || (asked.key === 'pound' && asked.named.includes('sign'))) return null;
  const [code] = currencyIndex().names.get(asked.key) ?? [];
  if (code) return currencySymbol(code);
  const full = asked.named.map((word) => `${asked.key} ${word}`);
  const char = full.map(characterCalled).find((found) => found !== null) ?? characterNamed(asked.key);
  if (!char || char < FIRST_RARE || GREEK.test(char)) return null;
  const found = codePoint(char.codePointAt(0) ?? -1);
  return found && { answer: unicodeLine(found), data: { kind: 'unicode', ...found, value: found.char } };
};

/** Null for currencies without a symbol of their own. */
function currencySymbol(code: string): ReturnType<Look> {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' });
  const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code;
  const name = new Intl.DisplayNames('en', { type: 'currency' }).of(code) ?? code;
  if (symbol === code) return null;
  return { answer: `${name} (${code}): ${symbol}`, data: { kind: 'currency_symbol', code, name, value: symbol } };
}

const CODE = /^(?:u\+|\\[ux]\{?|0x|u)?([0-9a-f]{4,6})\}?$/;

/** The code point of a character, or the character of a code point. */
export const unicode: Look = ({ reading: { plain, q } }) => {
  const isCode = /^(?:u\+|\\[ux])/.test(plain);
  const key = keyOf(plain.replace(/\bcode point\b/, 'codepoint'), 'unicode')?.key ?? (isCode ? plain : '');
  if (key === '') return null;
  const [, hex] = CODE.exec(key) ?? [];
  if (hex) {
    const found = codePoint(Number.parseInt(hex, 16));
    return found && { answer: unicodeLine(found), data: { kind: 'unicode', ...found, value: found.char } };
  }
  const char = [...key].length === 1 ? asTyped(key, q) : (characterCalled(key) ?? characterNamed(key));
  const isRare = char !== null && ([...key].length === 1 || char >= FIRST_RARE);
  const found = isRare ? codePoint(char.codePointAt(0) ?? -1) : null;
  return found && { answer: unicodeLine(found), data: { kind: 'unicode', ...found, value: found.code } };
};

/** A letter in the case in which it was typed. */
const asTyped = (char: string, q: string) => [...q].find((typed) => typed.toLowerCase() === char) ?? char;

const characterCalled = (name: string) => unicodeNames().find((each) => each.name === name)?.char ?? null;

function unicodeLine({ char, code, category, decimal, utf8 }: CodePoint): string {
  const shown = /\p{C}|\p{Z}|\p{M}/u.test(char) ? '' : `${char} `;
  return `${shown}${code}, ${category}, decimal ${decimal}, UTF-8 ${utf8}`;
}

const EMOJI =
  /^(?:(.{2,40}?)(?: face)? emojis?(?: copy(?: and| &)? paste)?|emojis? (?:for|of) (?:an? |the )?(.{2,40}))$/;
const MEANT = /^(?:meaning of |does |the |emoji |is )*(\P{ASCII}{1,12}) ?(?:emoji)? ?(?:mean(?:ing)?)?$/u;

/** The emoji of a name before `emoji` or after `emoji for`, or the name of an emoji. */
export const emojiNamed: Look = ({ reading: { plain, bare } }) => {
  const meant = /emoji|mean/.test(plain) ? MEANT.exec(plain.replace(/^what /, ''))?.[1]?.trim() : undefined;
  if (meant !== undefined) {
    const found = emoji().find((each) => each.emoji === meant || each.emoji === `${meant}\ufe0f`);
    return found ? shown(found.emoji, found.name, found.name) : null;
  }
  const [, before, after] = EMOJI.exec(bare) ?? [];
  const name = before ?? after;
  if (name === undefined) return null;
  const found =
    emoji().find(({ names }) => names.includes(name) || names.includes(`${name} face`)) ??
    emoji().find(({ tags }) => tags.includes(name));
  return found ? shown(found.emoji, found.name.startsWith('flag of') ? found.name : name, found.emoji) : null;
};

const shown = (char: string, name: string, value: string): AnswerContent<ReferenceData> => ({
  answer: `${char} ${name}`,
  data: { kind: 'emoji', emoji: char, name, value },
});
