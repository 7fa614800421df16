import { z } from 'zod';
import { texts } from '../../fields.ts';
import { inlineAnswer } from '../../kind.ts';
import { lexiconFile } from '../../reading/lexicon.ts';
import { type ColourLiteral, channelsAt, literalAt, rgbOfChannels } from './colour-literal.ts';
import type { Rgb } from './convert.ts';
import { complement, culori, hexOf, inverse, mixed, notations, shownOpacity, withOpacity } from './convert.ts';

const Data = z.object({
  ...texts('hex', 'rgb', 'hsl', 'hsv', 'cmyk', 'oklch', 'name', 'value'),
  opacity: z.number(),
  inputs: z.array(z.string()),
  svg: z.string().optional(),
});

/** The notations that a query can ask for. */
const FORMATS = ['hex', 'rgb', 'hsl', 'hsv', 'cmyk', 'oklch'] as const;
const MAX_MIXED = 5;
const SHARE = /^(\d{1,3}(?:\.\d{1,3})?) ?(?:%|percent)(?: of)? /;
const LABELLED = /\bred:? ?(\d{1,3})[,;]? green:? ?(\d{1,3})[,;]? blue:? ?(\d{1,3})(?=\s|$)/;
/** `rgb2hex`, `hex-to-rgb` */
const JOINED = /\b(hex|rgb|hs[lvb]|cmyk|oklch)(?:2|-?to-?)(?=[a-z]{3})/;
const lexicon = lexiconFile(new URL('./data/colour-words.json', import.meta.url));

const cssNames = () => Object.keys(culori().colorsNamed);

/** Whether a word is a colour name that only style sheets write: two words as one, the second one a colour. */
const isStyleName = (word: string) =>
  cssNames().includes(word) && cssNames().some((name) => name !== word && word.endsWith(name));

const isFormat = (concept?: string): concept is (typeof FORMATS)[number] => FORMATS.some((each) => each === concept);

/** What a query says, in order: nothing but colours and words about colours. `numbers` have no notation. */
function look(text: string) {
  const seen = {
    /** `share` is the part of a colour in a mixture, in percent. */
    colours: [] as (ColourLiteral & { share: number })[],
    concepts: [] as string[],
    numbers: null as ReturnType<typeof channelsAt>,
  };
  let share = 50;
  for (let rest = text, length = 0; rest !== ''; rest = rest.slice(length).replace(/^[\s,;:?]+/, '')) {
    const numbers = channelsAt(rest);
    const part = numbers ? null : SHARE.exec(rest);
    const [word] = rest.split(/[ :]/, 1) as [string];
    const concepts = lexicon().read([word]);
    // `rgb to hsl 255 0 0`: the numbers belong to the first notation, not to the word before them.
    const isTarget = isFormat(concepts?.[0]) && seen.concepts.at(-1) === 'to' && isFormat(seen.concepts.at(-2));
    const literal = numbers || part || isTarget ? null : literalAt(rest);
    const known = numbers ?? part?.[0] ?? literal;
    if ((!known && !concepts) || (numbers && seen.numbers)) return null;
    if (literal) seen.colours.push({ ...literal, share });
    if (!known) seen.concepts.push(...(concepts ?? []));
    if (part || literal) share = Number(part?.[1] ?? 50);
    seen.numbers ??= numbers;
    length = (known ?? word).length;
  }
  return seen;
}

type Seen = NonNullable<ReturnType<typeof look>>;

/** Numbers are in the notation that the words name; else three bytes with commas or brackets are RGB. */
function withNumbers(seen: Seen, { channels, areBytes }: NonNullable<Seen['numbers']>): Seen | null {
  const { concepts } = seen;
  const at = concepts.findIndex(isFormat);
  const isOnly = concepts.filter(isFormat).length === 1;
  const isOnlyTarget = isOnly && concepts[at - 1] === 'to';
  const space = isOnlyTarget ? areBytes && 'rgb' : concepts[at];
  const rgb = space && seen.colours.length === 0 ? rgbOfChannels(space, channels) : null;
  if (!rgb) return null;
  const rest = isOnly && !isOnlyTarget ? concepts.with(at, 'hex') : concepts;
  return { ...seen, concepts: rest, colours: [{ rgb, writing: 'notation', length: 0, share: 50 }] };
}

