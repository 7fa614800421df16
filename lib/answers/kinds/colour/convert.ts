import { createRequire } from 'node:module';
import type { Color, Lab65 } from 'culori';

/** 8-bit channels. */
export type Rgb = readonly [red: number, green: number, blue: number];

let library: typeof import('culori') | undefined;

/** The build for `require` is one file instead of 189. */
export function culori(): typeof import('culori') {
  library ??= createRequire(import.meta.url)('culori') as typeof import('culori');
  return library;
}

/** Without the errors of binary fractions. */
const exact = (value: number) => Math.round(value * 1e6) / 1e6;
/** Rounds as converters of notations outside CSS do: halves go down. */
const roundedDown = (value: number) => Math.ceil(exact(value - 0.5));

/** The nearest colour that a screen can show. */
export function rgbOf(colour: Color): Rgb {
  const { r, g, b } = culori().rgb(colour);
  const round = colour.mode === 'hsv' ? roundedDown : (value: number) => Math.round(exact(value));
  const channel = (value: number) => round(255 * Math.min(1, Math.max(0, value)));
  return [channel(r), channel(g), channel(b)];
}

/** The colour of printed inks, without a colour profile. */
export function rgbOfInks([cyan = 0, magenta = 0, yellow = 0, black = 0]: readonly number[]): Rgb {
  const channel = (ink: number) => roundedDown(255 * (1 - ink) * (1 - black));
  return [channel(cyan), channel(magenta), channel(yellow)];
}

/** Mixes colours of light by their shares. Mixers of colours drop fractions. */
export function mixed(parts: readonly { rgb: Rgb; share: number }[]): Rgb {
  const whole = parts.reduce((sum, { share }) => sum + share, 0);
  const channel = (at: 0 | 1 | 2) =>
    Math.floor(exact(parts.reduce((sum, { rgb, share }) => sum + rgb[at] * share, 0) / whole));
  return [channel(0), channel(1), channel(2)];
}

export const inverse = ([red, green, blue]: Rgb): Rgb => [255 - red, 255 - green, 255 - blue];

/** The opposite hue on the colour wheel, with the same lightness and saturation. */
export function complement([red, green, blue]: Rgb): Rgb {
  const both = Math.min(red, green, blue) + Math.max(red, green, blue);
  return [both - red, both - green, both - blue];
}

let named: readonly { name: string; lab: Lab65 }[] | undefined;

/** The CSS name that looks most like a colour, by CIEDE2000. That divides a difference in lightness by 1.75 at most. */
function nearestName(colour: Color): string {
  const { colorsNamed, converter, differenceCiede2000 } = culori();
  const [labOf, difference] = [converter('lab65'), differenceCiede2000()];
  named ??= Object.keys(colorsNamed).map((name) => ({ name, lab: labOf(name) as Lab65 }));
  const lab = labOf(colour);
  let [nearest, least] = ['', Number.POSITIVE_INFINITY];
  for (const { name, lab: other } of named) {
    const distance = Math.abs(lab.l - other.l) < 1.75 * least ? difference(lab, other) : least;
    if (distance < least) [nearest, least] = [name, distance];
  }
  return nearest;
}

/** The colour in every notation, with the CSS name that looks most like it. */
export function notations(rgb: Rgb) {
  const [r, g, b] = rgb.map((value) => value / 255) as [number, number, number];
  const colour: Color = { mode: 'rgb', r, g, b };
  const [hsl, hsv, oklch] = [culori().hsl(colour), culori().hsv(colour), culori().oklch(colour)];
  const degrees = (hue = 0) => Math.round(hue) % 360;
  const percent = (share: number) => `${Math.round(share * 100)}%`;
  const black = 1 - Math.max(r, g, b);
  const inks = [r, g, b].map((value) => percent(black === 1 ? 0 : (1 - value - black) / (1 - black)));
  // Grey has no hue, but rounding errors give it one.
  const hue = oklch.c < 0.0005 ? 0 : Number((oklch.h ?? 0).toFixed(1));
  return {
    hex: culori().formatHex(colour),
    rgb: `rgb(${rgb.join(', ')})`,
    hsl: `hsl(${degrees(hsl.h)}, ${percent(hsl.s)}, ${percent(hsl.l)})`,
    hsv: `hsv(${degrees(hsv.h)}, ${percent(hsv.s)}, ${percent(hsv.v)})`,
    cmyk: `cmyk(${inks.join(', ')}, ${percent(black)})`,
    oklch: `oklch(${oklch.l.toFixed(3)} ${oklch.c.toFixed(3)} ${hue})`,
    name: nearestName(colour),
  };
}
