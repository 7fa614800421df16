/** Counts per owner and in total. An owner without a count takes no memory. */
export class CountByOwner {
  readonly #of = new Map<string, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  of(owner: string): number {
    return this.#of.get(owner) ?? 0;
  }

  /** How many come before the next one of an owner, if owners take turns. */
  before(owner: string): number {
    const own = this.of(owner);
    let before = 0;
    for (const [other, count] of this.#of) before += other === owner ? count : Math.min(count, own + 1);
    return before;
  }

  /** How many owners have beyond a share, all together. */
  beyond(share: number): number {
    let beyond = 0;
    for (const count of this.#of.values()) beyond += Math.max(0, count - share);
    return beyond;
  }

  add(owner: string): void {
    this.#of.set(owner, this.of(owner) + 1);
    this.#total += 1;
  }

  drop(owner: string): void {
    const left = this.of(owner) - 1;
    if (left > 0) this.#of.set(owner, left);
    else this.#of.delete(owner);
    this.#total -= 1;
  }
}
