/** The functions that mathjs may be given. */
export const FUNCTION_NAMES: ReadonlySet<string> = new Set(
  `sqrt cbrt exp log abs sin cos tan sec csc cot asin acos atan sinh cosh tanh
  arg conj re im det inv transpose cross dot`.split(/\s+/),
);
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['ln', 'log'],
  ['determinant', 'det'],
  ['inverse', 'inv'],
  ['arcsin', 'asin'],
  ['arccos', 'acos'],
  ['arctan', 'atan'],
]);
const SIGNS: ReadonlyMap<string, string> = new Map(
  '−- –- ×* ·* ⋅* ÷/ ²^2 ³^3 √sqrt πpi {[ }]'.split(' ').map((pair) => [pair.charAt(0), pair.slice(1)]),
);
const TOKEN = /\d+(?:\.\d+)?|\.\d+|[a-z]+|[-+*/^()[\],;]/g;

/** The letters of an expression in alphabetical order, without Euler's number. */
export function lettersIn(source: string): string[] {
  return [...new Set(source.match(/(?<![a-z])[a-df-z](?![a-z])/g))].sort();
}

/**
 * Rewrites an expression in the syntax of mathjs: `x^2 sin 2x` → `x^2 sin(2 x)`. Returns null if a part of it is not
 * mathematics: names are known functions, `pi`, `phi` and single letters.
 */
export function sourceOf(text: string): string | null {
  const plain = text.replace(/\*\*/g, '^').replace(/[−–×·⋅÷²³√π{}]/g, (sign) => ` ${SIGNS.get(sign)} `);
  const tokens = (plain.match(TOKEN) ?? []).map((token) => SYNONYMS.get(token) ?? token);
  const isKnown = tokens.every((token) => /^(?:[^a-z]+|[a-z]|pi|phi)$/.test(token) || FUNCTION_NAMES.has(token));
  const source = isKnown && plain.replace(TOKEN, '').trim() === '' ? join(tokens) : null;
  if (!source) return null;
  const tight = source.replace(/ ?([\^()[\]*/]) ?/g, '$1').replace(/ ?([,;]) ?/g, '$1 ');
  const signed = tight.replace(/( ?)([-+]) ?/g, (_, space, sign, at) =>
    /[\w)\]]$/.test(tight.slice(0, at)) ? ` ${sign} ` : space + sign,
  );
  return signed.replace(/(?<=\d) (?=i\b)/g, '');
}

function join(tokens: readonly string[]): string | null {
  let source = '';
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as string;
    if (!FUNCTION_NAMES.has(token)) {
      const isFactor = tokens[at + 1] === '(' && /^[a-z]/.test(token);
      // `f(x)` is an unknown function. Any other letter before a bracket is a factor; mathjs would read a call.
      if (isFactor && /^[fgh]$/.test(token)) return null;
      source += isFactor ? ` ${token} *` : ` ${token}`;
      continue;
    }
    // `sin^2 x` is the square of the sine.
    const power = tokens[at + 1] === '^' && /^[2-9]$/.test(tokens[at + 2] ?? '') ? tokens[at + 2] : null;
    const from = power ? at + 3 : at + 1;
    const end = endOfArgument(tokens, from);
    const inside = join(tokens.slice(from, end));
    if (!inside) return null;
    const called = tokens[from] === '(' ? `${token}${inside}` : `${token}(${inside})`;
    source += power ? ` (${called})^${power}` : ` ${called}`;
    at = end - 1;
  }
  return source.trim();
}

/** Where the argument of a function ends: at its closing bracket, or after the factors without brackets. */
function endOfArgument(tokens: readonly string[], from: number): number {
  let [end, depth] = [from, 0];
  const isInside = tokens[from] === '(' ? () => depth > 0 : (token: string) => /^(?:[\d.^]+|[a-z]|pi|phi)$/.test(token);
  do {
    depth += Number(tokens[end] === '(') - Number(tokens[end] === ')');
    end++;
  } while (end < tokens.length && isInside(tokens[end] as string));
  return end;
}
