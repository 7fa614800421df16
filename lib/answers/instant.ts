import type { AnswerKind, Asked, Found, InstantAnswer, LookUp, ThreadKind } from './answer.ts';
import { answerKinds } from './registry.ts';
import { plainOf } from './wording.ts';

/** Where the work of a kind is done, if not here. */
export interface Workshop {
  /** Tries these kinds in order, in a thread; null when none has an answer, or none in time. */
  inThread(types: readonly string[], asked: Asked): Promise<InstantAnswer | null>;
  lookUp: LookUp;
}

/** A query and what is known of its asker, as every kind sees it. */
export function askedFor(asked: Omit<Asked, 'plain'>): Asked {
  return { ...asked, plain: plainOf(asked.q) };
}

/** The first answer that any kind has, and its kind; null when it is not a query that is answered inline. */
export async function answerInstantly(
  asked: Asked,
  { inThread, lookUp }: Workshop,
): Promise<{ answer: InstantAnswer; kind: AnswerKind } | null> {
  const candidates = answerKinds.filter((kind) => kind.match(asked));
  for (let at = 0; at < candidates.length; at++) {
    const kind = candidates[at] as AnswerKind;
    if (kind.runs === 'thread') {
      // Neighbours go to the thread together: one trip, whichever of them it is.
      const run = neighbours(candidates, at);
      const answer = await inThread(
        run.map(({ type }) => type),
        asked,
      );
      if (answer) return { answer, kind: run.find(({ type }) => type === answer.type) ?? kind };
      at += run.length - 1;
      continue;
    }
    const found = kind.runs === 'inline' ? kind.work(asked) : await kind.work(asked, lookUp);
    if (found) return { answer: named(kind, asked, found), kind };
  }
  return null;
}

/** The thread's side: the first of these kinds that has an answer. */
export async function answerInThread(types: readonly string[], asked: Asked): Promise<InstantAnswer | null> {
  for (const kind of answerKinds) {
    if (kind.runs !== 'thread' || !types.includes(kind.type)) continue;
    const found = await kind.work(asked);
    if (found) return named(kind, asked, found);
  }
  return null;
}

/** Works out every thread kind's example once. */
export async function rehearse(): Promise<void> {
  for (const { runs, type, example } of answerKinds) {
    if (runs !== 'thread') continue;
    const asked = askedFor({ q: example, lang: '', tz: 'UTC', now: Date.now(), ip: '127.0.0.1', userAgent: '' });
    await answerInThread([type], asked);
  }
}

function named(kind: AnswerKind, asked: Asked, { answer, data }: Found<unknown>): InstantAnswer {
  return { type: kind.type, query: asked.q, answer, data };
}

function neighbours(candidates: readonly AnswerKind[], from: number): ThreadKind<unknown>[] {
  const run: ThreadKind<unknown>[] = [];
  for (const kind of candidates.slice(from)) {
    if (kind.runs !== 'thread') break;
    run.push(kind);
  }
  return run;
}
