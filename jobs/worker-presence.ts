import { entriesNow, Presence, type PresenceOptions } from '../lib/presence/presence.ts';
import { WORKERS } from '../lib/presence/process-kind.ts';
import type { Redis } from '../lib/redis.ts';

/** A worker process that is alive. */
export interface LiveWorker {
  id: string;
  /** The fingerprints of the secrets that it opens jobs with; empty if it does not say. */
  secrets: string[];
}

/** Tracks whether any worker process is alive, and whether all of them can open the jobs of this process. */
export class WorkerPresence extends Presence {
  constructor(options: PresenceOptions) {
    super(WORKERS, options);
  }

  /** Whether all of them know the secret with this fingerprint. */
  know(secret: string): boolean {
    return this.entries.map(readWorker).every(({ secrets }) => secrets.length === 0 || secrets.includes(secret));
  }
}

/** The worker processes that are alive, for somebody who looks once. */
export async function liveWorkers(redis: Redis, now: number): Promise<LiveWorker[]> {
  return (await entriesNow(WORKERS, redis, now)).map(readWorker);
}

/** How a worker process is listed. */
export function writeWorker({ id, secrets }: LiveWorker): string {
  return [id, ...secrets].join(' ');
}

export function readWorker(text: string): LiveWorker {
  const [id = '', ...secrets] = text.split(' ');
  return { id, secrets };
}
