import type { Deadline } from '../lib/deadline.ts';
import { budgetSpent, UpstreamFailure } from '../lib/outcome.ts';
import { neverLeft } from '../lib/providers/network-failure.ts';
import type { Permit } from './permits.ts';
import type { UpstreamHttp } from './upstream-http.ts';

/**
 * Sends the requests of one call, and knows whether one may have left. The first has its units with the permit of the
 * call; a further one takes one more.
 */
export class Sending {
  readonly #http: Pick<UpstreamHttp, 'fetch'>;
  readonly #permit: Permit;
  readonly #deadline: Deadline;
  #requests = 0;
  #wasSent = false;

  constructor(http: Pick<UpstreamHttp, 'fetch'>, permit: Permit, deadline: Deadline) {
    this.#http = http;
    this.#permit = permit;
    this.#deadline = deadline;
  }

  /** Whether the provider may have got a request. */
  get wasSent(): boolean {
    return this.#wasSent;
  }

  fetch: UpstreamHttp['fetch'] = async (...request) => {
    this.#requests += 1;
    if (this.#requests > 1) await this.#takeMore();
    const before = this.#wasSent;
    this.#wasSent = true;
    try {
      return await this.#http.fetch(...request);
    } catch (error) {
      this.#wasSent = before || !neverLeft(error);
      throw error;
    }
  };

  async #takeMore(): Promise<void> {
    const refusal = await this.#permit.takeMore(1, this.#deadline);
    if (refusal === null) return;
    const failure = refusal === 'spent' ? budgetSpent(0) : { code: refusal, reason: 'no permit in time' };
    throw UpstreamFailure.of(failure);
  }
}
