// Ways to break a line of code, each of which leaves code that runs. Types are not checked: tests run without them.

/** @typedef {{ file: string, line: number, before: string, after: string }} Mutant */

const swap = (from, to) => (line) => (line.includes(from) ? line.replace(from, to) : null);

/** Each turns a line into a wrong one, or returns null where it does not apply. */
const WAYS = [
  swap(' === ', ' !== '),
  swap(' !== ', ' === '),
  swap(' < ', ' >= '),
  swap(' > ', ' <= '),
  swap(' <= ', ' > '),
  swap(' >= ', ' < '),
  swap(' && ', ' || '),
  swap(' || ', ' && '),
  swap(' + 1', ' - 1'),
  swap('Math.min(', 'Math.max('),
  swap('Math.max(', 'Math.min('),
  swap(': true', ': false'),
  swap(': false', ': true'),
  swap('return true;', 'return false;'),
  swap('return false;', 'return true;'),
  (line) => (/^\s+if \(.+\) \{$/.test(line) ? line.replace(/if \((.+)\) \{$/, 'if (!($1)) {') : null),
  // A step that is left out.
  (line) => (/^\s+(await |void )?[\w.#?]+\([^()]*\);$/.test(line) && !/super\(/.test(line) ? '' : null),
  // A result that is forgotten.
  (line) => (/^\s+return [^;]+;$/.test(line) ? line.replace(/return .+;$/, 'return undefined;') : null),
  // A constant that is ten times as large.
  (line) => (/^(export )?const [A-Z_]+ = [\d_]+;$/.test(line) ? line.replace(/;$/, ' * 10;') : null),
];

const isCode = (line) => !/^\s*(\/\/|\/?\*|import |export (type|interface|\*)|type |interface |[|&] )/.test(line);
/** A line of a type, or of words, which no test has to know. */
const isSpoken = (line) => /=> void;|: (string|number|boolean)[;,]|log\.|detail:|description|describe\(/.test(line);

/**
 * All mutants of a file.
 * @param {string} file
 * @param {string} text
 * @returns {Mutant[]}
 */
export function mutantsOf(file, text) {
  return text.split('\n').flatMap((before, line) => {
    if (!isCode(before) || isSpoken(before)) return [];
    return WAYS.flatMap((way) => {
      const after = way(before);
      return after === null || after === before ? [] : [{ file, line, before, after }];
    });
  });
}

/**
 * The text of the file with this mutant in it.
 * @param {string} text
 * @param {Mutant} mutant
 */
export function withMutant(text, { line, after }) {
  return text
    .split('\n')
    .map((before, index) => (index === line ? after : before))
    .join('\n');
}

/**
 * Numbers from 0 to 1 that are the same for the same seed (mulberry32).
 * @param {number} seed
 */
export function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
