import type { MathNode } from 'mathjs';
import { z } from 'zod';
import type { AnswerContent } from '../../answer.ts';
import { optionalNumbers, optionalTexts, texts } from '../../fields.ts';
import { threadAnswer } from '../../kind.ts';
import { localDigits } from '../../local-formats.ts';
import { translate } from '../../phrases.ts';
import { callingWords } from '../../reading/phrase-matching.ts';
import type { Reading } from '../../reading/reading.ts';
import { sumsIn } from '../../sums/reading.ts';
import { Refused } from '../../sums/refused.ts';
import { treeText } from '../../sums/tree.ts';
import { complexNumbers, complexText, decimals, type Matrix, matrices, matrixText } from './arithmetic.ts';
import { derivative, integral, integralBetween, limit, valueAt, withLn } from './calculus.ts';
import { clausesIn, commandIn, commandPhrases, isInfinity } from './commands.ts';
import { constantIn, constantNames } from './constants.ts';
import { evaluated, lettersIn, parsed, sourceOf } from './expression.ts';
import { latexOf, latexOfNumber } from './latex.ts';
import { rankOf, solvedTogether } from './linear.ts';
import * as polynomials from './polynomial.ts';
import { expand, factor, simplify } from './rewriting.ts';
import { sums, textOf } from './terms.ts';

const MAX_CHARACTERS = 120;
const MAX_DIGITS = 200;
const MAX_ANSWER = 500;
const MAX_UNKNOWNS = 3;

const Data = z.object({
  ...texts('expression', 'value', 'latex'),
  ...optionalTexts('unit', 'source'),
  ...optionalNumbers('digits', 'year'),
  approximate: z.boolean(),
  ...{ values: z.array(z.string()).optional(), unknowns: z.array(z.string()).optional() },
  matrix: z.array(z.array(z.string())).optional(),
});

type AlgebraAnswer = AnswerContent<Omit<z.infer<typeof Data>, 'approximate'>>;
/** Computes the answer; throws if there is none. Only this needs mathjs. */
type Task = (lang: string) => AlgebraAnswer;

