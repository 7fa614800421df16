import { Presence, type PresenceOptions } from './presence.ts';
import { WORKERS } from './process-kind.ts';
import type { WorkerRecord } from './process-record.ts';

/** Tracks whether any worker process is alive, and whether all of them can open the jobs of this process. */
export class WorkerPresence extends Presence<WorkerRecord> {
  constructor(options: PresenceOptions) {
    super(WORKERS, options);
  }

  /** How many fan-out queues at least one of them takes jobs from. */
  get queues(): number {
    return Math.max(1, ...this.alive.map(({ queues }) => queues));
  }

  /** Whether all of them tell the processes that share a call of its end: those of the version before do not. */
  get endClaims(): boolean {
    return this.alive.every(({ version }) => version !== '');
  }

  /** Whether all of them know the secret with this fingerprint. */
  know(secret: string): boolean {
    return this.alive.every(({ secrets }) => secrets.length === 0 || secrets.includes(secret));
  }
}
