import { fileURLToPath } from 'node:url';
import type { Piscina } from 'piscina';
import { unavailable } from '../../lib/errors.ts';
import type { RankingTask, RankingWork } from './thread-work.ts';

/** No request that people make takes a tenth of it. The thread of a task that takes longer is ended. */
const TASK_MS = 2_000;
/** Without anything to rank, all threads but one, and their memory, are given back. */
const IDLE_MS = 60_000;
const THREADS = 2;
/** Running and waiting. Tasks take milliseconds, so none waits for more than a second. Further ones are refused. */
const MAX_TASKS = 64;

/**
 * The threads of a web process that rank texts. They are apart from those of instant answers, which load mathjs and are
 * ended after 500 ms. The process loads them at the first task.
 */
export class RankingThreads {
  readonly #file: string;
  readonly #taskMs: number;
  #loading: Promise<Piscina> | undefined;
  #tasks = 0;

  readonly #report: (error: Error) => void;

  /** `report` hears of threads that die while they have no task. Tests change `file`, the entry of a thread, and `taskMs`. */
  constructor(report: (error: Error) => void, { file = threadFile(), taskMs = TASK_MS } = {}) {
    this.#report = report;
    this.#file = file;
    this.#taskMs = taskMs;
  }

  /** Does a task. Throws a 503 if too many wait, or if it takes too long. */
  async run<Name extends keyof RankingWork>(
    name: Name,
    ...args: Parameters<RankingWork[Name]>
  ): Promise<ReturnType<RankingWork[Name]>> {
    if (this.#tasks >= MAX_TASKS) throw unavailable('Too many requests are being ranked.', 1, 'overloaded');
    this.#tasks += 1;
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(), this.#taskMs);
    try {
      const threads = await this.load();
      return await threads.run({ name, args } satisfies RankingTask, { signal: ending.signal });
    } catch (error) {
      if (ending.signal.aborted) throw unavailable('Ranking took too long.', 1, 'timeout');
      throw error;
    } finally {
      this.#tasks -= 1;
      clearTimeout(timer);
    }
  }

  /** Loads the first thread ahead of a task. */
  warm(): void {
    this.load().catch(this.#report);
  }

  /** Loads the first thread. Piscina itself is loaded on first use: it takes a twentieth of the start of a web process. */
  load(): Promise<Piscina> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load(): Promise<Piscina> {
    const { Piscina } = await import('piscina');
    const threads = new Piscina({
      filename: this.#file,
      name: 'work',
      minThreads: 1,
      maxThreads: THREADS,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
      // Atomics.wait would block the thread while a library is being loaded.
      atomics: 'disabled',
      recordTiming: false,
    });
    threads.on('error', this.#report);
    return threads;
  }

  async close(): Promise<void> {
    await (await this.#loading)?.destroy();
  }
}

/** Path of the compiled entry file. Threads run compiled code even when this file runs from source, as in tests. */
function threadFile(): string {
  const folder = import.meta.url.endsWith('.ts') ? '../../dist/api/ranking/' : './';
  return fileURLToPath(new URL(`${folder}thread-work.js`, import.meta.url));
}
