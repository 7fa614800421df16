/** Values as programs write them. One that is too long for a line is written on several, with two or four spaces. */

const MAX_LINE = 60;

/** A value in JavaScript and TypeScript. */
export function scriptLiteral(value: unknown): string {
  return literal(value, { name: scriptName, scalar: scriptScalar, step: '  ' }, '');
}

/** A value in Python. */
export function pythonLiteral(value: unknown): string {
  // An argument of a call in a call.
  return literal(value, { name: (name) => JSON.stringify(name), scalar: pythonScalar, step: '    ' }, '    ');
}

interface Notation {
  name(name: string): string;
  scalar(value: unknown): string;
  /** What a further line has before it. */
  step: string;
}

function literal(value: unknown, notation: Notation, indent: string): string {
  if (typeof value !== 'object' || value === null) return notation.scalar(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const inner = indent + notation.step;
  const items = Array.isArray(value)
    ? value.map((item) => literal(item, notation, inner))
    : Object.entries(value).map(([name, item]) => `${notation.name(name)}: ${literal(item, notation, inner)}`);
  const space = Array.isArray(value) || notation.step.length > 2 ? '' : ' ';
  const line = `${open}${space}${items.join(', ')}${space}${close}`;
  if (items.length === 0) return open + close;
  if (line.length <= MAX_LINE && !line.includes('\n')) return line;
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${close}`;
}

function scriptName(name: string): string {
  return /^[a-z_$][\w$]*$/i.test(name) ? name : scriptScalar(name);
}

function scriptScalar(value: unknown): string {
  if (typeof value !== 'string' || value.includes("'")) return JSON.stringify(value);
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"')}'`;
}

/** JSON is Python, but for three words. */
function pythonScalar(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return value === null ? 'None' : JSON.stringify(value);
}
