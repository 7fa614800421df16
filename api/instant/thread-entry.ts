import type { InstantAnswer } from '../../lib/answers/answer.ts';
import { answerInThread, type ThreadTask, warmUpThread } from '../../lib/answers/in-thread.ts';

// Everything is loaded and has run once before the first task comes: a library that is loaded within a task could take
// longer than a task may, and the thread would be ended for it again and again.
await warmUpThread();

/** Entry of a thread. */
export function work({ types, query }: ThreadTask): Promise<InstantAnswer | null> {
  return answerInThread(types, query);
}
