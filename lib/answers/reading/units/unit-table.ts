import { z } from 'zod';
import { tableFile } from '../../data-file.ts';
import { divide, exact, multiply, type Scalar, whole } from '../../sums/scalar.ts';
import { decimal, rational } from '../numbers/rational.ts';

/** The number of base units. */
export const BASE_COUNT = 9;

const quantityRow = z.object({
  quantity: z.string().min(1),
  dimension: z
    .string()
    .transform((text) => text.split(' ').map(Number))
    .pipe(z.array(z.number().int()).length(BASE_COUNT)),
  case: z.enum(['', 'small', 'exact']),
});

const list = z.string().transform((text) => text.split(', ').filter(Boolean));
/** `648000*149597870700/pi`: products and quotients of decimals and π. */
const size = z
  .string()
  .regex(/^(?:pi|[\d.]+(?:e-?\d+)?)(?:[*/](?:pi|[\d.]+))*$/)
  .transform((text): Scalar => {
    let product = whole(1);
    for (const [, sign, factor = ''] of text.matchAll(/([*/]?)(pi|[\d.]+(?:e-?\d+)?)/g)) {
      const value = factor === 'pi' ? exact(rational(1n), 1) : exact(decimal(factor));
      product = sign === '/' ? divide(product, value) : multiply(product, value);
    }
    return product;
  });
const unitRow = z.object({
  quantity: z.string(),
  symbols: list,
  names: list,
  size,
  offset: z.union([size, z.literal('').transform(() => undefined)]),
  prefixes: z.string().regex(/^(?:si|data|\S{1,2}(?: \S{1,2})*)?$/),
});

/** The quantities that units measure, and all units with the more likely meaning of a word first. */
export const quantities = tableFile(new URL('./data/quantities.tsv', import.meta.url), quantityRow);
export const unitRows = tableFile(new URL('./data/units.tsv', import.meta.url), unitRow);
