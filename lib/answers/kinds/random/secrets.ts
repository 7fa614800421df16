import { randomInt, randomUUID } from 'node:crypto';
import { COUNTS, countOf, type Draw, LEAD, TAIL } from './drawing.ts';
import { alphanumeric, chosen, hexDigits, letter, password, type Strength, times } from './draws.ts';
import { uuidV1, uuidV7 } from './uuid.ts';
import { words } from './words.ts';

/** Unguessable strings: identifiers, passwords, passphrases. */

const MAX_PASSWORD = 128;
const MAX_WORDS = 50;

const UUID = new RegExp(
  `^${LEAD}(?:(\\d{1,3}) )?(?:random )?(?:(?:uuid|guid)s?|(?:globally|universally) unique (?:identifier|id)s?)(?:[- ]?(?:4|(?:v|version) ?([147])))?(?: (?:generate|new))?${TAIL}$`,
);

/** Reads a query for one or more UUIDs. */
export function uuid(text: string, now: number): Draw | null {
  const parts = UUID.exec(text);
  const count = countOf(parts?.[1]);
  const version = parts?.[2];
  const drawn = () => (version === '7' ? uuidV7(now) : version === '1' ? uuidV1(now) : randomUUID());
  return parts && count ? () => ({ kind: 'uuid', values: times(count, drawn) }) : null;
}

const PASSWORD_WORDS =
  /^(?:random(?:ly)?|rand|generated?|generator|generate|create|make|give|me|get|new|a|an|strong|stronger|high|weak|low|average|avg|medium|normal|secure|hard|easy|simple|complex|passwords?|pw|pwd|passwd|pwgen|characters?|chars?|letters?|digits?|symbols?|long|length|size|with|of|please|that|is|for|online|\d{1,3}|\d{1,3}-?(?:characters?|chars?|digits?|letters?))$/;
const ASKS_PASSWORD =
  /\b(?:random|rand|generate|generator|create|make|give|strong|weak|average|avg|secure|pwgen)\b|\b(?:low|normal|medium|hard|high) \d|\d (?:low|normal|medium|hard|high)\b|\b\d{1,3}[- ]?(?:characters?|chars?|letters?|digits?)\b|\blength(?: of)? \d/;

/** Reads a query for a password. */
export function newPassword(text: string): Draw | null {
  if (!/\b(?:passwords?|pw|pwd|passwd|pwgen)\b/.test(text) || !ASKS_PASSWORD.test(text)) return null;
  if (!text.split(/[\s,]+/).every((word) => PASSWORD_WORDS.test(word))) return null;
  const length = Number(/\d{1,3}/.exec(text)?.[0] ?? 16);
  const strength: Strength = /\b(?:weak|low|easy|simple)\b/.test(text)
    ? 'weak'
    : /\b(?:average|avg|medium|normal)\b/.test(text)
      ? 'average'
      : 'strong';
  return length >= 4 && length <= MAX_PASSWORD
    ? () => ({ kind: 'password', values: [password(length, strength)] })
    : null;
}

const PHRASE_WORDS =
  /^(?:random(?:ly)?|rand|generate|generator|create|make|give|me|a|an|new|pass|phrase|passphrases?|words?|of|with|long|please|strong|secure|diceware|\d{1,2}|\d{1,2}-word|one|two|three|four|five|six|seven|eight|nine|ten)$/;

/** Reads a query for a passphrase. */
export function passphrase(text: string): Draw | null {
  if (!/\bpass ?phrases?\b/.test(text) || !/\b(?:random|rand|generat\w+|create|make|words?|diceware)\b/.test(text))
    return null;
  const given = text.split(/\s+/);
  if (!given.every((word) => PHRASE_WORDS.test(word))) return null;
  const counted = /\d{1,2}/.exec(text)?.[0] ?? given.find((word) => word in COUNTS && word.length > 2);
  const count = countOf(counted, 4, MAX_WORDS);
  return count ? () => ({ kind: 'passphrase', values: [times(count, () => chosen(words)).join(' ')] }) : null;
}

const COLOUR =
  /^(?:(?:give me|generate|pick|show me) )?(?:an? )?(?:random|rand) (?:(?:hex|web|css|html) )?(?:colou?r|rgb(?: colou?r)?)(?: (?:hex|code|generator|picker|please))*$/;
const HEX_LENGTHS: Readonly<Record<string, number>> = {
  md5: 32,
  sha1: 40,
  sha224: 56,
  sha256: 64,
  sha384: 96,
  sha512: 128,
};
const HASH = /^(?:generate )?(?:an? )?random (md5|sha-?(?:1|224|256|384|512))(?: hash)?$/;
const STRING =
  /^(?:generate )?(?:an? )?random (string|hex(?: string)?|alphanumeric(?: string)?)(?: generator)?(?: (?:of )?(?:length |size )?(\d{1,3})(?: (?:characters?|chars?|digits?|long|letters?))*)?$|^(?:generate )?(?:an? )?(\d{1,3}) (?:characters?|chars?|digit) random (string|hex)(?: string)?$/;
const LETTER =
  /^(?:(?:give me|generate|pick) )?(?:an? )?random (letter|digit|character)(?: (?:generator|of the alphabet))?$/;

/** Reads a query for a random string, colour or character. */
export function string(text: string): Draw | null {
  if (COLOUR.test(text)) return () => ({ kind: 'colour', values: [`#${hexDigits(6)}`] });
  const length = HEX_LENGTHS[HASH.exec(text)?.[1]?.replace('-', '') ?? ''];
  if (length !== undefined) return () => ({ kind: 'string', values: [hexDigits(length)] });
  const one = LETTER.exec(text)?.[1];
  if (one) return () => ({ kind: 'string', values: [one === 'digit' ? String(randomInt(10)) : letter()] });
  const [found, what, behind, before, other] = STRING.exec(text) ?? [];
  const size = countOf(behind ?? before, 16, MAX_PASSWORD);
  const draw = (what ?? other)?.startsWith('hex') ? hexDigits : alphanumeric;
  return found !== undefined && size ? () => ({ kind: 'string', values: [draw(size)] }) : null;
}
