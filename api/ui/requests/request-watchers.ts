import { onBeats } from '../../../lib/beats.ts';
import type { ErrorReporter } from '../../../lib/log/error-reporter.ts';
import type { Redis } from '../../../lib/redis/redis.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import type { LoggedRequest } from '../../../lib/requests/block-reader.ts';
import { fits, placeOf, type RequestFilter, readRequests, type Whose } from '../../../lib/requests/read-requests.ts';

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
/** Of all requests, so that filters find theirs among them. */
const MAX_READ = 2_000;

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
    for (const watchers of this.#groups()) {
      const [{ whose }] = watchers;
      const concerns = whose === 'all' ? changed : changed.filter((account) => whose.includes(account));
      if (concerns.length > 0) await this.#tell(watchers, concerns);
    }
    // Whoever began meanwhile has set it back.
    if (this.#seen === seen && last.size > 0) this.#seen = last;
  }

  /** Watchers of the same logs, which are read once for all of them. */
  #groups(): Iterable<[Watcher, ...Watcher[]]> {
    const groups = new Map<string, [Watcher, ...Watcher[]]>();
    for (const watcher of this.#watchers.keys()) {
      const whose = JSON.stringify(watcher.whose);
      const group = groups.get(whose);
      if (group) group.push(watcher);
      else groups.set(whose, [watcher]);
    }
    return groups.values();
  }

  async #tell(watchers: readonly Watcher[], accounts: readonly string[]): Promise<void> {
    const since = Math.min(...watchers.map(({ newestAt }) => newestAt)) - LATE_MS;
    const after = placeOf({ at: since, id: '' });
    const { items } = await readRequests(this.#redis, accounts, {}, { after, limit: MAX_READ });
    for (const watcher of watchers) {
      const told = this.#watchers.get(watcher);
      // Those who have left meanwhile hear nothing.
      if (told) tell(watcher, told, items);
    }
  }
}

/** Tells a watcher what of these requests is new to it. `told`: the places of those that it may meet again. */
function tell(watcher: Watcher, told: Set<string>, items: readonly LoggedRequest[]): void {
  const late = watcher.newestAt - LATE_MS;
  const fitting = items.filter((one) => one.at >= late && fits(one, watcher.filter)).slice(0, MAX_NEW);
  const fresh = fitting.filter((one) => !told.has(placeOf(one))).reverse();
  // Also those that do not fit: what is older need not be read again.
  watcher.newestAt = Math.max(watcher.newestAt, ...items.slice(0, 1).map(({ at }) => at));
  told.clear();
  for (const one of fitting) told.add(placeOf(one));
  if (fresh.length > 0) watcher.onRequests(fresh);
}
