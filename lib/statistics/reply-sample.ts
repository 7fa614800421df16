const HOUR_MS = 3_600_000;
/** So many replies of an hour are all looked at: twice what it takes to know what a service always answers. */
const ALL_OF_FIRST = 100;
const ONE_OF_LATER = 10;

/**
 * Chooses the replies whose fields are counted: of each kind, the first ones of an hour, and then every tenth. Looking at all
 * of them would be a good part of what a call costs a worker.
 */
export class ReplySample {
  #hour = 0;
  #counts = new Map<string, number>();

  /** Whether the next reply of this kind is looked at. */
  takesNext(kind: string, now: number): boolean {
    const hour = Math.floor(now / HOUR_MS);
    if (hour !== this.#hour) this.#counts = new Map();
    this.#hour = hour;
    const count = this.#counts.get(kind) ?? 0;
    this.#counts.set(kind, count + 1);
    return count < ALL_OF_FIRST || count % ONE_OF_LATER === 0;
  }
}
