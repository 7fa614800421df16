import { createRequire } from 'node:module';
import type { Color, Lab65, Rgb as RgbColour } from 'culori';
import { once } from '../../data-file.ts';

/** Red, green and blue, 0–255, and the opacity, 0–1, if light passes through the colour. */
export type Rgb = readonly number[];

/** The build for `require` is one file instead of 189. */
export const culori = once(() => createRequire(import.meta.url)('culori') as typeof import('culori'));

/** Without the errors of binary fractions. */
const exact = (value: number) => Math.round(value * 1e6) / 1e6;

/** The nearest colour that a screen can show. */
export function rgbOf(colour: Color, isCss = colour.mode !== 'hsv'): Rgb {
  const { r, g, b, alpha = 1 } = culori().rgb(colour);
  const channels = [r, g, b].map((share) => {
    const value = 255 * Math.min(1, Math.max(0, share));
    // Converters of notations outside CSS round halves down.
    return isCss ? Math.round(exact(value)) : Math.ceil(exact(value - 0.5));
  });
  return alpha < 1 ? [...channels, alpha] : channels;
}

/** Mixes colours of light by their shares. Mixers of colours drop fractions. */
export function mixed(parts: readonly { rgb: Rgb; share: number }[]): Rgb {
  const whole = parts.reduce((sum, { share }) => sum + share, 0);
  return [0, 1, 2].map((at) =>
    Math.floor(exact(parts.reduce((sum, { rgb, share }) => sum + (rgb[at] as number) * share, 0) / whole)),
  );
}

export const inverse = (rgb: Rgb): Rgb => rgb.map((channel, at) => (at < 3 ? 255 - channel : channel));

/** The opposite hue on the colour wheel, with the same lightness and saturation. */
export function complement(rgb: Rgb): Rgb {
  const [light, dark] = [Math.max(...rgb.slice(0, 3)), Math.min(...rgb.slice(0, 3))];
  return rgb.map((channel, at) => (at < 3 ? dark + light - channel : channel));
}

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

const inCss = ([r = 0, g = 0, b = 0]: Rgb): RgbColour => ({ mode: 'rgb', r: r / 255, g: g / 255, b: b / 255 });

export const hexOf = (rgb: Rgb) => culori().formatHex(inCss(rgb));

/** Whether the CSS name is the name of this very colour. */
export const isNameOf = (name: string, hex: string) => culori().formatHex(name) === hex.toLowerCase();

/** The colour in every notation, with the CSS name that looks most like it. */
export function notations(rgb: Rgb) {
  const colour = inCss(rgb);
  const { r, g, b } = colour;
  const [hsl, hsv, oklch] = [culori().hsl(colour), culori().hsv(colour), culori().oklch(colour)];
  const degrees = (hue = 0) => Math.round(hue) % 360;
  const percent = (share: number) => `${Math.round(share * 100)}%`;
  const black = 1 - Math.max(r, g, b);
  const inks = [r, g, b].map((value) => percent(black === 1 ? 0 : (1 - value - black) / (1 - black)));
  const hue = Number((oklch.h ?? 0).toFixed(1));
  return {
    hex: hexOf(rgb),
    rgb: `rgb(${rgb.slice(0, 3).join(', ')})`,
    hsl: `hsl(${degrees(hsl.h)}, ${percent(hsl.s)}, ${percent(hsl.l)})`,
    hsv: `hsv(${degrees(hsv.h)}, ${percent(hsv.s)}, ${percent(hsv.v)})`,
    cmyk: `cmyk(${inks.join(', ')}, ${percent(black)})`,
    oklch: `oklch(${oklch.l.toFixed(3)} ${oklch.c.toFixed(3)} ${hue})`,
    name: nearestName(colour),
  };
}

/** An opacity as style sheets write it: with the decimals that tell its byte, so that #80 is 0.5. */
export const shownOpacity = (alpha: number) =>
  [100, 1000].map((scale) => Math.round(alpha * scale) / scale).find((share) => byteOf(share) === byteOf(alpha)) ??
  alpha;
const byteOf = (alpha: number) => Math.round(alpha * 255);

/** A notation with an opacity: `rgb(255, 136, 0)` → `rgba(255, 136, 0, 0.5)`; null for inks, which have none. */
export function withOpacity(notation: string, alpha: number): string | null {
  if (notation.startsWith('#')) return notation + byteOf(alpha).toString(16).padStart(2, '0');
  if (notation.startsWith('oklch')) return notation.replace(')', ` / ${shownOpacity(alpha)})`);
  return notation.startsWith('cmyk') ? null : notation.replace('(', 'a(').replace(')', `, ${shownOpacity(alpha)})`);
}
