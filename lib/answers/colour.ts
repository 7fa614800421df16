import { z } from 'zod';
import { inlineKind } from './answer.ts';
import { inverse, mixed, notations, type Rgb, rgbOf } from './colour/convert.ts';
import { type Literal, literalAt } from './colour/literal.ts';
import { remembered } from './remembered.ts';

const FORMATS = ['hex', 'rgb', 'hsl', 'hsv', 'cmyk', 'oklch'] as const;
type Format = (typeof FORMATS)[number];

/** Words that may stand around a colour, and what they are for. Any other word, and it is not about the colour as such. */
const FORMAT_WORDS: Readonly<Record<string, Format>> = {
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
const FILLERS = new Set(
  'of for the a an is in what whats convert converter conversion translate show me please get find this that preview swatch = : , be equals shade'.split(
    ' ',
  ),
);
const COLOUR_WORDS = new Set(['color', 'colour', 'colors', 'colours']);
const CODE_WORDS = new Set([
  'code',
  'codes',
  'value',
  'values',
  'notation',
  'format',
  'html',
  'css',
  'web',
  'number',
  'triplet',
]);
const TARGETS = new Set(['to', 'into', 'as', '->', '=>', 'in']);
const INVERSE_WORDS = new Set([
  'inverse',
  'invert',
  'inverted',
  'opposite',
  'negative',
  'complement',
  'complementary',
  'contrary',
]);
const MIX_WORDS = new Set(['mix', 'mixed', 'mixing', 'mixture', 'blend', 'blended', 'combine', 'combined']);
const AND_WORDS = new Set(['and', 'with', '+', 'plus', '&']);
/** Names of colours that are things first: these need to be called a colour. */
const THINGS =
  /^(?:chocolate|lime|wheat|salmon|tomato|linen|snow|peru|tan|gold|silver|coral|olive|plum|orchid|bisque|thistle|sienna|honeydew|moccasin|ivory|orange|cornsilk|seashell|chartreuse|crimson|lavender|mintcream|oldlace|papayawhip|navy|aqua)$/;

const MAX_MIXED = 5;

interface Wanted {
  literals: Literal[];
  target: Format;
  operation: 'show' | 'inverse' | 'mix';
}

interface Seen {
  literals: Literal[];
  bareNames: string[];
  bareHex: boolean;
  words: string[];
}

const ANY =
  /#[0-9a-f]{3}|rgb|hs[lvb]|cmyk|oklch|oklab|hwb|la?b\s*\(|lch\s*\(|hex|colou?r|html|css|mix|blend|combine|inver|opposite|complement|negative|red:/;

const wantedIn = remembered(({ plain }): Wanted | null => {
  if (plain.length > 160 || !ANY.test(plain)) return null;
  const seen = look(plain);
  return seen && seen.literals.length > 0 ? understood(seen) : null;
});

/** Every colour and every word of the query, in order; null at the first word that does not belong. */
function look(plain: string): Seen | null {
  const seen: Seen = { literals: [], bareNames: [], bareHex: false, words: [] };
  let rest = plain;
  let share: number | undefined;
  while (rest !== '') {
    if (seen.literals.length > MAX_MIXED) return null;
    const [, percent, blank] = /^(?:(\d{1,3}(?:\.\d{1,3})?) ?(?:%|percent)(?: of)?( |$))/.exec(rest) ?? [];
    if (percent !== undefined) {
      share = Number(percent);
      rest = rest
        .slice(rest.indexOf(blank === ' ' ? ' ' : percent, percent.length))
        .replace(/^(?:percent|of|%|\s)+/, '');
      continue;
    }
    const found = literalAt(rest);
    const end = found?.length ?? (rest.indexOf(' ') + 1 || rest.length + 1) - 1;
    const word = rest.slice(0, end);
    if (found) {
      if (found.literal.space === 'name') seen.bareNames.push(word);
      else if (found.isBare) seen.bareHex = true;
      seen.literals.push(share === undefined ? found.literal : { ...found.literal, share });
      share = undefined;
    } else if (isKnown(word)) seen.words.push(word);
    else return null;
    rest = rest.slice(end).replace(/^[\s,;?]+/, '');
  }
  return share === undefined ? seen : null;
}

function isKnown(word: string): boolean {
  return (
    Object.hasOwn(FORMAT_WORDS, word) ||
    [FILLERS, COLOUR_WORDS, CODE_WORDS, TARGETS, INVERSE_WORDS, MIX_WORDS, AND_WORDS].some((words) => words.has(word))
  );
}

function understood({ literals, bareNames, bareHex, words }: Seen): Wanted | null {
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
  const target = targetOf(words);
  const isColour = has(COLOUR_WORDS);
  const onlyThings = bareNames.some((name) => THINGS.test(name.replaceAll(' ', '')));
  if (literals.length > 1) {
    const mixes = has(MIX_WORDS) && literals.length <= MAX_MIXED && !(onlyThings && !isColour);
    return mixes && !has(INVERSE_WORDS) ? { literals, target: target ?? 'hex', operation: 'mix' } : null;
  }
  if (has(MIX_WORDS) || has(AND_WORDS)) return null;
  if (has(INVERSE_WORDS)) {
    return onlyThings && !isColour ? null : { literals, target: target ?? 'hex', operation: 'inverse' };
  }
  const formats = words.filter((word) => Object.hasOwn(FORMAT_WORDS, word));
  // `red` is a word and `123456` a number until something says that they are colours.
  if (bareNames.length > 0 && formats.length === 0 && !(has(CODE_WORDS) && (isColour || words.includes('code'))))
    return null;
  if (bareHex && !isColour && !formats.some((word) => FORMAT_WORDS[word] !== 'hex')) return null;
  // `red code` is an alarm.
  if (
    bareNames.length > 0 &&
    formats.length === 0 &&
    !isColour &&
    !words.some((word) => /^(?:html|css|web)$/.test(word))
  )
    return null;
  return { literals, target: target ?? 'hex', operation: 'show' };
}

/** What follows `to`; or the only notation that is named. */
function targetOf(words: readonly string[]): Format | null {
  const at = words.findLastIndex((word, i) => TARGETS.has(word) && Object.hasOwn(FORMAT_WORDS, words[i + 1] ?? ''));
  const named = at >= 0 ? words[at + 1] : words.find((word) => Object.hasOwn(FORMAT_WORDS, word));
  return named === undefined ? null : (FORMAT_WORDS[named] ?? null);
}

const Data = z.object({
  hex: z.string().describe('#rrggbb'),
  rgb: z.string().describe('rgb(r, g, b), 0–255'),
  hsl: z.string().describe('hsl(h, s%, l%)'),
  hsv: z.string().describe('hsv(h, s%, v%)'),
  cmyk: z.string().describe('cmyk(c%, m%, y%, k%), without a colour profile'),
  oklch: z.string().describe('oklch(l c h), as CSS writes it'),
  name: z.string().describe('The named CSS colour that looks most like it.'),
  value: z.string().describe('The notation that was asked for; hex when none was.'),
  svg: z.string().describe('A swatch of the colour.'),
});

/** A colour in every notation; its inverse; mixtures. */
export const colour = inlineKind<z.infer<typeof Data>>({
  type: 'colour',
  example: '#ff8800 to hsl',
  data: Data,
  match: (asked) => wantedIn(asked) !== null,
  work(asked) {
    const wanted = wantedIn(asked);
    if (!wanted) return null;
    const all = notations(result(wanted));
    const value = all[wanted.target];
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96"><rect width="96" height="96" fill="${all.hex}"/></svg>`;
    const answer = wanted.target === 'hex' ? `${all.hex}, ${all.rgb}, ${all.hsl}` : `${value} (${all.hex})`;
    return { answer, data: { ...all, value, svg } };
  },
});

function result({ literals, operation }: Wanted): Rgb {
  if (operation === 'mix') return mixed(literals.map((part) => ({ rgb: rgbOf(part), share: part.share ?? 50 })));
  const only = rgbOf(literals[0] as Literal);
  return operation === 'inverse' ? inverse(only) : only;
}
