import type { PartName } from './costs.ts';

/** The processes and machines of a deployment, and what is asked of it. */
export interface Plan {
  name: string;
  webs: number;
  workers: number;
  /** One Redis for everything; a second one for the queues; or a cluster of several nodes. */
  redis: { kind: 'one' } | { kind: 'two' } | { kind: 'cluster'; nodes: number; queues: number };
  /** How long each of three engines takes, at the median and in 99 of 100 calls. */
  engines: { medianMs: number; p99Ms: number };
  /** `ENGINE_A_CONCURRENCY` and its like. */
  concurrency: number;
  /** The share of searches whose answers are cached. */
  cachedShare: number;
  /** Milliseconds from one machine to another, one way. */
  hopMs: number;
  /** The cores of the one machine that has everything, clients and engines included; null if no process waits for one. */
  cores: number | null;
}

/** How searches come: so many a second, by chance; or from so many clients that search one after the other. */
export type Load = { perSecond: number } | { clients: number };

/** How long a load is simulated, after a warm-up, and with which random numbers. */
export interface Span {
  warmUpS: number;
  measureS: number;
  seed: number;
}

/** What becomes of a load. */
export interface Outcome {
  /** Searches answered with results of at least one engine, a second. */
  perSecond: number;
  offeredPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Shares of all searches: refused at once, and answered without some or all engines. */
  refused: number;
  incomplete: number;
  /** The share of the time that each part is busy; of several alike, the busiest. */
  utilisation: Record<string, number>;
  /** CPU of each kind of process per search. */
  cpuMs: Record<PartName, number>;
  /** Turns of each kind of process per search. */
  turns: Record<PartName, number>;
}
