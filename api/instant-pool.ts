import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { Asked, InstantAnswer } from '../lib/answers/answer.ts';
import { askedFor } from '../lib/answers/answer.ts';
import type { ThreadTask } from '../lib/answers/in-thread.ts';
import { unavailable } from '../lib/errors.ts';
import { Tally } from '../lib/tally.ts';
import { Turns } from '../lib/turns.ts';

/** Work that has not ended by then is ended together with its thread; whoever asked gets no answer. */
const WORK_WITHIN_MS = 500;
/** A task that no thread has begun by then is refused: its thread would cost others, and whoever asked has waited enough. */
const BEGIN_WITHIN_MS = 1_000;
/** Tasks under way and waiting, all callers together; beyond that they are refused. */
const MAX_TASKS = 256;
/** One caller's share of them: nobody fills the pool alone. */
const MAX_TASKS_PER_CALLER = 128;

/**
 * The threads that work out instant answers, loaded at start. Tasks wait here and not in Piscina, which hands them out in
 * one row: here callers take turns, and the time of the work runs from its beginning.
 */
export class InstantPool {
  readonly #pool: Piscina;
  readonly #threads: number;
  readonly #loaded: Promise<void>;
  readonly #tasks = new Tally();
  readonly #waiting = new Turns<() => void>();
  /** Whose tasks have a thread. */
  readonly #working = new Tally();
  /** Who lost a thread that is not replaced yet; a new one takes its time to load. They do without it, and nobody else. */
  readonly #losers: string[] = [];
  #ready = 0;
  #aborted = 0;
  #refused = 0;

  constructor(threads: number, file = threadFile()) {
    this.#threads = threads;
    this.#pool = new Piscina({
      filename: file,
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
    this.#pool.on('workerDestroy', () => {
      this.#ready -= 1;
    });
    this.#pool.on('workerCreate', () => {
      this.#ready += 1;
      this.#losers.shift();
      this.#handOut();
    });
  }

  /**
   * Settles when every thread has loaded all it needs. Piscina takes the first threads for ready from the start, and would
   * hand them tasks whose time is up before they begin; it waits for those that come in place of a lost one.
   */
  async #load(): Promise<void> {
    const asked = askedFor({ q: '', lang: '', tz: 'UTC', now: 0, ip: '', userAgent: '' });
    await Promise.all(Array.from({ length: this.#threads }, () => this.#pool.run({ types: [], asked })));
  }

  /** The first answer that one of these kinds has; null when there is none, or none in time. A 503 when all are busy. */
  async answer(caller: string, types: readonly string[], asked: Asked): Promise<InstantAnswer | null> {
    if (this.#tasks.total >= MAX_TASKS || this.#tasks.of(caller) >= MAX_TASKS_PER_CALLER) throw this.#refusal();
    this.#tasks.add(caller);
    try {
      await this.#loaded;
      await this.#turn(caller);
      return await this.#work(caller, { types, asked });
    } finally {
      this.#tasks.drop(caller);
    }
  }

  /** Settles when the caller holds a thread. */
  #turn(caller: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.remove(caller, begin);
        reject(this.#refusal());
      }, BEGIN_WITHIN_MS);
      this.#waiting.add(caller, begin);
      this.#handOut();
    });
  }

  /** Gives the free threads to those whose turn it is. One is always left to others, whoever asks for how much. */
  #handOut(): void {
    const mostForOne = Math.max(1, this.#threads - 1);
    while (this.#working.total < this.#ready) {
      const next = this.#waiting.take((caller) => this.#working.of(caller) + this.#lostBy(caller) < mostForOne);
      if (!next) return;
      this.#working.add(next.owner);
      next.thing();
    }
  }

  #lostBy(caller: string): number {
    return this.#losers.filter((loser) => loser === caller).length;
  }

  async #work(caller: string, task: ThreadTask): Promise<InstantAnswer | null> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), WORK_WITHIN_MS);
    try {
      return (await this.#pool.run(task, { signal: late.signal })) as InstantAnswer | null;
    } catch {
      // Too late, or the thread died of it: a query that cannot be answered is not answered.
      if (late.signal.aborted) this.#aborted += 1;
      if (this.#losers.length < this.#threads - this.#ready) this.#losers.push(caller);
      return null;
    } finally {
      clearTimeout(timer);
      this.#working.drop(caller);
      this.#handOut();
    }
  }

  #refusal(): Error {
    this.#refused += 1;
    return unavailable('Too many instant answers are being worked out.', 1);
  }

  /** How the pool stands. */
  figures(): Record<'threads' | 'tasks' | 'waiting' | 'aborted' | 'refused', number> {
    return {
      threads: this.#pool.threads.length,
      tasks: this.#tasks.total,
      waiting: this.#waiting.size,
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
