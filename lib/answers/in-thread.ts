import { type InstantAnswer, type InstantQuery, instantQuery, type QueryFields } from './answer.ts';
import type { AnswerKind } from './kind.ts';
import { algebra } from './kinds/algebra/algebra.ts';
import { base } from './kinds/base/base.ts';
import { hash } from './kinds/hash/hash.ts';
import { math } from './kinds/math/math.ts';
import { number } from './kinds/number/number.ts';
import { qr } from './kinds/qr/qr.ts';
import { unit } from './kinds/unit/unit.ts';

/** The kinds of threads, in the order of `registry.ts`: the tables of all would cost every thread megabytes. */
export const threadKinds: readonly AnswerKind[] = [qr, hash, base, number, unit, math, algebra];

/** The task that a web process passes to one of its threads: plain values, because it is copied to the thread. */
export interface ThreadTask {
  types: readonly string[];
  query: QueryFields;
}

/** Returns the first answer of these kinds. Runs in a thread. */
export async function answerInThread(types: readonly string[], query: InstantQuery): Promise<InstantAnswer | null> {
  for (const kind of threadKinds) {
    if (!types.includes(kind.type)) continue;
    const found = await kind.claim(query)?.answer();
    if (found) return { type: kind.type, query: query.q, ...found };
  }
  return null;
}

/** Answers the example of every thread kind once. */
export async function warmUpThread(): Promise<void> {
  for (const { type, example } of threadKinds) {
    const asker = { lang: '', tz: 'UTC', now: Date.now(), ip: '127.0.0.1', userAgent: '', pictures: true } as const;
    await answerInThread([type], instantQuery({ q: example, ...asker }));
  }
}
