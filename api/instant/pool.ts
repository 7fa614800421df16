import { fieldsOf, type InstantAnswer, type InstantQuery } from '../../lib/answers/answer.ts';
import type { ThreadTask } from '../../lib/answers/in-thread.ts';
import { CountByOwner } from '../../lib/count-by-owner.ts';
import { unavailable } from '../../lib/errors.ts';
import { FairQueue } from '../../lib/fair-queue.ts';
import type { InstantThreads, TimeLimits } from './threads.ts';

/** How the pool runs its tasks; tests change it. */
export interface InstantPoolOptions extends Partial<TimeLimits> {
  /** Entry of a thread. */
  file?: string;
  /** A task that no thread has begun by then is refused. */
  beginWithinMs?: number;
}

/** Maximum number of running and waiting tasks of all callers. Further tasks are refused. */
const MAX_TASKS = 256;
/** Maximum per caller, so that one caller cannot fill the pool. */
const MAX_TASKS_PER_CALLER = 128;

/** A caller with a running task leaves so many idle threads: one for others, and a spare for a thread that is lost. */
const KEPT_IDLE = 2;

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
  readonly #limits: TimeLimits;
  readonly #beginWithinMs: number;
  /** Settles when the first thread has loaded or has failed to load. */
  #begun: Promise<void> | undefined;
  readonly #tasks = new CountByOwner();
  readonly #waiting = new FairQueue<() => void>();
  readonly #running = new CountByOwner();
  #aborted = 0;
  #refused = 0;

  constructor(
    maxThreads: number,
    { file, cpuMs = 500, wallMs = 2_000, beginWithinMs = 1_000 }: InstantPoolOptions = {},
  ) {
    this.#limits = { cpuMs, wallMs };
    this.#beginWithinMs = beginWithinMs;
    this.#maxThreads = maxThreads;
    this.#file = file;
  }

  /** Returns the first answer of these kinds; null if there is none. Throws a 503 if the pool is busy or time runs out. */
  async answer(caller: string, types: readonly string[], query: InstantQuery): Promise<InstantAnswer | null> {
    if (this.#maxThreads === 0) return null;
    if (this.#tasks.total >= MAX_TASKS || this.#tasks.of(caller) >= MAX_TASKS_PER_CALLER) throw this.#refusal();
    this.#tasks.add(caller);
    try {
      await this.load();
      return await this.#inTurn(caller, { types, query: fieldsOf(query) });
    } finally {
      this.#tasks.drop(caller);
    }
  }

  /** Loads the first thread, if there may be one, which takes a second. The pool starts others when they are needed. */
  load(): Promise<void> {
    if (this.#maxThreads === 0) return Promise.resolve();
    this.#begun ??= this.#begin();
    return this.#begun;
  }

  async #begin(): Promise<void> {
    this.#loading = this.#load();
    const threads = await this.#loading;
    threads.grow();
    await new Promise((resolve) => threads.once('workerCreate', resolve).once('workerDestroy', resolve));
  }

  /** Piscina itself is loaded on first use, too: it takes a twentieth of the start of a web process. */
  async #load(): Promise<InstantThreads> {
    const { InstantThreads } = await import('./threads.ts');
    const threads = new InstantThreads(this.#maxThreads, this.#file);
    // Piscina counts the thread as idle only after the event.
    threads.on('workerCreate', () => queueMicrotask(() => this.#handOut()));
    this.#threads = threads;
    return threads;
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

  /** Gives idle threads to the next callers in turn, and starts a thread if that leaves a task waiting or no spare. */
  #handOut(): void {
    while (this.#idleThreads > 0) {
      const next = this.#waiting.take((caller) => this.#running.of(caller) === 0 || this.#idleThreads > KEPT_IDLE);
      if (!next) break;
      next.thing();
    }
    // One at a time. After one that could not load, Piscina's event starts the next.
    const isLoading = this.#loadedThreads < (this.#threads?.threads.length ?? 0);
    if (isLoading || this.#loadedThreads === 0) return;
    if (this.#waiting.size > 0 || this.#idleThreads === 0) this.#threads?.grow();
  }

  async #work(caller: string, task: ThreadTask): Promise<InstantAnswer | null> {
    this.#running.add(caller);
    try {
      return await (this.#threads as InstantThreads).work(task, this.#limits);
    } catch (error) {
      // The task crashed its thread, so the query has no answer.
      if ((error as Error).name !== 'AbortError') return null;
      this.#aborted += 1;
      throw unavailable('The instant answer took too long to work out.', 1, 'timeout');
    } finally {
      this.#running.drop(caller);
      this.#handOut();
    }
  }

  #refusal(): Error {
    this.#refused += 1;
    return unavailable('Too many instant answers are being worked out.', 1, 'overloaded');
  }

  /** Loaded threads, all tasks, waiting tasks, and the tasks aborted and refused since the start. */
  figures(): Record<'threads' | 'tasks' | 'waiting' | 'aborted' | 'refused', number> {
    return {
      threads: this.#loadedThreads,
      tasks: this.#tasks.total,
      waiting: this.#waiting.size,
      aborted: this.#aborted,
      refused: this.#refused,
    };
  }

  get #idleThreads(): number {
    return this.#threads?.idleThreads ?? 0;
  }

  get #loadedThreads(): number {
    return this.#idleThreads + this.#running.total;
  }

  async close(): Promise<void> {
    const threads = await this.#loading;
    await threads?.destroy();
  }
}