const TWO_VECTORS = /^([[{(][^[\]{}()]+[\]})]) ?(and|,|x|×|cross|·|⋅|dot|) ?([[{(][^[\]{}()]+[\]})])$/;
const FIRST_DIGITS = /^(?:the )?(?:first )?(?<count>\d{1,3}) (?<counted>[a-z ]+) of (?<number>.+)$/;
const TO_DIGITS = /^(?<number>.+?) (?:to|with) (?<count>\d{1,3}) (?<counted>[a-z ]+)$/;
const COUNTING = /^(?:(?:decimal |significant )?digits|significant figures|decimals|decimal places)$/;
/** An imaginary number with a factor, in brackets or with a power; `i-9` and `i/o` have none of these. */
const IMAGINARY = /\d ?i\b|\([^()]*\bi\b[^()]*\)|\bi ?\^/;
/** More than one number written as the sum of its parts. */
const CALCULATION = /[*/^(]|i\b.*[-+].*i\b/;

/** An equation to solve, with a factor or a power of one unknown: not `x=5`, nor the product `2x2=4`. */
const EQUATION = /^(?=.*(?:\d ?[xyz]|\d ?\([^()]*[xyz]|[xyz] ?(?:\^|²|³)))(?!.*[xyz]\d)[^=]+=[^=]+$/;
/** Several, of which one has two unknowns: `x+y=3, x-y=1`. */
const SYSTEM = /^(?=.*[xyz] ?[-+] ?[\d.]*[xyz])(?!.*[xyz]\d)[^=]+=[^=]+(?:[,;]| and )[^=]+=[^=]+/;
/** What may stand around an equation: `x in 2x+3=11`, `the value of x if`, `6x+1=25 find x`, `if 6x+1=25 what is x`. */
const UNKNOWN = /^(?:the )?(?:value of )?[a-z](?::| (?:in|if|si|wenn|when|where)\b) ?(?=.*=)|^if (?=.*=)/;
const UNKNOWN_AFTER = /(?<==.*),? (?:find|solve for|what is|was ist) [a-z]$/;
/** `find x 6x+1=25`: without the instruction, x is a factor. */
const UNKNOWN_ASKED = /^([xyz]) (?=.*\1.*=)/;
/** What a function is called in front of it: `f(x) = x^2-4`. */
const FUNCTION_NAME = /^(?:[a-z] ?\([a-z]\)|y) ?= ?/;

/** How the text after a command is read. Rewriting needs a sign, so that `expand 5g` and `factor x` stay silent. */
const COMMANDS: Readonly<Record<string, (text: string, times: number) => Task | null>> = {
  ...Object.fromEntries(
    ['det', 'inv', 'transpose', 'cross', 'dot', 'trace'].map((fn) => [
      fn,
      (text: string) => matrixIn(`${fn}(${vectorsIn(text)})`),
    ]),
  ),
  rank: (text) =>
    matrixIn(vectorsIn(text), (source, matrix) => equation(`rank(${source})`, matrixText(rankOf(matrix)))),
  eigenvalues: (text) => matrixIn(vectorsIn(text), eigenvalues),
  conj: (text) => complexIn(`conj(${text})`),
  abs: (text) => complexIn(`abs(${text})`),
  derivative: derivativeIn,
  integral: integralIn,
  limit: limitIn,
  expand: (text) => rewriteIn(text.replace(/ aus$/, ''), /\(/, expand),
  factor: (text) => rewriteIn(text, /[-+]/, factor),
  simplify: (text) => rootIn(text) ?? rewriteIn(text, /[-+*/^(]/, simplify),
  solve: solveIn,
  roots: (text) => solveIn(text.replace(FUNCTION_NAME, '').replace(/^[^=]+$/, '$&=0')),
};

function digitsIn(text: string): Task | null {
  const { count, counted = '', number = '' } = (FIRST_DIGITS.exec(text) ?? TO_DIGITS.exec(text))?.groups ?? {};
  const digits = Number(count);
  if (!COUNTING.test(counted) || digits < 1 || digits > MAX_DIGITS) return null;
  // A bare number has no further digits.
  if (!/[a-zπ√/^]/.test(number)) return null;
  const source = sourceOf(number.replace(/^(?:the )?golden ratio$/, 'phi'));
  if (!source || lettersIn(source).length > 0) return null;
  // `5 digits of e` are cut off; `e to 5 digits` is rounded.
  const isCut = counted.endsWith('digits') && FIRST_DIGITS.test(text);
  return (lang) => {
    const exact = evaluated(parsed(source), decimals(digits));
    const value = counted.startsWith('significant')
      ? exact.toSignificantDigits(digits).toFixed()
      : exact.toFixed(digits, isCut ? 1 : 4);
    const expression = withLn(source);
    const answer = `${expression} ≈ ${localDigits(value, lang)}`;
    return { answer, data: { expression, value, latex: value, digits } };
  };
}

/** `(1,2) and (3,4)` → `[1,2], [3,4]` */
function vectorsIn(text: string): string {
  const [, one, , other] = TWO_VECTORS.exec(text) ?? [];
  const rows = one && other ? `[${one.slice(1, -1)}], [${other.slice(1, -1)}]` : text;
  return /[[{]/.test(rows) ? rows : rows.replace(/\(/g, '[').replace(/\)/g, ']');
}

function matrixIn(text: string, answer: typeof eigenvalues = matrixAnswer): Task | null {
  const source = sourceOf(text);
  return source.includes('[') ? (lang) => answer(source, evaluated(parsed(source), matrices), lang) : null;
}

function matrixAnswer(source: string, value: Matrix): AlgebraAnswer {
  const { answer, data } = equation(source, matrixText(value));
  if (!Array.isArray(value)) return { answer, data };
  const rows = value.some(Array.isArray) ? value : [value];
  return { answer, data: { ...data, matrix: rows.map((row) => [row].flat().map(matrixText)) } };
}
const eigenvalues = (source: string, matrix: Matrix, lang: string) =>
  listed(`eigenvalues of ${source}`, 'λ', polynomials.solutions(polynomials.characteristic(matrix)), lang);

/** A matrix alone needs an operator: `[1,2,3]` may be anything. */
function bareMatrixIn(plain: string): Task | null {
  if (!/^[-\d.([{]/.test(plain) || !/[[{].*[,; ].*[\]}]/.test(plain)) return null;
  const [, , sign = ''] = plain.startsWith('[') ? (TWO_VECTORS.exec(plain) ?? []) : [];
  if (/^[x×c·⋅d]/.test(sign)) return matrixIn(`${/^[x×c]/.test(sign) ? 'cross' : 'dot'}(${vectorsIn(plain)})`);
  const product = plain.replace(/\] ?x ?\[/g, ']*[');
  const outside = sourceOf(product).replace(/\[[^\]]*\]/g, '');
  return /^[^a-z]*[-+*/^][^a-z]*$/.test(outside) ? matrixIn(product) : null;
}

function complexIn(plain: string): Task | null {
  if (!IMAGINARY.test(plain) || !CALCULATION.test(plain) || !/[\de]/.test(plain)) return null;
  const source = sourceOf(plain);
  if (!source || lettersIn(source).some((letter) => letter !== 'i')) return null;
  return () => {
    const value = complexText(evaluated(parsed(source), complexNumbers));
    return equation(withLn(source), value, latexOfNumber(value));
  };
}

/** The letter that an expression is about; undefined if that is not clear. */
function letterOf(source: string, by?: string): string | undefined {
  const letters = lettersIn(source);
  if (!source || letters.includes('i') || (by && !/^[a-z]$/.test(by))) return undefined;
  return by ?? (letters.includes('x') ? 'x' : letters.length === 1 ? letters[0] : undefined);
}

/** `leite x^2 ab`: the verb has a second half. */
const SECOND_HALF = / ab$/;

function derivativeIn(text: string, times: number): Task | null {
  const { of = '', by, as } = clausesIn(text.replace(SECOND_HALF, ''));
  const [, at] = /^[a-z]=(.+)$/.exec(as ?? '') ?? [];
  const [source, point] = [sourceOf(of), at && sourceOf(at)];
  const letter = letterOf(source, by);
  if (!letter || source === letter || (as !== undefined && !point)) return null;
  return () => {
    let result = withLn(source);
    for (let left = times; left > 0; left--) result = textOf(derivative(result, letter));
    const sign = times === 1 ? `d/d${letter}` : `d^${times}/d${letter}^${times}`;
    if (!point) return equation(`${sign} (${withLn(source)})`, result);
    const value = textOf(valueAt(result, letter, evaluated(parsed(point), sums)));
    return equation(`${sign} (${withLn(source)}), ${letter} = ${point}`, value);
  };
}

function integralIn(text: string): Task | null {
  const { of: typed = '', by: named, from, to, as } = clausesIn(text);
  const [, of = '', by = named] = /^(.+?)(?: ?d([a-z]))?$/.exec(typed) ?? [];
  const source = sourceOf(of);
  const letter = letterOf(source, by) ?? (lettersIn(source).length === 0 ? 'x' : undefined);
  if (!letter || !source || as !== undefined || (from === undefined) !== (to === undefined)) return null;
  const expression = `∫ ${/ [-+] /.test(source) ? `(${withLn(source)})` : withLn(source)} d${letter}`;
  return () => {
    if (from === undefined || to === undefined) {
      const text = `${integral(withLn(source), letter)} + C`;
      return equation(expression, text.replace(/abs\(((?:[^()]|\([^()]*\))*)\)/g, '|$1|'), latexOf(text));
    }
    const { exact, value } = integralBetween(withLn(source), letter, from, to);
    return withDecimals(equation(`${expression}, ${letter} = ${from} … ${to}`, textOf(exact)), complexText(value));
  };
}

/** Adds the decimal number to the line of an answer that is none. */
const withDecimals = ({ answer, data }: AlgebraAnswer, decimals: string): AlgebraAnswer =>
  /^-?[\d./]+$/.test(data.value) ? { answer, data } : { answer: `${answer} ≈ ${decimals}`, data };

function limitIn(text: string): Task | null {
  const { of = '', as: letter = '', to = '' } = clausesIn(text);
  const source = sourceOf(of);
  const [, sign = '', size = ''] = /^([-+]?)(.+)$/.exec(to) ?? [];
  const point = isInfinity(size) ? '' : sourceOf(to);
  if (!source || !/^[a-df-hj-z]$/.test(letter) || !(point || isInfinity(size)) || lettersIn(point).length > 0)
    return null;
  return (lang) => {
    const at = point ? evaluated(parsed(point), sums) : sign === '-' ? -1 : 1;
    const value = limit(withLn(source), letter, at);
    const expression = `lim ${letter}→${point || `${sign.replace('+', '')}∞`} ${withLn(source)}`;
    if (value === null) return none(expression, 'does not exist', lang);
    return { ...equation(expression, value, value.replace('∞', '\\infty')) };
  };
}

/** A root of a negative number, which has no real value: √-4 is 2i. */
function imaginaryIn(reading: Reading): Task | null {
  const { sum } = reading.mentions(sumsIn);
  const source = sum && /sqrt\(-|\(-[\d.]+\)\^/.test(treeText(sum)) ? sourceOf(treeText(sum)) : '';
  if (!source || lettersIn(source).length > 0) return null;
  return () => {
    const value = textOf(evaluated(parsed(source), sums));
    if (!/i$/.test(value)) throw new Refused('a real number');
    return equation(withLn(source), value);
  };
}

/** An expression in another form; refused if it has that form already. */
function rewriteIn(text: string, sign: RegExp, rewrite: (node: MathNode, letters: string[]) => string): Task | null {
  const source = sourceOf(text);
  const letters = lettersIn(source);
  if (letters.length === 0 || letters.includes('i') || !sign.test(source)) return null;
  return () => {
    const value = rewrite(parsed(source), letters);
    const bare = (form: string) => form.replace(/[ *()]/g, '');
    if (bare(withLn(source)) === bare(value)) throw new Refused('nothing to do');
    return equation(withLn(source), value);
  };
}

/** A sum of roots of numbers with squares taken out of them: √50 is 5√2. */
function rootIn(text: string): Task | null {
  const source = sourceOf(text);
  if (!source.includes('sqrt') || lettersIn(source).length > 0) return null;
  return () => equation(withLn(source), expand(parsed(source)).replace(/(?<=\d) (?=√)/g, ''));
}

function solveIn(text: string): Task | null {
  const equations = text
    .replace(/^for [a-z](?: and [a-z])?:? | (?:for|fur|nach|pour|para) [a-z](?: and [a-z])?(?: auf)?$/, '')
    .split(/[,;] ?(?:and )?| and | und | et |(?<==[^=]*\d) y (?=[^=]*=)/)
    .map((part) => part.split('=').map(sourceOf));
  const letters = lettersIn(equations.flat().join(' '));
  if (equations.some((sides) => sides.length !== 2 || sides.includes(''))) return null;
  if (letters.length !== equations.length || letters.length > MAX_UNKNOWNS || letters.includes('i')) return null;
  return (lang) => {
    const expression = equations.map((sides) => sides.join(' = ')).join(', ');
    const zeros = equations.map(([left, right]) => parsed(`(${left}) - (${right})`));
    const [[zero, second], [letter = '']] = [zeros, letters];
    const unsolvable = none(expression, 'no solution', lang, letters);
    if (zero && !second && polynomials.isNever(letter, zero)) return unsolvable;
    if (zero && !second) return listed(expression, letter, polynomials.zerosOf(letter, zero), lang);
    const values = solvedTogether(letters, zeros)?.map((value) => value.toFraction());
    if (!values) return unsolvable;
    const value = letters.map((each, at) => `${each} = ${values[at]}`).join(', ');
    const latex = letters.map((each, at) => `${each} = ${latexOf(values[at] ?? '')}`).join(',\\ ');
    return { answer: value, data: { expression, value, latex, values, unknowns: letters } };
  };
}

/** That there is no result is an answer too. */
const none = (expression: string, value: string, lang: string, unknowns?: string[]): AlgebraAnswer => ({
  answer: `${expression}: ${translate(value, lang)}`,
  data: { expression, value, latex: '\\varnothing', ...(unknowns && { values: [], unknowns }) },
});

function equation(expression: string, value: string, latex = latexOf(value)): AlgebraAnswer {
  return { answer: `${expression} = ${value}`, data: { expression, value, latex } };
}

function listed(
  expression: string,
  letter: string,
  roots: ReturnType<typeof polynomials.solutions>,
  lang: string,
): AlgebraAnswer {
  const values = roots.flatMap((each) => each.values);
  const answer = roots.map((each) => `${letter} ${each.shown}`).join(` ${translate('or', lang)} `);
  const latex = values.map((value) => `${letter === 'λ' ? '\\lambda' : letter} = ${latexOf(value)}`).join(' \\lor ');
  const unknowns = letter === 'λ' ? {} : { unknowns: [letter] };
  return { answer, data: { expression, value: values.join(', '), latex, values, ...unknowns } };
}

/** Matrices, complex numbers, derivatives, polynomials, equations, digits and physical constants. */
export const algebra = threadAnswer({
  type: 'algebra',
  lasting: true,
  decimal: true,
  example: 'derivative of x^2 sin x',
  data: Data,
  words: () => [
    ...callingWords([...commandPhrases(), ...constantNames()]),
    ...['simplified', 'digits', 'figures', 'decimals', 'places'],
  ],
  signs:
    /[[{](?!")|=|\bd\^?\d?\/d|∫|\d ?i\b|\bi ?\^|^[^(]*\(.*\bi\b|(?:√|\bsqrt|\broot of|racine|raiz|wurzel)[^\d]*-|\(-/,
  read({ reading }) {
    if (reading.bare.length > MAX_CHARACTERS) return null;
    const plain = reading.bare
      .replace(UNKNOWN, '')
      .replace(UNKNOWN_AFTER, '')
      .replace(reading.isAsked ? UNKNOWN_ASKED : '', '')
      .replace(/ (?:is )?equal to /, '=')
      .replace(/^(.+) simplified$/, 'simplify $1');
    const { name = '', times = 1, rest = '' } = commandIn(plain) ?? {};
    const read = COMMANDS[name];
    if (read && (times === 1 || name === 'derivative')) return read(rest, times);
    const bare = EQUATION.test(plain) || SYSTEM.test(plain) ? solveIn(plain) : null;
    const number = bare ?? constantIn(reading.typed) ?? digitsIn(reading.numeric);
    return number ?? bareMatrixIn(plain) ?? complexIn(plain) ?? imaginaryIn(reading);
  },
  answer(task, { lang }) {
    try {
      const found = task(lang);
      // Numbers that do not end are given to ten digits and more.
      const approximate = found.answer.includes('≈') || /\.\d{10}/.test(found.data.value);
      return found.answer.length <= MAX_ANSWER ? { ...found, data: { ...found.data, approximate } } : null;
    } catch {
      // Refused, or an Error of mathjs: wrong syntax, sizes that do not fit, a singular matrix, an unknown unit.
      return null;
    }
  },
});
