/** Red, green and blue, from 0 to 255. */
export type Color = readonly [number, number, number];

/** The names that pages use for texts and their backgrounds; HTML 4 has them. */
const NAMED: Readonly<Record<string, string>> = {
  white: 'ffffff',
  black: '000000',
  silver: 'c0c0c0',
  gray: '808080',
  grey: '808080',
  red: 'ff0000',
  maroon: '800000',
  yellow: 'ffff00',
  olive: '808000',
  lime: '00ff00',
  green: '008000',
  aqua: '00ffff',
  teal: '008080',
  blue: '0000ff',
  navy: '000080',
  fuchsia: 'ff00ff',
  purple: '800080',
};
/** Colours of which no channel differs by more look alike. */
const ALIKE = 8;
const MIN_ALPHA = 0.05;

/** A colour as styles write it; `transparent`, or null for what is not known here. */
export function cssColor(text: string): Color | 'transparent' | null {
  if (text === 'transparent') return text;
  const hex = NAMED[text] ?? /^#?([\da-f]{3,8})$/.exec(text)?.[1];
  if (hex !== undefined) return hexColor(hex);
  const parts =
    /^rgba?\(([^)]*)\)$/
      .exec(text)?.[1]
      ?.split(/[\s,/]+/)
      .filter(Boolean) ?? [];
  if (parts.length < 3) return null;
  if (parts[3] !== undefined && Number.parseFloat(parts[3]) < MIN_ALPHA) return 'transparent';
  const [red = 0, green = 0, blue = 0] = parts.map((part) => Number.parseFloat(part) * (part.endsWith('%') ? 2.55 : 1));
  return [red, green, blue].every(Number.isFinite) ? [red, green, blue] : null;
}

function hexColor(hex: string): Color | 'transparent' | null {
  const isShort = hex.length <= 4;
  const channels = [...(isShort ? hex : (hex.match(/../g) ?? []))].map((digits) =>
    Number.parseInt(isShort ? digits + digits : digits, 16),
  );
  const [red, green, blue, alpha = 255] = channels;
  if (red === undefined || green === undefined || blue === undefined) return null;
  return alpha < MIN_ALPHA * 255 ? 'transparent' : [red, green, blue];
}

/** Whether nobody can tell two colours apart. */
export function areAlike(one: Color, other: Color): boolean {
  return one.every((channel, at) => Math.abs(channel - (other[at] ?? 0)) <= ALIKE);
}
