import type { Asked, InstantAnswer } from '../../lib/answers/answer.ts';
import { answerInThread } from '../../lib/answers/instant.ts';

/** What a web process hands to one of its threads. */
export interface ThreadTask {
  types: readonly string[];
  asked: Asked;
}

/** Entry of a thread: everything is loaded before the first task comes. */
export function work({ types, asked }: ThreadTask): Promise<InstantAnswer | null> {
  return answerInThread(types, asked);
}
