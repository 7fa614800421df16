import { randomUUID } from 'node:crypto';
import { FAN_OUT_QUEUE, type Job } from '../../jobs/job.ts';
import type {
  JobHolder,
  JobReceiver,
  JobSender,
  NewClaim,
  NewJob,
  ReplyListener,
  Requesters,
  RunJob,
  TakenJob,
  Taking,
} from '../../jobs/job-queue.ts';
import { decodeReplies, encodeReplies, REPLY_MARGIN_MS, type Reply } from '../../jobs/reply.ts';
import type { Rate } from '../../lib/limits/rate.ts';

interface WaitingJob {
  id: string;
  data: Job;
  priority: number;
}

interface Claim {
  holder: string;
  until: number;
}

interface Taker {
  id: string;
  queue: string;
  free: number;
  rate: Rate | null;
  run: RunJob;
  running: Set<Promise<unknown>>;
  jobs: Set<string>;
}

/** As in Redis: a rate's window is a little longer than asked. */
const WINDOW_MARGIN = 1.1;

/** Jobs and replies between web applications and workers of one process, without Redis. */
export class MemoryQueue {
  readonly #waiting = new Map<string, WaitingJob[]>();
  readonly #takers = new Set<Taker>();
  readonly #listeners = new Map<string, ReplyListener>();
  readonly #claims = new Map<string, Claim>();
  readonly #waiters = new Map<string, Set<string>>();
  readonly #abandoned = new Set<string>();
  /** For each queue with a rate limit, until when each job that was started counts. */
  readonly #counted = new Map<string, number[]>();
  #senders = 0;

  sender(): JobSender {
    this.#senders += 1;
    const channel = `memory-${this.#senders}-process`;
    return {
      channel,
      connected: true,
      claim: async (claim) => ({ shared: true, holders: this.#claim(claim, channel) }),
      add: async (job) => this.#add(job),
      disappoint: () => {},
      release: async (id, calls) => {
        for (const call of calls) if (this.#claims.get(call)?.holder === id) this.#claims.delete(call);
      },
      takenBy: async (takers, jobs) => jobs.filter(({ id }) => this.#isTakenBy(takers, id)),
      leave: async ({ id, queue }) => this.#leave(queue, id, channel),
      listen: (listener) => void this.#listeners.set(channel, listener),
    };
  }

  receiver(): JobReceiver {
    return {
      take: (queue, limits, run) => this.#take(queue, limits, run),
      reply: (job, _provider, reply) => this.#reply(job, reply),
      isAbandoned: (id) => this.#abandoned.has(id),
      settled: () => new Promise(setImmediate),
    };
  }

  /** The jobs of the queue of all calls that wait or are in progress. */
  count(state: 'wait' | 'active'): number {
    const isFanOut = (queue: string) => queue.startsWith(FAN_OUT_QUEUE);
    if (state === 'wait')
      return [...this.#waiting].reduce((sum, [queue, row]) => sum + (isFanOut(queue) ? row.length : 0), 0);
    const takers = [...this.#takers].filter(({ queue }) => isFanOut(queue));
    return takers.reduce((sum, { running }) => sum + running.size, 0);
  }

  /** The number of jobs that nobody waits for any more. */
  get abandoned(): number {
    return this.#abandoned.size;
  }

  #claim({ id, calls, forMs, needMs, lostJob }: NewClaim, channel: string): JobHolder[] {
    const now = performance.now();
    return calls.map((call) => {
      const claim = this.#claims.get(call);
      const isHeld = claim && claim.holder !== lostJob && claim.until - now >= needMs + REPLY_MARGIN_MS;
      const kept = isHeld && !this.#abandoned.has(claim.holder) ? claim : null;
      const { holder, until } = kept ?? { holder: id, until: now + forMs + REPLY_MARGIN_MS };
      this.#claims.set(call, { holder, until });
      this.#waiters.set(holder, (this.#waiters.get(holder) ?? new Set()).add(channel));
      return { jobId: holder, endsInMs: until - now - REPLY_MARGIN_MS };
    });
  }

  #isTakenBy(takers: readonly string[], job: string): boolean {
    return [...this.#takers].some(({ id, jobs }) => takers.includes(id) && jobs.has(job));
  }

  #add({ id, queue, data, priority }: NewJob): void {
    const row = this.#waiting.get(queue) ?? [];
    // A stable sort: jobs of one priority stay in the order of arrival.
    this.#waiting.set(
      queue,
      [...row, { id, data: JSON.parse(JSON.stringify(data)), priority }].sort(
        (one, other) => one.priority - other.priority,
      ),
    );
    setImmediate(() => this.#serve(queue));
  }

  #leave(queue: string, jobId: string, channel: string): boolean {
    const waiters = this.#waiters.get(jobId);
    waiters?.delete(channel);
    if (waiters && waiters.size > 0) return false;
    this.#abandoned.add(jobId);
    this.#waiting.set(
      queue,
      (this.#waiting.get(queue) ?? []).filter(({ id }) => id !== jobId),
    );
    return true;
  }

  #take(queue: string, { concurrency, rate }: { concurrency: number; rate: Rate | null }, run: RunJob): Taking {
    const id = randomUUID();
    const taker: Taker = { id, queue, free: concurrency, rate, run, running: new Set(), jobs: new Set() };
    this.#takers.add(taker);
    setImmediate(() => this.#serve(queue));
    return {
      id,
      close: async () => {
        this.#takers.delete(taker);
        await Promise.all(taker.running);
      },
    };
  }

  #serve(queue: string): void {
    const row = this.#waiting.get(queue) ?? [];
    for (const taker of this.#takers) {
      if (taker.queue !== queue) continue;
      while (taker.free > 0 && row.length > 0 && this.#mayStart(queue, taker.rate)) {
        const ended = this.#run(taker, row.shift() as WaitingJob).finally(() => taker.running.delete(ended));
        taker.running.add(ended);
      }
    }
  }

  async #run(taker: Taker, { id, data }: WaitingJob): Promise<void> {
    const { queue, rate, run } = taker;
    taker.free -= 1;
    taker.jobs.add(id);
    try {
      await run({ id, queue, data });
    } catch {
      // A worker that cannot run a job fails the job, and goes on with the next.
    }
    taker.free += 1;
    taker.jobs.delete(id);
    if (rate?.limit === 1) this.#counted.set(queue, [performance.now() + rate.windowMs]);
    this.#serve(queue);
  }

  /** Whether a job of a queue may start now, by the rate for all workers together. If not, it is looked at again then. */
  #mayStart(queue: string, rate: Rate | null): boolean {
    if (!rate) return true;
    const now = performance.now();
    const counted = (this.#counted.get(queue) ?? []).filter((until) => until > now);
    const isFree = counted.length < rate.limit;
    if (isFree) counted.push(now + rate.windowMs * WINDOW_MARGIN);
    else setTimeout(() => this.#serve(queue), Math.min(...counted) - now).unref();
    this.#counted.set(queue, counted);
    return isFree;
  }

  #reply({ id, data }: TakenJob<Requesters>, reply: Reply): void {
    if (this.#claims.get(reply.key)?.holder === id) this.#claims.delete(reply.key);
    const message = encodeReplies([{ ...reply, job: id }]);
    const channels = new Set([data.replyTo, ...(this.#waiters.get(id) ?? [])]);
    for (const channel of channels) {
      setImmediate(() => {
        for (const heard of decodeReplies(message)) this.#listeners.get(channel)?.onReply(heard);
      });
    }
  }
}
