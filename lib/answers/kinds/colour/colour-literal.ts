import type { Color } from 'culori';
import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import { culori, type Rgb, rgbOf } from './convert.ts';

/** A colour in a query, and how the query writes it. */
export interface ColourLiteral {
  rgb: Rgb;
  /** A `notation` (`#f00`) is only a colour, a `thing` (`peach`) has one; `name` and `digits` may be anything. */
  writing: 'notation' | 'name' | 'thing' | 'digits';
  /** Number of characters. */
  length: number;
}

const HEX = /^(#|0x)?([0-9a-f]{3,8})(?![0-9a-z])/;
const NOTATION = /^(rgb|hsl|hsv|hsb|hwb|cmyk|oklch|oklab|lab|lch)a?\s*[:=]?\s*(?=[-(\d.])/;
/** Three or four numbers in a row, with or without brackets. */
const CHANNELS =
  /^(\()?\s*(-?\d*\.?\d+(?:%|°|deg)?(?:(?:\s*[,/]\s*|\s+)-?\d*\.?\d+(?:%|°|deg)?){2,3})\s*(\))?(?=[\s;?]|$)/;
/** One number with separators of thousands: 1,200,100 or 100,024,000. */
const GROUPED = /^\d{1,2}(?:,\d{3})+$|,0\d/;
const MAX_NAME_WORDS = 4;

/** Reads the colour at the beginning of a folded text. */
export function literalAt(text: string): ColourLiteral | null {
  const [hex = '', sign, digits = ''] = HEX.exec(text) ?? [];
  // After `0x`, digits are a number: as a colour they count no more than without it.
  const colour = sign === '#' || digits.length === 6 ? culori().parseHex(digits) : undefined;
  if (colour) return { rgb: rgbOf(colour), writing: sign === '#' ? 'notation' : 'digits', length: hex.length };
  const [before = '', space = ''] = NOTATION.exec(text) ?? [];
  const numbers = before === '' ? null : channelsAt(text.slice(before.length));
  const rgb = numbers && rgbOfChannels(space.replace('hsb', 'hsv'), numbers.channels);
  return rgb ? { rgb, writing: 'notation', length: before.length + numbers.length } : nameAt(text);
}

/** Numbers without a notation: `12, 34, 56`. `areBytes`: they can only be red, green and blue. */
export function channelsAt(text: string): { channels: string[]; length: number; areBytes: boolean } | null {
  const [whole = '', open, inside, close] = CHANNELS.exec(text.slice(0, 60)) ?? [];
  if (inside === undefined || (open === undefined) !== (close === undefined)) return null;
  const channels = inside.split(/\s*[,/]\s*|\s+/);
  const isWritten = open !== undefined || (inside.includes(',') && !GROUPED.test(inside));
  const areBytes = isWritten && channels.length === 3 && channels.every((channel) => /^\d{1,3}$/.test(channel));
  return { channels, length: whole.length, areBytes };
}

/** Channels, after their space, that are not shares between 0 and 1. */
const NO_SHARE = /:h$|^lab|^lch|^ok.*:[abc]$/;

/** The colour with these channels in a colour space; null if there is none. */
export function rgbOfChannels(space: string, given: readonly string[]): Rgb | null {
  // The last letters of a space are the names of its channels.
  const names = [...space.slice(space === 'cmyk' ? 0 : -3)];
  // A fourth number besides inks is the opacity.
  if (space === 'hex' || (given.length !== names.length && given.length !== 4)) return null;
  const shares = given.filter((_, at) => names[at] && !NO_SHARE.test(`${space}:${names[at]}`));
  // 40% is 0.4. So is 40; 0.4 stays 0.4 if no number is above 1.
  const hundred = shares.some((share) => share.endsWith('%') || Number(share) > 1) ? 100 : 1;
  const values = names.map((name, at) => {
    const [channel, value] = [given[at] as string, Number.parseFloat(given[at] as string)];
    if (NO_SHARE.test(`${space}:${name}`)) return Math.abs(value) <= 360 ? value : Number.NaN;
    const share = value / (space === 'rgb' && !channel.endsWith('%') ? 255 : hundred);
    return share >= 0 && share <= 1 ? share : Number.NaN;
  });
  if (values.includes(Number.NaN)) return null;
  if (space !== 'cmyk') {
    const [, opacity = '1', percent] = /^([\d.]+)(%?)$/.exec(given[names.length] ?? '1') ?? [];
    const alpha = Number(opacity) / (percent ? 100 : 1);
    return rgbOf({ mode: space, ...Object.fromEntries(names.map((name, at) => [name, values[at]])), alpha } as Color);
  }
  // The colour of printed inks, without a colour profile.
  const [r = 0, g = 0, b = 0, light = 0] = values.map((ink) => 1 - ink);
  return rgbOf({ mode: 'rgb', r: r * light, g: g * light, b: b * light }, false);
}

const things = jsonFile(new URL('./data/other-colours.json', import.meta.url), z.record(z.string(), z.string()));

function nameAt(text: string): ColourLiteral | null {
  const words = text.slice(0, 40).split(/[,;]/, 1).join().split(' ', MAX_NAME_WORDS);
  for (; words.length > 0; words.pop()) {
    const name = words.join('');
    const writing = Object.hasOwn(culori().colorsNamed, name) ? 'name' : 'thing';
    const css = writing === 'name' ? name : Object.hasOwn(things(), name) && things()[name];
    if (css) return { rgb: rgbOf(culori().parse(css) as Color), writing, length: words.join(' ').length };
  }
  return null;
}
