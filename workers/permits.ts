import { CountByOwner } from '../lib/count-by-owner.ts';
import { type Deadline, MIN_TIME_TO_START_MS } from '../lib/deadline.ts';
import { FairQueue } from '../lib/fair-queue.ts';
import { type Purse, type Refusal, SharedPermits } from '../lib/limits/shared-permits.ts';
import { WaitEstimate } from '../lib/limits/wait-estimate.ts';
import type { ErrorReporter } from '../lib/log/error-reporter.ts';
import type { WorkerCalls } from '../lib/presence/process-list.ts';
import type { Provider } from '../lib/providers/provider.ts';
import type { Redis } from '../lib/redis/redis.ts';
import { redisKeys } from '../lib/redis/redis-keys.ts';

/** A permit for one call. `release` must be called when the call has ended. */
export interface Permit {
  /** Whether the call had to wait for its permit. */
  waited: boolean;
  /** Takes the units of a further request of the same call. Returns why there are none, or null. */
  takeMore(units: number, deadline: Deadline): Promise<Refusal | null>;
  /** Says that it takes a while until the call begins, for nobody's fault. Returns a function that says that it has. */
  starts(): () => void;
  /** `wasSent` is false if the provider certainly never got a request. */
  release(tookMs: number | null, wasSent?: boolean): void;
}

/** Why a call gets no permit: its turn would come too late, or has come too late, or the budget is spent. */
export type NoPermit = Refusal | 'expired';

/** A call that waits for its turn. */
interface Waiting {
  deadline: Deadline;
  end(answer: 'permit' | NoPermit): void;
}

/** How many calls may be in progress at once. */
export interface PermitLimits {
  /** In this process. */
  concurrency: number;
  /** The share of one account, in this process; as many as of all if it is absent. */
  perAccount?: number | undefined;
  /** How many of them accounts may have beyond their shares, together; none if it is absent. */
  spare?: number | undefined;
  /** In all processes together; null if that is not limited. */
  maxConcurrent: number | null;
  /** Where the calls of all processes are listed in Redis. */
  callsKey: string;
  /** What all processes may spend; absent if calls cost nothing. */
  purse?: Purse | undefined;
}

/** While calls wait, they are looked at this often: those whose turn would come too late are told so early. */
const LOOK_MS = 100;

/**
 * The permits for calls to one provider, to one host of pages, or for the threads, in this process. When all are taken, or
 * all that its account may have, a call waits, and the accounts take turns. An account may have its share, and what is spare:
 * so one that is alone has more, and still cannot take the shares of others. A call whose turn would come too late is refused
 * as soon as that can be seen.
 */
export class Permits {
  readonly #limit: number;
  readonly #perAccount: number;
  readonly #spare: number;
  readonly #shared: SharedPermits | null;
  readonly #hasPurse: boolean;
  readonly #turns = new FairQueue<Waiting>();
  readonly #estimate: WaitEstimate;
  /** The accounts of the calls in progress. */
  readonly #accounts = new CountByOwner();
  #looks: NodeJS.Timeout | undefined;

  constructor(limits: PermitLimits, redis: Redis, errors: ErrorReporter, now?: () => number) {
    const { concurrency, perAccount, spare = 0, maxConcurrent, callsKey, purse = null } = limits;
    this.#limit = Math.min(concurrency, maxConcurrent ?? Number.POSITIVE_INFINITY);
    this.#perAccount = Math.min(this.#limit, perAccount ?? this.#limit);
    this.#spare = spare;
    this.#hasPurse = purse !== null;
    const isShared = maxConcurrent !== null || this.#hasPurse;
    this.#shared = isShared ? new SharedPermits(redis, { callsKey, maxConcurrent, purse }, errors) : null;
    this.#estimate = new WaitEstimate(now);
  }

  get running(): number {
    return this.#accounts.total;
  }

  get waiting(): number {
    return this.#turns.size;
  }

