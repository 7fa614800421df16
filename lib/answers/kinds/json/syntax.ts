/** Finds the first syntax error in JSON, and reformats JSON. Numbers and duplicate keys stay as written. */

/** A syntax error in JSON. */
export interface SyntaxFault {
  /** Offset in characters. */
  at: number;
  message: string;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON does not allow them in a string.
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const WORD = /true|false|null/y;
const SPACE = /[ \t\n\r]*/y;
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** The first syntax error; null for valid JSON. */
export function faultIn(text: string): SyntaxFault | null {
  let at = 0;
  let fault: SyntaxFault | null = null;
  const skip = (form: RegExp) => {
    form.lastIndex = at;
    const found = form.test(text);
    if (found) at = form.lastIndex;
    return found;
  };
  const next = (char: string) => {
    skip(SPACE);
    if (text[at] !== char) return false;
    at++;
    return true;
  };
  const fail = (wanted: string) => {
    const got = at >= text.length ? 'the end' : JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0));
    fault = { at, message: `Expected ${wanted}, found ${got}` };
    return false;
  };
  const list = (end: string, item: () => boolean) => {
    if (next(end)) return true;
    do if (!item()) return false;
    while (next(','));
    return next(end) || fail(`"," or "${end}"`);
  };
  const member = () =>
    skip(SPACE) && (skip(STRING) || fail('a key in double quotes')) && (next(':') || fail('":"')) && value();
  const value = (): boolean => {
    if (next('{')) return list('}', member);
    if (next('[')) return list(']', value);
    return skip(STRING) || skip(NUMBER) || skip(WORD) || fail('a value');
  };
  if (value() && skip(SPACE) && at < text.length) fail('the end');
  return fault;
}

/** Formats valid JSON with `indent` spaces per level; null puts everything on one line. */
export function laidOut(text: string, indent: number | null): string {
  const line = (depth: number) => (indent === null ? '' : `\n${' '.repeat(indent * depth)}`);
  let depth = 0;
  let before = '';
  let out = '';
  for (const [token] of text.matchAll(TOKEN)) {
    const opened = before === '{' || before === '[';
    if (token === '}' || token === ']') {
      depth--;
      if (!opened) out += line(depth);
    } else if (opened) out += line(depth);
    out += token === ':' && indent !== null ? ': ' : token;
    if (token === '{' || token === '[') depth++;
    if (token === ',') out += line(depth);
    before = token;
  }
  return out;
}
