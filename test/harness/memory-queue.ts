import { setTimeout as pause } from 'node:timers/promises';
import type { FanOut, Job } from '../../jobs/job.ts';
import type { JobReceiver, JobSender, NewJob, ReplyListener, RunJob, Taking } from '../../jobs/job-queue.ts';
import type { Reply } from '../../jobs/reply.ts';
import type { Rate } from '../../lib/limits/rate.ts';

interface WaitingJob {
  id: string;
  data: Job;
  priority: number;
}

interface Taker {
  queue: string;
  free: number;
  rate: Rate | null;
  run: RunJob;
  running: Set<Promise<unknown>>;
}

/** Jobs and replies between web applications and workers of one process, without Redis. */
export class MemoryQueue {
  readonly #waiting = new Map<string, WaitingJob[]>();
  readonly #takers = new Set<Taker>();
  readonly #listeners = new Map<string, ReplyListener>();
  readonly #claims = new Map<string, string>();
  readonly #waiters = new Map<string, Set<string>>();
  readonly #abandoned = new Set<string>();
  #senders = 0;

  sender(): JobSender {
    this.#senders += 1;
    const channel = `memory-${this.#senders}-process`;
    return {
      channel,
      connected: true,
      add: async (job) => this.#add(job, channel),
      leave: async (queue, jobId) => this.#leave(queue, jobId, channel),
      listen: (listener) => void this.#listeners.set(channel, listener),
    };
  }

  receiver(): JobReceiver {
    return {
      take: (queue, limits, run) => this.#take(queue, limits, run),
      reply: (job, _provider, reply) => this.#reply(job, reply),
      isAbandoned: async (_queue, jobId) => this.#abandoned.has(jobId),
      settled: async () => {},
    };
  }

  #add({ id, queue, calls, priority, create }: NewJob, channel: string): readonly string[] {
    const holders = calls.map((call) => {
      const holder = this.#claims.get(call);
      const found = holder && !this.#abandoned.has(holder) ? holder : id;
      this.#claims.set(call, found);
      this.#waiters.set(found, (this.#waiters.get(found) ?? new Set()).add(channel));
      return found;
    });
    const own = calls.filter((_, at) => holders[at] === id);
    const data = own.length > 0 ? create(own, true) : null;
    if (!data) {
      if (own.length > 0) this.#leave(queue, id, channel);
      return holders;
    }
    const row = this.#waiting.get(queue) ?? [];
    // A stable sort: jobs of one priority stay in the order of arrival.
    this.#waiting.set(
      queue,
      [...row, { id, data, priority }].sort((one, other) => one.priority - other.priority),
    );
    setImmediate(() => this.#serve(queue));
    return holders;
  }

  #leave(queue: string, jobId: string, channel: string): void {
    const waiters = this.#waiters.get(jobId);
    waiters?.delete(channel);
    if (waiters && waiters.size > 0) return;
    this.#abandoned.add(jobId);
    this.#waiting.set(
      queue,
      (this.#waiting.get(queue) ?? []).filter(({ id }) => id !== jobId),
    );
  }

  #take(queue: string, { concurrency, rate }: { concurrency: number; rate: Rate | null }, run: RunJob): Taking {
    const taker: Taker = { queue, free: rate ? 1 : concurrency, rate, run, running: new Set() };
    this.#takers.add(taker);
    setImmediate(() => this.#serve(queue));
    return {
      close: async () => {
        this.#takers.delete(taker);
        await Promise.all(taker.running);
      },
    };
  }

  #serve(queue: string): void {
    for (const taker of this.#takers) {
      if (taker.queue !== queue) continue;
      const row = this.#waiting.get(queue) ?? [];
      while (taker.free > 0 && row.length > 0) {
        const job = row.shift() as WaitingJob;
        taker.free -= 1;
        const ended = taker.run({ id: job.id, queue, data: job.data }).then(async () => {
          taker.running.delete(ended);
          if (taker.rate) await pause(taker.rate.windowMs / taker.rate.limit);
          taker.free += 1;
          this.#serve(queue);
        });
        taker.running.add(ended);
      }
    }
  }

  #reply({ id, data }: { id: string; data: FanOut }, reply: Reply): void {
    if (this.#claims.get(reply.key) === id) this.#claims.delete(reply.key);
    const channels = new Set([data.replyTo, ...(this.#waiters.get(id) ?? [])]);
    for (const channel of channels) setImmediate(() => this.#listeners.get(channel)?.onReply(reply));
  }
}
