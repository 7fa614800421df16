import { z } from 'zod';
import { tableFile } from '../data-file.ts';

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

/** What a question about a shape asks for: area, volume … */
export const measures = () => formulas().map(({ measure }) => measure);

const QUESTION = /^(perimeter|circumference|area|volume|surface area)(?: of)?(?: an?| the)? (.+)$/;
const FILLERS = new Set('with a an of and by the regular equilateral rectangular'.split(' '));
const NUMBER = /^[-+]?\d[\d.]*$/;

/** The sum for a measure of a shape: `area of a circle with radius 3` is π · 3². */
export function shapeSum(plain: string): string | null {
  const [, measure, rest = ''] = QUESTION.exec(plain) ?? [];
  if (!measure) return null;
  const words = rest.replace(/(?<=\d) ?[x×] ?(?=\d)/g, ' ').split(/[ ,]+/);
  const given: { names: string[]; value: string }[] = [];
  let names: string[] = [];
  for (const word of words) {
    if (NUMBER.test(word)) {
      given.push({ names, value: word });
      names = [];
    } else names.push(word.replace(/^sides$/, 'side'));
  }
  const formula = formulas().find(({ measure: of, shape, sides }) => {
    if (of !== measure || !words.includes(shape) || sides.length !== given.length || names.length > 0) return false;
    // Every other word before a number names the side.
    return given.every((side, at) =>
      side.names.every((name) => FILLERS.has(name) || name === shape || sides[at]?.includes(name)),
    );
  });
  return formula ? formula.sum.replace(/\b[a-d]\b/g, (side) => given[side.charCodeAt(0) - 97]?.value as string) : null;
}
