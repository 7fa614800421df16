import { createRequire } from 'node:module';
import type { Color, Lab65 } from 'culori';
import { once } from '../../data-file.ts';

/** Red, green and blue, 0–255. */
export type Rgb = readonly number[];

/** The build for `require` is one file instead of 189. */
export const culori = once(() => createRequire(import.meta.url)('culori') as typeof import('culori'));

/** Without the errors of binary fractions. */
const exact = (value: number) => Math.round(value * 1e6) / 1e6;

/** The nearest colour that a screen can show. */
export function rgbOf(colour: Color, isCss = colour.mode !== 'hsv'): Rgb {
  const { r, g, b } = culori().rgb(colour);
  return [r, g, b].map((share) => {
    const value = 255 * Math.min(1, Math.max(0, share));
    // Converters of notations outside CSS round halves down.
    return isCss ? Math.round(exact(value)) : Math.ceil(exact(value - 0.5));
  });
}

/** Mixes colours of light by their shares. Mixers of colours drop fractions. */
export function mixed(parts: readonly { rgb: Rgb; share: number }[]): Rgb {
  const whole = parts.reduce((sum, { share }) => sum + share, 0);
  return [0, 1, 2].map((at) =>
    Math.floor(exact(parts.reduce((sum, { rgb, share }) => sum + (rgb[at] as number) * share, 0) / whole)),
  );
}

export const inverse = (rgb: Rgb): Rgb => rgb.map((channel) => 255 - channel);

/** The opposite hue on the colour wheel, with the same lightness and saturation. */
export const complement = (rgb: Rgb): Rgb => rgb.map((channel) => Math.min(...rgb) + Math.max(...rgb) - channel);

const labOf = once(() => culori().converter('lab65'));
const named = once(() => Object.keys(culori().colorsNamed).map((name) => ({ name, lab: labOf()(name) as Lab65 })));

/** The CSS name that looks most like a colour, by CIEDE2000. That divides a difference in lightness by 1.75 at most. */
function nearestName(colour: Color): string {
  const [lab, difference] = [labOf()(colour), culori().differenceCiede2000()];
  let [nearest, least] = ['', Number.POSITIVE_INFINITY];
  for (const { name, lab: other } of named()) {
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
  const hue = Number((oklch.h ?? 0).toFixed(1));
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
