import type { EngineOutcome, RequestRecord } from '../requests/request-record.ts';
import { latencyBucket } from './latency-buckets.ts';

/**
 * What is counted of requests: numbers by name, which add up over requests, hours and days.
 * `requests`, `searches`, `errors`, `cached`, `askable`, `left`; and with a name after the colon
 * `refused:burst`, `failed:timeout`, `calls:engine_a`, `ms:37`, the bucket of a duration, and `spent:EUR`, what calls cost
 * at their time, in billionths.
 */
export type Counts = Map<string, number>;

/** What one call to an engine costs, by the engine's public name. */
export type CallPrices = ReadonlyMap<string, { price: number; currency: string }>;

/** Costs are stored as whole numbers of these. A call costs a thousandth or less of what prices are set for. */
export const COST_UNIT = 1e-9;

/** What requests are told apart by. */
const usageKinds = ['account', 'key', 'label', 'endpoint', 'engine'] as const;
export type UsageKind = (typeof usageKinds)[number];

/** The row of everything. */
export const TOTAL = 'total';
/** The name of what has no row of its own, because an hour has rows for only some of a kind. */
export const OTHERS = '*';

/** The row of one of a kind: `key:9f2c…`. The key of a person on a page is empty. */
export function rowOf(kind: UsageKind, name: string): string {
  return `${kind}:${name}`;
}

/**
 * The row in the numbers of the instance of what an account has named itself, its keys and labels: `label:ada|app=bot`. So
 * each account has a share of these rows, and takes them along when it is deleted.
 */
function rowOfAccount(kind: 'key' | 'label', account: string, name: string): string {
  return `${kind}:${account}|${name}`;
}

/** What such a row starts with. */
export function rowsOfAccount(account: string): string[] {
  return [rowOfAccount('key', account, ''), rowOfAccount('label', account, '')];
}

/** A row as it is shown: without whose it is. No label and no key looks like the name of an account before a `|`. */
export function shownRow(row: string): string {
  return row.replace(/^(key|label):[a-z0-9._@-]+\|/, '$1:');
}

/** Adds one to a number, or as many as given. */
export function count(counts: Counts, name: string, by = 1): void {
  if (by !== 0) counts.set(name, (counts.get(name) ?? 0) + by);
}

/** Adds all numbers of one to the other. */
export function addCounts(to: Counts, from: Counts): void {
  for (const [name, by] of from) count(to, name, by);
}

/** As they are stored: `requests=2 ms:37=2`. */
export function countsText(counts: Counts): string {
  return [...counts].map(([name, value]) => `${name}=${value}`).join(' ');
}

/** Parses what `countsText` or the script has written. */
export function countsIn(text: string): Counts {
  const counts: Counts = new Map();
  for (const [, name = '', value] of text.matchAll(/([^\s=]+)=(\d+)/g)) counts.set(name, Number(value));
  return counts;
}

/** Counts for a row in the numbers of the instance, and in those of the account: null if there is none. */
interface RowCounts {
  ofInstance: string;
  ofAccount: string | null;
  counts: Counts;
}

/** What decides which rows a request counts for, apart from its engines. */
export function groupOf({ account, key, endpoint, labels }: RequestRecord): string {
  return JSON.stringify([account, key, endpoint, labels]);
}

/** The counts of requests of one group: each is counted once, and then for all rows. */
export class GroupCounts {
  readonly #first: RequestRecord;
  readonly #whole: Counts = new Map();
  readonly #engines = new Map<string, Counts>();

  constructor(first: RequestRecord) {
    this.#first = first;
  }

  /** Counts a request at these prices. */
  add(record: RequestRecord, prices: CallPrices): void {
    countRequest(this.#whole, record, prices);
    for (const part of record.engines) {
      let counts = this.#engines.get(part.engine);
      if (!counts) {
        counts = new Map();
        this.#engines.set(part.engine, counts);
      }
      countPart(counts, part, prices);
    }
  }

  /** The counts by row. A row may be there twice. */
  rows(): RowCounts[] {
    const { account, key, endpoint, labels } = this.#first;
    const rows: RowCounts[] = [];
    const add = (ofInstance: string, ofAccount: string | null = ofInstance, counts = this.#whole) =>
      rows.push({ ofInstance, ofAccount, counts });
    add(TOTAL);
    add(rowOf('endpoint', word(endpoint)));
    for (const [engine, counts] of this.#engines) {
      const row = rowOf('engine', word(engine));
      add(row, row, counts);
    }
    // Without an account, nobody was admitted, and there is no key.
    if (account !== null) {
      for (const [name, value] of Object.entries(labels)) {
        const label = `${name}=${value}`;
        add(rowOfAccount('label', account, label), rowOf('label', label));
      }
      add(rowOfAccount('key', account, key ?? ''), rowOf('key', key ?? ''));
      add(rowOf('account', account), null);
    }
    return rows;
  }
}

const CLIENT_LEFT = 499;

function countRequest(counts: Counts, record: RequestRecord, prices: CallPrices): void {
  const { status, reason, cost, cached, engines, ms, isUntimed } = record;
  count(counts, 'requests');
  count(counts, 'searches', cost);
  for (const { engine, outcome, ms: waited } of engines) {
    if (waited !== null && outcome !== 'cached') countCall(counts, engine, prices);
  }
  if (status === CLIENT_LEFT) count(counts, 'left');
  else if (status >= 500) {
    count(counts, 'errors');
    count(counts, `failed:${word(reason ?? 'internal')}`);
  } else if (status >= 400) count(counts, `refused:${word(reason ?? 'refused')}`);
  else {
    if (!isUntimed) count(counts, `ms:${latencyBucket(ms)}`);
    if (cached || engines.length > 0) count(counts, 'askable');
    if (cached) count(counts, 'cached');
  }
}

/** How one engine took part: `requests` it was part of, of which each was cached, asked or skipped. */
function countPart(counts: Counts, { engine, outcome, ms }: EngineOutcome, prices: CallPrices): void {
  count(counts, 'requests');
  if (outcome === 'cached') count(counts, 'cached');
  if (outcome === 'cached' || ms !== null) count(counts, 'askable');
  if (ms === null || outcome === 'cached') return;
  countCall(counts, engine, prices);
  if (outcome === 'ok') count(counts, `ms:${latencyBucket(ms)}`);
  else {
    count(counts, 'errors');
    count(counts, `failed:${word(outcome)}`);
  }
}

function countCall(counts: Counts, engine: string, prices: CallPrices): void {
  count(counts, `calls:${word(engine)}`);
  const price = prices.get(engine);
  if (price) count(counts, `spent:${price.currency}`, Math.round(price.price / COST_UNIT));
}

/** A name without what separates numbers from each other. */
function word(text: string): string {
  return (/[\s=:]/.test(text) ? text.replace(/[\s=:]/g, '_') : text).slice(0, 60);
}
