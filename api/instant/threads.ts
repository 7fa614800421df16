import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { InstantAnswer } from '../../lib/answers/answer.ts';
import type { ThreadTask } from '../../lib/answers/in-thread.ts';

/** How long a task may take. */
export interface TimeLimits {
  cpuMs: number;
  /** From its start, however much of it other processes took. */
  wallMs: number;
}

/** What a thread tells of itself when it loads: the file in which Linux counts its CPU time, by nanoseconds. */
export interface ThreadFacts {
  threadId: number;
  cpuFile: string;
}

/** Most tasks are done before the first look at their time. */
const LOOK_EVERY_MS = 100;
/** Before a thread that could not load is tried again: what it lacked may be there by then. */
const RELOAD_AFTER_MS = 1_000;

/**
 * The threads that compute instant answers.
 *
 * `grow` and `refill` start the threads, not `minThreads` and Piscina's queue, because Piscina 5.3.2 gives a task to a
 * thread that is still loading. The first task then has 970 ms of CPU time on its bill, and is ended after 500. And after one thread had failed to load, Piscina kept 2 of 3 threads, then 1 ([decisions](../../docs/decisions.md)).
 */
export class InstantThreads extends Piscina<ThreadTask | undefined, InstantAnswer | null> {
  readonly #cpuFiles = new Map<number, string>();
  /** The thread that got the last task. */
  readonly #chosen: () => number;
  #wanted = 0;
  #ended = false;

  constructor(maxThreads: number, file = threadFile()) {
    let chosen = 0;
    super({
      filename: file,
      name: 'work',
      minThreads: 0,
      maxThreads,
      idleTimeout: Number.POSITIVE_INFINITY,
      resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 2, stackSizeMb: 2 },
      // Atomics.wait blocks the thread's event loop, so answers that wait for a library to load would never complete.
      atomics: 'disabled',
      recordTiming: false,
      loadBalancer(task, threads) {
        const thread = (task.isAbortable && threads.find((one) => one.currentUsage === 0)) || null;
        if (thread) chosen = thread.id;
        return thread;
      },
      taskQueue: { size: 0, push() {}, shift: () => null, remove() {} },
    });
    this.#chosen = () => chosen;
    this.on('message', ({ threadId, cpuFile }: ThreadFacts) => this.#cpuFiles.set(threadId, cpuFile));
    this.on('workerDestroy', () => setTimeout(() => this.refill(), RELOAD_AFTER_MS).unref());
    this.on('error', () => {
      // A thread could not load, or died while it had no task. Its 'workerDestroy' starts another one.
    });
  }

  /** Runs a task on an idle thread. Rejects if it crashes, or with an `AbortError` at a limit; its thread is then lost. */
  async work(task: ThreadTask, { cpuMs, wallMs }: TimeLimits): Promise<InstantAnswer | null> {
    // An emitter, which Piscina accepts as a signal: an AbortSignal takes 25 µs more of the event loop per task.
    const signal = new EventEmitter();
    const answer = this.run(task, { signal });
    const thread = this.#chosen();
    const begunAt = performance.now();
    let countedFrom: number | undefined;
    const timer = setInterval(() => {
      const now = this.#cpuOf(thread);
      // The time before the first look counts in full.
      countedFrom ??= now - LOOK_EVERY_MS;
      if (now - countedFrom >= cpuMs || performance.now() - begunAt >= wallMs) signal.emit('abort');
    }, LOOK_EVERY_MS);
    try {
      return await answer;
    } catch (error) {
      this.#cpuFiles.delete(thread);
      this.refill();
      throw error;
    } finally {
      clearInterval(timer);
    }
  }

  /** Milliseconds of CPU time that a thread has used. Where the system does not tell, all time counts. */
  #cpuOf(thread: number): number {
    const file = this.#cpuFiles.get(thread);
    if (!file) return performance.now();
    try {
      return Number.parseInt(readFileSync(file, 'utf8'), 10) / 1e6;
    } catch {
      // The thread has just died, which its task will say.
      return Number.NaN;
    }
  }

  /** Starts one more thread, up to `maxThreads`. */
  grow(): void {
    this.#wanted = Math.min(this.#wanted + 1, this.maxThreads);
    this.refill();
  }

  /**
   * Replaces lost threads. Piscina starts a thread for each task that gets none. This task never gets one, because it has
   * no signal, and the task queue drops it.
   */
  refill(): void {
    if (this.#ended) return;
    for (let lost = this.#wanted - this.threads.length; lost > 0; lost--) void this.run(undefined);
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
