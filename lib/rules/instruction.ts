import { domainIn } from '../search/domains.ts';
import { compilePattern, type Pattern } from './pattern.ts';

/**
 * What a rule decides on an address: `boost=N` is N, `downrank=N` is -N, and these two are above them. Of several rules
 * of one list the largest verdict holds: discard before pin before boost before downrank, and the lesser downrank first.
 */
export type Verdict = number;
export const DISCARD: Verdict = 200;
export const PIN: Verdict = 100;

/** One line of a list of rules. Without pattern and site it is about every address. */
export interface Instruction {
  pattern: Pattern | null;
  /** A host that stands for itself and what is below it; null for all. */
  site: string | null;
  verdict: Verdict;
}

export const MAX_LINE_CHARS = 500;
/** The largest number of a boost or downrank. */
const MAX_STEPS = 10;

/** Reads a line; null if it is empty or a comment. Returns the reason if it is no instruction. */
export function readInstruction(line: string): Instruction | string | null {
  const text = line.trim();
  if (text === '' || text.startsWith('!')) return null;
  if (text.length > MAX_LINE_CHARS) return `has more than ${MAX_LINE_CHARS} characters`;
  const cut = text.lastIndexOf('$');
  const options = cut === -1 ? {} : readOptions(text.slice(cut + 1));
  if (typeof options === 'string') return options;
  const { site = null, verdict = 1 } = options;
  const address = cut === -1 ? text : text.slice(0, cut);
  if (address === '') return { pattern: null, site, verdict };
  const pattern = compilePattern(address);
  return typeof pattern === 'string' ? pattern : { pattern, site, verdict };
}

/** The options after `$`, or the reason why they are none. */
function readOptions(text: string): { site?: string; verdict?: Verdict } | string {
  const read: { site?: string; verdict?: Verdict } = {};
  for (const option of text.split(',').map((part) => part.trim())) {
    const [name = '', value, ...more] = option.split('=');
    if (more.length > 0) return `has an option "${shown(option)}" that cannot be read`;
    if (name === 'inurl' && value === undefined) continue;
    if (name === 'site') {
      if (read.site !== undefined) return 'names two sites';
      // A leading dot is that of `.edu`, which means the same as `edu`.
      const host = domainIn((value ?? '').replace(/^\./, ''));
      if (host === null) return `names a site "${shown(value ?? '')}" that is no host such as example.com`;
      read.site = host;
      continue;
    }
    const verdict = verdictIn(name, value);
    if (typeof verdict === 'string') return verdict;
    if (read.verdict !== undefined) return 'has two actions';
    read.verdict = verdict;
  }
  return read;
}

function verdictIn(name: string, value: string | undefined): Verdict | string {
  if (name === 'boost' || name === 'downrank') {
    const steps = value === undefined ? 1 : /^\d{1,3}$/.test(value) ? Number(value) : 0;
    if (steps < 1 || steps > MAX_STEPS) return `needs a whole number from 1 to ${MAX_STEPS} for ${name}`;
    return name === 'boost' ? steps : -steps;
  }
  if ((name === 'discard' || name === 'pin') && value === undefined) return name === 'discard' ? DISCARD : PIN;
  return `has an unknown option "${shown(name)}": use site, boost, downrank, discard or pin`;
}

const shown = (text: string) => text.slice(0, 40);
