import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { type InstantAnswer, instantQuery } from '../../lib/answers/answer.ts';
import type { ThreadTask } from '../../lib/answers/in-thread.ts';

/** A task of no kind: it ends when the thread has loaded what it needs. */
const NOTHING: ThreadTask = {
  types: [],
  query: instantQuery({ q: '', lang: '', tz: 'UTC', now: 0, ip: '', userAgent: '' }),
};

/** The work took too long, and was ended with its thread. */
export class TooLong extends Error {}

/**
 * One thread that works out instant answers, one task at a time. Piscina's own pool hands tasks out in one row, some of them
 * to threads that have not loaded yet, and gives up on threads once one has failed to load: so each of ours is a pool of one,
 * and who gets it is decided in `pool.ts`.
 */
export class InstantThread {
  readonly #file: string;
  #piscina: Piscina | undefined;
  #ended: Promise<unknown> = Promise.resolve();

  constructor(file = threadFile()) {
    this.#file = file;
  }

  /**
   * Settles when a new thread has loaded all it needs; rejects when it cannot. To be waited for before the first task, and
   * after each that was rejected.
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
      // Atomics.wait blocks a thread's event loop: answers that wait for a library to load would never come.
      atomics: 'disabled',
    });
    this.#piscina.on('error', () => {
      // A thread that died without a task; the next task finds another in its place.
    });
    await this.#piscina.run(NOTHING);
  }

  /** Rejects with TooLong, or when the thread died of it. */
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

  /** Each is ended once: ended again while it ends, a Piscina starts another thread. */
  async end(): Promise<void> {
    const ending = this.#piscina?.destroy();
    this.#piscina = undefined;
    this.#ended = Promise.all([this.#ended, ending]);
    await this.#ended;
  }
}

/** A thread runs compiled code, also when this file is run from its source, as tests do. */
function threadFile(): string {
  const folder = import.meta.url.endsWith('.ts') ? '../../dist/api/instant/' : './';
  return fileURLToPath(new URL(`${folder}thread-entry.js`, import.meta.url));
}
