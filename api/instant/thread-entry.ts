import { existsSync, realpathSync } from 'node:fs';
import { parentPort, threadId } from 'node:worker_threads';
import { type InstantAnswer, instantQuery } from '../../lib/answers/answer.ts';
import { answerInThread, type ThreadTask, warmUpThread } from '../../lib/answers/in-thread.ts';
import type { ThreadFacts } from './threads.ts';

/** Only Linux has it. */
const CPU_FILE = '/proc/thread-self/schedstat';
if (existsSync(CPU_FILE)) {
  parentPort?.postMessage({ threadId, cpuFile: realpathSync(CPU_FILE) } satisfies ThreadFacts);
}

// Load and run everything once before the first task. A library that loads during a task could exceed the task's time
// limit, and every new thread would be ended for the same reason.
await warmUpThread();

/** Runs one task. This is the entry point of a thread. It never rejects: to the pool, a rejection is a lost thread. */
export async function work({ types, query }: ThreadTask): Promise<InstantAnswer | null> {
  try {
    return await answerInThread(types, instantQuery(query));
  } catch {
    // The query has no answer.
    return null;
  }
}
