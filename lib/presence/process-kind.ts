import { BEAT_MS } from '../beats.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { type ProcessRecord, readWeb, readWorker, type WebRecord, type WorkerRecord } from './process-record.ts';

/** A kind of process, whose processes are listed in Redis while they run. */
export interface ProcessKind<Record extends ProcessRecord = ProcessRecord> {
  name: 'web' | 'worker';
  /** The list: the entry of each process, by the time until which it vouches to be alive. */
  list: string;
  /** Where they announce their start and end, so that nobody has to wait for the next look. */
  channel: string;
  read(entry: string): Record;
}

/**
 * How often processes announce themselves, and how often others look. A process without a second beat is not alive: it is
 * gone from all lists two seconds after its end.
 */
export const ALIVE_FOR_MS = 2 * BEAT_MS;

export const WORKERS: ProcessKind<WorkerRecord> = {
  name: 'worker',
  list: redisKeys.workers,
  channel: redisKeys.workersChannel,
  read: readWorker,
};

export const WEBS: ProcessKind<WebRecord> = {
  name: 'web',
  list: redisKeys.webs,
  channel: redisKeys.websChannel,
  read: readWeb,
};
