import { onBeats } from '../beats.ts';
import type { ErrorReporter } from '../log/error-reporter.ts';
import type { RequestRecord } from './request-record.ts';

/** Something that keeps records of requests: the log of requests, the statistics. */
export interface RecordKeeper {
  /** What it keeps, for the log of errors. */
  readonly name: string;
  /** Keeps records that ended together, in the order of their ends. */
  keep(records: readonly RequestRecord[]): Promise<unknown>;
}

/** How many records wait at most: those of some seconds of a busy process, while Redis is slow or away. */
const MAX_WAITING = 5_000;

/**
 * Hands the records of ended requests to those who keep them, in batches: once a beat, so that no request waits for it.
 * What a process has not handed over when it is killed, the records of one beat, is lost, and so is what has no room while
 * keepers are slow: `onLost` hears of each of those.
 */
export class RecordBatches {
  readonly #keepers: readonly RecordKeeper[];
  readonly #errors: ErrorReporter;
  readonly #endBeats: () => void;
  readonly #onLost: () => void;
  #waiting: RequestRecord[] = [];
  #underWay: Promise<void> | null = null;

  constructor(keepers: readonly RecordKeeper[], errors: ErrorReporter, onLost: () => void) {
    this.#keepers = keepers;
    this.#errors = errors;
    this.#onLost = onLost;
    this.#endBeats = onBeats(1, () => this.#handOver());
  }

  /** Takes the record of a request that has ended. */
  add(record: RequestRecord): void {
    if (this.#keepers.length === 0) return;
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(record);
    else this.#onLost();
  }

  /** Hands over what waits, before the process ends. */
  async close(): Promise<void> {
    this.#endBeats();
    await this.#underWay;
    this.#handOver();
    await this.#underWay;
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
    await Promise.all(
      this.#keepers.map((keeper) =>
        keeper.keep(records).catch(this.#errors.unlessAway(`keep records of requests: ${keeper.name}`)),
      ),
    );
  }
}
