import { setTimeout as sleep } from 'node:timers/promises';
import { onBeats } from '../beats.ts';
import type { ErrorReporter } from '../log/error-reporter.ts';
import type { RequestRecord } from './request-record.ts';

/** Something that keeps records of requests: the log of requests, the statistics. */
export interface RecordKeeper {
  /** What it keeps, for the log of errors. */
  readonly name: string;
  /** On every how many beats it gets what has ended. */
  readonly everyBeats: number;
  /** Keeps records that ended together, in the order of their ends. */
  keep(records: readonly RequestRecord[]): Promise<unknown>;
}

/** How many records wait at most: those of some seconds of a busy process, while Redis is slow or away. */
const MAX_WAITING = 5_000;
/** Whoever wants to read what was kept does not wait for longer than this. */
const FLUSH_WITHIN_MS = 500;
/** A keeper gets so many at once, without waiting for its beat. */
const FULL = 1_000;

/**
 * Hands the records of ended requests to those who keep them, in batches, so that no request waits for it. What a process
 * has not handed over when it is killed is lost, and so is what has no room while a keeper is slow: `onLost` hears of each
 * of those.
 */
export class RecordBatches {
  readonly #batches: readonly Batch[];

  constructor(keepers: readonly RecordKeeper[], errors: ErrorReporter, onLost: () => void) {
    this.#batches = keepers.map((keeper) => new Batch(keeper, errors, onLost));
  }

  /** Takes the record of a request that has ended. */
  add(record: RequestRecord): void {
    for (const batch of this.#batches) batch.add(record);
  }

  /** Hands over what waits, before somebody reads what was kept. */
  async flush(): Promise<void> {
    const flushed = Promise.all(this.#batches.map((batch) => batch.flush()));
    await Promise.race([flushed, sleep(FLUSH_WITHIN_MS, undefined, { ref: false })]);
  }

  /** Hands over what waits, before the process ends. */
  async close(): Promise<void> {
    await Promise.all(this.#batches.map((batch) => batch.close()));
  }
}

/** What waits for one keeper. */
class Batch {
  readonly #keeper: RecordKeeper;
  readonly #onError: (error: unknown) => void;
  readonly #onLost: () => void;
  readonly #endBeats: () => void;
  #waiting: RequestRecord[] = [];
  #underWay: Promise<void> | null = null;

  constructor(keeper: RecordKeeper, errors: ErrorReporter, onLost: () => void) {
    this.#keeper = keeper;
    this.#onError = errors.unlessAway(`keep records of requests: ${keeper.name}`);
    this.#onLost = onLost;
    this.#endBeats = onBeats(keeper.everyBeats, () => this.#handOver());
  }

  add(record: RequestRecord): void {
    if (this.#waiting.length >= MAX_WAITING) {
      this.#onLost();
      return;
    }
    this.#waiting.push(record);
    if (this.#waiting.length % FULL === 0) this.#handOver();
  }

  async flush(): Promise<void> {
    await this.#underWay;
    this.#handOver();
    await this.#underWay;
  }

  close(): Promise<void> {
    this.#endBeats();
    return this.flush();
  }

  /** One batch after the other, so that a slow Redis is not sent more than it can take: meanwhile, records wait here. */
  #handOver(): void {
    if (this.#underWay || this.#waiting.length === 0) return;
    const records = this.#waiting;
    this.#waiting = [];
    this.#underWay = this.#keep(records).finally(() => {
      this.#underWay = null;
    });
  }

  async #keep(records: readonly RequestRecord[]): Promise<void> {
    await this.#keeper.keep(records).catch(this.#onError);
  }
}
