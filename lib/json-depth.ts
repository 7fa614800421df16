/** Far more than a request or an upstream's answer needs. */
const MAX_DEPTH = 20;
/** Far more than a request needs; a schema takes some 10 µs for each. */
const MAX_VALUES = 1_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `[` and `{` differ only in this bit, and so do `]` and `}`. */
const CURLY_BIT = 0x20;
const OPENING = 0x7b;
const CLOSING = 0x7d;
const COMMA = 0x2c;

/** Even if it is all brackets, a text of this size is parsed in a few milliseconds. */
const SOON_PARSED_CHARS = 64 * 1024;

/** A JSON text nests arrays and objects more deeply than we accept. */
export class NestedTooDeeply extends Error {}

/**
 * Parses a JSON text; throws NestedTooDeeply, or a SyntaxError. A short text is judged by its value, because that takes
 * less time than to scan it.
 */
export function parseShallowJson(json: string): unknown {
  const isShort = json.length <= SOON_PARSED_CHARS;
  if (!isShort && isNestedTooDeeply(json)) throw new NestedTooDeeply();
  const value: unknown = JSON.parse(json);
  if (isShort && isDeeperThan(MAX_DEPTH, value)) throw new NestedTooDeeply();
  return value;
}

function isDeeperThan(depth: number, value: unknown): boolean {
  if (!isNest(value)) return false;
  // Checked before the call, because most items are texts.
  return depth === 0 || Object.values(value).some((item) => isNest(item) && isDeeperThan(depth - 1, item));
}

function isNest(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/**
 * Whether a JSON text nests arrays and objects so deeply that parsing it would block the event loop: two megabytes of
 * brackets take half a second.
 */
export function isNestedTooDeeply(json: string, maxDepth = MAX_DEPTH): boolean {
  let depth = 0;
  for (let i = 0; i < json.length; i++) {
    const code = json.charCodeAt(i);
    if (code === QUOTE) {
      i = endOfString(json, i);
      continue;
    }
    const bracket = code | CURLY_BIT;
    if (bracket === OPENING) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (bracket === CLOSING) depth -= 1;
  }
  return false;
}

/** Whether a JSON text has more values, at all depths together, than a request needs. */
export function hasTooManyValues(json: string, maxValues = MAX_VALUES): boolean {
  let values = 1;
  for (let i = 0; i < json.length && values <= maxValues; i++) {
    const code = json.charCodeAt(i);
    if (code === QUOTE) i = endOfString(json, i);
    else if (code === COMMA || (code | CURLY_BIT) === OPENING) values += 1;
  }
  return values > maxValues;
}

/** The index of the quote that ends the string, or the length of a text that does not end it. */
function endOfString(json: string, start: number): number {
  let end = start;
  do {
    end = json.indexOf('"', end + 1);
    if (end === -1) return json.length;
  } while (isEscaped(json, end));
  return end;
}

/** Whether an odd number of backslashes precedes the character. */
function isEscaped(json: string, at: number): boolean {
  let first = at;
  while (json.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}
