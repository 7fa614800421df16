import { MIN_TIME_TO_START_MS } from '../../lib/deadline.ts';
import { steps } from './costs.ts';
import type { Process } from './machine.ts';
import type { ModelPermits } from './permits.ts';

/** One call of a search to an engine. */
export interface ModelCall {
  engine: number;
  deadlineAt: number;
  /** Milliseconds that the call takes, unless it waits. */
  takesMs: number;
  /** The call has ended, at the worker: how long it took (null: it was not made), and how long it waited. */
  end(tookMs: number | null, waitedMs: number): void;
}

/** The calls of one search, as they wait in a queue. */
export interface ModelJob {
  addedAt: number;
  calls: readonly ModelCall[];
}

/** A queue of searches in Redis, and the workers that wait for something to come. */
export class ModelQueue {
  readonly server: Process;
  readonly jobs: ModelJob[] = [];
  readonly idle: (() => void)[] = [];

  constructor(server: Process) {
    this.server = server;
  }

  add(job: ModelJob): void {
    this.jobs.push(job);
    this.idle.shift()?.();
  }
}

/** What a worker process needs of the world around it. */
export interface WorkerWorld {
  now(): number;
  /** One way to Redis or back. */
  hop(then: () => void): void;
  /** The call to the engine itself. */
  callEngine(ms: number, then: () => void): void;
  permits(engine: number): ModelPermits;
  workMs: number;
  queueMs: number;
}

const MAX_BATCH = 100;

/** A worker process: takes what waits in each queue, one, two, four at once, and makes the calls. */
export class WorkerModel {
  readonly #process: Process;
  readonly #world: WorkerWorld;

  constructor(process: Process, world: WorkerWorld, queues: readonly ModelQueue[]) {
    this.#process = process;
    this.#world = world;
    for (const queue of queues) queue.idle.push(() => this.#look(queue, 1));
  }

  #look(queue: ModelQueue, batch: number): void {
    const { hop, queueMs, workMs } = this.#world;
    const found = Math.max(1, Math.min(batch, queue.jobs.length));
    hop(() =>
      queue.server.run(queueMs * steps.queue.take * found, () => {
        const taken = queue.jobs.splice(0, batch);
        if (taken.length === 0) {
          queue.idle.push(() => this.#look(queue, 1));
          return;
        }
        hop(() => {
          for (const job of taken) {
            this.#process.run(workMs * steps.worker.begin, () => this.#begin(job, queue), 'at once');
          }
          this.#process.run(0, () => this.#look(queue, taken.length === batch ? Math.min(batch * 2, MAX_BATCH) : 1));
        });
      }),
    );
  }

  #begin(job: ModelJob, queue: ModelQueue): void {
    const { hop, queueMs, workMs } = this.#world;
    let left = job.calls.length;
    const onEnd = () => {
      left -= 1;
      if (left > 0) return;
      this.#process.run(workMs * steps.worker.end, () => hop(() => queue.server.run(queueMs * steps.queue.end)));
    };
    for (const call of job.calls) this.#call(call, job.addedAt, onEnd);
  }

  #call(call: ModelCall, addedAt: number, onEnd: () => void): void {
    const { now, permits, callEngine, workMs } = this.#world;
    const permit = permits(call.engine);
    const reply = (tookMs: number | null, waitedMs: number) =>
      this.#process.run(workMs * steps.worker.reply, () => {
        call.end(tookMs, waitedMs);
        onEnd();
      });
    permit.take(() => {
      const waitedMs = now() - addedAt;
      if (call.deadlineAt - now() < MIN_TIME_TO_START_MS) {
        reply(null, waitedMs);
        return false;
      }
      callEngine(call.takesMs, () => {
        permit.release();
        reply(call.takesMs, waitedMs);
      });
      return true;
    });
  }
}
