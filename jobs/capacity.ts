import type { Deadline } from '../lib/deadline.ts';
import type { Failure } from '../lib/outcome.ts';
import type { Provider } from '../lib/providers/roster.ts';
import { Traffic } from './traffic.ts';
import type { WorkerPresence } from './worker-presence.ts';

/** Decides which calls are refused at once because they could not be answered in time. */
export class Capacity {
  readonly #workers: WorkerPresence;
  readonly #maxPending: number;
  readonly #traffic = new Map<string, Traffic>();

  constructor(workers: WorkerPresence, maxPending: number) {
    this.#workers = workers;
    this.#maxPending = maxPending;
  }

  /** The calls of this process to a provider. */
  trafficTo(provider: Provider): Traffic {
    let traffic = this.#traffic.get(provider.id);
    if (!traffic) {
      traffic = new Traffic(provider);
      this.#traffic.set(provider.id, traffic);
    }
    return traffic;
  }

  /**
   * Why calls to these providers are refused, by provider; those that are missing are admitted. If calls to every
   * provider have to wait, the limit is one that all share, such as the CPU. Then all are refused together: a search
   * that is answered in part would cost almost as much.
   */
  refusals(
    providers: readonly Provider[],
    { account, deadline }: { account: string; deadline: Deadline },
    pending: number,
  ): ReadonlyMap<Provider, Failure> {
    const refusals = new Map<Provider, Failure>();
    for (const provider of providers) {
      const failure = this.#whyRefused(provider, account, deadline.leftMs(), pending);
      if (failure) refusals.set(provider, failure);
    }
    const [first] = refusals.values();
    if (first && providers.every((provider) => this.trafficTo(provider).mustWait)) {
      for (const provider of providers) refusals.set(provider, refusals.get(provider) ?? first);
    }
    return refusals;
  }

  #whyRefused(provider: Provider, account: string, leftMs: number, pending: number): Failure | null {
    if (pending >= this.#maxPending) return { code: 'overloaded', reason: 'too many calls are waiting' };
    return this.trafficTo(provider).whyTooMany(account, leftMs, this.#workers.count);
  }
}
