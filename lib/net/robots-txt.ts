/**
 * Reads robots.txt by RFC 9309. Everything here takes time for a hostile file, so it runs in a thread, and what it may take
 * is bounded: `rulesFor` is linear in the size of the file, and `verdictOn` counts its comparisons. The packages that do the
 * same keep each rule once for each robot of its group, and compare in the product of the lengths.
 */

/** The RFC asks to read at least so much of a file. The rest is ignored. */
export const MAX_ROBOTS_BYTES = 500 * 1024;
/** What a file of this size becomes at the most if it is valid UTF-8: three characters for each byte. The rest is ignored. */
const MAX_RULES_CHARS = 3 * MAX_ROBOTS_BYTES;
/** Addresses have at most 4,096 characters, of which `*` and `$` become three. A pattern that is longer matches none. */
const MAX_PATTERN_CHARS = 3 * 4_096;
/**
 * The comparisons for one page, over all its redirects: they take about two milliseconds. A file of 500 KB takes up to
 * 190,000 if its rules have no stars.
 */
export const COMPARED_PER_PAGE = 250_000;

// Rules and paths are ASCII, and bytes are compared faster than characters.
const NEXT = '\n'.charCodeAt(0);
const STAR = '*'.charCodeAt(0);
const DOLLAR = '$'.charCodeAt(0);
const PLUS = '+'.charCodeAt(0);

/**
 * The rules for a robot, or else those for all robots, in the order in which they count: a line each, `+` or `-` and the
 * pattern. One text, because it is cached by its size and sent to threads.
 */
export function rulesFor(robot: string, file: Uint8Array): string {
  const own: string[] = [];
  const general: string[] = [];
  let hasOwn = false;
  let chars = 0;
  for (const { field, value, isOwn, isGeneral } of groupedRecords(robot, file)) {
    hasOwn ||= isOwn;
    if (field !== 'allow' && field !== 'disallow') continue;
    if (value === '' || !(isOwn || isGeneral)) continue;
    const short = value.replace(/\*{2,}/g, '*');
    const pattern = short.length <= MAX_PATTERN_CHARS ? normalPattern(short) : '';
    chars += pattern.length;
    if (pattern === '' || pattern.length > MAX_PATTERN_CHARS || chars > MAX_RULES_CHARS) continue;
    const rule = `${field === 'allow' ? '+' : '-'}${pattern}\n`;
    if (isOwn) own.push(rule);
    if (isGeneral) general.push(rule);
  }
  // The longest pattern that matches decides, and of two that are equally long the one that allows: + comes before -.
  return (hasOwn ? own : general).sort((a, b) => b.length - a.length || a.charCodeAt(0) - b.charCodeAt(0)).join('');
}

/** Whether a page may be read, and how many comparisons are left. */
export interface Verdict {
  /** Null if that cannot be said with the comparisons that there were. */
  allowed: boolean | null;
  left: number;
}

/** What the rules of `rulesFor` say about a path with its query, within a number of comparisons. */
export function verdictOn(rules: string, path: string, left: number): Verdict {
  if (path.split('?', 1)[0] === '/robots.txt') return { allowed: true, left };
  const asked = Buffer.from(normal(path).replaceAll('*', '%2A').replaceAll('$', '%24'), 'latin1');
  const bytes = Buffer.from(rules, 'latin1');
  // Comparisons that are left.
  let over = left;
  let end = 0;
  for (let at = 0; at < bytes.length && over > 0; at = end += 1) {
    // Not `indexOf`, which takes longer to call than most lines are long.
    while (bytes[end] !== NEXT) end += 1;
    const compared = compare(bytes, at + 1, end, asked, over);
    // To get to the next rule takes as long as a few comparisons.
    over -= Math.abs(compared) + 3 + ((end - at) >> 3);
    if (compared > 0) return { allowed: bytes[at] === PLUS, left: Math.max(0, over) };
  }
  return { allowed: over > 0 ? true : null, left: Math.max(0, over) };
}

/** A line of the form `Field: value`. */
export interface RobotsRecord {
  /** In lower case. */
  field: string;
  value: string;
  /** Whether it stands in a group for the robot that is asked about, or in one for all robots. */
  isOwn: boolean;
  isGeneral: boolean;
}

/** The lines of a file, and whom each is for. */
export function* groupedRecords(robot: string, file: Uint8Array): Generator<RobotsRecord> {
  let [isOwn, isGeneral, areNamesOver] = [false, false, true];
  for (const { field, value } of recordsIn(file)) {
    if (field === 'user-agent') {
      if (areNamesOver) [isOwn, isGeneral, areNamesOver] = [false, false, false];
      isOwn ||= /^[a-z_-]+/i.exec(value)?.[0].toLowerCase() === robot.toLowerCase();
      isGeneral ||= value === '*';
    } else if (field === 'allow' || field === 'disallow') {
      areNamesOver = true;
    }
    yield { field, value, isOwn, isGeneral };
  }
}

/** The lines of the form `Field: value`, without comments. */
function* recordsIn(file: Uint8Array): Generator<{ field: string; value: string }> {
  // Without the mark that may begin it, and with a sign for what is not UTF-8.
  const text = new TextDecoder().decode(file.subarray(0, MAX_ROBOTS_BYTES));
  for (const line of text.split(/[\r\n]+/)) {
    const [record = ''] = line.split('#', 1);
    const colon = record.indexOf(':');
    yield { field: record.slice(0, Math.max(0, colon)).trim().toLowerCase(), value: record.slice(colon + 1).trim() };
  }
}

/**
 * How many comparisons show that a path begins with the pattern that stands between two places of the rules; as a negative
 * number if it does not, or if they are more than `most`. After a difference, the last star takes one character more.
 */
function compare(rules: Uint8Array, from: number, to: number, path: Uint8Array, most: number): number {
  const isWhole = rules[to - 1] === DOLLAR;
  const end = isWhole ? to - 1 : to;
  let at = from;
  let pathAt = 0;
  let afterStar = -1;
  let takenTo = 0;
  for (let compared = 1; compared <= most; compared++) {
    if (at === end && (!isWhole || pathAt === path.length)) return compared;
    const sign = at < end ? rules[at] : -1;
    if (sign === STAR) {
      at += 1;
      afterStar = at;
      takenTo = pathAt;
    } else if (pathAt < path.length && sign === path[pathAt]) {
      at += 1;
      pathAt += 1;
    } else {
      if (afterStar === -1 || takenTo >= path.length) return -compared;
      takenTo += 1;
      at = afterStar;
      pathAt = takenTo;
    }
  }
  return -most;
}

function normalPattern(text: string): string {
  const pattern = normal(text);
  // A `$` elsewhere than in the end is a character like others.
  return pattern.slice(0, -1).replaceAll('$', '%24') + pattern.slice(-1);
}

/** One way to write each character: percent-encoded, in upper case, only if it must be. */
function normal(text: string): string {
  if (/^[\x21-\x24\x26-\x7e]*$/.test(text)) return text;
  return text.replace(/[^\x21-\x7e]+|%[0-9a-f]{2}/gi, (part) => {
    if (part[0] !== '%') return encodeURIComponent(part.toWellFormed());
    const character = String.fromCharCode(Number.parseInt(part.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : part.toUpperCase();
  });
}
