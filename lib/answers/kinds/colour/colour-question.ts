import * as words from './colour-words.ts';
import { type Format, formatOf, isColourWord } from './colour-words.ts';
import { cssColours } from './css-colours.ts';
import { channelsAt, fromChannels, type Literal, literalAt } from './literal.ts';
import { otherColours } from './other-colours.ts';

/** A question about colours. */
export interface ColourQuestion {
  literals: Literal[];
  target: Format;
  operation: 'show' | 'inverse' | 'complement' | 'mix';
}

/** Colour names that are things first: the query has to call them a colour. */
const THINGS =
  /^(?:chocolate|lime|wheat|salmon|tomato|linen|snow|peru|tan|gold|silver|coral|olive|plum|orchid|bisque|thistle|sienna|honeydew|moccasin|ivory|orange|cornsilk|seashell|chartreuse|crimson|lavender|mintcream|oldlace|papayawhip|navy|aqua)$/;
const isThing = (name: string) => THINGS.test(name) || Object.hasOwn(otherColours, name);
/** Two colour words written as one. Only style sheets do that. */
const STYLE_NAME =
  /^[a-z]{3,12}(?:blue|red|green|gr[ae]y|white|pink|purple|violet|yellow|orange|khaki|cyan|magenta|turquoise)$/;

const MAX_CHARACTERS = 160;
const MAX_MIXED = 5;

const ANY =
  /#[0-9a-f]{3}|rgb|hs[lvb]|cmyk|oklch|oklab|hwb|la?b\s*\(|lch\s*\(|hex|colou?r|farb|couleur|kleur|html|css|mix|blend|combine|inver|opposite|contrary|compl[ei]ment|negative|red:? ?\d| \+ /;

/** Reads the colour question in a lower-case query; returns null if there is none. */
export function colourQuestionIn(plain: string): ColourQuestion | null {
  if (STYLE_NAME.test(plain) && Object.hasOwn(cssColours, plain)) {
    return { literals: [(literalAt(plain) as { literal: Literal }).literal], target: 'hex', operation: 'show' };
  }
  if (plain.length > MAX_CHARACTERS || !ANY.test(plain)) return null;
  const seen = look(plain);
  if (!seen) return null;
  if (seen.channels) return ofChannels(seen, seen.channels);
  return seen.literals.length > 0 ? understood(seen) : null;
}

interface Seen {
  literals: Literal[];
  /** Numbers without a notation. */
  channels: NonNullable<ReturnType<typeof channelsAt>> | null;
  bareNames: string[];
  bareHex: boolean;
  words: string[];
}

/** Collects every colour and every word of the query, in order; returns null at the first unexpected word. */
function look(plain: string): Seen | null {
  const seen: Seen = { literals: [], channels: null, bareNames: [], bareHex: false, words: [] };
  let rest = plain;
  let share: number | undefined;
  const pass = (length: number) => {
    rest = rest.slice(length).replace(/^[\s,;:?]+/, '');
  };
  while (rest !== '') {
    if (seen.literals.length > MAX_MIXED) return null;
    const channels = channelsAt(rest);
    if (channels) {
      if (seen.channels) return null;
      seen.channels = channels;
      pass(channels.length);
      continue;
    }
    const [, percent, blank] = /^(?:(\d{1,3}(?:\.\d{1,3})?) ?(?:%|percent)(?: of)?( |$))/.exec(rest) ?? [];
    if (percent !== undefined) {
      share = Number(percent);
      rest = rest
        .slice(rest.indexOf(blank === ' ' ? ' ' : percent, percent.length))
        .replace(/^(?:percent|of|%|\s)+/, '');
      continue;
    }
    const blankAt = rest.indexOf(' ');
    const word = (blankAt < 0 ? rest : rest.slice(0, blankAt)).replace(/(?<=[a-z]):$/, '');
    const found = isTargetAhead(seen.words, word) ? null : literalAt(rest);
    if (found) {
      if (found.literal.space === 'name') seen.bareNames.push(rest.slice(0, found.length));
      else if (found.isBare) seen.bareHex = true;
      seen.literals.push(share === undefined ? found.literal : { ...found.literal, share });
      share = undefined;
    } else {
      const given = isColourWord(word) ? [word] : parted(word);
      if (!given) return null;
      seen.words.push(...given);
    }
    pass(found?.length ?? word.length);
  }
  return share === undefined ? seen : null;
}

