import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { Deadline } from '../../lib/deadline.ts';
import type { PageTask, PageWork } from './page-work.ts';

/** No page that people read takes longer. The thread of a task that does is ended. */
const TASK_MS = 4_000;
/** Without pages to read, the threads and their memory are given back. */
const IDLE_MS = 60_000;
const MAX_WAITING = 1_000;

/** The threads of this process that turn pages into text, so that a page cannot delay anything else. */
export class PageThreads {
  readonly #maxThreads: number;
  readonly #file: string;
  #pool: Piscina<PageTask, PageWork> | undefined;

  constructor(maxThreads: number, file = threadFile()) {
    this.#maxThreads = maxThreads;
    this.#file = file;
  }

  /** Does a task. Rejects if it takes too long, or needs too much memory. */
  run(task: PageTask, deadline: Deadline): Promise<PageWork> {
    this.#pool ??= new Piscina({
      filename: this.#file,
      name: 'pageWork',
      minThreads: 0,
      maxThreads: this.#maxThreads,
      maxQueue: MAX_WAITING,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
      // Atomics.wait would block the thread while a library is being loaded.
      atomics: 'disabled',
      recordTiming: false,
    });
    return this.#pool.run(task, {
      signal: AbortSignal.timeout(Math.ceil(Math.min(TASK_MS, Math.max(1, deadline.leftMs())))),
    });
  }

  async close(): Promise<void> {
    await this.#pool?.destroy();
  }
}

/** Path of the compiled entry file. Threads run compiled code even when this file runs from source, as in tests. */
function threadFile(): string {
  const folder = import.meta.url.endsWith('.ts') ? '../../dist/workers/pages/' : './';
  return fileURLToPath(new URL(`${folder}page-work.js`, import.meta.url));
}
