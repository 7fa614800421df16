import { setTimeout as pause } from 'node:timers/promises';
import type { After, FanOut } from '../jobs/job.ts';
import type { TakenJob } from '../jobs/job-queue.ts';
import { failedReply, type Reply } from '../jobs/reply.ts';
import type { WorkerServices } from './worker-services.ts';

/** The calls of a question that have been begun, and what they have found, for those that come after them. */
export class Stages {
  readonly #found = new Map<string, number>();
  readonly #begun = new Map<string, Promise<unknown>>();

  /** A call has begun. */
  begin(key: string, call: Promise<unknown>): void {
    this.#begun.set(key, call);
  }

  /** A call has found so many results. */
  note(key: string, results: number): void {
    this.#found.set(key, results);
  }

  /**
   * Resolves with whether a call is to be made, when those before it have ended or have had their time. `agoMs` is how long
   * ago its job was added.
   */
  async isNeeded({ calls, enough, waitMs, untilMs }: After, agoMs: () => number): Promise<boolean> {
    const over = new AbortController();
    const before = Promise.all(calls.map((key) => this.#begun.get(key)));
    const time = pause(Math.max(0, waitMs - agoMs()), undefined, { signal: over.signal }).catch(() => {
      // They have ended before.
    });
    await Promise.race([before, time]);
    over.abort();
    const found = calls.reduce((sum, key) => sum + (this.#found.get(key) ?? 0), 0);
    return found < enough && agoMs() < untilMs;
  }
}

/** Makes a call when it is its turn, or tells its requester that it was not needed. */
export async function inItsTurn(
  { after, key, provider }: FanOut['calls'][number],
  { job, stages }: { job: TakenJob<FanOut>; stages: Stages },
  { health, receiver, roster }: Pick<WorkerServices, 'health' | 'receiver' | 'roster'>,
  make: () => Promise<Reply>,
): Promise<Reply> {
  if (!after || (await stages.isNeeded(after, () => health.clock.now() - job.data.addedAt))) return make();
  const name = roster.callable.get(provider)?.adapter.name ?? provider;
  const reply = failedReply(key, { code: 'skipped', reason: `${name} was not needed` });
  receiver.reply(job, provider, reply, 'stored');
  return reply;
}
