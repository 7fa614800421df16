import { z } from 'zod';
import type { AnswerContent } from '../../answer.ts';
import { Refused } from '../../sums/refused.ts';
import { shownNumber } from '../../sums/shown.ts';
import { complexNumbers, complexText, decimals, evaluated, type Matrix, matrices, matrixText } from './arithmetic.ts';
import { constantValue } from './constants.ts';
import { expanded, quotientIn, type Roots, rootsOfQuotient, solutions, solvedTogether } from './equations.ts';
import { parsed } from './guard.ts';
import { mathjs, rational } from './mathjs.ts';
import { factored, type Polynomial, type PrimeFactor, polynomialIn, sumIn } from './polynomial.ts';
import type { AlgebraRequest } from './request.ts';
import { sums, textOf } from './terms.ts';

/** Schema of `data`. */
export const AlgebraData = z.object({
  expression: z.string().describe('The calculation as understood.'),
  value: z.string().describe('The result as text; several solutions are separated by commas.'),
  latex: z.string().describe('The result in LaTeX.'),
  values: z.array(z.string()).optional().describe('The solutions of an equation, or the eigenvalues.'),
  digits: z.number().optional().describe('How many digits the query asks for.'),
  unit: z.string().optional().describe('Unit of a physical constant; empty if it has none.'),
  source: z.string().optional().describe('Where the value of a physical constant is from.'),
  year: z.number().optional().describe('Year of the source.'),
});
type AlgebraAnswer = AnswerContent<z.infer<typeof AlgebraData>>;

const MAX_EIGENVALUES = 4;

