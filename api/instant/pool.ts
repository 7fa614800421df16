import { EventEmitter } from 'node:events';
import { fieldsOf, type InstantAnswer, type InstantQuery } from '../../lib/answers/answer.ts';
import type { ThreadTask } from '../../lib/answers/in-thread.ts';
import { CountByOwner } from '../../lib/count-by-owner.ts';
import { unavailable } from '../../lib/errors.ts';
import { FairQueue } from '../../lib/fair-queue.ts';
import type { InstantThreads } from './threads.ts';

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
  readonly #maxThreads: number;
  readonly #file: string | undefined;
  #loading: Promise<InstantThreads> | undefined;
  /** Undefined until the first use. */
  #threads: InstantThreads | undefined;
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
    this.#maxThreads = threads;
    this.#file = file;
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
    this.#loading = this.#load();
    const threads = await this.#loading;
    threads.start();
    await new Promise((resolve) => threads.once('workerCreate', resolve).once('workerDestroy', resolve));
    for (let others = this.#maxThreads - 1; others > 0; others -= 1) threads.start();
  }

  /** Piscina itself is loaded on first use, too: it takes a twentieth of the start of a web process. */
  async #load(): Promise<InstantThreads> {
    const { InstantThreads } = await import('./threads.ts');
    const threads = new InstantThreads(this.#maxThreads, this.#file);
    // Piscina counts the thread as idle only after the event.
    threads.on('workerCreate', () => queueMicrotask(() => this.#addThread()));
    this.#threads = threads;
    return threads;
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
    const mostForOne = Math.max(1, this.#maxThreads - 1);
    while (this.#idleThreads > 0) {
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
      const answer = await (this.#threads as InstantThreads).run(task, { signal });
      this.#held.drop(caller);
      return answer;
    } catch {
      // The task took too long or crashed its thread, so the query has no answer.
      this.#lost.push(caller);
      this.#threads?.start();
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
      threads: this.#idleThreads + this.#held.total - this.#lost.length,
      tasks: this.#tasks.total,
      waiting: this.#waiting.size,
      aborted: this.#aborted,
      refused: this.#refused,
    };
  }

  get #idleThreads(): number {
    return this.#threads?.idleThreads ?? 0;
  }

  async close(): Promise<void> {
    const threads = await this.#loading;
    await threads?.destroy();
  }
}
