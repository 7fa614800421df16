import { z } from 'zod';
import { texts } from '../../fields.ts';
import { threadAnswer } from '../../kind.ts';
import { shownNumber } from '../../local-formats.ts';
import { quantities, systemOf, type Unit, unitsLabelled, unitWords } from '../../reading/units/units.ts';
import { isCheapTree } from '../../sums/effort.ts';
import { evaluate } from '../../sums/evaluate.ts';
import { lexicon } from '../../sums/lexicon.ts';
import type { Quantity } from '../../sums/quantity.ts';
import * as measures from '../../sums/quantity.ts';
import { sumsIn } from '../../sums/reading.ts';
import { attempt, Refused } from '../../sums/refused.ts';
import { asNumber, divide, multiply, PI, raise, scalarText, whole } from '../../sums/scalar.ts';
import { has, nodes, type Tree, treeText } from '../../sums/tree.ts';

/** The value is a decimal number as text, exact if the definitions of the units are. */
const amount = z.object({ value: z.string(), unit: z.string() });
type Amount = z.infer<typeof amount>;
const data = z.object({
  ...{ from: amount, to: amount, ...texts('value', 'unit', 'quantity'), approximate: z.boolean() },
  parts: z.array(amount).optional(),
  system: z.enum(['us', 'imperial']).optional(),
});

/** Combinations of meanings to try for the source and the target, most likely first. */
const MEANINGS = ['00', '01', '10', '11', '02', '20', '30'].map((pair) => [...pair].map(Number)) as [number, number][];

/** Converts by the first reading that makes sense. */
function converted(readings: readonly { source: Tree; target: Tree }[]) {
  for (const { source, target } of readings) {
    const [into, ...smaller] = target.is === 'compound' ? target.parts : [target];
    // Where both are products or quotients of units, none is ambiguous: the m of m/s means metres.
    const isSingle = (tree?: Tree) => !tree || nodes(tree).filter(({ is }) => is === 'unit').length < 2;
    for (const [meant, wanted] of isSingle(source) || isSingle(into) ? MEANINGS : MEANINGS.slice(0, 1)) {
      const found = attempt(() => {
        const [from, to] = [evaluate(source, meant), evaluate(into as Tree, wanted)];
        const whole = conversion(source, from, into as Tree, to);
        return whole && smaller.length > 0 ? { ...whole, ...mixed(from, [into as Tree, ...smaller]) } : whole;
      });
      // `5 ft 7 in` and `(3 + 4) km` are shown as written; a plain amount is not.
      if (found) return { ...found, written: isAmount(source) ? null : { tree: source, meaning: meant } };
    }
  }
  return null;
}

function conversion(tree: Tree, source: Quantity, into: Tree, target: Quantity) {
  // A bare number is an angle only if it comes from a function or from π.
  const isAngle = source.shown.length > 0 || has(tree, 'call') || has(tree, 'constant');
  if (target.shown.length === 0 || !isAngle) return null;
  // The `100` of litres per 100 km is part of the unit.
  const isNumbered = into.is === 'binary' && into.operator === '/' && !isAmount(into, 1);
  const unit = isNumbered ? treeText(into).replace(' ÷ ', '/') : unitText(target.shown);
  const amount = measures.inUnit(source, target);
  // `mile in miles` needs no answer.
  if (amount === null || (tree.is === 'unit' && unitText(source.shown) === unit)) return null;
  const turns = raise(TURN, whole(turnsPer(source, target)));
  return answered(source, target, scalarText(multiply(amount, turns)), unit);
}

/** In several units. Each has the meaning that measures the same as the source: the m of `h and m` means minutes. */
function mixed(source: Quantity, trees: readonly Tree[]) {
  const meanings = trees.map((tree) => [0, 1, 2].map((each) => evaluate(tree, each)));
  const units = meanings.flatMap((all) => all.find((each) => measures.sameKind(each, source)) ?? []);
  if (units.length < trees.length) throw new Refused('units of different kinds');
  const { counts, isRounded } = measures.inUnits(source, units);
  const parts = units.map(({ shown }, at) => ({ value: String(counts[at]), unit: unitText(shown) }));
  return { parts, approximate: isRounded };
}

/** The exponent of 2π. A turn is both an angle of 2π and one cycle: 60 rpm are 2π rad/s and also 1 Hz. */
function turnsPer(source: Quantity, target: Quantity): number {
  const isCycle = ({ shown }: Quantity) => shown.length === 1 && shown[0]?.[0].quantity === 'frequency';
  const isAngle = ({ shown }: Quantity) => shown.some(([{ quantity }, by]) => quantity === 'angle' && by === 1);
  return Number(isCycle(source) && isAngle(target)) - Number(isAngle(source) && isCycle(target));
}

const TURN = multiply(PI, whole(2));

/** Calculates with units and shows the result in a suitable unit; returns null if the result is a bare number. */
function measured(tree: Tree) {
  // Temperatures cannot be added, and reading `c` as cups would not help.
  if (isAmount(tree) || nodes(tree).some((node) => node.is === 'unit' && node.units[0]?.offset)) return null;
  for (const meaning of [0, 1]) {
    const result = attempt(() => evaluate(tree, meaning));
    // The m in 1 km / 100 m means metres. Reading it as minutes would make this a speed.
    if (result && measures.isPlain(result)) return null;
    const found = attempt(() => {
      const shown = result && suited(result);
      // People who give a height in feet and inches ask for it in centimetres.
      const isHeight = tree.is === 'compound' && shown?.shown[0]?.[0].label === 'ft';
      const target = isHeight ? { ...result, shown: [[unitsLabelled('cm')[0] as Unit, 1] as const] } : shown;
      return result && target && answered(result, target as Quantity, textIn(target as Quantity));
    });
    if (found) return { ...found, written: { tree, meaning } };
  }
  return null;
}

