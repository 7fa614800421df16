import type { RequestRecord } from '../requests/request-record.ts';
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
export const usageKinds = ['account', 'key', 'label', 'endpoint', 'engine'] as const;
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

/** The counts of a record by row, at these prices. Those of accounts are only in the rows of the instance. */
export function rowsOf(
  record: RequestRecord,
  prices: CallPrices,
): { instance: Map<string, Counts>; account: Map<string, Counts> } {
  const whole = countsOf(record, prices);
  const engines = record.engines.map(
    (engine) => [rowOf('engine', word(engine.engine)), engineCounts(engine, prices)] as const,
  );
  const shared = [
    [TOTAL, whole] as const,
    [rowOf('endpoint', word(record.endpoint)), whole] as const,
    ...Object.entries(record.labels).map(([name, value]) => [rowOf('label', `${name}=${value}`), whole] as const),
    // Without an account, nobody was admitted, and there is no key.
    ...(record.account === null ? [] : [[rowOf('key', record.key ?? ''), whole] as const]),
  ];
  const byAccount = record.account === null ? [] : [[rowOf('account', record.account), whole] as const];
  return { instance: merged([...shared, ...byAccount, ...engines]), account: merged([...shared, ...engines]) };
}

function merged(rows: readonly (readonly [string, Counts])[]): Map<string, Counts> {
  const all = new Map<string, Counts>();
  for (const [row, counts] of rows) {
    const into = all.get(row) ?? new Map();
    addCounts(into, counts);
    all.set(row, into);
  }
  return all;
}

const CLIENT_LEFT = 499;

function countsOf({ status, reason, cost, cached, engines, ms }: RequestRecord, prices: CallPrices): Counts {
  const counts: Counts = new Map([['requests', 1]]);
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
    count(counts, `ms:${latencyBucket(ms)}`);
    if (cached || engines.length > 0) count(counts, 'askable');
    if (cached) count(counts, 'cached');
  }
  return counts;
}

/** How one engine took part: `requests` it was part of, of which each was cached, asked or skipped. */
function engineCounts({ engine, outcome, ms }: RequestRecord['engines'][number], prices: CallPrices): Counts {
  const counts: Counts = new Map([['requests', 1]]);
  if (outcome === 'cached') count(counts, 'cached');
  if (outcome === 'cached' || ms !== null) count(counts, 'askable');
  if (ms === null || outcome === 'cached') return counts;
  countCall(counts, engine, prices);
  if (outcome === 'ok') count(counts, `ms:${latencyBucket(ms)}`);
  else {
    count(counts, 'errors');
    count(counts, `failed:${word(outcome)}`);
  }
  return counts;
}

function countCall(counts: Counts, engine: string, prices: CallPrices): void {
  count(counts, `calls:${word(engine)}`);
  const price = prices.get(engine);
  if (price) count(counts, `spent:${price.currency}`, Math.round(price.price / COST_UNIT));
}

/** A name without what separates numbers from each other. */
function word(text: string): string {
  return text.replace(/[\s=:]/g, '_').slice(0, 60);
}
