import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readInstruction } from './instruction.ts';
import { RuleList } from './rule-list.ts';

/** The largest list: that of a file or address. */
export const MAX_LIST_BYTES = 2 * 1024 * 1024;
export const MAX_INSTRUCTIONS = 100_000;
/** More problems than a person mends at once. */
const MAX_PROBLEMS = 5;
/** As many lines are read before others get their turn. */
const LINES_AT_ONCE = 1_000;

/** A list that was refused, whole: what is wrong with which line. */
export class InvalidRules extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join(' '));
    this.problems = problems;
  }
}

/** The refusal of a list that is too large, wherever it comes from. */
export const tooLarge = () => new InvalidRules(['The list is larger than 2 MB.']);

/** Reads a list of rules. Throws InvalidRules if one line is no instruction, so that no list counts in part. */
export function parseRules(text: string): RuleList {
  const reading = readLines(text);
  for (;;) {
    const { done, value } = reading.next();
    if (done) return value;
  }
}

/** What is wrong with the lines of a list; nothing if it is good. */
export function rulesProblems(text: string): readonly string[] {
  try {
    parseRules(text);
    return [];
  } catch (error) {
    if (error instanceof InvalidRules) return error.problems;
    throw error;
  }
}

/** Reads a list that may be long. Others get their turn between its lines. */
export async function parseLongRules(text: string): Promise<RuleList> {
  const reading = readLines(text);
  for (;;) {
    const { done, value } = reading.next();
    if (done) return value;
    await nextTurn();
  }
}

/** Names a list by its content: lists of one name are equal. */
export function rulesVersion(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

function* readLines(text: string): Generator<undefined, RuleList> {
  if (Buffer.byteLength(text) > MAX_LIST_BYTES) throw tooLarge();
  const list = new RuleList();
  const problems: string[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (at % LINES_AT_ONCE === LINES_AT_ONCE - 1) yield;
    const read = readInstruction(line);
    const problem = read === null ? undefined : typeof read === 'string' ? read : list.add(read);
    if (problem !== undefined) problems.push(`Line ${at + 1} ${problem}.`);
    if (list.size > MAX_INSTRUCTIONS) problems.push(`The list has more than ${MAX_INSTRUCTIONS} instructions.`);
    if (problems.length >= MAX_PROBLEMS || list.size > MAX_INSTRUCTIONS) break;
  }
  if (problems.length > 0) throw new InvalidRules(problems);
  return list;
}
