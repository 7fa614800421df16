/** The time by which a request, or one provider's share of it, must be answered. */
export class Deadline {
  readonly at: number;

  constructor(at: number) {
    this.at = at;
  }

  static in(ms: number): Deadline {
    return new Deadline(Date.now() + ms);
  }

  /** Milliseconds left, never negative. */
  leftMs(now = Date.now()): number {
    return Math.max(0, this.at - now);
  }
}
