import { CountByOwner } from './count-by-owner.ts';

/** A queue that serves its owners in turn, so that many entries of one owner do not delay the others. */
export class FairQueue<T> {
  readonly #rows = new Map<string, Set<T>>();
  readonly #sizes = new CountByOwner();

  get size(): number {
    return this.#sizes.total;
  }

  add(owner: string, thing: T): void {
    const row = this.#rows.get(owner);
    if (row) row.add(thing);
    else this.#rows.set(owner, new Set([thing]));
    this.#sizes.add(owner);
  }

  /** How many entries of an owner wait. */
  of(owner: string): number {
    return this.#sizes.of(owner);
  }

  /** How many entries are taken before the next one of an owner. */
  before(owner: string): number {
    return this.#sizes.before(owner);
  }

  /** All entries in the order in which they are taken. */
  *inOrder(): Generator<{ owner: string; thing: T }> {
    const rows = [...this.#rows].map(([owner, row]) => ({ owner, things: row.values() }));
    for (let left = rows; left.length > 0; ) {
      const round = left.map((row) => ({ row, next: row.things.next() }));
      for (const { row, next } of round) if (!next.done) yield { owner: row.owner, thing: next.value };
      left = round.flatMap(({ row, next }) => (next.done ? [] : [row]));
    }
  }

  remove(owner: string, thing: T): void {
    const row = this.#rows.get(owner);
    if (!row?.delete(thing)) return;
    if (row.size === 0) this.#rows.delete(owner);
    this.#sizes.drop(owner);
  }

  /** Takes the first entry of the next owner that `may` allows; that owner then moves to the back. */
  take(may: (owner: string) => boolean = () => true): { owner: string; thing: T } | undefined {
    for (const [owner, row] of this.#rows) {
      if (!may(owner)) continue;
      const thing = row.values().next().value as T;
      this.remove(owner, thing);
      if (row.size > 0) {
        this.#rows.delete(owner);
        this.#rows.set(owner, row);
      }
      return { owner, thing };
    }
    return undefined;
  }
}
