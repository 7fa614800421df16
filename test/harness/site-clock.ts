const TICK_MS = 2;
/** Redis counts whole milliseconds. */
const ROUNDING_MS = 1;

/**
 * When requests have reached a site, by its own clock. A site that shares a machine with others reads a request later than
 * it came. How much later is known: it has come after the site had last looked. So a gap is too short if it is even from that
 * moment on.
 */
export class SiteClock {
  readonly #noted: { earliest: number; read: number }[] = [];
  /** When the site has last looked for requests, and before that: it first accepts a connection, and then reads from it. */
  #looks = [performance.now(), performance.now(), performance.now()];
  readonly #ticks = setInterval(() => {
    this.#looks = [performance.now(), ...this.#looks.slice(0, 2)];
  }, TICK_MS);

  /** A request is read. */
  note(): void {
    this.#noted.push({ earliest: this.#looks[2] as number, read: performance.now() });
  }

  get count(): number {
    return this.#noted.length;
  }

  /** The gaps between requests that are certainly shorter than this, in milliseconds. */
  closerThan(gapMs: number): number[] {
    return this.#noted
      .slice(1)
      .map(({ read }, at) => read - (this.#noted[at]?.earliest ?? 0))
      .filter((atMostMs) => atMostMs < gapMs - ROUNDING_MS);
  }

  stop(): void {
    clearInterval(this.#ticks);
  }
}
