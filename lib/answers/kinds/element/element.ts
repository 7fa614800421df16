import { z } from 'zod';
import { once, tableFile } from '../../data-file.ts';
import { optionalNumbers, optionalTexts, texts } from '../../fields.ts';
import { inlineAnswer } from '../../kind.ts';
import { localNumber } from '../../local-formats.ts';
import { foldedWord } from '../../reading/folded.ts';
import { lexiconFile } from '../../reading/lexicon.ts';
import { callingWords } from '../../reading/phrase-matching.ts';

const KINDS = ['atomic_number', 'atomic_mass', 'symbol', 'molar_mass'] as const;
type Kind = (typeof KINDS)[number];

const table = tableFile(
  new URL('./data/elements.tsv', import.meta.url),
  // Elements without a stable isotope have no standard weight.
  z.object({ number: z.coerce.number(), mass: z.coerce.number(), ...texts('symbol', 'name', 'spelling') }),
);
type Element = ReturnType<typeof table>[number];
const bySymbol = once(() => new Map(table().map((element) => [element.symbol, element])));
const byName = once(
  () =>
    new Map(table().flatMap((each) => [each.name, each.spelling].map((name) => [name.toLowerCase(), each] as const))),
);
const elementWords = lexiconFile(new URL('./data/element-words.json', import.meta.url));

/** One part of a formula: an element or a bracket with the number behind it, or the dot before water in crystals. */
const PART = /([A-Z][a-z]?)(\d*)|([([])|([)\]])(\d*)|[·*.](\d*)/y;
const MAX_ATOMS = 10_000;

/** The mass of a formula; null if it is none. `CuSO4·5H2O`: what follows the dot is counted as often as its number says. */
export function molarMass(formula: string): number | null {
  const sums = [0];
  let times = 1;
  let total = 0;
  PART.lastIndex = 0;
  while (PART.lastIndex < formula.length) {
    const [part, symbol, count, open, close, closeCount, dot] = PART.exec(formula) ?? [];
    if (part === undefined) return null;
    if (symbol) {
      const { mass } = bySymbol().get(symbol) ?? { mass: 0 };
      if (mass === 0) return null;
      sums[sums.length - 1] = (sums.at(-1) as number) + mass * countOf(count);
    } else if (open) sums.push(0);
    else if (close) {
      if (sums.length === 1) return null;
      const inside = sums.pop() as number;
      sums[sums.length - 1] = (sums.at(-1) as number) + inside * countOf(closeCount);
    } else {
      if (sums.length > 1) return null;
      total += (sums[0] as number) * times;
      [sums[0], times] = [0, countOf(dot)];
    }
  }
  if (sums.length > 1 || sums[0] === 0) return null;
  return total + (sums[0] as number) * times;
}

const countOf = (digits = '') => Math.min(MAX_ATOMS, Number(digits || 1));

/** The only formula that small letters and numbers can mean: `h2so4`. That of `co2` is one of cobalt as well. */
function formulaIn(typed: string): string {
  if (!/^(?=.*\d)[a-z\d()]{2,10}$/.test(typed)) return typed;
  const either = (begun: string[], sign: string) => begun.flatMap((each) => [each + sign, each + sign.toUpperCase()]);
  const [only, ...others] = [...new Set([...typed].reduce(either, ['']))].filter((each) => molarMass(each) !== null);
  return only && others.length === 0 ? only : typed;
}

type Asked = { kind: Kind; element?: Element; formula?: string };

/** Facts about chemical elements, and the molar mass of formulas. */
export const element = inlineAnswer({
  type: 'element',
  example: 'molar mass of H2SO4',
  lasting: true,
  decimal: true,
  data: z.object({
    kind: z.enum(KINDS),
    ...optionalTexts('name', 'symbol', 'formula', 'unit'),
    ...optionalNumbers('atomic_number', 'mass'),
    value: z.string(),
    approximate: z.boolean(),
  }),
  words: () => callingWords(elementWords().names(...KINDS)),
  read({ q, reading }): Asked | null {
    const unknown: string[] = [];
    const concepts = elementWords().read(reading.said, (word) => unknown.push(word) > 0);
    const [kind, ...others] = (concepts ?? []).filter(Boolean) as Kind[];
    const [name = '', ...more] = unknown;
    if (!kind || others.length > 0 || more.length > 0 || name === '') return null;
    // Symbols have capitals: `Co` is an element, `CO` is not.
    const typed = q.split(/[\s?]+/).find((word) => foldedWord(word) === name) ?? '';
    const numbered = kind === 'atomic_number' ? table()[Number(name) - 1] : undefined;
    const found = numbered ?? byName().get(name) ?? bySymbol().get(typed);
    if (found) return { kind: kind === 'molar_mass' ? 'atomic_mass' : kind, element: found };
    return kind === 'molar_mass' ? { kind, formula: formulaIn(typed) } : null;
  },
  answer({ kind, element: found, formula = '' }, { lang }) {
    const mass = found ? found.mass : molarMass(formula);
    const shownMass = Number((mass ?? 0).toPrecision(5));
    if (kind !== 'atomic_number' && kind !== 'symbol' && shownMass === 0) return null;
    const shown = `${localNumber(shownMass, lang)} g/mol`;
    const weighed = { mass: shownMass, unit: 'g/mol', value: String(shownMass), approximate: true };
    if (!found) return { answer: `${formula}: ${shown}`, data: { kind, formula, ...weighed } };
    const { name, symbol, number } = found;
    const known = { kind, name, symbol, atomic_number: number };
    if (kind === 'atomic_mass') return { answer: `${name} (${symbol}): ${shown}`, data: { ...known, ...weighed } };
    const value = kind === 'symbol' ? symbol : String(number);
    return {
      answer: kind === 'symbol' ? `${name}: ${symbol}` : `${name} (${symbol}): ${value}`,
      data: { ...known, value, approximate: false, ...(shownMass > 0 && { mass: shownMass }) },
    };
  },
});