/** Whether a tree is just a number of units, with nothing to calculate: 5 miles per hour. */
function isAmount(tree: Tree, numbers = 2): boolean {
  const all = nodes(tree);
  const powers = all.filter((node) => node.is === 'binary' && node.operator === '^').length;
  const isSum = all.some((node) =>
    node.is === 'binary' ? !'*/^'.includes(node.operator) : !['number', 'unit', 'negative'].includes(node.is),
  );
  return !isSum && all.filter(({ is }) => is === 'number').length - powers < numbers;
}

/** Units to show results in: SI units, and others that products of units amount to (mph times hours). */
const RESULTS = 'N Pa J W A V Ω F C T Hz m s kg bit mi km h min';

/** In one unit of the size of all (mph × h is mi), as written if each unit measures something else (mi/h), or in SI. */
function suited(result: Quantity): Quantity {
  if (result.shown.length === 1) return result;
  const kind = measures.kindOf(result.shown);
  const same = unitsLabelled(RESULTS).filter((unit) => measures.kindOf([[unit, 1]]) === kind);
  const size = asNumber(measures.shownSize(result));
  const whole = same.find((unit) => Math.abs(asNumber(unit.size) / size - 1) < 1e-12);
  const bases = result.shown.flatMap((unit) => measures.inBaseUnits([unit]).map(([{ label }]) => label));
  if (!whole && new Set(bases).size === bases.length) return result;
  const unit = whole ?? same[0];
  return { ...result, shown: unit ? [[unit, 1]] : measures.inBaseUnits(result.shown) };
}

/** The number of the units that a quantity is shown in, as text. */
const textIn = (quantity: Quantity) =>
  scalarText(measures.degreesOf(quantity) ? quantity.value : divide(quantity.value, measures.shownSize(quantity)));

type Told = Omit<z.infer<typeof data>, 'value' | 'unit'>;
/** What both calculations and conversions tell about a quantity and its number of other units, as text. */
function answered(source: Quantity, target: Quantity, result: ReturnType<typeof textIn>, unit = ''): Told {
  const from = { value: textIn(source).text, unit: unitText(source.shown) };
  const to = { value: result.text, unit: unit || unitText(target.shown) };
  const [system] = [source, target].flatMap(({ shown }) => shown.flatMap(([each]) => systemOf(each) ?? []));
  return { from, to, quantity: quantityOf(target), approximate: result.rounded, ...(system && { system }) };
}

const raised = (exponent: number) => (exponent === 1 ? '' : ('⁰¹²³⁴⁵⁶⁷⁸⁹'[exponent] ?? `^${exponent}`));
/** The units above or below the line of a fraction. */
const product = (shown: Quantity['shown'], sign: 1 | -1) =>
  shown.flatMap(([{ label }, by]) => (sign * by > 0 ? [`${label}${raised(sign * by)}`] : [])).join('⋅');

/** km/h, kg⋅m², L/100 km */
function unitText(shown: Quantity['shown']): string {
  const [above, below] = [product(shown, 1), product(shown, -1)];
  return below ? `${above || '1'}/${below.includes('⋅') ? `(${below})` : below}` : above;
}

/** The name of what a quantity measures: from its unit, or from its dimension. */
function quantityOf({ shown }: Quantity): string {
  const [only] = shown;
  if (shown.length === 1 && only?.[1] === 1) return only[0].quantity;
  const kind = measures.kindOf(shown);
  return quantities().find(({ dimension }) => dimension.join(' ') === kind)?.quantity ?? 'other';
}

/** Words such as `in` and `a` are units too, but no two of them measure the same. */
const ORDINARY = ['connector', 'link', 'article', 'noise', 'joiner'] as const;

/** Converts units, and calculates with units. */
export const unit = threadAnswer({
  type: 'unit',
  lasting: true,
  decimal: true,
  example: '10 km in miles',
  data,
  words: () => unitWords().filter((word) => !ORDINARY.some((role) => lexicon().get(word)?.[role])),
  signs: /\p{N}|square|cubic/u,
  read({ reading }) {
    const { sum, conversions } = reading.mentions(sumsIn);
    const measure = sum && has(sum, 'unit') ? sum : null;
    if (!measure && conversions.length === 0) return null;
    // Money by the month is no span of months.
    return reading.words.some((word) => lexicon().get(word)?.money) ? null : { measure, conversions };
  },
  isCheap: ({ measure, conversions }) =>
    isCheapTree(...conversions.flatMap(({ source, target }) => [source, target]), ...(measure ? [measure] : [])),
  answer({ measure, conversions }, { lang }) {
    const found = converted(conversions) ?? (measure && measured(measure));
    if (!found) return null;
    const { written, ...data } = found;
    const shown = ({ value, unit }: Amount) => `${shownNumber(value, lang)} ${unit}`;
    const { from, to, parts } = data;
    const left = written && treeText(written.tree, written.meaning, 0, (decimal) => shownNumber(decimal, lang));
    const answer = `${left ?? shown(from)} = ${parts ? parts.map(shown).join(' ') : shown(to)}`;
    const value = parts ? parts.map((part) => `${part.value} ${part.unit}`).join(' ') : to.value;
    return { answer, data: { ...data, value, unit: to.unit } };
  },
});