/** The colour that is meant. `isSure`: the query can only mean a colour. */
function understood({ colours, concepts }: Seen, isSure: boolean): Rgb | null {
  const has = (...any: readonly string[]) => concepts.some((concept) => any.includes(concept));
  const [only] = colours;
  if (!only) return null;
  if (colours.length > 1) {
    // `red + blue` asks for a mixture, `blue and gold` does not.
    const isMixed = has('mix') || (concepts.length === colours.length - 1 && concepts.every((each) => each === 'plus'));
    const isPossible = colours.length <= MAX_MIXED && colours.some(({ share }) => share !== 0);
    // `mix peach and cream`
    const isOfThings = colours.some(({ writing }) => writing === 'thing') && !has('colour');
    // How much shows of a colour that light passes through depends on what is behind it.
    const isOpaque = colours.every(({ rgb }) => rgb.length === 3);
    return isMixed && isPossible && isOpaque && !isOfThings && !has('inverse', 'complement') ? mixed(colours) : null;
  }
  if (has('mix', 'and', 'plus')) return null;
  const isName = only.writing === 'name' || only.writing === 'thing';
  // Names are words for other things too, so `opposite of tan` has to call it a colour.
  if (has('inverse', 'complement')) {
    if (isName && !has('colour')) return null;
    return has('inverse') ? inverse(only.rgb) : complement(only.rgb);
  }
  // A name is a colour next to a notation, or to a code of a colour or a page: `red html code`, but not `code red`.
  const isNamed = has(...FORMATS, 'page') || (has('code', 'value') && has('colour'));
  if (isName && !isSure && !isNamed) return null;
  // `hex 123456` is a number in base 16.
  const isDigits = has('colour') || concepts.some((each) => isFormat(each) && (has('code') || each !== 'hex'));
  return only.writing === 'digits' && !isDigits ? null : only.rgb;
}

/** Shows a colour in every notation, its inverse and complement, and mixtures. */
export const colour = inlineAnswer({
  type: 'colour',
  lasting: true,
  example: '#ff8800 to hsl',
  data: Data,
  words: () => [
    ...lexicon().names(...FORMATS, 'colour', 'page', 'mix'),
    ...['hwb', 'lab', 'lch', 'oklab'],
    ...cssNames().filter(isStyleName),
  ],
  /** `#f80`, `0xf80`, `red 0 green 1 blue 2`, `red + blue`, `rgb2hex` */
  signs: /#|\b0x|\bred:? ?\d|[a-z]{3} \+ |(?:hex|rgb|hs[lvb]|cmyk|oklch)(?:2|to)/,
  /** The colour that a folded query asks for, and in which notation; null if a word is not about colours. */
  read({ reading: { bare: text } }) {
    const seen = look(text.replace(JOINED, '$1 to ').replace(LABELLED, 'rgb($1,$2,$3)'));
    const known = seen?.numbers ? withNumbers(seen, seen.numbers) : seen;
    if (!known) return null;
    const rgb = understood(known, isStyleName(text));
    const afterTo = known.concepts.filter((_, at) => known.concepts[at - 1] === 'to').findLast(isFormat);
    const inputs = known.colours.map((each) => hexOf(each.rgb));
    return rgb && { rgb, inputs, target: afterTo ?? known.concepts.find(isFormat) ?? 'hex' };
  },
  answer({ rgb, inputs, target }, { pictures }) {
    const all = notations(rgb);
    const [, , , alpha = 1] = rgb;
    const value = alpha < 1 ? withOpacity(all[target], alpha) : all[target];
    if (value === null) return null;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96"><rect width="96" height="96" fill="${all.hex}"/></svg>`;
    const answer = target === 'hex' ? `${value}, ${all.rgb}, ${all.hsl}` : `${value} (${all.hex})`;
    return { answer, data: { ...all, value, opacity: shownOpacity(alpha), inputs, ...(pictures && { svg }) } };
  },
});
