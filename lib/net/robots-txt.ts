/**
 * Reads robots.txt by RFC 9309. The packages that do it keep the rules of every group once for each robot that the group
 * names, and compare a path with each in the product of both lengths, so that a hostile file of 500 KB stops a process.
 */

/** What robots.txt says about paths. */
export interface RobotsRule {
  allow: boolean;
  /** Begins a path, with `*` for anything, and `$` in the end for its end. */
  pattern: string;
}

/** The RFC asks to read at least so much. */
const MAX_BYTES = 500 * 1024;

/** Comparisons of characters for one path, at the most. They take a tenth of a second. */
const MAX_COMPARED = 50_000_000;

/** The rules for a robot, or else those for all robots, in the order in which they count. */
export function rulesFor(robot: string, file: Buffer): readonly RobotsRule[] {
  const own: RobotsRule[] = [];
  const general: RobotsRule[] = [];
  let [hasOwn, isOwn, isGeneral, areNamesOver] = [false, false, false, true];
  for (const { field, value } of recordsIn(file)) {
    if (field === 'user-agent') {
      if (areNamesOver) [isOwn, isGeneral, areNamesOver] = [false, false, false];
      const isNamed = /^[a-z_-]+/i.exec(value)?.[0].toLowerCase() === robot.toLowerCase();
      isOwn ||= isNamed;
      hasOwn ||= isNamed;
      isGeneral ||= value === '*';
    } else if (field === 'allow' || field === 'disallow') {
      areNamesOver = true;
      if (value === '' || !(isOwn || isGeneral)) continue;
      const rule = { allow: field === 'allow', pattern: normalPattern(value) };
      if (isOwn) own.push(rule);
      if (isGeneral) general.push(rule);
    }
  }
  // The longest pattern that matches decides, and of two that are equally long the one that allows.
  return (hasOwn ? own : general).sort(
    (a, b) => b.pattern.length - a.pattern.length || Number(b.allow) - Number(a.allow),
  );
}

/** Whether the rules allow to read a URL; null if so much would have to be compared that nobody can say. */
export function isAllowed(rules: readonly RobotsRule[], { pathname, search }: URL): boolean | null {
  if (pathname === '/robots.txt') return true;
  const path = normal(pathname + search)
    .replaceAll('*', '%2A')
    .replaceAll('$', '%24');
  let left = MAX_COMPARED;
  for (const { allow, pattern } of rules) {
    if (pattern.includes('*')) left -= pattern.length * path.length;
    if (left < 0) return null;
    if (matches(pattern, path)) return allow;
  }
  return true;
}

/** The lines of the form `Field: value`, without comments. */
function* recordsIn(file: Buffer): Generator<{ field: string; value: string }> {
  const text = file.subarray(0, MAX_BYTES).toString('utf8');
  for (const line of text.replace(/^\uFEFF/, '').split(/[\r\n]+/)) {
    const [record = ''] = line.split('#', 1);
    const colon = record.indexOf(':');
    yield { field: record.slice(0, Math.max(0, colon)).trim().toLowerCase(), value: record.slice(colon + 1).trim() };
  }
}

/** Whether a path matches. Looks for the parts between the stars one after the other, each at its first place. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...others] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  let at = first.length;
  const last = isWhole ? others.pop() : undefined;
  for (const part of others) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  if (!isWhole) return true;
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last);
}

function normalPattern(text: string): string {
  const pattern = normal(text);
  // A `$` elsewhere than in the end is a character like others.
  return pattern.slice(0, -1).replaceAll('$', '%24') + pattern.slice(-1);
}

/** One way to write each character: percent-encoded only if it must be. */
function normal(text: string): string {
  if (/^[\x21-\x24\x26-\x7e]*$/.test(text)) return text;
  return text
    .replace(/[^\x21-\x7e]+/g, (part) => encodeURIComponent(part.toWellFormed()))
    .replace(/%([0-9a-f]{2})/gi, (code, hex: string) => {
      const character = String.fromCharCode(Number.parseInt(hex, 16));
      return /[\w.~-]/.test(character) ? character : code.toUpperCase();
    });
}
