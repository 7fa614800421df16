import type { InstantQuery } from '../../answer.ts';
import { type Constant, constantCalled } from './constants.ts';
import { lettersIn, sourceOf } from './source.ts';

type Task = 'matrix' | 'eigenvalues' | 'complex' | 'expand' | 'factor' | 'simplify' | 'derivative';

/** What a query asks for, with its expressions in the syntax of mathjs. Nothing here needs mathjs itself. */
export type AlgebraRequest =
  | { task: Task; source: string; letters: readonly string[] }
  | { task: 'digits'; source: string; letters: readonly string[]; digits: number; counting: string }
  | { task: 'solve'; equations: readonly (readonly [left: string, right: string])[]; letters: readonly string[] }
  | { task: 'constant'; constant: Constant; unit: string | undefined };

const MAX_CHARACTERS = 120;
const MAX_DIGITS = 200;

const COMMAND = /^(?:the )?(d\/d(?=[a-z])|[a-z]+)(.*)$/;
const FILLERS = /^ ?(?:(?:of|the|matrix|vectors?|product|function|polynomial|expression)\b ?)*/;
const MATRIX_COMMAND = /^(?:det|determinant|inv|inverse|transpose|cross|dot|eigenvalues?)$/;
const TWO_VECTORS = /^([[{(][^[\]{}()]+[\]})]) ?(and|,|x|×|cross|·|⋅|dot|) ?([[{(][^[\]{}()]+[\]})])$/;
/** What a command needs so that `expand 5g` and `factor x` stay silent. */
const NEEDS = { expand: /\(/, factor: /[-+]/, simplify: /[-+*/^(]/ };
const COUNTING = /^(?:(?:decimal |significant )?digits|significant figures|decimals|decimal places)$/;
/** An imaginary number with a factor, in brackets or with a power; `i-9` and `i/o` have none of these. */
const IMAGINARY = /\d ?i\b|\([^()]*\bi\b[^()]*\)|\bi ?\^/;
/** More than one number written as the sum of its parts. */
const CALCULATION = /[*/^(]|i\b.*[-+].*i\b/;

/** Reads a query. Returns null without a sign that it is about algebra: a command, a matrix or an imaginary number. */
export function requestIn({ reading }: InstantQuery): AlgebraRequest | null {
  const { plain } = reading;
  if (plain.length > MAX_CHARACTERS) return null;
  const [, command = '', rest = ''] = COMMAND.exec(plain) ?? [];
  const text = rest.replace(FILLERS, '');
  if (MATRIX_COMMAND.test(command)) return matrixIn(command, text);
  if (command === 'derivative' || command === 'differentiate') return derivativeIn(text);
  if (command === 'd/d') return derivativeIn(`${text.slice(1).replace(FILLERS, '')} wrt ${text[0]}`);
  if (/^(?:expand|factor|factori[sz]e|simplify)$/.test(command)) return rewriteIn(command, text);
  if (command === 'solve') return solveIn(text);
  if (command === 'roots') return solveIn(`${text}=0`);
  return constantIn(reading.typed) ?? digitsIn(reading.numeric) ?? bareMatrixIn(plain) ?? complexIn(plain);
}

function constantIn(typed: string): AlgebraRequest | null {
  const whole = constantCalled(typed.toLowerCase());
  if (whole) return { task: 'constant', constant: whole, unit: undefined };
  const [, name = '', unit] = /^(.+) in ([A-Za-z0-9^*/(). -]{1,24})$/.exec(typed) ?? [];
  const constant = constantCalled(name.toLowerCase());
  return constant ? { task: 'constant', constant, unit } : null;
}

function digitsIn(text: string): AlgebraRequest | null {
  const [, first, firstCounted, of] = /^(?:the )?(?:first )?(\d{1,3}) ([a-z ]+) of (.+)$/.exec(text) ?? [];
  const [, what, last, lastCounted] = /^(.+?) (?:to|with) (\d{1,3}) ([a-z ]+)$/.exec(text) ?? [];
  const number = of ?? what ?? '';
  const digits = Number(first ?? last);
  const counting = firstCounted ?? lastCounted ?? '';
  if (!COUNTING.test(counting) || digits < 1 || digits > MAX_DIGITS) return null;
  // `log` has two meanings, and a bare number has no further digits.
  if (/\blog\b/.test(number) || !/[a-zπ√/^]/.test(number)) return null;
  const source = sourceOf(number.replace(/^(?:the )?golden ratio$/, 'phi'));
  return source && lettersIn(source).length === 0 ? { task: 'digits', source, letters: [], digits, counting } : null;
}

function matrixIn(command: string, text: string): AlgebraRequest | null {
  const [, one, , other] = TWO_VECTORS.exec(text) ?? [];
  const rows = one && other ? `[${one.slice(1, -1)}], [${other.slice(1, -1)}]` : text;
  const squared = /[[{]/.test(rows) ? rows : rows.replace(/\(/g, '[').replace(/\)/g, ']');
  if (!squared.includes('[') && !squared.includes('{')) return null;
  const isEigen = command.startsWith('eigen');
  const source = sourceOf(withCommas(isEigen ? squared : `${command}(${squared})`));
  return source ? { task: isEigen ? 'eigenvalues' : 'matrix', source, letters: [] } : null;
}

/** `[1 2; 3 4]` has spaces for commas. */
function withCommas(matrix: string): string {
  return matrix.replace(/(?<=\d) +(?=-?\d)/g, ', ');
}

/** A matrix alone needs an operator: `[1,2,3]` may be anything. */
function bareMatrixIn(plain: string): AlgebraRequest | null {
  if (!/^[-\d.([{]/.test(plain) || !/[[{].*[,; ].*[\]}]/.test(plain)) return null;
  const [, , sign = ''] = plain.startsWith('[') ? (TWO_VECTORS.exec(plain) ?? []) : [];
  if (/^[x×c]/.test(sign)) return matrixIn('cross', plain);
  if (/^[·⋅d]/.test(sign)) return matrixIn('dot', plain);
  const source = sourceOf(withCommas(plain.replace(/\] ?x ?\[/g, ']*[')));
  const outside = source?.replace(/\[[^[\]]*\]/g, '').replace(/\[[^[\]]*\]/g, '');
  return source && /^[^a-z]*[-+*/^][^a-z]*$/.test(outside ?? '') ? { task: 'matrix', source, letters: [] } : null;
}

function derivativeIn(text: string): AlgebraRequest | null {
  const [, of = '', by] = /^(.+?)(?: (?:with respect to|wrt) ([a-z]))?$/.exec(text) ?? [];
  const source = sourceOf(of);
  const letters = lettersIn(source ?? '');
  const letter = by ?? (letters.includes('x') ? 'x' : letters.length === 1 ? letters[0] : undefined);
  if (!source || !letter || source === letter || letters.includes('i')) return null;
  return { task: 'derivative', source, letters: [letter] };
}

function rewriteIn(command: string, text: string): AlgebraRequest | null {
  const source = sourceOf(text);
  const letters = lettersIn(source ?? '');
  const task = command === 'expand' || command === 'simplify' ? command : 'factor';
  if (!source || letters.length === 0 || letters.includes('i') || !NEEDS[task].test(source)) return null;
  return { task: task === 'simplify' && letters.length > 1 ? 'expand' : task, source, letters };
}

function solveIn(text: string): AlgebraRequest | null {
  const sides = text
    .replace(/^for [a-z](?: and [a-z])?:? | for [a-z](?: and [a-z])?$/, '')
    .split(/[,;] ?(?:and )?| and /)
    .map((part) => part.split('='));
  const equations = sides.map(([left = '', right = '']) => [sourceOf(left) ?? '', sourceOf(right) ?? ''] as const);
  const letters = lettersIn(equations.flat().join(' '));
  if (sides.some((side) => side.length !== 2) || equations.some((equation) => equation.includes(''))) return null;
  if (letters.length !== equations.length || letters.length > 2 || letters.includes('i')) return null;
  return { task: 'solve', equations, letters };
}

function complexIn(plain: string): AlgebraRequest | null {
  if (!IMAGINARY.test(plain) || !CALCULATION.test(plain) || !/[\de]/.test(plain)) return null;
  const source = sourceOf(plain);
  return source && lettersIn(source).every((letter) => letter === 'i')
    ? { task: 'complex', source, letters: [] }
    : null;
}