/** Answers a request. Throws if it has no answer. */
export function answerTo(request: AlgebraRequest, lang: string): AlgebraAnswer {
  if (request.task === 'constant') {
    const { names, key, source, year } = request.constant;
    const [expression = ''] = names;
    const { value, unit } = constantValue(key, request.unit);
    const latex = `${latexOfNumber(value)}${unit && `\\,\\mathrm{${unit.replace(/ /g, '\\,').replace(/\^(-?\d+)/g, '^{$1}')}}`}`;
    const answer = `${expression} = ${shownNumber(value, lang)} ${unit}`.trim();
    return { answer, data: { expression, value, latex, unit, source, year } };
  }
  if (request.task === 'solve') return solved(request.equations, request.letters);
  const node = parsed(request.source);
  const expression = request.source.replace(/\blog\(/g, 'ln(');
  const [letter = ''] = request.letters;
  switch (request.task) {
    case 'matrix':
      return equation(expression, matrixText(evaluated(node, matrices)));
    case 'complex': {
      const value = complexText(evaluated(node, complexNumbers));
      return equation(expression, value, latexOfNumber(value));
    }
    case 'eigenvalues':
      return listed(`eigenvalues of ${expression}`, 'λ', solutions(characteristic(evaluated(node, matrices))));
    case 'digits': {
      const { digits, counting } = request;
      const exact = evaluated(node, decimals(digits));
      // Digits of a number are cut off, as those of pi; decimal places are rounded.
      const value = counting.startsWith('significant')
        ? exact.toSignificantDigits(digits).toFixed()
        : exact.toFixed(digits, counting.endsWith('digits') ? 1 : 4);
      return { answer: `${expression} ≈ ${value}`, data: { expression, value, latex: value, digits } };
    }
    case 'derivative': {
      const { derivative, simplifyCore } = mathjs();
      const slope = simplifyCore(derivative(node, letter, { simplify: false }));
      return equation(`d/d${letter} (${expression})`, textOf(evaluated(slope, sums)));
    }
    case 'expand':
      return rewritten(expression, textOf(expanded(node)));
    case 'factor':
      return rewritten(expression, factorsText(letter, polynomialIn(letter, expanded(node))));
    case 'simplify': {
      const [above, below] = quotientIn(letter, node).map((part) => textOf(sumIn(letter, part))) as [string, string];
      const [top, bottom] = [above, below].map((text) => (/ [-+] /.test(text) ? `(${text})` : text));
      return rewritten(expression, below === '1' ? above : `${top}/${bottom}`);
    }
  }
}

function equation(expression: string, value: string, latex = latexOf(value)): AlgebraAnswer {
  return { answer: `${expression} = ${value}`, data: { expression, value, latex } };
}

/** An expression in another form; refused if it has that form already. */
function rewritten(expression: string, value: string): AlgebraAnswer {
  const bare = (text: string) => text.replace(/[ *()]/g, '');
  if (bare(expression) === bare(value)) throw new Refused('nothing to do');
  return equation(expression, value);
}

function listed(expression: string, letter: string, roots: readonly Roots[]): AlgebraAnswer {
  const values = roots.flatMap((each) => each.values);
  const answer = roots.map(({ shown, isExact }) => `${letter} ${isExact ? '=' : '≈'} ${shown}`).join(' or ');
  const latex = values.map((value) => `${letter === 'λ' ? '\\lambda' : letter} = ${latexOf(value)}`).join(' \\lor ');
  return { answer, data: { expression, value: values.join(', '), latex, values } };
}

function solved(equations: readonly (readonly [string, string])[], letters: readonly string[]): AlgebraAnswer {
  const expression = equations.map((sides) => sides.join(' = ')).join(', ');
  const zeros = equations.map(([left, right]) => parsed(`(${left}) - (${right})`));
  const [[zero, second], [letter = '']] = [zeros, letters];
  if (zero && !second) return listed(expression, letter, rootsOfQuotient(letter, zero));
  const values = solvedTogether(letters, zeros).map((value) => value.toFraction());
  const value = letters.map((each, at) => `${each} = ${values[at]}`).join(', ');
  const latex = letters.map((each, at) => `${each} = ${latexOf(values[at] ?? '')}`).join(',\\ ');
  return { answer: value, data: { expression, value, latex, values } };
}

function factorsText(letter: string, p: Polynomial): string {
  const { content, factors } = factored(p);
  if (factors.length === 1 && factors[0]?.count === 1 && content.abs().equals(1)) throw new Refused('irreducible');
  const number = content.d === 1n ? `${content.toFraction()} ` : `(${content.toFraction()}) `;
  // The letter alone, then factors of low degree, those with small roots first.
  const order = ({ factor: [first, ...others] }: PrimeFactor) => (first?.n === 0n ? -1 : others.length);
  const sorted = [...factors].sort((a, b) => order(a) - order(b) || Number(b.factor[0]) - Number(a.factor[0]));
  const parts = sorted.map(({ factor, count }) => {
    const text = textOf(sumIn(letter, factor));
    return `${text === letter ? text : `(${text})`}${count > 1 ? `^${count}` : ''}`;
  });
  return number.replace(/^(-?)1 /, '$1') + parts.join(' ');
}

/** The characteristic polynomial of a matrix, from the traces of its powers (Newton's identities). */
function characteristic(matrix: Matrix): Polynomial {
  const { pow, trace } = mathjs();
  const size = Array.isArray(matrix) ? matrix.length : 0;
  if (size === 0 || size > MAX_EIGENVALUES) throw new Refused('too many rows');
  const traces = Array.from({ length: size }, (_, at) => trace(pow(matrix as never, at + 1) as never));
  const coefficients = [rational(1)];
  for (let k = 1; k <= size; k++) {
    const products = coefficients.map((coefficient, at) => coefficient.mul(traces[at] as never));
    coefficients.unshift(products.reduce((sum, product) => sum.add(product)).div(-k));
  }
  return coefficients;
}

function latexOf(text: string): string {
  if (/\d\.\d/.test(text)) return latexOfNumber(text);
  const source = text
    .replace(/√(\w+)/g, 'sqrt($1)')
    .replace(/√/g, 'sqrt')
    .replace(/\bln\(/g, 'log(');
  const latex = mathjs().parse(source).toTex().replace(/~ ?/g, ' ');
  // mathjs sets letters that are also units in roman type.
  return latex
    .replace(/\\mathrm\{(.)\}/g, '$1')
    .replace(/(?<=[{(]) /g, '')
    .trim();
}

function latexOfNumber(text: string): string {
  return text.replace(/e([+-]?\d+)/g, (_, exponent) => ` \\times 10^{${Number(exponent)}}`);
}
