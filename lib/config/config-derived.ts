import { availableParallelism } from 'node:os';
import { httpUrl, instantFor, integer } from './config-values.ts';
import type { Environment, ReadSetting } from './settings-reader.ts';

/** Values that fit every deployment we know of. A variable can still change each of them; `.env.example` lists none. */
export interface DerivedConfig {
  /** Invalid keys per address (with IPv6, per /64 network) and minute before it is blocked for the rest of the minute. */
  authFailuresPerMin: number;
  /** How long a client may take to send its headers, and its whole request. */
  requestTimeoutMs: number;
  /** Maximum number of provider calls that one web process has pending; further requests get a 503 at once. */
  maxPendingCalls: number;
  /** Maximum number of threads per web process that compute instant answers; 0 disables answers that need one. */
  instantThreads: number;
  /** Address of the sandbox that stands in for providers, as `npm start` sets it; empty without one. */
  sandboxUrl: string;
  /** For tests: fixes the clock of instant answers to this time; null means the real time. */
  testNow: number | null;
  /** For tests: how long it is from one beat of a process to the next; null means as long as it always is. */
  testBeatMs: number | null;
}

export const derivedSettings: readonly string[] = [
  'AUTH_FAILURES_PER_MIN',
  'INSTANT_THREADS',
  'MAX_PENDING_CALLS',
  'NODE_ENV',
  'REQUEST_TIMEOUT_MS',
  'SANDBOX_URL',
  'TEST_BEAT_MS',
  'TEST_NOW',
];

/** Reads the values of the derived settings. */
export function readDerived(read: ReadSetting, env: Environment): DerivedConfig {
  return {
    authFailuresPerMin: read('AUTH_FAILURES_PER_MIN', integer(1, 100_000), 30),
    requestTimeoutMs: read('REQUEST_TIMEOUT_MS', integer(100, 600_000), 10_000),
    maxPendingCalls: read('MAX_PENDING_CALLS', integer(1, 1_000_000), 3_000),
    // Two threads are spares, because replacing a terminated thread takes a second.
    instantThreads: read('INSTANT_THREADS', integer(0, 64), Math.max(2, availableParallelism()) + 2),
    sandboxUrl: read('SANDBOX_URL', httpUrl, ''),
    testNow: read('TEST_NOW', instantFor(env.NODE_ENV), null),
    testBeatMs: read('TEST_BEAT_MS', integer(10, 900), null),
  };
}
