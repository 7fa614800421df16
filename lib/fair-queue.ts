/** Things that wait, one row per owner, and are taken from the rows in turn: many of one hold nobody else up. */
export class FairQueue<T> {
  readonly #rows = new Map<string, Set<T>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(owner: string, thing: T): void {
    const row = this.#rows.get(owner);
    if (row) row.add(thing);
    else this.#rows.set(owner, new Set([thing]));
    this.#size += 1;
  }

  remove(owner: string, thing: T): void {
    const row = this.#rows.get(owner);
    if (!row?.delete(thing)) return;
    if (row.size === 0) this.#rows.delete(owner);
    this.#size -= 1;
  }

  /** The first thing of whoever is next among those who may; their row goes to the back. */
  take(may: (owner: string) => boolean): { owner: string; thing: T } | undefined {
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
