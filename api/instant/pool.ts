import type { InstantAnswer, InstantQuery } from '../../lib/answers/answer.ts';
import type { ThreadTask } from '../../lib/answers/in-thread.ts';
import { CountByOwner } from '../../lib/count-by-owner.ts';
import { unavailable } from '../../lib/errors.ts';
import { FairQueue } from '../../lib/fair-queue.ts';
import { InstantThread, TooLong } from './thread.ts';

/** How the pool runs its tasks; tests change it. */
export interface InstantPoolOptions {
  /** Entry of a thread. */
  file?: string;
  /** A task that runs longer is ended together with its thread, and has no answer. */
  workWithinMs?: number;
  /** A task that no thread has begun by then is refused. */
  beginWithinMs?: number;
}

/** Before a thread that could not load is tried again: what it lacked may be there by then. */
const RELOAD_AFTER_MS = 1_000;
/** Tasks under way and waiting, all callers together; beyond that they are refused. */
const MAX_TASKS = 256;
/** One caller's share of them: nobody fills the pool alone. */
const MAX_TASKS_PER_CALLER = 128;

/** The threads that work out instant answers, loaded at start. Callers take turns at them. */
export class InstantPool {
  readonly #threads: readonly InstantThread[];
  readonly #workWithinMs: number;
  readonly #beginWithinMs: number;
  readonly #free: InstantThread[] = [];
  /** Settles when every thread has loaded, or has failed to for the first time. */
  readonly #begun: Promise<unknown>;
  readonly #tasks = new CountByOwner();
  readonly #waiting = new FairQueue<(thread: InstantThread) => void>();
  /** Whose tasks have a thread. */
  readonly #working = new CountByOwner();
  /** Who lost a thread that is not replaced yet; a new one takes its time to load. They do without it, and nobody else. */
  readonly #losers = new CountByOwner();
  #aborted = 0;
  #refused = 0;
  #closed = false;

  constructor(threads: number, { file, workWithinMs = 500, beginWithinMs = 1_000 }: InstantPoolOptions = {}) {
    this.#workWithinMs = workWithinMs;
    this.#beginWithinMs = beginWithinMs;
    this.#threads = Array.from({ length: threads }, () => new InstantThread(file));
    this.#begun = Promise.all(this.#threads.map((thread) => this.#bring(thread)));
  }

  /** Frees a thread when it has loaded. Settles after the first try; where that fails, there is another. */
  async #bring(thread: InstantThread, loser?: string): Promise<void> {
    try {
      await thread.load();
    } catch {
      if (!this.#closed) setTimeout(() => this.#bring(thread, loser), RELOAD_AFTER_MS).unref();
      return;
    }
    if (loser !== undefined) this.#losers.drop(loser);
    this.#free.push(thread);
    this.#handOut();
  }

  /** The first answer that one of these kinds has; null when there is none, or none in time. A 503 when all are busy. */
  async answer(caller: string, types: readonly string[], query: InstantQuery): Promise<InstantAnswer | null> {
    if (this.#tasks.total >= MAX_TASKS || this.#tasks.of(caller) >= MAX_TASKS_PER_CALLER) throw this.#refusal();
    this.#tasks.add(caller);
    try {
      await this.#begun;
      return await this.#work(caller, await this.#turn(caller), { types, query });
    } finally {
      this.#tasks.drop(caller);
    }
  }

  /** The caller's thread, when it is the caller's turn. */
  #turn(caller: string): Promise<InstantThread> {
    return new Promise((resolve, reject) => {
      const begin = (thread: InstantThread) => {
        clearTimeout(timer);
        resolve(thread);
      };
      const timer = setTimeout(() => {
        this.#waiting.remove(caller, begin);
        reject(this.#refusal());
      }, this.#beginWithinMs);
      this.#waiting.add(caller, begin);
      this.#handOut();
    });
  }

  /** Gives the free threads to those whose turn it is. Where there are several, one is always left to others. */
  #handOut(): void {
    const mostForOne = Math.max(1, this.#threads.length - 1);
    const may = (caller: string) => this.#working.of(caller) + this.#losers.of(caller) < mostForOne;
    while (this.#free.length > 0) {
      const next = this.#waiting.take(may);
      if (!next) return;
      this.#working.add(next.owner);
      next.thing(this.#free.pop() as InstantThread);
    }
  }

  async #work(caller: string, thread: InstantThread, task: ThreadTask): Promise<InstantAnswer | null> {
    try {
      const answer = await thread.work(task, this.#workWithinMs);
      this.#free.push(thread);
      return answer;
    } catch (error) {
      // Too late, or the thread died of it: a query that cannot be answered is not answered.
      if (error instanceof TooLong) this.#aborted += 1;
      this.#losers.add(caller);
      void this.#bring(thread, caller);
      return null;
    } finally {
      this.#working.drop(caller);
      this.#handOut();
    }
  }

  #refusal(): Error {
    this.#refused += 1;
    return unavailable('Too many instant answers are being worked out.', 1);
  }

  /** How the pool stands: threads that are loaded, tasks, and how many of them wait for a thread; what happened so far. */
  figures(): Record<'threads' | 'tasks' | 'waiting' | 'aborted' | 'refused', number> {
    return {
      threads: this.#free.length + this.#working.total,
      tasks: this.#tasks.total,
      waiting: this.#waiting.size,
      aborted: this.#aborted,
      refused: this.#refused,
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#threads.map((thread) => thread.end()));
  }
}
