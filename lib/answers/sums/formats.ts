import { z } from 'zod';
import { jsonFile } from '../data-file.ts';

/** The names of formats: of decimal places, significant figures, percentages, decimals and fractions. */
const list = z.array(z.string());
const names = jsonFile(
  new URL('./data/formats.json', import.meta.url),
  z.object({
    ...{ places: list, figures: list, percent: list, decimal: list, fraction: list, scientific: list },
    // Decimal places by the unit that a number is rounded to.
    nearest: z.record(z.string(), z.int()),
  }),
);

/** A sum in a given format: `2/3 to 2 decimal places`. A percentage is 100 times what is asked about. */
type Formatted = { sum: string; isPercentage?: true } | { fraction: RegExpExecArray } | { scientific: string };

const QUESTION = /^(?:(?:round(?:ed)?(?: off)?|write|express) )?(.+) (?:to|as|in|into) (?:an? |the )?([^ ].*)$/;
const ROUNDED = /,? (?:rounded(?: off)?|correct)$/;
/** `scientific notation of 45000` */
const NAMED_FIRST = /^(\w+ (?:notation|form)) (?:of|for) (?=[-\d])(.+)$/;
/** Asks for a simpler form of a number. */
export const SIMPLIFIED =
  /^(?:simplif(?:y|ie[rz]?|ica)|reduce|kurze|vereinfache) (?:the )?(?:fraction )?(.+)$|^(.+) (?:simplified|reduced)$/;
/** A whole number cannot be simplified. */
const FRACTION = /^(?=.*[./÷%p])(-?\d{1,15}(?:\.\d{1,15})?) ?(?:[/÷] ?(\d{1,15})|(%|percent))?$/;
export const NUMBER = /^-?(?:\d{1,3}(?:,\d{3})+|\d{1,21})(?:\.\d{1,15})?$/;
const ARITHMETIC = /^[\d\s.,/÷*+()-]*\d\)?$/;
/** A whole number in decimal comes from another base, so these need a fraction or a percentage. */
const SHARE = /\d ?(?:[/÷] ?\d+|%|percent|lakhs?|crores?)$/;

/** The sum and the format that a query asks for; null if it names no format. */
export function formatted(numeric: string): Formatted | null {
  const asked = numeric.replace(NAMED_FIRST, '$2 as $1').replace(SIMPLIFIED, '$1$2 as fraction');
  const [, left = '', format = ''] = QUESTION.exec(asked) ?? [];
  const [, count, unit = ''] = /^(\d|1[0-2]) (.+)$/.exec(format) ?? [];
  const operand = left.replace(ROUNDED, '');
  const { places, figures, percent, decimal, fraction, scientific, nearest } = names();
  if (count && places.includes(unit)) return { sum: `round(${operand}; ${count})` };
  if (count && figures.includes(unit)) return { sum: `signif(${operand}; ${count})` };
  const step = format.startsWith('nearest ') ? nearest[format.slice(8).replace(/s$/, '')] : undefined;
  if (step !== undefined) return { sum: `round(${operand}; ${step})` };
  if (percent.includes(format) && ARITHMETIC.test(operand)) return { sum: `(${operand}) * 100`, isPercentage: true };
  if (decimal.includes(format) && SHARE.test(operand)) return { sum: `${operand} =` };
  if (scientific.includes(format) && /^[-\d(]/.test(operand)) return { scientific: operand.replaceAll(',', '') };
  const simple = fraction.includes(format) ? FRACTION.exec(operand) : null;
  return simple && { fraction: simple };
}
