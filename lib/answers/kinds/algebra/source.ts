/** Functions of one number, by the names that people use; the values are the names in mathjs. */
const FUNCTIONS = new Map<string, string>([
  ...['sqrt', 'cbrt', 'exp', 'abs', 'sin', 'cos', 'tan', 'sec', 'csc', 'cot', 'asin', 'acos', 'atan'].map(itself),
  ...['sinh', 'cosh', 'tanh', 'arg', 'conj', 're', 'im', 'det', 'inv', 'transpose', 'trace', 'cross', 'dot'].map(
    itself,
  ),
  ['ln', 'log'],
  ['log', 'log'],
  ['arcsin', 'asin'],
  ['arccos', 'acos'],
  ['arctan', 'atan'],
]);
const SIGNS: Readonly<Record<string, string>> = {
  '−': '-',
  '–': '-',
  '×': '*',
  '·': '*',
  '⋅': '*',
  '÷': '/',
  '²': '^2',
  '³': '^3',
  '√': ' sqrt ',
  π: ' pi ',
  '{': '[',
  '}': ']',
};
const TOKEN = /\d+(?:\.\d+)?|\.\d+|[a-z]+|[-+*/^()[\],;]/y;

function itself(name: string): [string, string] {
  return [name, name];
}

/** The functions that mathjs may be given. */
export const FUNCTION_NAMES: ReadonlySet<string> = new Set(FUNCTIONS.values());

/** The letters of an expression in alphabetical order, without Euler's number. */
export function lettersIn(source: string): string[] {
  return [...new Set(source.match(/(?<![a-z])[a-df-z](?![a-z])/g))].sort();
}

/**
 * Rewrites an expression in the syntax of mathjs: `x^2 sin 2x` → `x^2 sin(2 x)`. Returns null if a part of it is not
 * mathematics: names are known functions, `pi`, `phi` and single letters.
 */
export function sourceOf(text: string): string | null {
  const tokens = tokensOf(text.replace(/\*\*/g, '^').replace(/[−–×·⋅÷²³√π{}]/g, (sign) => SIGNS[sign] ?? sign));
  const source = tokens && join(tokens);
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
    const isBeforeBracket = tokens[at + 1] === '(';
    const name = FUNCTIONS.get(token);
    if (!name) {
      // `f(x)` is an unknown function. Any other letter before a bracket is a factor; mathjs would read a call.
      if (isBeforeBracket && /^[fgh]$/.test(token)) return null;
      source += isBeforeBracket && /^[a-z]/.test(token) ? ` ${token} *` : ` ${token}`;
      continue;
    }
    // `sin^2 x` is the square of the sine.
    const power = tokens[at + 1] === '^' && /^[2-9]$/.test(tokens[at + 2] ?? '') ? tokens[at + 2] : null;
    const from = power ? at + 3 : at + 1;
    const end = endOfArgument(tokens, from);
    const inside = join(tokens.slice(from, end));
    if (!inside) return null;
    const called = tokens[from] === '(' ? `${name}${inside}` : `${name}(${inside})`;
    source += power ? ` (${called})^${power}` : ` ${called}`;
    at = end - 1;
  }
  return source.trim();
}

function tokensOf(text: string): string[] | null {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < text.length; ) {
    if (text[at] === ' ') {
      TOKEN.lastIndex = ++at;
      continue;
    }
    const token = TOKEN.exec(text)?.[0];
    if (
      !token ||
      (token.length > 1 && /^[a-z]/.test(token) && token !== 'pi' && token !== 'phi' && !FUNCTIONS.has(token))
    )
      return null;
    tokens.push(token);
    at = TOKEN.lastIndex;
  }
  return tokens;
}

/** Where the argument of a function ends: at its closing bracket, or after the factors without brackets. */
function endOfArgument(tokens: readonly string[], from: number): number {
  if (tokens[from] === '(') {
    let depth = 0;
    for (let at = from; at < tokens.length; at++) {
      if (tokens[at] === '(') depth++;
      if (tokens[at] === ')' && --depth === 0) return at + 1;
    }
    return tokens.length;
  }
  let end = from;
  while (end < tokens.length && /^(?:[\d.^]+|[a-z]|pi|phi)$/.test(tokens[end] as string)) end++;
  return end;
}
