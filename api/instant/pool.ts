import { EventEmitter } from 'node:events';
import { fieldsOf, type InstantAnswer, type InstantQuery } from '../../lib/answers/answer.ts';
import type { ThreadTask } from '../../lib/answers/in-thread.ts';
import { CountByOwner } from '../../lib/count-by-owner.ts';
import { unavailable } from '../../lib/errors.ts';
import { FairQueue } from '../../lib/fair-queue.ts';
import { InstantThreads } from './threads.ts';

/** How the pool runs its tasks; tests change it. */
export interface InstantPoolOptions {
  /** Entry of a thread. */
  file?: string;
  /** A task that runs longer is ended together with its thread, and has no answer. */
  workWithinMs?: number;
  /** A task that no thread has begun by then is refused. */
  beginWithinMs?: number;
}

/** Maximum number of running and waiting tasks of all callers. Further tasks are refused. */
const MAX_TASKS = 256;
/** Maximum per caller, so that one caller cannot fill the pool. */
const MAX_TASKS_PER_CALLER = 128;

/**
 * Decides whose task the threads run next. Tasks wait here until a thread is idle, and not in Piscina's task queue:
 * Piscina 5.3.2 keeps tasks that have a signal out of it, in a queue of its own, where callers could not take turns.
 */
export class InstantPool {
  readonly #threads: InstantThreads;
  readonly #workWithinMs: number;
  readonly #beginWithinMs: number;
  /** Settles when the first thread has loaded or has failed to load. */
  #begun: Promise<void> | undefined;
  readonly #tasks = new CountByOwner();
  readonly #waiting = new FairQueue<() => void>();
  /** Threads that run a caller's tasks or that these have ended. The latter count until they are replaced. */
  readonly #held = new CountByOwner();
  /** The caller of each ended thread that is not replaced yet. */
  readonly #lost: string[] = [];
  #aborted = 0;
  #refused = 0;

  constructor(threads: number, { file, workWithinMs = 500, beginWithinMs = 1_000 }: InstantPoolOptions = {}) {
    this.#workWithinMs = workWithinMs;
    this.#beginWithinMs = beginWithinMs;
    this.#threads = new InstantThreads(threads, file);
    // Piscina counts the thread as idle only after the event.
    this.#threads.on('workerCreate', () => queueMicrotask(() => this.#addThread()));
  }

  /** Returns the first answer of these kinds; null when there is none in time. Throws a 503 when the pool is busy. */
  async answer(caller: string, types: readonly string[], query: InstantQuery): Promise<InstantAnswer | null> {
    if (this.#tasks.total >= MAX_TASKS || this.#tasks.of(caller) >= MAX_TASKS_PER_CALLER) throw this.#refusal();
    this.#tasks.add(caller);
    try {
      this.#begun ??= this.#begin();
      await this.#begun;
      return await this.#inTurn(caller, { types, query: fieldsOf(query) });
    } finally {
      this.#tasks.drop(caller);
    }
  }

  /**
   * Loads the threads on first use, because many deployments never use them and each takes some 50 MB. Loads one before
   * the others, so that the first caller waits for one only.
   */
  async #begin(): Promise<void> {
    this.#threads.start();
    await new Promise((resolve) => this.#threads.once('workerCreate', resolve).once('workerDestroy', resolve));
    for (let others = this.#threads.maxThreads - 1; others > 0; others -= 1) this.#threads.start();
  }

  /** Uses a thread that has loaded. */
  #addThread(): void {
    const replacedFor = this.#lost.shift();
    if (replacedFor !== undefined) this.#held.drop(replacedFor);
    this.#handOut();
  }

  /** Runs the task when it is the caller's turn. */
  #inTurn(caller: string, task: ThreadTask): Promise<InstantAnswer | null> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve(this.#work(caller, task));
      };
      const timer = setTimeout(() => {
        this.#waiting.remove(caller, begin);
        reject(this.#refusal());
      }, this.#beginWithinMs);
      this.#waiting.add(caller, begin);
      this.#handOut();
    });
  }

  /** Gives idle threads to the next callers in turn. With several threads, one caller gets at most all but one. */
  #handOut(): void {
    const mostForOne = Math.max(1, this.#threads.maxThreads - 1);
    while (this.#threads.idleThreads > 0) {
      const next = this.#waiting.take((caller) => this.#held.of(caller) < mostForOne);
      if (!next) return;
      next.thing();
    }
  }

  async #work(caller: string, task: ThreadTask): Promise<InstantAnswer | null> {
    this.#held.add(caller);
    // An emitter, which Piscina accepts as a signal: an AbortSignal takes 25 µs more of the event loop per task.
    const signal = new EventEmitter();
    const timer = setTimeout(() => {
      this.#aborted += 1;
      signal.emit('abort');
    }, this.#workWithinMs);
    try {
      const answer = await this.#threads.run(task, { signal });
      this.#held.drop(caller);
      return answer;
    } catch {
      // The task took too long or crashed its thread, so the query has no answer.
      this.#lost.push(caller);
      this.#threads.start();
      return null;
    } finally {
      clearTimeout(timer);
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
      threads: this.#threads.idleThreads + this.#held.total - this.#lost.length,
      tasks: this.#tasks.total,
      waiting: this.#waiting.size,
      aborted: this.#aborted,
      refused: this.#refused,
    };
  }

  close(): Promise<void> {
    return this.#threads.destroy();
  }
}
