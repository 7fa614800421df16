import { type Color, colorsNamed, parseHex } from 'culori';
import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';
import { type Rgb, rgbOf, rgbOfInks } from './convert.ts';

/** A colour in a query, and how the query writes it. */
export interface ColourLiteral {
  rgb: Rgb;
  /**
   * `notation`: it can only be a colour (`#f00`, `rgb 1 2 3`). `name` and `digits` (`ff0000`) may be something else.
   * `thing`: a name that CSS does not know, of a thing with that colour (`peach`).
   */
  writing: 'notation' | 'name' | 'thing' | 'digits';
  /** Number of characters. */
  length: number;
}

const otherColours = jsonFile(
  new URL('./data/other-colours.json', import.meta.url),
  z.record(z.string(), z.string()).transform((names) => new Map(Object.entries(names))),
);
/** CSS gives them as numbers: 0xrrggbb. */
const cssColours = new Map(
  Object.entries(colorsNamed).map(([name, value]) => [name, `#${value.toString(16).padStart(6, '0')}`]),
);

const HEX = /^(?:#|0x)([0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})(?![0-9a-z])/;
const BARE_HEX = /^[0-9a-f]{6}(?![0-9a-z])/;
const LABELLED = /^red:? ?(\d{1,3})[,;]? green:? ?(\d{1,3})[,;]? blue:? ?(\d{1,3})(?=\s|$)/;
const NOTATION = /^(rgb|hsl|hsv|hsb|hwb|cmyk|oklch|oklab|lab|lch)a?\s*[:=]?\s*(?=[-(\d.])/;
/** Three or four numbers in a row, with or without brackets. */
const CHANNELS = /^(\()?\s*(-?[\d.]+(?:%|°|deg)?(?:(?:\s*[,/]\s*|\s+)-?[\d.]+(?:%|°|deg)?){2,3})\s*(\))?(?=[\s;?]|$)/;
const CHANNEL = /^(-?\d*\.?\d+)(%|°|deg)?$/;
/** One number with separators of thousands: 1,200,100 or 100,024,000. */
const GROUPED = /^\d{1,2}(?:,\d{3})+$|,0\d/;
const MAX_NAME_WORDS = 4;

/** Reads the colour at the beginning of a folded text. */
export function literalAt(text: string): ColourLiteral | null {
  const hex = /^[#0]/.test(text) ? HEX.exec(text) : null;
  if (hex) return { rgb: ofHex(hex[1] as string), writing: 'notation', length: hex[0].length };
  const labelled = text.startsWith('red') ? LABELLED.exec(text) : null;
  const rgb = labelled && rgbOfChannels('rgb', labelled.slice(1));
  if (labelled && rgb) return { rgb, writing: 'notation', length: labelled[0].length };
  return notationAt(text) ?? digitsAt(text) ?? nameAt(text);
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

type ChannelKind = 'byte' | 'share' | 'angle' | 'lightness' | 'axis';
/** The channels of each colour space. The last letters of its name are their names in the library. */
const SPACES: Readonly<Record<string, readonly ChannelKind[]>> = {
  rgb: ['byte', 'byte', 'byte'],
  hsl: ['angle', 'share', 'share'],
  hsv: ['angle', 'share', 'share'],
  hwb: ['angle', 'share', 'share'],
  cmyk: ['share', 'share', 'share', 'share'],
  lab: ['lightness', 'axis', 'axis'],
  lch: ['lightness', 'axis', 'angle'],
  oklab: ['share', 'axis', 'axis'],
  oklch: ['share', 'axis', 'angle'],
};
const LIMITS: Readonly<Record<ChannelKind, readonly [number, number]>> = {
  byte: [0, 1],
  share: [0, 1],
  angle: [-360, 360],
  lightness: [0, 100],
  axis: [-200, 200],
};

/** The colour with these channels in a colour space; null if there is none. */
export function rgbOfChannels(name: string, given: readonly string[]): Rgb | null {
  const space = name === 'hsb' ? 'hsv' : name.replace(/^(rgb|hsl|hsv)a$/, '$1');
  const kinds = SPACES[space];
  const parts = given.map((part) => CHANNEL.exec(part));
  // A fourth number besides inks is the opacity.
  if (!kinds || parts.includes(null) || (parts.length !== kinds.length && parts.length !== 4)) return null;
  const written = kinds.map((kind, at) => ({ kind, value: Number(parts[at]?.[1]), isPercent: parts[at]?.[2] === '%' }));
  // 40% is 0.4. So is 40; 0.4 stays 0.4 if no number is above 1.
  const arePercent = written.some(({ kind, value, isPercent }) => kind === 'share' && (isPercent || value > 1));
  const values = written.map(({ kind, value, isPercent }) => {
    if (kind === 'byte') return value / (isPercent ? 100 : 255);
    return kind === 'share' && arePercent ? value / 100 : value;
  });
  if (!values.every((value, at) => isWithin(value, LIMITS[kinds[at] as ChannelKind]))) return null;
  if (space === 'cmyk') return rgbOfInks(values as [number, number, number, number]);
  const channels = [...space.slice(-3)].map((channel, at) => [channel, values[at]]);
  return rgbOf({ mode: space, ...Object.fromEntries(channels) } as Color);
}

const isWithin = (value: number, [low, high]: readonly [number, number]) => value >= low && value <= high;

/** Whether a word is a colour name that only style sheets write: two words as one, the second one a colour. */
export function isStyleName(word: string): boolean {
  return cssColours.has(word) && [...cssColours.keys()].some((name) => name !== word && word.endsWith(name));
}

function notationAt(text: string): ColourLiteral | null {
  const [before, space = ''] = NOTATION.exec(text) ?? [];
  const found = before === undefined ? null : channelsAt(text.slice(before.length));
  const rgb = found && rgbOfChannels(space, found.channels);
  return rgb && { rgb, writing: 'notation', length: (before as string).length + found.length };
}

function digitsAt(text: string): ColourLiteral | null {
  const [digits] = BARE_HEX.exec(text) ?? [];
  return digits === undefined ? null : { rgb: ofHex(digits), writing: 'digits', length: digits.length };
}

function nameAt(text: string): ColourLiteral | null {
  const words = (text.slice(0, 40).split(/[,;]/, 1)[0] ?? '').split(' ', MAX_NAME_WORDS);
  if (!isNamePart(words[0] as string)) return null;
  for (let count = words.length; count > 0; count--) {
    const given = words.slice(0, count);
    const name = given.join('');
    const hex = cssColours.get(name) ?? otherColours().get(name);
    const writing = cssColours.has(name) ? 'name' : 'thing';
    if (hex) return { rgb: ofHex(hex.slice(1)), writing, length: given.join(' ').length };
  }
  return null;
}

/** Whether a word may be part of the name of a colour: `light` and `smoke` of `lightblue` and `whitesmoke`. */
export function isNamePart(word: string): boolean {
  if (!nameParts) {
    nameParts = new Set();
    for (const name of [...cssColours.keys(), ...otherColours().keys()])
      for (let length = 3; length <= name.length; length++)
        nameParts.add(name.slice(0, length)).add(name.slice(-length));
  }
  return nameParts.has(word);
}
let nameParts: Set<string> | undefined;

function ofHex(digits: string): Rgb {
  return rgbOf(parseHex(digits) as Color);
}
