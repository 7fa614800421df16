import type { Timeline } from './timeline.ts';

/** Begins a call that has its permit. Returns false if it is too late for it: then the permit is still free. */
export type BeginCall = () => boolean;

/** The calls to one engine that may be in progress at once. */
export class ModelPermits {
  readonly #timeline: Timeline;
  readonly #limit: number;
  readonly #waiting: BeginCall[] = [];
  #running = 0;
  #since = 0;
  #busyMs = 0;

  constructor(timeline: Timeline, limit: number) {
    this.#timeline = timeline;
    this.#limit = limit;
  }

  /** Calls in progress as a share of the limit, summed over time. */
  get busyMs(): number {
    this.#count(0);
    return this.#busyMs;
  }

  take(begin: BeginCall): void {
    if (this.#running >= this.#limit) this.#waiting.push(begin);
    else if (begin()) this.#count(1);
  }

  /** A call has ended. The next one that is not too late begins. */
  release(): void {
    for (let begin = this.#waiting.shift(); begin; begin = this.#waiting.shift()) if (begin()) return;
    this.#count(-1);
  }

  #count(change: number): void {
    this.#busyMs += (this.#running / this.#limit) * (this.#timeline.now - this.#since);
    this.#since = this.#timeline.now;
    this.#running += change;
  }
}
