import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { type InstantAnswer, instantQuery } from '../../lib/answers/answer.ts';
import type { ThreadTask } from '../../lib/answers/in-thread.ts';

/** An empty task. It completes when the thread has loaded. */
const NOTHING: ThreadTask = {
  types: [],
  query: instantQuery({ q: '', lang: '', tz: 'UTC', now: 0, ip: '', userAgent: '' }),
};

/** Thrown when a task took too long and was ended together with its thread. */
export class TooLong extends Error {}

/**
 * One thread that computes instant answers, one task at a time. Each thread is a Piscina pool of one, and `pool.ts`
 * assigns the tasks. A larger Piscina pool has a single queue for all callers, gives tasks to threads that have not
 * loaded yet, and gives up on its threads once one fails to load.
 */
export class InstantThread {
  readonly #file: string;
  #piscina: Piscina | undefined;
  #ended: Promise<unknown> = Promise.resolve();

  constructor(file = threadFile()) {
    this.#file = file;
  }

  /**
   * Starts a new thread. Resolves when it has loaded; rejects when it cannot load. Await this before the first task,
   * and again after each rejected task.
   */
  async load(): Promise<void> {
    void this.end();
    this.#piscina = new Piscina({
      filename: this.#file,
      name: 'work',
      minThreads: 1,
      maxThreads: 1,
      idleTimeout: Number.POSITIVE_INFINITY,
      resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8, stackSizeMb: 2 },
      // Atomics.wait blocks the thread's event loop, so answers that wait for a library to load would never complete.
      atomics: 'disabled',
    });
    this.#piscina.on('error', () => {
      // A thread died while it had no task. Piscina replaces it before the next task.
    });
    await this.#piscina.run(NOTHING);
  }

  /** Runs a task. Rejects with `TooLong` after `withinMs`, or when the task crashes the thread. */
  async work(task: ThreadTask, withinMs: number): Promise<InstantAnswer | null> {
    let tooLong = false;
    const timer = setTimeout(() => {
      tooLong = true;
      void this.end();
    }, withinMs);
    try {
      return (await this.#piscina?.run(task)) as InstantAnswer | null;
    } catch (error) {
      throw tooLong ? new TooLong() : error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the thread. Destroys each Piscina only once: a second call during the first would start another thread. */
  async end(): Promise<void> {
    const ending = this.#piscina?.destroy();
    this.#piscina = undefined;
    this.#ended = Promise.all([this.#ended, ending]);
    await this.#ended;
  }
}

/** Path of the compiled entry file. Threads run compiled code even when this file runs from source, as in tests. */
function threadFile(): string {
  const folder = import.meta.url.endsWith('.ts') ? '../../dist/api/instant/' : './';
  return fileURLToPath(new URL(`${folder}thread-entry.js`, import.meta.url));
}
