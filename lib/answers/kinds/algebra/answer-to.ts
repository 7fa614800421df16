import type { MathNode } from 'mathjs';
import { z } from 'zod';
import type { AnswerContent } from '../../answer.ts';
import { Refused } from '../../sums/refused.ts';
import { shownNumber } from '../../sums/shown.ts';
import { complexNumbers, complexText, decimals, evaluated, type Matrix, matrices, matrixText } from './arithmetic.ts';
import { constantValue } from './constants.ts';
import { quotientIn, type Roots, rootsOfQuotient, solutions, solvedPair } from './equations.ts';
import { parsed } from './guard.ts';
import { mathjs, type Rational, rational } from './mathjs.ts';
import { factored, type Polynomial, type PrimeFactor, polynomialIn, sumIn } from './polynomial.ts';
import type { AlgebraRequest } from './request.ts';
import { termsOf, textOf } from './terms.ts';

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
  const { task } = request;
  if (task === 'constant') {
    const { value, unit, source, year } = constantValue(request.key, request.unit);
    const latex = `${latexOfNumber(value)}${unit && `\\,\\mathrm{${unit.replace(/ /g, '\\,').replace(/\^(-?\d+)/g, '^{$1}')}}`}`;
    const answer = `${request.name} = ${shownNumber(value, lang)} ${unit}`.trim();
    return { answer, data: { expression: request.name, value, latex, unit, source, year } };
  }
  if (task === 'solve') return solved(request.equations, request.letters);
  const node = parsed(request.source);
  const expression = request.source.replace(/\blog\(/g, 'ln(');
  if (task === 'matrix') return equation(expression, matrixText(evaluated(node, matrices())));
  if (task === 'complex') {
    const value = complexText(evaluated(node, complexNumbers()));
    return equation(expression, value, latexOfNumber(value));
  }
  if (task === 'eigenvalues') {
    return listed(`eigenvalues of ${expression}`, 'λ', solutions(characteristic(evaluated(node, matrices()))));
  }
  if (task === 'digits') {
    const { digits, counting } = request;
    const exact = evaluated(node, decimals(digits));
    // Digits of a number are cut off, as those of pi; decimal places are rounded.
    const value = counting.startsWith('sig')
      ? exact.toSignificantDigits(digits).toFixed()
      : exact.toFixed(digits, /digits/.test(counting) ? 1 : 4);
    return { answer: `${expression} ≈ ${value}`, data: { expression, value, latex: value, digits } };
  }
  if (task === 'derivative') {
    const { derivative, simplifyCore, parse } = mathjs();
    const slopeOf = (of: MathNode) =>
      textOf(termsOf(simplifyCore(derivative(of, request.letter, { simplify: false })), false));
    const first = slopeOf(node);
    const value = request.order === 1 ? first : slopeOf(parse(sourceOfText(first).replace(/(?<=\w) (?=\()/g, ' * ')));
    const by = request.order === 1 ? `d/d${request.letter}` : `d²/d${request.letter}²`;
    return equation(`${by} (${expression})`, value);
  }
  const [letter = '', ...others] = request.letters;
  if (task === 'expand' || (task === 'simplify' && others.length > 0))
    return rewritten(expression, textOf(termsOf(node, true)));
  if (task === 'factor') return rewritten(expression, factorsText(letter, polynomialIn(letter, termsOf(node, true))));
  const [above, below] = quotientIn(letter, node).map((part) => textOf(sumIn(letter, part))) as [string, string];
  const [top, bottom] = [above, below].map((text) => (/ [-+] /.test(text) ? `(${text})` : text));
  return rewritten(expression, below === '1' ? above : `${top}/${bottom}`);
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
  const [[zero, second], [x = '', y]] = [zeros, letters];
  if (!zero) throw new Refused('no equation');
  if (!second || !y) return listed(expression, x, rootsOfQuotient(x, zero));
  const values = solvedPair([x, y], [termsOf(zero, true), termsOf(second, true)]).map((value) => value.toFraction());
  const value = letters.map((letter, at) => `${letter} = ${values[at]}`).join(', ');
  const latex = letters.map((letter, at) => `${letter} = ${latexOf(values[at] ?? '')}`).join(',\\ ');
  return { answer: value, data: { expression, value, latex, values } };
}

function factorsText(letter: string, p: Polynomial): string {
  const { content, factors } = factored(p);
  if (factors.length === 1 && factors[0]?.count === 1 && content.abs().equals(1)) throw new Refused('irreducible');
  const number = content.equals(1)
    ? ''
    : content.equals(-1)
      ? '-'
      : content.d === 1n
        ? `${content.toFraction()} `
        : `(${content.toFraction()}) `;
  // The letter alone, then factors of low degree, those with small roots first.
  const order = ({ factor: [first, ...others] }: PrimeFactor) => (first?.n === 0n ? -1 : others.length);
  const sorted = [...factors].sort((a, b) => order(a) - order(b) || Number(b.factor[0]) - Number(a.factor[0]));
  const parts = sorted.map(({ factor, count }) => {
    const text = textOf(sumIn(letter, factor));
    return `${text === letter ? text : `(${text})`}${count > 1 ? `^${count}` : ''}`;
  });
  return number + parts.join(' ');
}

/** The characteristic polynomial of a matrix, by the method of Faddeev and LeVerrier. */
function characteristic(matrix: Matrix): Polynomial {
  const { multiply, add, trace, identity } = mathjs();
  const size = Array.isArray(matrix) ? matrix.length : 0;
  if (size === 0 || size > MAX_EIGENVALUES) throw new Refused('too many rows');
  const coefficients: Rational[] = [rational(1)];
  let step = multiply(matrix as never, 0 as never) as never;
  const unit = (identity(size) as unknown as { toArray(): number[][] })
    .toArray()
    .map((row) => row.map((entry) => rational(entry)));
  for (let k = 1; k <= size; k++) {
    step = add(multiply(matrix as never, step), multiply(coefficients[0] as never, unit as never)) as never;
    coefficients.unshift((trace(multiply(matrix as never, step)) as unknown as Rational).div(-k));
  }
  return coefficients;
}

/** Turns the text of a sum back into the syntax of mathjs. */
function sourceOfText(text: string): string {
  return text
    .replace(/√(\w+)/g, 'sqrt($1)')
    .replace(/√/g, 'sqrt')
    .replace(/\bln\(/g, 'log(');
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
