import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { Deadline } from '../../lib/deadline.ts';
import type { ErrorReporter } from '../../lib/log/error-reporter.ts';
import { Ending } from '../../lib/net/ending.ts';
import { type PageFailure, tooLate, tooLong, tooMany, tooMuchMemory } from '../../lib/net/page-failure.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import { Permits } from '../permits.ts';
import { sharesOf } from './shares.ts';
import type { ThreadWork } from './thread-work.ts';

/** No page that people read takes longer. The thread of a task that does is ended. */
const TASK_MS = 4_000;
/** Without pages to read, the threads and their memory are given back. */
const IDLE_MS = 60_000;
/** Half of the cores, but enough for four accounts, and for one of them to use two cores. */
const THREADS = Math.max(5, Math.floor(availableParallelism() / 2));
const PDFS_AT_A_TIME = 2;

/** The task of a caller: on whose behalf it is done, and until when. */
export interface Turn {
  account: string;
  deadline: Deadline;
}

/** What threads are made with; tests change it. */
export interface PageThreadsOptions {
  redis: Redis;
  errors: ErrorReporter;
  threads?: number;
  taskMs?: number;
  /** By how much their priority is lowered, where the system lets threads have one of their own. */
  nice?: number;
  /** Entry of a thread. */
  file?: string;
}

/**
 * The threads of this process that turn pages into text and read robots.txt, so that a site cannot delay anything else.
 * Tasks wait here and not in the pool, so that accounts take turns. One account has a share of the threads, and what is spare.
 */
export class PageThreads {
  readonly #threads: number;
  readonly #taskMs: number;
  readonly #nice: number;
  readonly #file: string;
  readonly #permits: Permits;
  /**
   * A PDF takes a process, whose memory must fit into that of the worker. The thread that waits for it is none of those that
   * read pages: it takes ten times as long.
   */
  readonly #pdfPermits: Permits;
  #pool: Piscina | undefined;

  constructor(options: PageThreadsOptions) {
    const { redis, errors, threads = THREADS, taskMs = TASK_MS, nice = 0, file = threadFile() } = options;
    this.#threads = threads;
    this.#taskMs = taskMs;
    this.#nice = nice;
    this.#file = file;
    this.#permits = new Permits(sharesOf(threads), redis, errors);
    this.#pdfPermits = new Permits(sharesOf(PDFS_AT_A_TIME), redis, errors);
  }

  /** Does a task. Rejects with a `PageFailure` if its turn comes too late, or if it takes too long or too much memory. */
  async run<Name extends keyof ThreadWork>(
    name: Name,
    args: Parameters<ThreadWork[Name]>,
    { account, deadline }: Turn,
  ): Promise<Awaited<ReturnType<ThreadWork[Name]>>> {
    const permit = await (name === 'pdf' ? this.#pdfPermits : this.#permits).take(account, deadline);
    if (typeof permit === 'string') throw tooMany();
    const begins = permit.starts();
    let begunAt: number | null = null;
    const onBegun = () => {
      begunAt = performance.now();
      begins();
    };
    try {
      return (await this.#run(name, args, deadline, onBegun)) as Awaited<ReturnType<ThreadWork[Name]>>;
    } finally {
      begins();
      permit.release(begunAt === null ? null : performance.now() - begunAt);
    }
  }

  /** A new thread takes a while to load, so the time of the task counts from when the thread has begun it. */
  async #run(name: string, args: readonly unknown[], deadline: Deadline, onBegun: () => void): Promise<unknown> {
    const { port1: hear, port2: begun } = new MessageChannel();
    const ending = new Ending(deadline.leftMs());
    let timer: NodeJS.Timeout | undefined;
    let failure: PageFailure = tooLate();
    hear.once('message', () => {
      onBegun();
      timer = setTimeout(() => {
        failure = tooLong();
        ending.end();
      }, this.#taskMs);
    });
    try {
      return await this.#load().run({ name, args, begun }, { signal: ending.signal, transferList: [begun] });
    } catch (error) {
      if (ending.signal.aborted) throw failure;
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') throw tooMuchMemory();
      throw error;
    } finally {
      ending.clear();
      clearTimeout(timer);
      hear.close();
    }
  }

  #load(): Piscina {
    this.#pool ??= new Piscina({
      filename: this.#file,
      name: 'threadWork',
      minThreads: 0,
      maxThreads: this.#threads + PDFS_AT_A_TIME,
      idleTimeout: IDLE_MS,
      niceIncrement: this.#nice,
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
      // Atomics.wait would block the thread while a library is being loaded.
      atomics: 'disabled',
      recordTiming: false,
    });
    return this.#pool;
  }

  async close(): Promise<void> {
    await this.#pool?.destroy();
  }
}

/** Path of the compiled entry file. Threads run compiled code even when this file runs from source, as in tests. */
function threadFile(): string {
  const folder = import.meta.url.endsWith('.ts') ? '../../dist/workers/pages/' : './';
  return fileURLToPath(new URL(`${folder}thread-work.js`, import.meta.url));
}
