import { RE2JS, RE2JSException } from 're2js';

/**
 * Compares addresses with regular expressions that callers write. They run in an engine without backtracking, so that the
 * time is at most the product of the lengths, whatever anybody writes: lookaheads and backreferences are refused.
 */

/** Which addresses are meant. An empty list of `include` stands for all. */
export interface PatternRule {
  /** What is compared: the path with its slash or without it, the whole address, or the host. */
  on: 'path' | 'url' | 'host';
  include: string[];
  exclude: string[];
}

/** Of all patterns of a list together. */
const MAX_STEPS = 5_000;
/** A longer address is compared by its beginning. */
const MAX_CHARS = 2_000;

/** Why a list of patterns cannot be used; null if it can. */
export function patternProblem(patterns: readonly string[]): string | null {
  let steps = 0;
  for (const pattern of patterns) {
    try {
      steps += RE2JS.compile(pattern).programSize();
    } catch (error) {
      if (!(error instanceof RE2JSException)) throw error;
      return `${pattern.slice(0, 60)} cannot be used (${reasonIn(error)}). Lookaheads and backreferences are not supported.`;
    }
  }
  return steps > MAX_STEPS ? 'The patterns are too large together.' : null;
}

function reasonIn({ message }: Error): string {
  return message.replace(/^error parsing regexp: /, '').slice(0, 100);
}

/** A pattern for a text as it is written. */
export const quoted = (text: string): string => RE2JS.quote(text);

/** A rule, read once for all the addresses that it is asked about. */
export type AddressTest = (url: URL) => boolean;

/** Reads a rule. */
export function readRule({ on, include, exclude }: PatternRule): AddressTest {
  const [wanted, unwanted] = [oneOf(include), oneOf(exclude)];
  return (url) => {
    const forms = FORMS[on](url).map((form) => form.slice(0, MAX_CHARS));
    const isIn = (pattern: RE2JS) => forms.some((form) => pattern.test(form));
    return (wanted === null || isIn(wanted)) && !(unwanted !== null && isIn(unwanted));
  };
}

/** What people mean by each: a path is written with its slash or without, and as it is shown or as it is sent. */
const FORMS: Readonly<Record<PatternRule['on'], (url: URL) => string[]>> = {
  path: ({ pathname }) => [...new Set([pathname, decoded(pathname)])].flatMap((path) => [path, path.slice(1)]),
  url: ({ href }) => [...new Set([href, decoded(href)])],
  host: ({ hostname }) => [hostname],
};

/** One pattern for several: an address is read once. */
function oneOf(patterns: readonly string[]): RE2JS | null {
  return patterns.length === 0 ? null : RE2JS.compile(patterns.map((pattern) => `(?:${pattern})`).join('|'));
}

function decoded(text: string): string {
  try {
    return decodeURI(text);
  } catch (error) {
    // A % that is not part of an encoded character.
    if (error instanceof URIError) return text;
    throw error;
  }
}
