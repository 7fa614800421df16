import type { FastifyReply } from 'fastify';

/** Counts the streams that are open, of each account and of all: each holds a connection, and what waits to be sent. */
export class OpenStreams {
  readonly #mostOfAll: number;
  readonly #mostOfOne: number;
  readonly #byAccount = new Map<string, number>();
  #open = 0;

  constructor(most: { ofAll: number; ofOne: number }) {
    this.#mostOfAll = most.ofAll;
    this.#mostOfOne = most.ofOne;
  }

  /** Counts a stream until its connection closes, however it ends. False, and counts nothing, if there are too many. */
  enter(account: string, { raw }: FastifyReply): boolean {
    const ofOne = this.#byAccount.get(account) ?? 0;
    if (this.#open >= this.#mostOfAll || ofOne >= this.#mostOfOne) return false;
    // A connection that has closed says so no more.
    if (raw.closed) return true;
    this.#open += 1;
    this.#byAccount.set(account, ofOne + 1);
    raw.once('close', () => {
      this.#open -= 1;
      const left = (this.#byAccount.get(account) ?? 1) - 1;
      if (left === 0) this.#byAccount.delete(account);
      else this.#byAccount.set(account, left);
    });
    return true;
  }
}
