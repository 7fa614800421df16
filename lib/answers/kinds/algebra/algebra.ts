import type { MathNode } from 'mathjs';
import { z } from 'zod';
import type { AnswerContent } from '../../answer.ts';
import { optionalNumbers, optionalTexts, texts } from '../../fields.ts';
import { threadAnswer } from '../../kind.ts';
import { localDigits } from '../../local-formats.ts';
import { callingWords } from '../../reading/phrase-matching.ts';
import { Refused } from '../../sums/refused.ts';
import { complexNumbers, complexText, decimals, type Matrix, matrices, matrixText } from './arithmetic.ts';
import { constantIn, constantNames } from './constants.ts';
import { evaluated, lettersIn, parsed, sourceOf } from './expression.ts';
import { latexOf, latexOfNumber } from './latex.ts';
import { mathjs } from './mathjs.ts';
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

const COMMAND = /^(?:the )?(d\/d(?=[a-z])|[a-z]+)(.*)$/;
const FILLERS =
  /^ ?(?:(?:of|the|von|der|de|la|du|del|di|van|matrix|vectors?|product|function|polynomial|expression)\b ?)*/;
const TWO_VECTORS = /^([[{(][^[\]{}()]+[\]})]) ?(and|,|x|×|cross|·|⋅|dot|) ?([[{(][^[\]{}()]+[\]})])$/;
const FIRST_DIGITS = /^(?:the )?(?:first )?(?<count>\d{1,3}) (?<counted>[a-z ]+) of (?<number>.+)$/;
const TO_DIGITS = /^(?<number>.+?) (?:to|with) (?<count>\d{1,3}) (?<counted>[a-z ]+)$/;
const COUNTING = /^(?:(?:decimal |significant )?digits|significant figures|decimals|decimal places)$/;
/** An imaginary number with a factor, in brackets or with a power; `i-9` and `i/o` have none of these. */
const IMAGINARY = /\d ?i\b|\([^()]*\bi\b[^()]*\)|\bi ?\^/;
/** More than one number written as the sum of its parts. */
const CALCULATION = /[*/^(]|i\b.*[-+].*i\b/;

/** An equation to solve, with a factor or a power of one unknown: not `x=5`, nor the product `2x2=4`. */
const EQUATION = /^(?=.*(?:\d ?[xyz]|[xyz] ?(?:\^|²|³)))(?!.*[xyz]\d)[^=]+=[^=]+$/;

/** How the text after a command is read. Rewriting needs a sign, so that `expand 5g` and `factor x` stay silent. */
const COMMANDS: ReadonlyMap<string, (text: string, command: string) => Task | null> = new Map(
  Object.entries({
    'det determinant inv inverse transpose cross dot trace': (text: string, command: string) =>
      matrixIn(`${command}(${vectorsIn(text)})`),
    'eigenvalue eigenvalues': (text: string) => matrixIn(vectorsIn(text), eigenvalues),
    'derivative differentiate ableitung derivee derivada derivata afgeleide': (text: string) => derivativeIn(text),
    second: (text: string) => (/^derivative /.test(text) ? derivativeIn(text.slice(11).replace(FILLERS, ''), 2) : null),
    'd/d': (text: string) => derivativeIn(`${text.slice(1).replace(FILLERS, '')} wrt ${text[0]}`),
    'expand ausmultiplizieren developper expandir': (text: string) => rewriteIn(text, /\(/, expand),
    'factor factorise factorize faktorisiere faktorisieren factoriser factorizar': (text: string) =>
      rewriteIn(text, /[-+]/, factor),
    'simplify vereinfache vereinfachen simplifier simplificar': (text: string) =>
      rootIn(text) ?? rewriteIn(text, /[-+*/^(]/, simplify),
    'solve lose loese resoudre resolver resuelve': solveIn,
    'roots zeros zeroes nullstellen racines raices': (text: string) => solveIn(`${text}=0`),
  }).flatMap(([names, read]) => names.split(' ').map((name) => [name, read] as const)),
);

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
    const expression = shown(source);
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

function matrixIn(text: string, answer = matrixAnswer): Task | null {
  const source = sourceOf(text);
  return source.includes('[') ? () => answer(source, evaluated(parsed(source), matrices)) : null;
}

function matrixAnswer(source: string, value: Matrix): AlgebraAnswer {
  const { answer, data } = equation(source, matrixText(value));
  if (!Array.isArray(value)) return { answer, data };
  const rows = value.some(Array.isArray) ? value : [value];
  return { answer, data: { ...data, matrix: rows.map((row) => [row].flat().map(matrixText)) } };
}
const eigenvalues = (source: string, matrix: Matrix) =>
  listed(`eigenvalues of ${source}`, 'λ', polynomials.solutions(polynomials.characteristic(matrix)));

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
    return equation(shown(source), value, latexOfNumber(value));
  };
}

function derivativeIn(text: string, times = 1): Task | null {
  const [, of = '', by] = /^(.+?)(?: (?:with respect to|wrt) ([a-z]))?$/.exec(text) ?? [];
  const source = sourceOf(of);
  const letters = lettersIn(source);
  const letter = by ?? (letters.includes('x') ? 'x' : letters.length === 1 ? letters[0] : undefined);
  if (!source || !letter || source === letter || letters.includes('i')) return null;
  return () => {
    // Unsimplified: `simplifyCore` takes four times as long for each further factor, and `sums` collects the terms.
    let result = source;
    for (let left = times; left > 0; left--)
      result = textOf(evaluated(mathjs().derivative(parsed(result), letter, { simplify: false }), sums));
    const sign = times === 1 ? `d/d${letter}` : `d^${times}/d${letter}^${times}`;
    return equation(`${sign} (${shown(source)})`, result);
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
    if (bare(shown(source)) === bare(value)) throw new Refused('nothing to do');
    return equation(shown(source), value);
  };
}

/** A sum of roots of numbers with squares taken out of them: √50 is 5√2. */
function rootIn(text: string): Task | null {
  const source = sourceOf(text);
  if (!source.includes('sqrt') || lettersIn(source).length > 0) return null;
  return () => equation(shown(source), expand(parsed(source)).replace(/(?<=\d) (?=√)/g, ''));
}

function solveIn(text: string): Task | null {
  const equations = text
    .replace(/^for [a-z](?: and [a-z])?:? | for [a-z](?: and [a-z])?$/, '')
    .split(/[,;] ?(?:and )?| and /)
    .map((part) => part.split('=').map(sourceOf));
  const letters = lettersIn(equations.flat().join(' '));
  if (equations.some((sides) => sides.length !== 2 || sides.includes(''))) return null;
  if (letters.length !== equations.length || letters.length > MAX_UNKNOWNS || letters.includes('i')) return null;
  return () => {
    const expression = equations.map((sides) => sides.join(' = ')).join(', ');
    const zeros = equations.map(([left, right]) => parsed(`(${left}) - (${right})`));
    const [[zero, second], [letter = '']] = [zeros, letters];
    if (zero && !second && polynomials.isNever(letter, zero)) return unsolvable(expression, letter);
    if (zero && !second) return listed(expression, letter, polynomials.zerosOf(letter, zero));
    const values = polynomials.solvedTogether(letters, zeros).map((value) => value.toFraction());
    const value = letters.map((each, at) => `${each} = ${values[at]}`).join(', ');
    const latex = letters.map((each, at) => `${each} = ${latexOf(values[at] ?? '')}`).join(',\\ ');
    return { answer: value, data: { expression, value, latex, values, unknowns: letters } };
  };
}

const unsolvable = (expression: string, letter: string): AlgebraAnswer => ({
  answer: `${expression}: no solution`,
  data: { expression, value: 'no solution', latex: '\\varnothing', values: [], unknowns: [letter] },
});

const shown = (source: string) => source.replace(/\blog\(/g, 'ln(');

function equation(expression: string, value: string, latex = latexOf(value)): AlgebraAnswer {
  return { answer: `${expression} = ${value}`, data: { expression, value, latex } };
}

function listed(expression: string, letter: string, roots: ReturnType<typeof polynomials.solutions>): AlgebraAnswer {
  const values = roots.flatMap((each) => each.values);
  const answer = roots.map((each) => `${letter} ${each.shown}`).join(' or ');
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
    ...COMMANDS.keys(),
    ...['simplified', 'digits', 'figures', 'decimals', 'places', ...callingWords(constantNames())],
  ],
  signs: /[[{](?!")|=|\bd\/d|\d ?i\b|\bi ?\^|^[^(]*\(.*\bi\b/,
  read({ reading }) {
    const plain = reading.bare.replace(/^[a-z]: ?(?=.*=)/, '').replace(/^(.+) simplified$/, 'simplify $1');
    if (plain.length > MAX_CHARACTERS) return null;
    const [, command = '', rest = ''] = COMMAND.exec(plain) ?? [];
    const read = COMMANDS.get(command);
    if (read) return read(rest.replace(FILLERS, ''), command);
    const bare = EQUATION.test(plain) ? solveIn(plain) : null;
    return bare ?? constantIn(reading.typed) ?? digitsIn(reading.numeric) ?? bareMatrixIn(plain) ?? complexIn(plain);
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
