import {
  type AnswerKind,
  type InstantAnswer,
  type InstantQuery,
  instantQuery,
  type LookUp,
  named,
  type ThreadKind,
} from './answer.ts';
import { answerKinds } from './registry.ts';

/** Where the work of a kind is done, if not here. */
export interface AnswerBackends {
  /** Tries these kinds in order, in a thread; null when none has an answer, or none in time. */
  inThread(types: readonly string[], query: InstantQuery): Promise<InstantAnswer | null>;
  lookUp: LookUp;
}

/** The first answer that any kind has, and its kind; null when it is not a query that is answered inline. */
export async function answerInstantly(
  query: InstantQuery,
  { inThread, lookUp }: AnswerBackends,
): Promise<{ answer: InstantAnswer; kind: AnswerKind } | null> {
  for (let at = 0; at < answerKinds.length; at++) {
    const kind = answerKinds[at] as AnswerKind;
    if (!kind.match(query)) continue;
    if (needsThread(kind, query)) {
      // Neighbours go to the thread together: one trip, whichever of them it is.
      const { run, last } = neighbours(query, at);
      const answer = await inThread(
        run.map(({ type }) => type),
        query,
      );
      if (answer) return { answer, kind: run.find(({ type }) => type === answer.type) ?? kind };
      at = last;
      continue;
    }
    // Work on the spot is not waited for: a turn of the loop for every query would add up.
    const found = kind.runs === 'inline' ? kind.work(query) : await kind.work(query, lookUp);
    if (found) return { answer: named(kind, query, found), kind };
  }
  return null;
}

/**
 * Works out once every example that is answered on the spot: tables are built and libraries are loaded before anybody waits,
 * and before anybody else is held up by it.
 */
export async function warmUp(): Promise<void> {
  for (const q of [...answerKinds.map(({ example }) => example), ...NO_EXAMPLES]) {
    const query = instantQuery({ q, lang: '', tz: 'UTC', now: Date.now(), ip: '127.0.0.1', userAgent: '' });
    for (const kind of answerKinds) {
      // Kinds after the one that answers are looked at too: they will be, by another query.
      if (kind.match(query) && kind.runs !== 'provider' && !needsThread(kind, query)) await kind.work(query);
    }
  }
}

/** What examples leave out: a command behind its text, and ordinary queries that look like several kinds. */
const NO_EXAMPLES = [
  'how do you write hello to base64',
  'number of cm in 100 m',
  'ten in binary',
  'best time in may 2020',
];

function needsThread(kind: AnswerKind, query: InstantQuery): kind is ThreadKind<unknown> {
  return kind.runs === 'thread' && !kind.isCheap?.(query);
}

/** The kinds for a thread from here on that the query may belong to, up to the first that it belongs to otherwise. */
function neighbours(query: InstantQuery, from: number): { run: ThreadKind<unknown>[]; last: number } {
  const run: ThreadKind<unknown>[] = [];
  let last = from;
  for (let at = from; at < answerKinds.length; at++) {
    const kind = answerKinds[at] as AnswerKind;
    if (!kind.match(query)) continue;
    if (!needsThread(kind, query)) break;
    run.push(kind);
    last = at;
  }
  return { run, last };
}
