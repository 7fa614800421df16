/**
 * A plain model of what admission decides: lists of times, sums and sets, for one account and its keys. It knows nothing of
 * Redis, scripts or batches.
 */

/** A rate: so many entries in so many seconds. */
export interface ModelRate {
  limit: number;
  seconds: number;
}

/** Limits as people set them. `off` is none; absent ones are those of the instance. */
export interface ModelLimits {
  burst?: ModelRate | 'off';
  sustained?: ModelRate | 'off';
  monthly?: number | 'off';
  max_parallel?: number;
}

/** What a request takes. */
export interface ModelCost {
  entries: number;
  /** Searches that it counts as; undefined if it is no search. */
  searches: number | undefined;
}

/** Whether a request is admitted, and if not, why and by whose limit; `either` if both lack room. */
export type ModelVerdict =
  | { verdict: 'admitted' }
  | { verdict: 'throttled' | 'too-many-at-once' | 'month-used-up'; by: 'key' | 'account' | 'either' };

const LOGS = ['burst', 'sustained'] as const;

/** A key, or the account of all keys. */
export class ModelOwner {
  readonly logs: Record<(typeof LOGS)[number], number[]> = { burst: [], sustained: [] };
  /** The requests under way, by their id, and whether their process died. */
  readonly places = new Map<string, { isDead: boolean }>();
  searches = 0;
  own: ModelLimits = {};
  readonly #instance: ModelLimits;

  constructor(instance: ModelLimits) {
    this.#instance = instance;
  }

  limit<Name extends keyof ModelLimits>(name: Name): Exclude<ModelLimits[Name], 'off' | undefined> | null {
    const chosen = this.own[name] ?? this.#instance[name];
    return chosen === undefined || chosen === 'off' ? null : (chosen as never);
  }

  /** How many entries are left under a rate limit now; null if it is off. Older ones are forgotten for good. */
  left(name: (typeof LOGS)[number], now: number): number | null {
    const rate = this.limit(name);
    if (!rate) return null;
    this.logs[name] = this.logs[name].filter((time) => time > now - rate.seconds);
    return rate.limit - this.logs[name].length;
  }

  lacksEntries(cost: ModelCost, now: number): boolean {
    const lacks = LOGS.map((name) => {
      const left = this.left(name, now);
      return left !== null && left < this.#takes(name, cost);
    });
    return lacks.includes(true);
  }

  lacksPlace(): boolean {
    return this.places.size >= (this.limit('max_parallel') ?? Number.POSITIVE_INFINITY);
  }

  lacksSearches({ searches }: ModelCost): boolean {
    if (searches === undefined) return false;
    return this.searches + Math.max(1, searches) > (this.limit('monthly') ?? Number.POSITIVE_INFINITY);
  }

  take(id: string, cost: ModelCost, now: number): void {
    for (const name of LOGS) {
      if (this.limit(name)) this.logs[name].push(...Array<number>(this.#takes(name, cost)).fill(now));
    }
    if (this.limit('max_parallel') !== null) this.places.set(id, { isDead: false });
    this.searches += cost.searches ?? 0;
  }

  /** A request that needs more than a limit takes all of it. */
  #takes(name: (typeof LOGS)[number], { entries }: ModelCost): number {
    return Math.min(entries, this.limit(name)?.limit ?? 0);
  }
}

/** The account, its keys and the time, in seconds. */
export class LimitsModel {
  now = 0;
  readonly account: ModelOwner;
  readonly keys: ModelOwner[];

  constructor(keys: number, instance: { key: ModelLimits; account: ModelLimits }) {
    this.account = new ModelOwner(instance.account);
    this.keys = Array.from({ length: keys }, () => new ModelOwner(instance.key));
  }

  get owners(): ModelOwner[] {
    return [this.account, ...this.keys];
  }

  decide(key: ModelOwner, cost: ModelCost): ModelVerdict {
    const reasons = [
      ['throttled', (owner: ModelOwner) => owner.lacksEntries(cost, this.now)],
      ['too-many-at-once', (owner: ModelOwner) => owner.lacksPlace()],
      ['month-used-up', (owner: ModelOwner) => owner.lacksSearches(cost)],
    ] as const;
    for (const [verdict, lacks] of reasons) {
      const [ofKey, ofAccount] = [lacks(key), lacks(this.account)];
      if (ofKey || ofAccount) return { verdict, by: ofKey && ofAccount ? 'either' : ofKey ? 'key' : 'account' };
    }
    return { verdict: 'admitted' };
  }

  admit(key: ModelOwner, id: string, cost: ModelCost): void {
    for (const owner of [key, this.account]) owner.take(id, cost, this.now);
  }

  end(id: string): void {
    for (const { places } of this.owners) places.delete(id);
  }

  refund(key: ModelOwner, searches: number): void {
    for (const owner of [key, this.account]) owner.searches -= searches;
  }

  die(ids: readonly string[]): void {
    for (const { places } of this.owners) for (const id of ids) if (places.has(id)) places.set(id, { isDead: true });
  }

  /** Time passes, longer than the places of a dead process are kept. */
  pass(seconds: number): void {
    this.now += seconds;
    for (const { places } of this.owners) for (const [id, { isDead }] of places) if (isDead) places.delete(id);
  }
}
