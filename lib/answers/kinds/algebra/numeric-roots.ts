import { Refused } from '../../sums/refused.ts';

/** A complex number in floating point. */
export interface Point {
  re: number;
  im: number;
}

const minus = (a: Point, b: Point): Point => ({ re: a.re - b.re, im: a.im - b.im });
const times = (a: Point, b: Point): Point => ({ re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re });
const over = (a: Point, b: Point): Point => {
  const { re, im } = times(a, { re: b.re, im: -b.im });
  const size = b.re ** 2 + b.im ** 2;
  return { re: re / size, im: im / size };
};
const sizeOf = ({ re, im }: Point) => Math.hypot(re, im);

const MAX_ROUNDS = 300;

/**
 * The roots of a polynomial without repeated roots, by the method of Durand and Kerner. `coefficients` are from the
 * constant one up.
 */
export function numericRoots(coefficients: readonly number[]): Point[] {
  const degree = coefficients.length - 1;
  const leading = coefficients[degree] ?? 1;
  // No root is larger than twice this (Fujiwara).
  const size = Math.max(...coefficients.slice(0, -1).map((c, at) => Math.abs(c / leading) ** (1 / (degree - at))));
  const turn = (at: number) => 0.4 + (2 * Math.PI * at) / degree;
  let roots = coefficients
    .slice(1)
    .map((_, at): Point => ({ re: size * Math.cos(turn(at)), im: size * Math.sin(turn(at)) }));
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let change = 0;
    roots = roots.map((root, at) => {
      const value = coefficients.reduceRight<Point>((sum, c) => minus(times(sum, root), { re: -c / leading, im: 0 }), {
        re: 0,
        im: 0,
      });
      const gaps = roots.filter((_, other) => other !== at).map((other) => minus(root, other));
      const step = gaps.reduce(over, value);
      change = Math.max(change, sizeOf(step) / (sizeOf(root) || 1));
      return minus(root, step);
    });
    if (change < 1e-14) return roots;
  }
  throw new Refused('roots too close to each other');
}

/** The coefficients of the polynomial with this leading coefficient and these roots, from the constant one up. */
export function withRoots(roots: readonly Point[], leading: number): Point[] {
  const zero = { re: 0, im: 0 };
  let product: Point[] = [{ re: leading, im: 0 }];
  for (const root of roots) {
    product = [zero, ...product].map((c, at) => minus(c, times(root, product[at] ?? zero)));
  }
  return product;
}
