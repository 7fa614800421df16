import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { InstantAnswer } from '../../lib/answers/answer.ts';
import type { ThreadTask } from '../../lib/answers/in-thread.ts';

/** Before a thread that could not load is tried again: what it lacked may be there by then. */
const RELOAD_AFTER_MS = 1_000;

/**
 * The threads that compute instant answers. Run tasks with a signal and only while a thread is idle.
 *
 * `start` starts the threads, and `minThreads` is 0, because of two faults of Piscina 5.3.2: it passes tasks to its
 * first threads before they have loaded, and after one thread has failed to load it replaces no thread that dies.
 */
export class InstantThreads extends Piscina<ThreadTask | undefined, InstantAnswer | null> {
  #ended = false;

  constructor(maxThreads: number, file = threadFile()) {
    super({
      filename: file,
      name: 'work',
      minThreads: 0,
      maxThreads,
      idleTimeout: Number.POSITIVE_INFINITY,
      resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8, stackSizeMb: 2 },
      // Atomics.wait blocks the thread's event loop, so answers that wait for a library to load would never complete.
      atomics: 'disabled',
      recordTiming: false,
      loadBalancer: (task, threads) => (task.isAbortable && threads.find((one) => one.currentUsage === 0)) || null,
      taskQueue: { size: 0, push() {}, shift: () => null, remove() {} },
    });
    this.on('workerDestroy', () => setTimeout(() => this.start(), RELOAD_AFTER_MS).unref());
    this.on('error', () => {
      // A thread could not load, or died while it had no task. Its 'workerDestroy' starts another one.
    });
  }

  /**
   * Starts a thread unless there are `maxThreads`. Piscina starts one for each task that gets no thread. This task never
   * gets one, because it has no signal, and the task queue drops it.
   */
  start(): void {
    if (!this.#ended) void this.run(undefined);
  }

  override async destroy(): Promise<void> {
    this.#ended = true;
    await super.destroy();
  }
}

/** Path of the compiled entry file. Threads run compiled code even when this file runs from source, as in tests. */
function threadFile(): string {
  const folder = import.meta.url.endsWith('.ts') ? '../../dist/api/instant/' : './';
  return fileURLToPath(new URL(`${folder}thread-entry.js`, import.meta.url));
}
