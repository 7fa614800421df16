import { onBeats } from '../../../lib/beats.ts';
import type { ErrorReporter } from '../../../lib/log/error-reporter.ts';
import type { Redis } from '../../../lib/redis/redis.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import type { LoggedRequest } from '../../../lib/requests/block-reader.ts';
import { placeOf, type RequestFilter, readRequests, type Whose } from '../../../lib/requests/read-requests.ts';

/** Somebody who watches new requests arrive. */
export interface Watcher {
  whose: Whose;
  filter: RequestFilter;
  /** The time of the newest request that they have. */
  newestAt: number;
  /** Hears of requests that are new, the oldest first. */
  onRequests(requests: readonly LoggedRequest[]): void;
}

/** A request may come some seconds after one that ended later: each process hands over its own. */
const LATE_MS = 5_000;
/** More at once are for a list that is read in parts. */
const MAX_NEW = 50;

/** Looks for new requests on each beat, for all who watch them, and only while somebody does. */
export class RequestWatchers {
  readonly #redis: Redis;
  readonly #errors: ErrorReporter;
  readonly #watchers = new Map<Watcher, Set<string>>();
  #endBeats: (() => void) | undefined;
  #looking: Promise<void> | null = null;
  /** The accounts that have had requests of late, each with the time of the last one that was seen. */
  #seen = new Map<string, string>();

  constructor(redis: Redis, errors: ErrorReporter) {
    this.#redis = redis;
    this.#errors = errors;
  }

  get count(): number {
    return this.#watchers.size;
  }

  /** Begins to watch. Returns a function that ends it. */
  watch(watcher: Watcher): () => void {
    this.#watchers.set(watcher, new Set());
    // Who comes anew may have missed what others have seen.
    this.#seen = new Map();
    this.#endBeats ??= onBeats(1, () => {
      // A look that takes longer than a beat is not overtaken.
      this.#looking ??= this.#look()
        .catch(this.#errors.unlessAway('look for new requests'))
        .finally(() => {
          this.#looking = null;
        });
    });
    return () => {
      this.#watchers.delete(watcher);
      if (this.#watchers.size > 0) return;
      this.#endBeats?.();
      this.#endBeats = undefined;
    };
  }

  async #look(): Promise<void> {
    const seen = this.#seen;
    const since = Math.max(0, ...[...seen.values()].map(Number));
    const found = await this.#redis.zrangebyscore(redisKeys.requestTimes, since, '+inf', 'WITHSCORES');
    const last = new Map<string, string>();
    for (let at = 0; at < found.length; at += 2) last.set(found[at] as string, found[at + 1] as string);
    const changed = [...last.keys()].filter((account) => seen.get(account) !== last.get(account));
    for (const [watcher, told] of this.#watchers) {
      const { whose } = watcher;
      const concerns = whose === 'all' ? changed : changed.filter((account) => whose.includes(account));
      if (concerns.length > 0) await this.#tell(watcher, told, concerns);
    }
    // Whoever began meanwhile has set it back.
    if (this.#seen === seen && last.size > 0) this.#seen = last;
  }

  async #tell(watcher: Watcher, told: Set<string>, accounts: readonly string[]): Promise<void> {
    const after = placeOf({ at: watcher.newestAt - LATE_MS, id: '' });
    const { items } = await readRequests(this.#redis, accounts, watcher.filter, { after, limit: MAX_NEW });
    const fresh = items.filter((one) => !told.has(placeOf(one))).reverse();
    if (fresh.length === 0) return;
    watcher.newestAt = Math.max(watcher.newestAt, ...fresh.map(({ at }) => at));
    told.clear();
    for (const one of items) told.add(placeOf(one));
    watcher.onRequests(fresh);
  }
}
