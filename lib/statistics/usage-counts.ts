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

/** Counts for a row. */
interface RowCounts {
  row: string;
  counts: Counts;
  /** Rows of accounts are only in the numbers of the instance. */
  ofInstance: boolean;
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
    const add = (row: string, counts = this.#whole, ofInstance = false) => rows.push({ row, counts, ofInstance });
    add(TOTAL);
    add(rowOf('endpoint', word(endpoint)));
    for (const [name, value] of Object.entries(labels)) add(rowOf('label', `${name}=${value}`));
    for (const [engine, counts] of this.#engines) add(rowOf('engine', word(engine)), counts);
    // Without an account, nobody was admitted, and there is no key.
    if (account !== null) {
      add(rowOf('key', key ?? ''));
      add(rowOf('account', account), this.#whole, true);
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
