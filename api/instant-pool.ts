import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { Asked, InstantAnswer } from '../lib/answers/answer.ts';
import { askedFor } from '../lib/answers/answer.ts';
import { unavailable } from '../lib/errors.ts';

/** A task that has not ended by then is ended together with its thread; whoever asked gets no answer. */
const TASK_WITHIN_MS = 500;
/** Tasks under way and waiting, all callers together; beyond that they are refused. */
const MAX_TASKS = 256;
/** One caller's share of them: nobody fills the pool alone. */
const MAX_TASKS_PER_CALLER = 128;

/** The threads that work out instant answers, loaded at start. */
export class InstantPool {
  readonly #pool: Piscina;
  readonly #threads: number;
  readonly #loaded: Promise<void>;
  readonly #tasksOf = new Map<string, number>();
  #tasks = 0;
  #aborted = 0;
  #refused = 0;

  constructor(threads: number) {
    this.#threads = threads;
    this.#pool = new Piscina({
      filename: threadFile(),
      name: 'work',
      minThreads: threads,
      maxThreads: threads,
      idleTimeout: Number.POSITIVE_INFINITY,
      // Piscina's own bound does not hold for tasks that can be aborted; ours is above.
      maxQueue: Number.POSITIVE_INFINITY,
      resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8, stackSizeMb: 2 },
      // Atomics.wait blocks a thread's event loop: answers that wait for a library to load would never come.
      atomics: 'disabled',
    });
    this.#loaded = this.#load().catch(() => {});
    this.#pool.on('error', () => {
      // A thread that ran out of memory: its task is told, and another thread takes its place.
    });
  }

  /**
   * Settles when every thread has loaded all it needs. Piscina takes the first threads for ready from the start, and would
   * hand them tasks whose time is up before they begin; those that come in place of an ended one are waited for.
   */
  async #load(): Promise<void> {
    const asked = askedFor({ q: '', lang: '', tz: 'UTC', now: 0, ip: '', userAgent: '' });
    await Promise.all(Array.from({ length: this.#threads }, () => this.#pool.run({ types: [], asked })));
  }

  /** The first answer that one of these kinds has; null when there is none, or none in time. A 503 when all are busy. */
  async answer(caller: string, types: readonly string[], asked: Asked): Promise<InstantAnswer | null> {
    const mine = this.#tasksOf.get(caller) ?? 0;
    if (this.#tasks >= MAX_TASKS || mine >= MAX_TASKS_PER_CALLER) {
      this.#refused += 1;
      throw unavailable('Too many instant answers are being worked out.', 1);
    }
    this.#tasks += 1;
    this.#tasksOf.set(caller, mine + 1);
    const late = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    try {
      await this.#loaded;
      timer = setTimeout(() => late.abort(), TASK_WITHIN_MS);
      return (await this.#pool.run({ types, asked }, { signal: late.signal })) as InstantAnswer | null;
    } catch {
      // Too late, or the thread died of it: a query that cannot be answered is not answered.
      if (late.signal.aborted) this.#aborted += 1;
      return null;
    } finally {
      clearTimeout(timer);
      this.#tasks -= 1;
      const left = (this.#tasksOf.get(caller) ?? 1) - 1;
      if (left > 0) this.#tasksOf.set(caller, left);
      else this.#tasksOf.delete(caller);
    }
  }

  /** How the pool stands. */
  figures(): Record<'threads' | 'tasks' | 'waiting' | 'aborted' | 'refused', number> {
    return {
      threads: this.#pool.threads.length,
      tasks: this.#tasks,
      waiting: this.#pool.queueSize,
      aborted: this.#aborted,
      refused: this.#refused,
    };
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

/** Beside this file's own folder: compiled where this one is. */
function threadFile(): string {
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return fileURLToPath(new URL(`../workers/threads/instant.${ending}`, import.meta.url));
}
