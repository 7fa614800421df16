/** The contrast of colours, by the Web Content Accessibility Guidelines 2.2. */

/** How bright a colour `#rrggbb` is, from 0 to 1. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((first, second) => first - second);
  return (light + 0.05) / (dark + 0.05);
}

/** The grade of text with a contrast: `AA-large` is enough for large text only. */
export function gradeOf(contrast: number): 'AAA' | 'AA' | 'AA-large' | null {
  if (contrast >= 7) return 'AAA';
  if (contrast >= 4.5) return 'AA';
  return contrast >= 3 ? 'AA-large' : null;
}
