import { cssColours } from './css-colours.ts';
import { otherColours } from './other-colours.ts';

/**
 * Colours as people write them: `#0f0`, `rgb(1, 2, 3)`, `hsl 194 0.53 0.79`, `light blue`. Parsed without a library.
 */
export interface Literal {
  space: 'hex' | 'rgb' | 'hsl' | 'hsv' | 'cmyk' | 'oklch' | 'oklab' | 'lab' | 'lch' | 'hwb' | 'name';
  /** rgb: 0–255. hsl, hsv and hwb: degrees and 0–1. cmyk: 0–1. All others: as CSS writes them. */
  channels: readonly number[];
  /** Percentage of this colour in a mixture, if the query gives one. */
  share?: number;
}

const FUNCTION =
  /^(rgba?|hsla?|hsva?|hsba?|hwb|cmyk|oklch|oklab|lab|lch)\s*[:=]?\s*(?:\(\s*([^()]{3,60})\)|((?:-?[\d.]+[%°]?(?:deg)?[\s,]+){2,3}-?[\d.]+[%°]?)(?=\s|$))/;
const CHANNEL = /^(-?\d*\.?\d+)(%|°|deg)?$/;
const LABELLED = /^red:? ?(\d{1,3})[,;]? green:? ?(\d{1,3})[,;]? blue:? ?(\d{1,3})(?=\s|$)/;
const HEX = /^(?:#|0x)([0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})(?![0-9a-z])/;
const BARE_HEX = /^[0-9a-f]{6}(?![0-9a-z])/;
/** Three or four numbers in a row, with or without brackets. */
const NUMBERS =
  /^(\()?\s*(-?(?:\d{1,3}(?:\.\d{1,4})?|\.\d{1,4})[%°]?(?:[\s,]+-?(?:\d{1,3}(?:\.\d{1,4})?|\.\d{1,4})[%°]?){2,3})\s*(?:\)|(?=[\s;?]|$))/;
/** One number with thousands separators: 1,200,100 or 100,024,000. */
const GROUPED = /^\d{1,2}(?:,\d{3})+$|,0\d/;
const MAX_NAME_WORDS = 4;

/** All colour names: those of CSS, and those in common use besides. */
const colours: Readonly<Record<string, string>> = { ...otherColours, ...cssColours };

/** Reads the colour at the beginning of a lower-case text, and its length in characters. */
export function literalAt(text: string): { literal: Literal; length: number; isBare: boolean } | null {
  const hex = HEX.exec(text);
  if (hex?.[1]) return { literal: fromHex(hex[1]), length: hex[0].length, isBare: false };
  const labelled = LABELLED.exec(text);
  if (labelled) {
    const literal = fromChannels('rgb', labelled.slice(1, 4));
    return literal && { literal, length: labelled[0].length, isBare: false };
  }
  const called = FUNCTION.exec(text);
  if (called) {
    const literal = fromChannels(called[1] as string, (called[2] ?? called[3] ?? '').trim().split(/\s*[,/]\s*|\s+/));
    return literal && { literal, length: called[0].length, isBare: false };
  }
  const bare = BARE_HEX.exec(text)?.[0];
  if (bare) return { literal: fromHex(bare), length: 6, isBare: true };
  return named(text);
}

/** Channels without a notation: `12, 34, 56`. `isTriple`: they can only be 8-bit red, green and blue. */
export function channelsAt(text: string): { channels: string[]; length: number; isTriple: boolean } | null {
  const [whole = '', bracket, inside] = NUMBERS.exec(text.slice(0, 60)) ?? [];
  if (inside === undefined || (bracket !== undefined && !whole.endsWith(')'))) return null;
  const channels = inside.split(/[\s,]+/);
  const isWritten = bracket !== undefined || (inside.includes(',') && !GROUPED.test(inside));
  const isTriple = isWritten && channels.length === 3 && channels.every((channel) => /^\d{1,3}$/.test(channel));
  return { channels, length: whole.length, isTriple };
}

function named(text: string): ReturnType<typeof literalAt> {
  const [called = ''] = text.slice(0, 40).split(/[,;]/, 1);
  const words = called.split(' ', MAX_NAME_WORDS);
  for (let count = words.length; count > 0; count--) {
    const given = words.slice(0, count);
    const hex = colours[given.join('')];
    // `Object` has inherited members that are not colours.
    if (typeof hex === 'string' && Object.hasOwn(colours, given.join(''))) {
      const literal: Literal = { ...fromHex(hex.slice(1)), space: 'name' };
      return { literal, length: given.join(' ').length, isBare: true };
    }
  }
  return null;
}

function fromHex(digits: string): Literal {
  const long = digits.length < 6 ? [...digits].map((digit) => digit + digit).join('') : digits;
  return { space: 'hex', channels: [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16)) };
}

const SPACES: Readonly<Record<string, Literal['space']>> = {
  hsb: 'hsv',
  hsba: 'hsv',
  hsva: 'hsv',
  rgba: 'rgb',
  hsla: 'hsl',
};

/** Builds a colour from the channels of a colour space; returns null if they are out of range. */
export function fromChannels(name: string, given: readonly string[]): Literal | null {
  const space = SPACES[name] ?? (name as Literal['space']);
  const parts = given.map((part) => CHANNEL.exec(part));
  const count = space === 'cmyk' ? 4 : 3;
  const hasAlpha = count === 3 && parts.length === 4;
  if ((parts.length !== count && !hasAlpha) || parts.includes(null)) return null;
  const numbers = parts.slice(0, count).map((part) => Number(part?.[1]));
  const units = parts.slice(0, count).map((part) => part?.[2]);
  const channels = scaled(space, numbers, units);
  return channels && { space, channels };
}

function scaled(space: Literal['space'], numbers: number[], units: (string | undefined)[]): number[] | null {
  if (space === 'rgb') {
    const channels = numbers.map((value, at) => (units[at] === '%' ? value * 2.55 : value));
    return channels.every((value) => value >= 0 && value <= 255) ? channels : null;
  }
  if (space === 'cmyk') return shares(numbers, units);
  if (space === 'hsl' || space === 'hsv' || space === 'hwb') {
    const rest = shares(numbers.slice(1), units.slice(1));
    return rest && Math.abs(numbers[0] as number) <= 360
      ? [(((numbers[0] as number) % 360) + 360) % 360, ...rest]
      : null;
  }
  const [lightness = 0, ...rest] = numbers;
  // In CSS, lightness goes up to 1 in oklab and oklch, and up to 100 in the other spaces.
  const isOk = space.startsWith('ok');
  const first = isOk && (units[0] === '%' || lightness > 1) ? lightness / 100 : lightness;
  return first >= 0 && first <= (isOk ? 1 : 100) ? [first, ...rest] : null;
}

/** 40% is 0.4. So is 40; 0.4 stays 0.4 if no number is above 1. */
function shares(numbers: readonly number[], units: readonly (string | undefined)[]): number[] | null {
  const arePercent = units.includes('%') || numbers.some((value) => value > 1);
  const channels = numbers.map((value) => (arePercent ? value / 100 : value));
  return channels.every((value) => value >= 0 && value <= 1) ? channels : null;
}
