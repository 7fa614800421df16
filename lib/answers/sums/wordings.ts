import { z } from 'zod';
import { jsonFile, tableFile } from '../data-file.ts';
import { callingWords } from '../reading/phrase-matching.ts';

/** What stands for an operand, which is parsed like any other sum: A and B for any, N for a number, P for a percentage. */
const SLOTS: Readonly<Record<string, string>> = {
  A: '(?<A>.+?)',
  B: '(?<B>.+?)',
  N: '(?<N>[-+]?\\d[\\d.,]*)',
  P: '(?<P>.*?(?:%|percent|per cent))',
};

/** Sentences that ask for a sum: by their sum in the file, and here by their longest word. */
const wordings = jsonFile(
  new URL('./data/wordings.json', import.meta.url),
  z.record(z.string(), z.array(z.string())).transform((sums) => {
    const known = new Map<string, { length: number; pattern: RegExp; sum: string }[]>();
    const all = Object.entries(sums).flatMap(([sum, sentences]) =>
      sentences.map((each) => [sum, each.split(' ')] as const),
    );
    for (const [sum, words] of all) {
      const key = words.reduce((longest, word) => (word.length > longest.length ? word : longest));
      const source = words.map((word) => SLOTS[word] ?? word.replace('+', '\\+')).join(' ');
      // A bracket or a sign may follow a word without a space: `log(8) base 2`.
      const loose = source.replace(' / ', ' ?[/÷] ?').replace(/(?<=\w) (?=\()/g, '\\b ?');
      const pattern = new RegExp(`^${loose}$`, 'i');
      known.set(key, [...(known.get(key) ?? []), { length: words.length, pattern, sum }]);
    }
    return known;
  }),
);

/** The longest word of each sentence, and what questions about shapes ask for. */
export const wordingWords = () => [...wordings().keys(), ...callingWords(formulas().map(({ measure }) => measure))];

/** The sum of a sentence of the phrase book: `subtract 5 from 20` is 20 − 5. `words` are those of the text. */
export function worded(text: string, words: readonly string[]): string | null {
  const candidates = words.flatMap((word) => wordings().get(word) ?? []);
  // Longer ones first: `add together A and B` before `add A and B`.
  for (const { pattern, sum } of candidates.sort((one, other) => other.length - one.length)) {
    const operands = pattern.exec(text)?.groups;
    if (operands) return sum.replace(/[ABNP]/g, (slot) => operands[slot] as string);
  }
  return null;
}

/** Formulas of shapes. Sides are in the order in which people give them; a side may have several names. */
const formulas = tableFile(
  new URL('./data/shapes.tsv', import.meta.url),
  z.object({
    measure: z.string(),
    shape: z.string(),
    sides: z.string().transform((sides) => sides.split(', ').map((names) => names.split('|'))),
    sum: z.string(),
  }),
);

const MEASURE = /^(perimeter|circumference|area|volume|surface area)(?: of)?(?: an?| the)? (.+)$/;
const FILLERS = new Set('with a an of and by the regular equilateral rectangular'.split(' '));
const isNumber = (word: string) => /^[-+]?\d[\d.]*$/.test(word);

/** The sum for a measure of a shape: `area of a circle with radius 3` is π · 3². */
export function shapeSum(numeric: string): string | null {
  const [, measure, rest = ''] = MEASURE.exec(numeric) ?? [];
  if (!measure) return null;
  const words = rest.replace(/(?<=\d) ?[x×] ?(?=\d)/g, ' ').split(/[ ,]+/);
  const given = words.filter(isNumber);
  const formula = formulas().find(({ measure: of, shape, sides }) => {
    if (of !== measure || !words.includes(shape) || sides.length !== given.length) return false;
    // Every other word before a number names the side.
    let side = 0;
    const isKnown = (word: string) => FILLERS.has(word) || word === shape || sides[side]?.includes(word);
    return isNumber(words.at(-1) ?? '') && words.every((word) => (isNumber(word) ? ++side : isKnown(word)));
  });
  return formula ? formula.sum.replace(/\b[a-d]\b/g, (side) => given[side.charCodeAt(0) - 97] as string) : null;
}
