import { channelsAt, isNamePart, isStyleName, literalAt, rgbOfChannels } from './colour-literal.ts';
import { type Format, formatOf, isA, isColourWord } from './colour-words.ts';
import type { Rgb } from './convert.ts';

/** A question about colours. `share` is the percentage of a colour in a mixture. */
export interface ColourQuestion {
  colours: { rgb: Rgb; share: number | undefined }[];
  target: Format;
  operation: 'show' | 'inverse' | 'complement' | 'mix';
}

const MAX_CHARACTERS = 160;
const MAX_MIXED = 5;
const SHARE = /^(\d{1,3}(?:\.\d{1,3})?) ?(?:%|percent)(?: of)? /;

/** What a query says, in order: nothing but colours and words about colours. */
interface Seen {
  colours: ColourQuestion['colours'];
  /** Whether a colour is written as a name, as that of a thing, or as digits that may be a number. */
  hasNames: boolean;
  hasThings: boolean;
  hasDigits: boolean;
  /** Numbers without a notation. */
  numbers: ReturnType<typeof channelsAt>;
  words: string[];
}

/** Reads the question in a folded query; returns null at the first word that is not about colours. */
export function colourQuestionIn(plain: string): ColourQuestion | null {
  if (plain.length > MAX_CHARACTERS || !plain.split(' ').every(mayBePart)) return null;
  const seen = look(plain);
  if (!seen) return null;
  return seen.numbers ? ofNumbers(seen, seen.numbers) : understood(seen, isStyleName(plain));
}

/** Whether a word may be part of a question, so that most queries are not read any further. */
function mayBePart(word: string): boolean {
  if (!/^[a-z]+$/.test(word)) return true;
  return isNamePart(word) || isColourWord(word) || partsOf(word) !== null;
}

function look(plain: string): Seen | null {
  const seen: Seen = { colours: [], hasNames: false, hasThings: false, hasDigits: false, numbers: null, words: [] };
  let share: number | undefined;
  for (let rest = plain, length = 0; rest !== ''; rest = rest.slice(length).replace(/^[\s,;:?]+/, '')) {
    const isNumber = /^[-(\d.]/.test(rest);
    const part = isNumber ? SHARE.exec(rest) : null;
    const numbers = isNumber ? channelsAt(rest) : null;
    const word = (rest.split(' ', 1)[0] as string).replace(/(?<=[a-z]):$/, '');
    const literal = isTarget(seen.words, word) ? null : literalAt(rest);
    if (numbers) {
      if (seen.numbers) return null;
      seen.numbers = numbers;
      length = numbers.length;
    } else if (part) {
      share = Number(part[1]);
      length = part[0].length;
    } else if (literal) {
      seen.colours.push({ rgb: literal.rgb, share });
      share = undefined;
      seen.hasThings ||= literal.writing === 'thing';
      seen.hasNames ||= literal.writing === 'name' || literal.writing === 'thing';
      seen.hasDigits ||= literal.writing === 'digits';
      length = literal.length;
    } else {
      const words = isColourWord(word) ? [word] : partsOf(word);
      if (!words) return null;
      seen.words.push(...words);
      length = word.length;
    }
  }
  return share === undefined ? seen : null;
}

/** `rgb to hsl 255 0 0`: the numbers belong to the first notation, not to the word before them. */
function isTarget(before: readonly string[], word: string): boolean {
  return formatOf(word) !== null && formatOf(before.at(-2)) !== null && isA('to', before.at(-1));
}

/** Splits `rgb2hex` and `hex-to-rgb` into three words. */
function partsOf(word: string): string[] | null {
  const [, from, to] = /^([a-z]{3,5})(?:2|to|-to-)([a-z]{3,11})$/.exec(word) ?? [];
  return from && to && formatOf(from) !== null && formatOf(to) !== null ? [from, 'to', to] : null;
}

/**
 * Numbers alone are in the notation that the words name. Otherwise, three numbers up to 255 with commas or brackets are
 * RGB: `(12, 34, 56) to hex`.
 */
function ofNumbers(seen: Seen, { channels, areBytes }: NonNullable<Seen['numbers']>): ColourQuestion | null {
  const { words } = seen;
  const at = words.findIndex((word) => formatOf(word) !== null);
  const count = words.filter((word) => formatOf(word) !== null).length;
  const isOnlyTarget = count === 1 && isA('to', words[at - 1]);
  const space = isOnlyTarget ? (areBytes ? 'rgb' : '') : (words[at] ?? '');
  if (seen.colours.length > 0 || space === '' || formatOf(space) === 'hex') return null;
  const rgb = rgbOfChannels(space, channels);
  const rest = count === 1 && !isOnlyTarget ? words.with(at, 'hex') : words;
  return rgb && understood({ ...seen, words: rest, colours: [{ rgb, share: undefined }] }, true);
}

/** `isSure`: the query can only mean a colour. */
function understood({ colours, hasNames, hasThings, hasDigits, words }: Seen, isSure: boolean): ColourQuestion | null {
  const has = (role: Parameters<typeof isA>[0]) => words.some((word) => isA(role, word));
  const target = targetOf(words) ?? 'hex';
  const formats = words.filter((word) => formatOf(word) !== null);
  if (colours.length > 1) {
    // `red + blue` asks for a mixture, `blue and gold` does not.
    const isMixed = has('mix') || (words.length === colours.length - 1 && words.every((word) => word === '+'));
    const isPossible = colours.length <= MAX_MIXED && colours.some(({ share }) => share !== 0);
    // `mix peach and cream`
    if (hasThings && !has('colour')) return null;
    return isMixed && isPossible && !has('inverse') && !has('complement')
      ? { colours, target, operation: 'mix' }
      : null;
  }
  if (colours.length === 0 || has('mix') || has('and')) return null;
  // Names are words for other things too, so `opposite of tan` has to call it a colour.
  if (has('inverse') || has('complement')) {
    const operation = has('inverse') ? 'inverse' : 'complement';
    return hasNames && !has('colour') ? null : { colours, target, operation };
  }
  // A name is a colour next to a notation, or to a code of a colour or a page: `red html code`, but not `code red`.
  const isOfPage = words.some((word) => word === 'html' || word === 'css' || word === 'web');
  const isNamed = formats.length > 0 || (has('code') && (has('colour') || isOfPage));
  if (hasNames && !isSure && !isNamed) return null;
  // `hex 123456` is a number in base 16.
  const isDigits = has('colour') || formats.some((word) => words.includes('code') || formatOf(word) !== 'hex');
  if (hasDigits && !isDigits) return null;
  return { colours, target, operation: 'show' };
}

/** The notation after `to`, or the only notation in the query. */
function targetOf(words: readonly string[]): Format | null {
  const at = words.findLastIndex((word, i) => isA('to', word) && formatOf(words[i + 1]) !== null);
  return formatOf(at >= 0 ? words[at + 1] : words.find((word) => formatOf(word) !== null));
}