/** `rgb to hsl 255 0 0`: the numbers belong to the first notation, not to the word before them. */
function isTargetAhead(before: readonly string[], word: string): boolean {
  return formatOf(word) !== null && formatOf(before.at(-2)) !== null && words.TARGET.has(before.at(-1) as string);
}

/** Splits `rgb2hex` and `hex-to-rgb` into three words. */
function parted(word: string): string[] | null {
  const [, from = '', to = ''] = /^([a-z]{3,5})(?:2|to|-to-)([a-z]{3,11})$/.exec(word) ?? [];
  return formatOf(from) !== null && formatOf(to) !== null ? [from, 'to', to] : null;
}

/**
 * Numbers alone are in the notation that the words name. Otherwise, three numbers up to 255 are RGB: `(12, 34, 56) to
 * hex`.
 */
function ofChannels(seen: Seen, { channels, isTriple }: NonNullable<Seen['channels']>): ColourQuestion | null {
  const { words: all, literals } = seen;
  const formats = all.filter((word) => formatOf(word) !== null);
  const isOnlyTarget = words.TARGET.has(all[all.findIndex((word) => formatOf(word) !== null) - 1] ?? '');
  const [first = ''] = formats;
  const space = formats.length > 1 || (formats.length === 1 && !isOnlyTarget) ? first : isTriple ? 'rgb' : '';
  if (literals.length > 0 || formats.length === 0 || space === '' || formatOf(space) === 'hex') return null;
  const literal = fromChannels(space, channels);
  const isTargetNamed = formats.length > 1 || isOnlyTarget;
  const rest = isTargetNamed ? all : all.map((word) => (word === first ? 'hex' : word));
  return literal && understood({ ...seen, words: rest, literals: [literal] });
}

function understood({ literals, bareNames, bareHex, words: all }: Seen): ColourQuestion | null {
  const has = (set: ReadonlySet<string>) => all.some((word) => set.has(word));
  const target = targetOf(all) ?? 'hex';
  const isColour = has(words.COLOUR);
  const onlyThings = !isColour && bareNames.some((name) => isThing(name.replaceAll(' ', '')));
  if (literals.length > 1) {
    // A mixture needs at least one share above zero.
    const isNothing = literals.every(({ share }) => share === 0);
    // `red + blue` asks for a mixture, `blue and gold` does not.
    const isSum = all.length === literals.length - 1 && all.every((word) => word === '+');
    const mixes = (has(words.MIX) || isSum) && literals.length <= MAX_MIXED && !onlyThings && !isNothing;
    return mixes && !has(words.INVERSE) && !has(words.COMPLEMENT) ? { literals, target, operation: 'mix' } : null;
  }
  if (has(words.MIX) || has(words.AND)) return null;
  if (has(words.INVERSE)) return onlyThings ? null : { literals, target, operation: 'inverse' };
  if (has(words.COMPLEMENT)) return onlyThings ? null : { literals, target, operation: 'complement' };
  const formats = all.filter((word) => formatOf(word) !== null);
  const isCode = all.includes('code');
  // `red` is a word and `123456` a number unless the query says that they are colours.
  if (bareNames.length > 0 && formats.length === 0 && !(has(words.CODE) && (isColour || isCode))) return null;
  if (bareHex && !isColour && !formats.some((word) => isCode || formatOf(word) !== 'hex')) return null;
  // `red code` is an alarm.
  const isOfWeb = all.some((word) => /^(?:html|css|web)$/.test(word));
  if (bareNames.length > 0 && formats.length === 0 && !isColour && !isOfWeb) return null;
  return { literals, target, operation: 'show' };
}

/** The notation after `to`, or the only notation in the query. */
function targetOf(all: readonly string[]): Format | null {
  const at = all.findLastIndex((word, i) => words.TARGET.has(word) && formatOf(all[i + 1]) !== null);
  return formatOf(at >= 0 ? all[at + 1] : all.find((word) => formatOf(word) !== null));
}
