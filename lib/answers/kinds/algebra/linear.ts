import type { MathNode } from 'mathjs';
import { Refused } from '../../sums/refused.ts';
import type { Matrix } from './arithmetic.ts';
import { type Rational, rational } from './mathjs.ts';
import { expanded } from './polynomial.ts';
import * as terms from './terms.ts';

/** Linear algebra by elimination, in exact fractions. */

/** The rows that are not zero, reduced: each begins with a one, alone in its column. */
function reduced(matrix: readonly (readonly Rational[])[]): (readonly Rational[])[] {
  const done: (readonly Rational[])[] = [];
  let rows = [...matrix];
  for (let column = 0; column < (matrix[0]?.length ?? 0); column++) {
    const found = rows.find((row) => row[column]?.n !== 0n);
    if (!found) continue;
    const pivot = found.map((entry) => entry.div(found[column] as Rational));
    const without = (row: readonly Rational[]) =>
      row.map((entry, at) => entry.sub((pivot[at] as Rational).mul(row[column] as Rational)));
    rows = rows.filter((row) => row !== found).map(without);
    done.splice(0, done.length, ...done.map(without), pivot);
  }
  return done;
}

/** The rank of a matrix. */
export function rankOf(matrix: Matrix): Rational {
  if (!Array.isArray(matrix) || !matrix.every(Array.isArray)) throw new Refused('not a matrix');
  return rational(reduced(matrix as Rational[][]).length);
}

/** Solves linear equations, each given as an expression that is zero; null if nothing solves them. */
export function solvedTogether(letters: readonly string[], zeros: readonly MathNode[]): readonly Rational[] | null {
  const lines = zeros.map((zero) => new Map(expanded(zero).map((term) => [terms.baseOf(term), term.coefficient])));
  const bases = lines.flatMap((line) => [...line.keys()]);
  if (!bases.every((base) => base === '1' || letters.includes(base))) throw new Refused('not linear');
  const rows = reduced(lines.map((line) => [...letters, '1'].map((base) => line.get(base) ?? rational(0))));
  const isNever = ([...row]: readonly Rational[]) => row.slice(0, -1).every(({ n }) => n === 0n);
  if (rows.some(isNever)) return null;
  if (rows.length < letters.length) throw new Refused('more than one solution');
  return rows.map((row) => (row.at(-1) as Rational).neg());
}
