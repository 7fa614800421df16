// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON does not allow them in a string.
const STRING = /("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")[ \t\n\r]*/y;
const NUMBER = /(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)[ \t\n\r]*/y;
const WORD = /(true|false|null)[ \t\n\r]*/y;
const SIGN = /([{}[\],:])[ \t\n\r]*/y;

/** Formats JSON, on one line if `indent` is 0, with numbers and keys as written; or finds its first error. */
export function laidOut(text: string, indent: number): string | { at: number; message: string } {
  let at = text.search(/[^ \t\n\r]|$/);
  /** Takes a token, or one given sign, and the space after it. */
  const take = (form: RegExp, sign?: string) => {
    form.lastIndex = at;
    const token = form.exec(text)?.[1] ?? null;
    if (token === null || (sign && token !== sign)) return null;
    at = form.lastIndex;
    return token;
  };
  let expected = 'a value';
  const expect = (what: string) => {
    expected = what;
    return null;
  };
  const line = (depth: number) => (indent === 0 ? '' : `\n${' '.repeat(indent * depth)}`);
  const list = ([open = '', close = '']: string, depth: number, item: (depth: number) => string | null) => {
    if (take(SIGN, close)) return open + close;
    const items: string[] = [];
    do {
      const each = item(depth + 1);
      if (each === null) return null;
      items.push(line(depth + 1) + each);
    } while (take(SIGN, ','));
    return take(SIGN, close) ? open + items.join() + line(depth) + close : expect(`"," or "${close}"`);
  };
  const member = (depth: number) => {
    const key = take(STRING) ?? expect('a key in double quotes');
    if (key === null || !take(SIGN, ':')) return key && expect('":"');
    const named = value(depth);
    return named && `${key}:${indent === 0 ? '' : ' '}${named}`;
  };
  const value = (depth: number): string | null => {
    if (take(SIGN, '{')) return list('{}', depth, member);
    if (take(SIGN, '[')) return list('[]', depth, value);
    return take(STRING) ?? take(NUMBER) ?? take(WORD) ?? expect('a value');
  };
  const formatted = value(0);
  if (formatted !== null && at === text.length) return formatted;
  const found = at >= text.length ? 'the end' : JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0));
  return { at, message: `Expected ${formatted === null ? expected : 'the end'}, found ${found}` };
}
