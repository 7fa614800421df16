import { FAN_OUT_QUEUE, fanOutNames } from './job.ts';

/** What the id of a job in this queue ends with, so that another web process that waits for it knows the queue. */
export function idEnding(queue: string): string {
  return /\.\d+$/.exec(queue)?.[0] ?? '';
}

/** The queue of a job whose calls go to this queue, or to one of several. */
export function queueOfJob(queue: string, jobId: string): string {
  return queue === FAN_OUT_QUEUE ? queue + idEnding(jobId) : queue;
}

/**
 * Spreads the jobs of this process over the fan-out queues. Each goes where the fewest are pending, so a queue whose node
 * does not answer gets no more of them; the queues take turns if they are equal.
 */
export class FanOutQueues {
  readonly #pending = new Map<string, number>();
  #turn = 0;

  /** The queue for a new job, out of so many. `end` must be called when it is not pending any more. */
  begin(count: number): string {
    const names = fanOutNames(count);
    const inTurn = names.map((_, at) => names[(this.#turn + at) % count] as string);
    const queue = inTurn.reduce((best, name) => (this.#of(name) < this.#of(best) ? name : best));
    this.#turn = (names.indexOf(queue) + 1) % count;
    this.#pending.set(queue, this.#of(queue) + 1);
    return queue;
  }

  end(queue: string): void {
    this.#pending.set(queue, Math.max(0, this.#of(queue) - 1));
  }

  #of(queue: string): number {
    return this.#pending.get(queue) ?? 0;
  }
}
