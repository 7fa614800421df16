import { redisKeys } from '../redis-keys.ts';

/** A kind of process, whose processes are listed in Redis while they run. */
export interface ProcessKind {
  /** The list: the entry of each process, by the time until which it vouches to be alive. */
  list: string;
  /** Where they announce their start and end, so that nobody has to wait for the next look. */
  channel: string;
  /** How often they announce themselves, and how often others look. */
  beatMs: number;
}

/** A process that has missed three beats is not alive. */
export const aliveForMs = ({ beatMs }: ProcessKind) => 3 * beatMs;

export const WORKERS: ProcessKind = { list: redisKeys.workers, channel: redisKeys.workersChannel, beatMs: 1_000 };

/** How many there are only decides whether they share calls, so beats are rare. */
export const WEBS: ProcessKind = { list: redisKeys.webs, channel: redisKeys.websChannel, beatMs: 5_000 };
