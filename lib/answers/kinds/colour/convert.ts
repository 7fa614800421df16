import { type Color, clampGamut, hsl as toHsl, hsv as toHsv, oklch as toOklch, rgb as toRgb } from 'culori';
import type { Literal } from './literal.ts';
import { nearestName } from './nearest-name.ts';

/** 8-bit channels. */
export type Rgb = readonly [red: number, green: number, blue: number];

const clamped = (value: number) => Math.min(255, Math.max(0, value));
/** Rounds as browsers do: halves go up. */
const rounded = (value: number) => clamped(Math.round(Number(value.toFixed(6))));
/** Rounds as converters of notations outside CSS do: halves go down. */
const roundedDown = (value: number) => clamped(Math.ceil(Number((value - 0.5).toFixed(6))));

/** Rounds as colour mixers do: fractions are dropped. */
const cut = (value: number) => clamped(Math.floor(Number(value.toFixed(6))));

const triple = (values: readonly number[], round: (value: number) => number): Rgb => [
  round(values[0] ?? 0),
  round(values[1] ?? 0),
  round(values[2] ?? 0),
];

const inGamut = clampGamut('rgb');

/** Converts a colour literal to 8-bit channels. */
export function rgbOf({ space, channels }: Literal): Rgb {
  const [a = 0, b = 0, c = 0, d = 0] = channels;
  if (space === 'hex' || space === 'name' || space === 'rgb') return triple(channels, rounded);
  if (space === 'cmyk')
    return triple(
      [a, b, c].map((ink) => 255 * (1 - ink) * (1 - d)),
      roundedDown,
    );
  const colour = {
    hsl: { mode: 'hsl', h: a, s: b, l: c },
    hsv: { mode: 'hsv', h: a, s: b, v: c },
    hwb: { mode: 'hwb', h: a, w: b, b: c },
    lab: { mode: 'lab', l: a, a: b, b: c },
    lch: { mode: 'lch', l: a, c: b, h: c },
    oklab: { mode: 'oklab', l: a, a: b, b: c },
    oklch: { mode: 'oklch', l: a, c: b, h: c },
  }[space] as Color;
  const { r, g, b: blue } = inGamut(toRgb(colour) ?? '#000') as { r: number; g: number; b: number };
  return triple([r * 255, g * 255, blue * 255], space === 'hsv' ? roundedDown : rounded);
}

/** Mixes colours of light by their shares. */
export function mixed(parts: readonly { rgb: Rgb; share: number }[]): Rgb {
  const whole = parts.reduce((sum, { share }) => sum + share, 0);
  const channel = (at: 0 | 1 | 2) => parts.reduce((sum, { rgb, share }) => sum + rgb[at] * share, 0) / whole;
  return triple([channel(0), channel(1), channel(2)], cut);
}

export const inverse = ([red, green, blue]: Rgb): Rgb => [255 - red, 255 - green, 255 - blue];

/** The opposite hue on the colour wheel, with the same lightness and saturation. */
export function complement([red, green, blue]: Rgb): Rgb {
  const both = Math.min(red, green, blue) + Math.max(red, green, blue);
  return [both - red, both - green, both - blue];
}

/** The colour in every notation, with its nearest name. */
export function notations(rgb: Rgb) {
  const [red, green, blue] = rgb;
  const colour = { mode: 'rgb' as const, r: red / 255, g: green / 255, b: blue / 255 };
  const hsl = toHsl(colour);
  const hsv = toHsv(colour);
  const oklch = toOklch(colour);
  const degrees = (hue: number | undefined) => Math.round(hue ?? 0) % 360;
  const percent = (share: number) => `${Math.round(share * 100)}%`;
  const black = 1 - Math.max(red, green, blue) / 255;
  const ink = (value: number) => percent(black === 1 ? 0 : (1 - value / 255 - black) / (1 - black));
  return {
    hex: `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`,
    rgb: `rgb(${red}, ${green}, ${blue})`,
    hsl: `hsl(${degrees(hsl.h)}, ${percent(hsl.s)}, ${percent(hsl.l)})`,
    hsv: `hsv(${degrees(hsv.h)}, ${percent(hsv.s)}, ${percent(hsv.v)})`,
    cmyk: `cmyk(${ink(red)}, ${ink(green)}, ${ink(blue)}, ${percent(black)})`,
    // Grey has no hue, but rounding errors give it one.
    oklch: `oklch(${oklch.l.toFixed(3)} ${oklch.c.toFixed(3)} ${oklch.c < 0.0005 ? 0 : Number((oklch.h ?? 0).toFixed(1))})`,
    name: nearestName(colour),
  };
}
