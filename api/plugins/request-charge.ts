import type { FastifyReply } from 'fastify';
import { searchesOf } from '../../lib/limits/cost.ts';
import { type Charge, reducedBy } from '../../lib/limits/usage.ts';
import { hasLeft } from './left-clients.ts';

/** What a request was charged when it was admitted. It is refunded unless the request succeeds. */
export class RequestCharge {
  readonly #reply: FastifyReply;
  readonly #charge: Charge;
  readonly #give: (charge: Charge) => void;
  #isKept = false;
  #isSettled = false;
  #searches: number;

  /** `give` gives the searches back. */
  constructor(charge: Charge, reply: FastifyReply, give: (charge: Charge) => void) {
    this.#reply = reply;
    this.#charge = charge;
    this.#give = give;
    this.#searches = searchesOf(charge);
  }

  /** How many searches the request counts as, after what was refunded. */
  get searches(): number {
    return this.#searches;
  }

  /**
   * Keeps the charge even if the client leaves. Called when a provider call of the request is queued: otherwise clients
   * that leave could have upstreams called without end under any monthly limit.
   */
  keep(): void {
    this.#isKept = true;
  }

  /** Keeps so many searches, or all, even if the request fails: it goes without its calls, which are made all the same. */
  settle(searches = Number.POSITIVE_INFINITY): void {
    this.keepOnly(searches);
    this.#isSettled = true;
  }

  /** Refunds the charge of a request that failed, once. If its client has left, it may be kept. */
  refund(): void {
    if (this.#isSettled || (this.#isKept && hasLeft(this.#reply))) return;
    this.#isSettled = true;
    this.#searches = 0;
    this.#give(this.#charge);
  }

  /** Keeps so many searches of a request that succeeded in part, and refunds the others. */
  keepOnly(searches: number): void {
    const others = reducedBy(this.#charge, searches);
    if (this.#isSettled || !others) return;
    this.#isSettled = true;
    this.#searches -= searchesOf(others);
    this.#give(others);
  }

  /** Called when the reply is ready to be sent, also if its client has left. */
  end(): void {
    if (this.#reply.statusCode !== 200 || hasLeft(this.#reply)) this.refund();
  }
}
