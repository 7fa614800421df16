import {
  type Color,
  clampGamut,
  colorsNamed,
  converter,
  differenceCiede2000,
  nearest,
  hsl as toHsl,
  hsv as toHsv,
  oklch as toOklch,
  rgb as toRgb,
} from 'culori';

/** 8-bit channels. */
export type Rgb = readonly [red: number, green: number, blue: number];

const rounded = (value: number) => Math.round(Number(value.toFixed(6)));
/** Rounds as converters of notations outside CSS do: halves go down. */
const roundedDown = (value: number) => Math.ceil(Number((value - 0.5).toFixed(6)));
/** Rounds as colour mixers do: fractions are dropped. */
const cut = (value: number) => Math.floor(Number(value.toFixed(6)));

const inGamut = clampGamut('rgb');

/** The nearest colour that a screen can show. */
export function rgbOf(colour: Color): Rgb {
  const { r, g, b } = inGamut(toRgb(colour)) as { r: number; g: number; b: number };
  const round = colour.mode === 'hsv' ? roundedDown : rounded;
  return [round(r * 255), round(g * 255), round(b * 255)];
}

/** The colour of printed inks, without a colour profile. */
export function rgbOfInks([cyan, magenta, yellow, black]: readonly [number, number, number, number]): Rgb {
  const channel = (ink: number) => roundedDown(255 * (1 - ink) * (1 - black));
  return [channel(cyan), channel(magenta), channel(yellow)];
}

/** Mixes colours of light by their shares. */
export function mixed(parts: readonly { rgb: Rgb; share: number }[]): Rgb {
  const whole = parts.reduce((sum, { share }) => sum + share, 0);
  const channel = (at: 0 | 1 | 2) => cut(parts.reduce((sum, { rgb, share }) => sum + rgb[at] * share, 0) / whole);
  return [channel(0), channel(1), channel(2)];
}

export const inverse = ([red, green, blue]: Rgb): Rgb => [255 - red, 255 - green, 255 - blue];

/** The opposite hue on the colour wheel, with the same lightness and saturation. */
export function complement([red, green, blue]: Rgb): Rgb {
  const both = Math.min(red, green, blue) + Math.max(red, green, blue);
  return [both - red, both - green, both - blue];
}

/** CIEDE2000 compares colours in this space. Converting the names once saves a conversion for each comparison. */
const labOf = converter('lab65');
const named = Object.keys(colorsNamed).map((name) => ({ name, lab: labOf(name) as Color }));
const nearestNamed = nearest(named, differenceCiede2000(), ({ lab }) => lab);

/** The colour in every notation, with the CSS name that looks most like it. */
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
    name: nearestNamed(labOf(colour))[0]?.name ?? '',
  };
}
