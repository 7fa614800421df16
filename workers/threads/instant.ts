import type { Asked, InstantAnswer } from '../../lib/answers/answer.ts';
import { answerInThread, rehearse } from '../../lib/answers/in-thread.ts';

/** What a web process hands to one of its threads. */
export interface ThreadTask {
  types: readonly string[];
  asked: Asked;
}

// Everything is loaded and has run once before the first task comes: a library that is loaded within a task could take
// longer than a task may, and the thread would be ended for it again and again.
await rehearse();

/** Entry of a thread. */
export function work({ types, asked }: ThreadTask): Promise<InstantAnswer | null> {
  return answerInThread(types, asked);
}
