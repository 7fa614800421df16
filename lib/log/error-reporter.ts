import { isRedisAway } from '../redis/redis.ts';
import type { Log } from './log.ts';

/** What an error was about, for the log: the request, the provider. */
export type About = Readonly<Record<string, string | number | undefined>>;

/** Lines per kind of error and second. A fault in every search would otherwise fill the disk. */
const LINES_PER_SECOND = 5;

/**
 * Reports errors that no request is told about: logs each with its cause, and counts them for the metrics. Redis that is
 * away is expected, and reported elsewhere, once.
 */
export class ErrorReporter {
  /** The number of errors so far, by what failed. */
  readonly counts = new Map<string, number>();
  readonly #log: Log;
  readonly #lines = new Map<string, number>();
  #second = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Reports an error. `what` names what failed and is the same for all errors of a kind. */
  report(error: unknown, what: string, about: About = {}): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
    const second = Math.floor(performance.now() / 1_000);
    if (second !== this.#second) this.#lines.clear();
    this.#second = second;
    const lines = (this.#lines.get(what) ?? 0) + 1;
    this.#lines.set(what, lines);
    if (lines <= LINES_PER_SECOND) this.#log.error({ ...about, err: error }, `failed: ${what}`);
  }

  /** Returns a handler that reports an error, unless Redis is away. */
  unlessAway(what: string, about?: About): (error: unknown) => void {
    return this.orElse(undefined, what, about);
  }

  /** As `unlessAway`, with a value to go on with. */
  orElse<T>(value: T, what: string, about?: About): (error: unknown) => T {
    return (error) => {
      if (!isRedisAway(error)) this.report(error, what, about);
      return value;
    };
  }
}
