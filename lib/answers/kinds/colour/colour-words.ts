/**
 * Words that may appear next to a colour, by their role. Any other word means that the query is not about the colour
 * itself.
 */

/** A notation that the query can ask for. */
export type Format = 'hex' | 'rgb' | 'hsl' | 'hsv' | 'cmyk' | 'oklch';

const FORMATS: Readonly<Record<string, Format>> = {
  hex: 'hex',
  hexadecimal: 'hex',
  rgb: 'rgb',
  rgba: 'rgb',
  hsl: 'hsl',
  hsla: 'hsl',
  hsv: 'hsv',
  hsb: 'hsv',
  cmyk: 'cmyk',
  oklch: 'oklch',
};

/** The notation that a word names. */
export const formatOf = (word: string | undefined): Format | null =>
  word !== undefined && Object.hasOwn(FORMATS, word) ? (FORMATS[word] as Format) : null;

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

export const COLOUR = setOf('color colour colors colours farbe couleur colore cor kleur');
export const CODE = setOf(
  'code codes value values notation format html css web number triplet picker código codigo codice farbcode',
);
export const TARGET = setOf('to into as -> => → in en em zu nach naar a');
export const INVERSE = setOf('inverse invert inverted opposite negative contrary');
export const COMPLEMENT = setOf('complement complementary complimentary');
export const MIX = setOf('mix mixed mixing mixture blend blended combine combined');
export const AND = setOf('and with + plus &');
const FILLER = setOf(
  `of for the an is what which whats convert converter conversion translate show me please get find this that preview
  swatch = : , be equals shade name named called tell does look like equivalent
  von für der die das ist welche umrechnen umwandeln de du la le pour quelle est convertir el los para qual di il per van voor`,
);

/** Whether a word may appear next to a colour. */
export function isColourWord(word: string): boolean {
  return (
    formatOf(word) !== null ||
    [FILLER, COLOUR, CODE, TARGET, INVERSE, COMPLEMENT, MIX, AND].some((set) => set.has(word))
  );
}
