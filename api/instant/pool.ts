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
/** Maximum number of running and waiting tasks of all callers. Further tasks are refused. */
const MAX_TASKS = 256;
/** Maximum per caller, so that one caller cannot fill the pool. */
const MAX_TASKS_PER_CALLER = 128;

/**
 * The threads that compute instant answers. They load on first use, because many deployments never use them and each
 * takes some 50 MB. Callers take turns using them.
 */
export class InstantPool {
  readonly #threads: readonly InstantThread[];
  readonly #workWithinMs: number;
  readonly #beginWithinMs: number;
  readonly #free: InstantThread[] = [];
  /** Settles when the first thread has loaded, or has failed to load once. */
  #begun: Promise<void> | undefined;
  readonly #tasks = new CountByOwner();
  readonly #waiting = new FairQueue<(thread: InstantThread) => void>();
  /** Running tasks, by caller. */
  readonly #working = new CountByOwner();
  /** Threads that a caller's tasks have ended and that are still reloading. They count against that caller's share. */
  readonly #replacements = new CountByOwner();
  #aborted = 0;
  #refused = 0;
  #closed = false;

  constructor(threads: number, { file, workWithinMs = 500, beginWithinMs = 1_000 }: InstantPoolOptions = {}) {
    this.#workWithinMs = workWithinMs;
    this.#beginWithinMs = beginWithinMs;
    this.#threads = Array.from({ length: threads }, () => new InstantThread(file));
  }

  /** Loads the first thread, and then the others: the first caller waits for one only. */
  async #loadAll(): Promise<void> {
    const [first, ...others] = this.#threads;
    if (first) await this.#load(first);
    for (const thread of others) void this.#load(thread);
  }

  /** Loads a thread and then marks it as free. Settles after the first try; a failed try is repeated later. */
  async #load(thread: InstantThread, owner?: string): Promise<void> {
    try {
      await thread.load();
    } catch {
      if (!this.#closed) setTimeout(() => this.#load(thread, owner), RELOAD_AFTER_MS).unref();
      return;
    }
    if (owner !== undefined) this.#replacements.drop(owner);
    this.#free.push(thread);
    this.#handOut();
  }

  /** Returns the first answer of these kinds; null when there is none in time. Throws a 503 when the pool is busy. */
  async answer(caller: string, types: readonly string[], query: InstantQuery): Promise<InstantAnswer | null> {
    if (this.#tasks.total >= MAX_TASKS || this.#tasks.of(caller) >= MAX_TASKS_PER_CALLER) throw this.#refusal();
    this.#tasks.add(caller);
    try {
      this.#begun ??= this.#loadAll();
      await this.#begun;
      return await this.#work(caller, await this.#turn(caller), { types, query });
    } finally {
      this.#tasks.drop(caller);
    }
  }

  /** Waits for the caller's turn and returns a thread. */
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

  /** Gives free threads to the next callers in turn. With several threads, one caller gets at most all but one. */
  #handOut(): void {
    const mostForOne = Math.max(1, this.#threads.length - 1);
    const may = (caller: string) => this.#working.of(caller) + this.#replacements.of(caller) < mostForOne;
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
      // The task took too long or crashed the thread, so the query has no answer.
      if (error instanceof TooLong) this.#aborted += 1;
      this.#replacements.add(caller);
      void this.#load(thread, caller);
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

  /** Loaded threads, all tasks, waiting tasks, and the tasks aborted and refused since the start. */
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
