import type { InstantQuery } from '../../answer.ts';
import { constantCalled } from './constants.ts';
import { lettersIn, sourceOf } from './source.ts';

/** What a query asks for, with its expressions in the syntax of mathjs. Nothing here needs mathjs itself. */
export type AlgebraRequest =
  | { task: 'matrix'; source: string }
  | { task: 'eigenvalues'; source: string }
  | { task: 'complex'; source: string }
  | { task: 'expand' | 'factor' | 'simplify'; source: string; letters: readonly string[] }
  | { task: 'derivative'; source: string; letter: string; order: number }
  | { task: 'solve'; equations: readonly (readonly [left: string, right: string])[]; letters: readonly string[] }
  | { task: 'digits'; source: string; digits: number; counting: string }
  | { task: 'constant'; name: string; key: string; unit: string | undefined };

const MAX_CHARACTERS = 120;
const MAX_DIGITS = 200;

const OF = '(?: of)?(?: the)?(?: (?:matrix|vectors?))? ?';
const VECTOR = '([[{(][^[\\]{}()]+[\\]})])';
const MATRIX = new RegExp(`^(?:the )?(det|inv|transpose|trace|eigenvalue)(?:erminant|erse|s)?${OF}(?=[[{(])(.+)$`);
const PRODUCT = new RegExp(`^(?:the )?(cross|dot) product${OF}${VECTOR}(?: and|,)? ?${VECTOR}$`);
const BETWEEN = /^(\[[^[\]]+\]) ?(x|×|cross|·|⋅|dot) ?(\[[^[\]]+\])$/;
const BARE_MATRIX = /^[-+*/^\d\s.,;()[\]{}×x]*$/;
const DERIVATIVE =
  /^(?:the )?(?:(second )?derivative(?: of)?|differentiate|d\/d([a-z])(?: of)?)(?: the)?(?: function)? ?(.+?)(?: (?:with respect to|wrt) ([a-z]))?$/;
