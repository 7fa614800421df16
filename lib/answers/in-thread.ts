import { type Asked, askedFor, type InstantAnswer, named } from './answer.ts';
import { threadKinds } from './thread-kinds.ts';

/** What a web process hands to one of its threads. */
export interface ThreadTask {
  types: readonly string[];
  asked: Asked;
}

/** The thread's side of instant answers: the first of these kinds that has an answer. */
export async function answerInThread(types: readonly string[], asked: Asked): Promise<InstantAnswer | null> {
  for (const kind of threadKinds) {
    if (!types.includes(kind.type)) continue;
    const found = await kind.work(asked);
    if (found) return named(kind, asked, found);
  }
  return null;
}

/** Works out every thread kind's example once. */
export async function rehearse(): Promise<void> {
  for (const { type, example } of threadKinds) {
    const asked = askedFor({ q: example, lang: '', tz: 'UTC', now: Date.now(), ip: '127.0.0.1', userAgent: '' });
    await answerInThread([type], asked);
  }
}
