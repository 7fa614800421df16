import type { Outcome } from '../../lib/outcome.ts';

/** A new time counts as much as this one of the last five. */
const TIMES_REMEMBERED = 5;

/** How long engines usually take, as far as the pages of this process have seen. It costs no command in Redis. */
export class UsualTimes {
  readonly #times = new Map<string, { ms: number; seen: number }>();

  /** The usual time of something; undefined before the first. */
  of(name: string): number | undefined {
    return this.#times.get(name)?.ms;
  }

  /** Learns from an outcome. Cached answers and failures that took no time say nothing about the engine. */
  learn(name: string, outcome: Outcome<unknown>): void {
    if (outcome.ok ? outcome.cached : outcome.failure.code !== 'timeout') return;
    const { ms, seen } = this.#times.get(name) ?? { ms: 0, seen: 0 };
    const weight = 1 / Math.min(seen + 1, TIMES_REMEMBERED);
    this.#times.set(name, { ms: ms + (outcome.ms - ms) * weight, seen: seen + 1 });
  }
}