const REWRITE = /^(expand|factor|simplify|factori[sz]e) (?:the )?(?:polynomial |expression )?(.+)$/;
/** What a command needs so that `expand 5g` and `factor x` stay silent. */
const NEEDS = { expand: /\(/, factor: /[-+]/, simplify: /[-+*/^(]/ };
const COUNTING = '(decimal places|decimals|decimal digits|digits|significant (?:digits|figures))';
const DIGITS_OF = new RegExp(`^(?:the )?(?:first )?(\\d{1,3}) ${COUNTING} of (.+)$`);
const TO_DIGITS = new RegExp(`^(.+?) (?:to|with) (\\d{1,3}) ${COUNTING}$`);
const UNIT = /^[A-Za-z0-9^*/(). -]{1,24}$/;
/** An imaginary number with a factor, in brackets or with a power; `i-9` and `i/o` have none of these. */
const IMAGINARY = /\d ?i\b|\([^()]*\bi\b[^()]*\)|\bi ?\^/;
/** More than one number written as the sum of its parts. */
const CALCULATION = /[*/^(]|i\b.*[-+].*i\b/;

/** Reads a query. Returns null without a sign that it is about algebra: a command, a matrix or an imaginary number. */
export function requestIn({ q, plain }: InstantQuery): AlgebraRequest | null {
  if (plain.length > MAX_CHARACTERS) return null;
  return (
    constantIn(q, plain) ??
    digitsIn(plain) ??
    matrixIn(plain) ??
    derivativeIn(plain) ??
    rewriteIn(plain) ??
    solveIn(plain) ??
    complexIn(plain)
  );
}

function constantIn(q: string, plain: string): AlgebraRequest | null {
  const at = plain.lastIndexOf(' in ');
  const alone = constantCalled(plain);
  const found = alone ?? (at > 0 ? constantCalled(plain.slice(0, at)) : undefined);
  // Units have capitals, which only the query as typed has.
  const unit = alone ? undefined : q.slice(q.toLowerCase().lastIndexOf(' in ') + 4).replace(/[\s?]+$/, '');
  return found && (alone || UNIT.test(unit ?? '')) ? { task: 'constant', ...found, unit } : null;
}

function digitsIn(plain: string): AlgebraRequest | null {
  const [, count, counting = '', of] = DIGITS_OF.exec(plain) ?? [];
  const [, what, places, countingTo = ''] = TO_DIGITS.exec(plain) ?? [];
  const text = of ?? what;
  const digits = Number(count ?? places);
  // `log` has two meanings, and a bare number has no further digits.
  if (!text || digits < 1 || digits > MAX_DIGITS || /\blog\b/.test(text) || !/[a-zπ√/^]/.test(text)) return null;
  const source = sourceOf(text.replace(/^the golden ratio$|^golden ratio$/, 'phi'));
  if (!source || lettersIn(source).length > 0) return null;
  return { task: 'digits', source, digits, counting: counting || countingTo };
}

function matrixIn(plain: string): AlgebraRequest | null {
  // `[1 2; 3 4]` has spaces for commas.
  const text = plain.replace(/(?<=\d) +(?=-?\d)/g, ', ');
  const [, command, of = ''] = MATRIX.exec(text) ?? [];
  if (command) {
    const source = sourceOf(/[[{]/.test(of) ? of : of.replace(/\(/g, '[').replace(/\)/g, ']'));
    if (!source) return null;
    return command === 'eigenvalue'
      ? { task: 'eigenvalues', source }
      : { task: 'matrix', source: `${command}(${source})` };
  }
  const [, product, ...vectors] = PRODUCT.exec(text) ?? [];
  const [, left, sign = '', right] = BETWEEN.exec(text) ?? [];
  const isCross = product === 'cross' || /[x×c]/.test(sign);
  if (product || sign) {
    const [one, other] = (product ? vectors : [left, right]).map((vector = '') => sourceOf(`[${vector.slice(1, -1)}]`));
    return one && other ? { task: 'matrix', source: `${isCross ? 'cross' : 'dot'}(${one}, ${other})` } : null;
  }
  const outside = text.replace(/[[{][^[\]{}]*[\]}]/g, '').replace(/[[{][^[\]{}]*[\]}]/g, '');
  if (!BARE_MATRIX.test(text) || !/[[{].*[,;].*[\]}]/.test(text) || !/[-+*/^×x]/.test(outside)) return null;
  const source = sourceOf(text.replace(/\] ?x ?\[/g, ']*['));
  return source ? { task: 'matrix', source } : null;
}

function derivativeIn(plain: string): AlgebraRequest | null {
  const [, second, by, text = '', respect] = DERIVATIVE.exec(plain) ?? [];
  const source = text === '' ? null : sourceOf(text);
  const letters = lettersIn(source ?? '');
  const letter = by ?? respect ?? (letters.length > 1 ? letters.find((one) => one === 'x') : letters[0]);
  if (!source || !letter || source === letter || letters.includes('i')) return null;
  return { task: 'derivative', source, letter, order: second ? 2 : 1 };
}

function rewriteIn(plain: string): AlgebraRequest | null {
  const [, verb = '', text = ''] = REWRITE.exec(plain) ?? [];
  const source = text === '' ? null : sourceOf(text);
  const letters = lettersIn(source ?? '');
  const task = verb === 'expand' || verb === 'simplify' ? verb : 'factor';
  if (!source || letters.length === 0 || letters.includes('i') || !NEEDS[task].test(source)) return null;
  return { task, source, letters };
}

function solveIn(plain: string): AlgebraRequest | null {
  const [, verb, rest = ''] = /^(?:the )?(solve|roots of) (.+)$/.exec(plain) ?? [];
  if (!verb) return null;
  const text = rest.replace(/^for [a-z](?: and [a-z])?:? | for [a-z](?: and [a-z])?$/, '');
  const sides = (verb === 'roots of' ? `${text}=0` : text)
    .split(/[,;] ?(?:and )?| and /)
    .map((part) => part.split('='));
  const equations = sides.map(([left = '', right = '']) => [sourceOf(left) ?? '', sourceOf(right) ?? ''] as const);
  const letters = lettersIn(equations.flat().join(' ')).filter((letter) => letter !== 'e');
  if (sides.some((side) => side.length !== 2) || equations.some((equation) => equation.includes(''))) return null;
  if (letters.length !== equations.length || letters.length > 2 || letters.includes('i')) return null;
  return { task: 'solve', equations, letters };
}

function complexIn(plain: string): AlgebraRequest | null {
  if (!IMAGINARY.test(plain) || !CALCULATION.test(plain) || !/[\de]/.test(plain)) return null;
  const source = sourceOf(plain);
  return source && lettersIn(source).every((letter) => letter === 'i') ? { task: 'complex', source } : null;
}
