import { LRUCache } from 'lru-cache';
import { INSTANCE } from '../../lib/audit/audit-entry.ts';
import type { ErrorReporter } from '../../lib/log/error-reporter.ts';
import type { Redis } from '../../lib/redis/redis.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import type { RuleSource } from '../../lib/rules/apply.ts';
import { InvalidRules, parseLongRules, parseRules } from '../../lib/rules/parse.ts';
import type { RuleList } from '../../lib/rules/rule-list.ts';
import { type RulesText, readRules, type StoredRules, setRules } from '../../lib/rules/stored-rules.ts';

/** The instructions of all lists that are kept in memory. Those of 500,000 sites take about 100 MB. */
const MAX_KEPT_INSTRUCTIONS = 500_000;
/** Then a list is read from Redis again, and refreshed if it is due. */
const KEPT_MS = 3_600_000;
/** How old a list that was imported from an address becomes before it is read there again. */
const REFRESHED_AFTER_MS = 86_400_000;
/** How long nobody tries again after that, whether it succeeds or not. */
const RETRIED_AFTER_S = 3_600;

/** What the lists work with. */
export interface RuleListsOptions {
  redis: Redis;
  /** The list of the instance; null if it has none. */
  instance: RuleList | null;
  /** Reads the text at an address through a worker. Rejects with InvalidRules if there is none. */
  readAddress(address: string, account: string): Promise<string>;
  errors: ErrorReporter;
}

/** The rules for sites of requests: those of the call, and those that are stored for its key and its account. */
export class RuleLists {
  readonly #options: RuleListsOptions;
  /** By owner and version: each owner's list is refreshed for itself. */
  readonly #lists = new LRUCache<string, RuleList>({
    maxSize: MAX_KEPT_INSTRUCTIONS,
    sizeCalculation: ({ size }) => size + 1,
    ttl: KEPT_MS,
  });

  /** What requests without rules of their own are under. */
  readonly #ofInstance: RuleSource[] | null;

  constructor(options: RuleListsOptions) {
    this.#options = options;
    const { instance } = options;
    this.#ofInstance = instance && [{ owner: 'instance', list: instance }];
  }

  /**
   * The rules that a request's results are under, in their order; null if there are none. A promise only if a list has to
   * be read from Redis, so that a request without rules does not wait.
   */
  sourcesFor(
    call: string | undefined,
    stored: readonly StoredRules[] | undefined,
  ): RuleSource[] | null | Promise<RuleSource[] | null> {
    if (call === undefined && stored === undefined) return this.#ofInstance;
    const named = (stored ?? []).map((one) => ({ ...one, list: this.#lists.get(nameOf(one)) }));
    if (named.every(({ list }) => list)) return this.#sources(call, named);
    return Promise.all(named.map(async (one) => ({ ...one, list: one.list ?? (await this.#load(one)) }))).then((all) =>
      this.#sources(call, all),
    );
  }

  #sources(
    call: string | undefined,
    stored: readonly { owner: 'key' | 'account'; list?: RuleList | undefined }[],
  ): RuleSource[] | null {
    const own = [{ owner: 'call' as const, list: call === undefined ? undefined : parseRules(call) }, ...stored];
    const sources = own.flatMap(({ owner, list }): RuleSource[] => (list ? [{ owner, list }] : []));
    return sources.length > 0 ? [...sources, ...(this.#ofInstance ?? [])] : this.#ofInstance;
  }

  /** Reads a list from Redis; undefined if it was just replaced. */
  async #load(stored: StoredRules): Promise<RuleList | undefined> {
    const { redis, errors } = this.#options;
    const read = await readRules(redis, stored);
    if (!read) return undefined;
    const list = await parseLongRules(read.text);
    this.#lists.set(nameOf(stored), list);
    if (read.address !== '' && Date.now() - read.storedAt > REFRESHED_AFTER_MS) {
      void this.#refresh(stored, read).catch(errors.unlessAway('refresh a list of rules'));
    }
    return list;
  }

  /** Reads a list at its address again. If that fails, or the list is bad, the one before stays. */
  async #refresh({ owner, name, version }: StoredRules, { address }: RulesText): Promise<void> {
    const { redis, readAddress, errors } = this.#options;
    const isDue = await redis.set(redisKeys.rulesRefresh(owner, name), '1', 'EX', RETRIED_AFTER_S, 'NX');
    if (isDue === null) return;
    try {
      await setRules(
        redis,
        INSTANCE,
        { owner, name },
        { text: await readAddress(address, name), address, replaces: version },
      );
    } catch (error) {
      if (!(error instanceof InvalidRules)) throw error;
      errors.report(error, 'refresh a list of rules', { owner, name });
    }
  }
}

function nameOf({ owner, name, version }: StoredRules): string {
  return `${owner} ${name} ${version}`;
}
