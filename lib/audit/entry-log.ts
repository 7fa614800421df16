import { onBeats } from '../beats.ts';
import type { ErrorReporter } from '../log/error-reporter.ts';
import type { Log } from '../log/log.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { cutFairly } from './fair-share.ts';
import { LOG_READERS, shareStream } from './kept-stream.ts';
import { type AuditEntry, readEntry, type StreamEntry } from './stored-entry.ts';

/** How long and how many entries are kept. */
export interface AuditBounds {
  days: number;
  entries: number;
}

/** The streams of the audit log. */
export const AUDIT_STREAMS = [redisKeys.audit, redisKeys.auditFailures] as const;
const AT_ONCE = 100;
const DAY_MS = 86_400_000;
/** Nobody waits for a line of the log: at rest, a process should do little. */
const LOOK_EVERY_BEATS = 5;
/** Entries that are too old are looked for this often, and whenever entries are written. */
const TRIM_EVERY_LOOKS = 800;
/** After an error, the next looks are left out: a log that is no stream is not reported every few seconds. */
const REST_LOOKS = 12;
/** Failed guesses, which strangers make, have this part of the number of entries. */
const FAILURES_PART = 10;

/**
 * Writes each new entry of the audit log to the log, and deletes what is beyond the bounds. All web processes do so
 * together: one of them logs an entry, whoever wrote it, even if none ran at the time.
 */
export class EntryLog {
  readonly #redis: Redis;
  readonly #log: Log;
  readonly #errors: ErrorReporter;
  readonly #bounds: AuditBounds;
  #endBeats = () => {};
  #looking: Promise<void> = Promise.resolve();
  #isLooking = false;
  #rest = 0;
  #untilTrim = 0;

  constructor(redis: Redis, log: Log, errors: ErrorReporter, bounds: AuditBounds) {
    this.#redis = redis;
    this.#log = log;
    this.#errors = errors;
    this.#bounds = bounds;
  }

  start(): void {
    this.#endBeats = onBeats(LOOK_EVERY_BEATS, () => {
      if (!this.#isLooking && this.#rest-- <= 0) void this.look();
    });
  }

  /** Stops after a last look, so that this process logs what was done last. */
  async stop(): Promise<void> {
    this.#endBeats();
    await this.look();
  }

  /** Logs what is new, after a look that has not ended. */
  look(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#look());
    return this.#looking;
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    try {
      let isNew = false;
      for (let some = await this.#next(); some.length > 0; some = await this.#next()) {
        isNew = true;
        for (const [stream, entry] of some) this.#write(stream, entry);
      }
      if (isNew || this.#untilTrim-- <= 0) await this.#trim();
    } catch (error) {
      this.#rest = REST_LOOKS;
      this.#errors.unlessAway('log what the audit log says')(error);
    } finally {
      this.#isLooking = false;
    }
  }

  async #next(): Promise<[string, StreamEntry][]> {
    try {
      const read = await this.#redis.xreadgroup(
        ...(['GROUP', LOG_READERS, 'web', 'COUNT', AT_ONCE, 'NOACK', 'STREAMS'] as const),
        ...AUDIT_STREAMS,
        ...AUDIT_STREAMS.map(() => '>'),
      );
      return ((read ?? []) as [string, StreamEntry[]][]).flatMap(([stream, entries]) =>
        entries.map((entry): [string, StreamEntry] => [stream, entry]),
      );
    } catch (error) {
      if (!(error as Error).message.startsWith('NOGROUP')) throw error;
      // The first process on a Redis without a log.
      for (const stream of AUDIT_STREAMS) await shareStream(this.#redis, stream, '0');
      return this.#next();
    }
  }

  #write(stream: string, stored: StreamEntry): void {
    try {
      this.#log.info(lineOf(readEntry(stored, stream)), 'event');
    } catch (error) {
      this.#errors.report(error, 'read an entry of the audit log', { stream, id: stored[0] });
    }
  }

  async #trim(): Promise<void> {
    const oldest = Date.now() - this.#bounds.days * DAY_MS;
    for (const stream of AUDIT_STREAMS) {
      const most = Math.ceil(this.#bounds.entries / (stream === redisKeys.auditFailures ? FAILURES_PART : 1));
      await this.#redis.xtrim(stream, 'MINID', oldest);
      await cutFairly(this.#redis, stream, most);
      // There may be more accounts than entries.
      await this.#redis.xtrim(stream, 'MAXLEN', most);
    }
    this.#untilTrim = TRIM_EVERY_LOOKS;
  }
}

/** The line of an entry. */
function lineOf({ action, account, request, id, ...others }: AuditEntry): Record<string, unknown> {
  return {
    event: action,
    ...(account && { actor: account }),
    ...(request && { reqId: request }),
    entry: id,
    ...others,
  };
}
