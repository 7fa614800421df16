import { CountByOwner } from '../count-by-owner.ts';
import type { Failure } from '../outcome.ts';
import type { Provider } from '../providers/provider.ts';
import type { Rate } from './rate.ts';
import { WaitEstimate } from './wait-estimate.ts';

/** The share of the time left that a call may be expected to take. The rest is for what was not foreseen. */
const USABLE_SHARE = 0.6;
/** The same for a call that waits already: less may happen in its time that was not foreseen. */
const USABLE_SHARE_OF_WAITING = 0.75;
/** The number of searches of one account that do not have to wait behind those of others. */
const SERVED_AT_ONCE = 8;

/** The calls of this process to one provider. */
interface Load {
  accounts: CountByOwner;
  estimate: WaitEstimate;
  /** When the last calls ended, for a provider with a rate limit. */
  made: number[];
}

/**
 * Decides which calls are refused at once because they could not be answered in time. It counts the calls of this
 * process; those of other web processes show in how long calls wait.
 */
export class Capacity {
  readonly #workers: { readonly count: number };
  readonly #maxPending: number;
  readonly #now: () => number;
  readonly #loads = new Map<string, Load>();
  #pending = 0;

  constructor(workers: { readonly count: number }, maxPending: number, now = () => performance.now()) {
    this.#workers = workers;
    this.#maxPending = maxPending;
    this.#now = now;
  }

  /** A call of an account to a provider begins. */
  begin(provider: Provider, account: string): void {
    const { accounts, estimate } = this.#load(provider);
    if (!isApart(provider)) this.#pending += 1;
    accounts.add(account);
    estimate.begin();
  }

  /** A call that began has ended. `tookMs` is null if it was not made. */
  end(provider: Provider, account: string, tookMs: number | null, waitedMs: number): void {
    const load = this.#load(provider);
    if (!isApart(provider)) this.#pending -= 1;
    load.accounts.drop(account);
    load.estimate.end(tookMs, waitedMs);
    if (provider.rate && tookMs !== null) load.made = [...load.made, this.#now()].slice(-provider.rate.limit);
  }

  /**
   * The failures of calls to these providers that are refused; those that are missing are admitted. If calls to every
   * provider have to wait, the limit is one that all share, such as the CPU. Then all are refused together: a search
   * that is answered in part would cost almost as much.
   */
  refusals(providers: readonly Provider[], account: string, leftMs: number): ReadonlyMap<Provider, Failure> {
    const refusals = new Map<Provider, Failure>();
    for (const provider of providers) {
      const refusal = this.#refusalOf(provider, account, leftMs);
      if (refusal) refusals.set(provider, refusal);
    }
    const [first] = refusals.values();
    if (first && providers.every((provider) => this.#load(provider).estimate.mustWait)) {
      for (const provider of providers) refusals.set(provider, refusals.get(provider) ?? first);
    }
    return refusals;
  }

  /**
   * The priority of an account's next job, 0 first. Accounts take turns: in the queue of a provider with a rate limit, an
   * account's first waiting call comes before another's second. In the fan-out queue, jobs hardly wait unless an account
   * has many at once, so the first few of each account are served in the order of arrival, which is cheaper, and the
   * further ones behind those of others.
   */
  priorityOf(provider: Provider, account: string): number {
    const pending = this.#load(provider).accounts.of(account);
    return provider.rate ? pending : Math.floor(pending / SERVED_AT_ONCE);
  }

  /** Whether more calls to a provider are pending than are made at a time. */
  isCrowded(provider: Provider): boolean {
    const { estimate } = this.#load(provider);
    return isBounded(provider) && estimate.pending > this.permitsOf(provider);
  }

  /** How many calls to a provider are made at a time. */
  permitsOf(provider: Provider): number {
    return permitsOf(provider, this.#workers.count);
  }

  /**
   * The failure of a call that comes too late, with this many waiting before it besides those in progress; null if it may be
   * answered in time.
   */
  refusalOfWaiting(provider: Provider, before: number, leftMs: number): Failure | null {
    if (!isBounded(provider)) return null;
    const permits = this.permitsOf(provider);
    const { estimate } = this.#load(provider);
    const answerMs = estimate.waitMs(permits + before, permits) + estimate.callMs(permits);
    return answerMs > leftMs * USABLE_SHARE_OF_WAITING ? { ...overloaded, retryAfterMs: leftMs } : null;
  }

  /** The failure of one more call that would come too late; null if it can be answered in time. */
  #refusalOf(provider: Provider, account: string, leftMs: number): Failure | null {
    const load = this.#load(provider);
    if (this.#isFull(provider, load, account)) return overloaded;
    const { accounts, estimate } = load;
    // Accounts take turns, so calls of others count only as far as they come first.
    const ahead = accounts.before(account);
    const { rate } = provider;
    if (rate) {
      const answerMs = this.#turnMs(rate, load, ahead) + estimate.callMs(1);
      return answerMs <= leftMs ? null : { ...overloaded, retryAfterMs: leftMs };
    }
    const permits = permitsOf(provider, this.#workers.count);
    const waitMs = estimate.waitMs(ahead, permits);
    const excessMs = waitMs + estimate.callMs(permits) - leftMs * USABLE_SHARE;
    // Nobody is told to wait for longer than a search may take: nobody knows what comes then.
    return waitMs === 0 || excessMs <= 0 ? null : { ...overloaded, retryAfterMs: Math.min(excessMs, leftMs) };
  }

  /**
   * Whether as many calls are pending as may be: those of all searches together; of pages, as many as workers have permits
   * for, and one account's share of them.
   */
  #isFull(provider: Provider, { accounts }: Load, account: string): boolean {
    if (!isApart(provider)) return this.#pending >= this.#maxPending;
    const workers = Math.max(1, this.#workers.count);
    const most = Math.min(permitsOf(provider, workers), this.#maxPending);
    return accounts.total >= most || accounts.of(account) >= provider.perAccount * workers;
  }

  /** How long a call with so many before it waits for its turn: until the window of the call one limit before it ends. */
  #turnMs({ limit, windowMs }: Rate, { made }: Load, ahead: number): number {
    const now = this.#now();
    const turns = [...made];
    for (let n = 0; n <= ahead; n++) {
      const before = turns.at(-limit) ?? Number.NEGATIVE_INFINITY;
      turns.push(Math.max(now, before + windowMs));
    }
    return (turns.at(-1) ?? now) - now;
  }

  #load({ limitedAs }: Provider): Load {
    let load = this.#loads.get(limitedAs);
    if (!load) {
      load = { accounts: new CountByOwner(), estimate: new WaitEstimate(this.#now), made: [] };
      this.#loads.set(limitedAs, load);
    }
    return load;
  }
}

/** Calls that take long and whose number callers choose are counted apart, so that they take no place of a search. */
function isApart(provider: Provider): provider is Provider & { perAccount: number } {
  return provider.perAccount !== undefined;
}

/** Whether calls wait for permits: not those that wait for their turn in a rate, or that have limits of their own. */
function isBounded(provider: Provider): boolean {
  return !provider.rate && !isApart(provider);
}

function permitsOf({ concurrency, maxConcurrent }: Provider, workers: number): number {
  return Math.min(concurrency * Math.max(1, workers), maxConcurrent ?? Number.POSITIVE_INFINITY);
}

const overloaded: Failure = { code: 'overloaded', reason: 'too many calls are waiting' };
