import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import type { RecordKeeper } from '../requests/record-batches.ts';
import type { RequestRecord } from '../requests/request-record.ts';
import { addCounts, type CallPrices, type Counts, countsText, GroupCounts, groupOf } from './usage-counts.ts';
import { dayOf, hourOf } from './usage-period.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A month, and the day before it that a comparison may need. */
export const HOURS_KEPT_MS = 32 * DAY_MS;
/** Thirteen months. */
export const DAYS_KEPT_MS = 400 * DAY_MS;
/** How many keys, labels, endpoints … an hour, or a day, of one account tells apart, and of the instance. */
const MOST_ROWS = 50;
const MOST_ROWS_OF_INSTANCE = 200;
/** A script with more would keep Redis from answering others. */
const ROWS_AT_ONCE = 100;

const addScript = scriptFile(new URL('./lua/add-usage.lua', import.meta.url), 2);

/** The hashes of an hour and its day. */
interface Place {
  /** Null for the instance. */
  account: string | null;
  at: number;
  rows: Map<string, Counts>;
}

/**
 * Counts requests by hour and by day: of the instance, and of each account. A day is written with its hours, so that no
 * process has to fold them later, and nothing is lost if none is running.
 */
export class UsageStatistics implements RecordKeeper {
  readonly name = 'usage statistics';
  /** A quarter of a minute: adding to a row takes as long for one request as for a hundred. */
  readonly everyBeats = 16;
  readonly #redis: Redis;
  readonly #prices: CallPrices;

  /** `prices`: those that calls are counted at from now on. */
  constructor(redis: Redis, prices: CallPrices = new Map()) {
    this.#redis = redis;
    this.#prices = prices;
  }

  async keep(records: readonly RequestRecord[]): Promise<void> {
    let failed: { error: unknown } | undefined;
    for (const place of placesOf(records, this.#prices)) {
      // One failure must not keep the others from being counted.
      await this.#add(place).catch((error) => {
        failed = { error };
      });
    }
    if (failed) throw failed.error;
  }

  /** One script after the other: those of all accounts together would keep Redis from answering requests. */
  async #add({ account, at, rows }: Place): Promise<void> {
    const keys = [hourOf(at), dayOf(at)].map((span) => usageStatisticsKey(account, span));
    const most = account === null ? MOST_ROWS_OF_INSTANCE : MOST_ROWS;
    const all = [...rows].map(([row, counts]) => [row, countsText(counts)] as const);
    for (let from = 0; from < all.length; from += ROWS_AT_ONCE) {
      const part = all.slice(from, from + ROWS_AT_ONCE).flat();
      await addScript.run(this.#redis, keys, [HOURS_KEPT_MS, DAYS_KEPT_MS, most, ...part]);
    }
  }
}

/** The name in Redis of the numbers of an hour or a day, of an account or of the instance. */
export function usageStatisticsKey(account: string | null, span: string): string {
  return account === null ? redisKeys.instanceStatistics(span) : redisKeys.accountStatistics(account, span);
}

/** The numbers of records by where they are stored. */
export function placesOf(records: readonly RequestRecord[], prices: CallPrices): Place[] {
  const groups = new Map<string, { of: RequestRecord; counts: GroupCounts }>();
  for (const record of records) {
    const name = `${Math.floor(record.at / HOUR_MS)} ${groupOf(record)}`;
    let group = groups.get(name);
    if (!group) {
      group = { of: record, counts: new GroupCounts(record) };
      groups.set(name, group);
    }
    group.counts.add(record, prices);
  }
  const places = new Map<string, Place>();
  for (const { of, counts: own } of groups.values()) {
    const instance = rowsAt(places, null, of.at);
    const account = of.account === null ? null : rowsAt(places, of.account, of.at);
    for (const { ofInstance, ofAccount, counts } of own.rows()) {
      addTo(instance, ofInstance, counts);
      if (account && ofAccount !== null) addTo(account, ofAccount, counts);
    }
  }
  return [...places.values()];
}

function rowsAt(places: Map<string, Place>, account: string | null, at: number): Place['rows'] {
  const name = usageStatisticsKey(account, hourOf(at));
  const place = places.get(name) ?? { account, at, rows: new Map<string, Counts>() };
  places.set(name, place);
  return place.rows;
}

function addTo(rows: Place['rows'], row: string, counts: Counts): void {
  const into = rows.get(row) ?? new Map();
  rows.set(row, into);
  addCounts(into, counts);
}