  async take(account: string, deadline: Deadline, units = 1): Promise<Permit | NoPermit> {
    const startedAt = performance.now();
    const waited = this.running >= this.#limit || !this.#mayHaveMore(account);
    this.#estimate.begin();
    const answer = waited ? await this.#turn(account, deadline) : 'permit';
    if (answer !== 'permit') {
      this.#estimate.end(null);
      return answer;
    }
    if (!waited) this.#accounts.add(account);
    const lease = await this.#shared?.take(deadline, units);
    if (typeof lease === 'string') {
      this.#end(account, null, 0);
      return lease;
    }
    const waitedMs = performance.now() - startedAt;
    return {
      waited: waited || lease !== undefined,
      starts: () => this.#estimate.starts(),
      takeMore: async (moreUnits, until) =>
        (this.#hasPurse && (await this.#shared?.takeMore(until, moreUnits))) || null,
      release: (tookMs, wasSent = true) => {
        if (lease) this.#shared?.release(lease, wasSent);
        this.#end(account, tookMs, waitedMs);
      },
    };
  }

  #mayHaveMore(account: string): boolean {
    const share = this.#perAccount;
    return this.#accounts.of(account) < share || this.#accounts.beyond(share) < this.#spare;
  }

  /** Waits for a turn. The call that ends hands its permit on. */
  #turn(account: string, deadline: Deadline): Promise<'permit' | NoPermit> {
    return new Promise((resolve) => {
      if (this.#isTooLate(this.#turns.before(account), this.#turns.of(account), deadline)) return resolve('overloaded');
      this.#turns.add(account, { deadline, end: resolve });
      this.#looks ??= setInterval(() => this.#refuseLate(), LOOK_MS);
    });
  }

  /**
   * Whether a call with N others before it, and M of its account, besides those in progress, cannot be made in time. One
   * that has waited for half of its time is given up: the estimate may be wrong, and its requester should know in time to
   * try elsewhere. While threads are being loaded, calls wait for as long as they can.
   */
  #isTooLate(before: number, own: number, deadline: Deadline): boolean {
    if (this.#estimate.isStarting) return deadline.leftMs() < MIN_TIME_TO_START_MS;
    if (deadline.isHalfOver) return true;
    const waitMs = Math.max(
      this.#estimate.waitMs(this.#limit + before, this.#limit),
      this.#estimate.waitMs(this.#perAccount + own, this.#perAccount),
    );
    return waitMs > deadline.leftMs() - MIN_TIME_TO_START_MS;
  }

  /** Calls take longer than was expected when these began to wait. */
  #refuseLate(): void {
    const before = new CountByOwner();
    for (const { owner, thing } of [...this.#turns.inOrder()]) {
      if (!this.#isTooLate(before.total, before.of(owner), thing.deadline)) before.add(owner);
      else {
        this.#turns.remove(owner, thing);
        thing.end('overloaded');
      }
    }
    this.#rest();
  }

  #end(account: string, tookMs: number | null, waitedMs: number): void {
    this.#estimate.end(tookMs, waitedMs);
    this.#accounts.drop(account);
    this.#handOn();
  }

  #handOn(): void {
    const next = () => this.#turns.take((account) => this.#mayHaveMore(account));
    for (let turn = next(); turn; turn = next()) {
      const { deadline, end } = turn.thing;
      const isInTime = deadline.leftMs() >= MIN_TIME_TO_START_MS;
      end(isInTime ? 'permit' : 'expired');
      if (!isInTime) continue;
      this.#accounts.add(turn.owner);
      break;
    }
    this.#rest();
  }

  #rest(): void {
    if (this.#turns.size > 0) return;
    clearInterval(this.#looks);
    this.#looks = undefined;
  }
}

/** The permits of all providers in this process. */
export class AllPermits {
  readonly #redis: Redis;
  readonly #errors: ErrorReporter;
  readonly #purseOf: (provider: Provider) => Purse | undefined;
  readonly #permits = new Map<string, Permits>();

  constructor(redis: Redis, errors: ErrorReporter, purseOf: (provider: Provider) => Purse | undefined) {
    this.#redis = redis;
    this.#errors = errors;
    this.#purseOf = purseOf;
  }

  of(provider: Provider): Permits {
    const { limitedAs } = provider;
    let permits = this.#permits.get(limitedAs);
    if (!permits) {
      const callsKey = redisKeys.providerCalls(limitedAs);
      permits = new Permits({ ...provider, callsKey, purse: this.#purseOf(provider) }, this.#redis, this.#errors);
      this.#permits.set(limitedAs, permits);
    }
    return permits;
  }

  /** The providers with calls: how many are in progress, and how many wait. */
  calls(): WorkerCalls {
    return [...this.#permits].flatMap(
      ([id, { running, waiting }]): WorkerCalls => (running + waiting > 0 ? [[id, running, waiting]] : []),
    );
  }
}
