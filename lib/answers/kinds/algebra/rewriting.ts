import type { MathNode } from 'mathjs';
import { Refused } from '../../sums/refused.ts';
import * as polynomials from './polynomial.ts';
import { textOf } from './terms.ts';

/** Other forms of an expression, as text. */

export const expand = (node: MathNode) => textOf(polynomials.expanded(node));

export function simplify(node: MathNode, [letter = '', ...others]: string[]): string {
  if (others.length > 0) return expand(node);
  const parts = polynomials.cancelled(letter, node).map((part) => polynomials.polynomialText(letter, part));
  const [top, bottom] = parts.map((part) => (/ [-+] /.test(part) ? `(${part})` : part));
  return bottom === '1' ? (parts[0] as string) : `${top}/${bottom}`;
}

export function factor(node: MathNode, [letter = '']: string[]): string {
  const { content, factors } = polynomials.factored(polynomials.polynomialIn(letter, polynomials.expanded(node)));
  if (factors.length === 1 && factors[0]?.count === 1 && content.abs().equals(1)) throw new Refused('irreducible');
  const number = content.d === 1n ? `${content.toFraction()} ` : `(${content.toFraction()}) `;
  // The letter alone, then factors of low degree, those with small roots first.
  const order = ([first, ...others]: polynomials.Polynomial) => (first?.n === 0n ? -1 : others.length);
  const parts = factors
    .sort(({ factor: a }, { factor: b }) => order(a) - order(b) || Number(b[0]) - Number(a[0]))
    .map(({ factor, count }) => {
      const text = polynomials.polynomialText(letter, factor);
      return `${text === letter ? text : `(${text})`}${count > 1 ? `^${count}` : ''}`;
    });
  return number.replace(/^(-?)1 /, '$1') + parts.join(' ');
}
