import type { InstanceSecret } from '../instance-secret.ts';
import { type CursorPage, cursorAt, cursorParts } from '../list-cursor.ts';
import type { ReadPage } from '../pages/read-operation.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { namedValues, scriptFile } from '../redis/redis-script.ts';
import type { Seal } from '../seal.ts';
import { type CrawlAbout, type CrawlRequest, CrawlSeal, type EndedPage, type QueuedPage } from './crawl-request.ts';

const summaryScript = scriptFile(new URL('./lua/summary.lua', import.meta.url), 1);

/** How a crawl is. `partial`: a limit ended it, which `reason` names; `failed`: it has no page. */
export type CrawlState = 'running' | 'completed' | 'partial' | 'cancelled' | 'failed';

/** A crawl, and its account of the pages that were found: each is in exactly one of the counts. */
export interface CrawlSummary {
  id: string;
  account: string;
  about: CrawlAbout;
  state: CrawlState;
  reason: string;
  limit: number;
  createdAt: number;
  endedAt: number | null;
  found: number;
  queued: number;
  fetched: number;
  failed: Counts;
  skipped: Counts;
  /** As how many pages it counts so far, among those that are paid for. */
  asked: number;
}

/** A crawl with all that was asked for. */
export interface Crawl extends CrawlSummary {
  request: CrawlRequest;
}

/** How many in all, and by reason. */
export interface Counts {
  total: number;
  reasons: Record<string, number>;
}

/** A page that was read, as it is kept. */
export interface CrawledPage {
  url: string;
  depth: number;
  page: ReadPage;
}

/** A crawl of an account; null if there is none. */
export async function readCrawl(
  redis: Redis,
  id: string,
  account: string,
  seals: readonly Seal[],
): Promise<Crawl | null> {
  return crawlIn(await redis.hgetall(redisKeys.crawl(id)), id, account, seals);
}

/** The crawl that a caller names; null if the account has none of that name. */
export async function ownCrawl(
  { redis, secret }: { redis: Redis; secret: Pick<InstanceSecret, 'loadAll'> },
  id: string,
  account: string,
): Promise<{ crawl: Crawl; seals: readonly Seal[] } | null> {
  if (!/^[\da-f]{32}$/.test(id)) return null;
  const seals = await secret.loadAll();
  const crawl = await readCrawl(redis, id, account, seals);
  return crawl && { crawl, seals };
}

/** Several crawls of an account, but for those that are gone. */
export async function crawlsIn(
  { redis, secret }: { redis: Redis; secret: Pick<InstanceSecret, 'loadAll'> },
  ids: readonly string[],
  account: string,
): Promise<CrawlSummary[]> {
  const seals = await secret.loadAll();
  const read = await Promise.all(ids.map((id) => readSummary(redis, id, account, seals)));
  return read.filter((crawl) => crawl !== null);
}

/** How a crawl of an account is; null if there is none. */
export async function readSummary(
  redis: Redis,
  id: string,
  account: string,
  seals: readonly Seal[],
): Promise<CrawlSummary | null> {
  const fields = namedValues(await summaryScript.run(redis, [redisKeys.crawl(id)], []));
  return summaryIn(fields as Record<string, string>, id, account, seals);
}

/** The crawl in the fields of a record. */
export function crawlIn(
  fields: Readonly<Record<string, string>>,
  id: string,
  account: string,
  seals: readonly Seal[],
): Crawl | null {
  const summary = summaryIn(fields, id, account, seals);
  if (summary === null || fields.request === undefined) return null;
  return { ...summary, request: CrawlSeal.open(seals, id, fields.request).request };
}

function summaryIn(
  fields: Readonly<Record<string, string>>,
  id: string,
  account: string,
  seals: readonly Seal[],
): CrawlSummary | null {
  if (fields.account !== account || fields.about === undefined) return null;
  const number = (name: string) => Number(fields[name] ?? 0);
  const counts = (name: string): Counts => {
    const named = Object.entries(fields).filter(([field]) => field.startsWith(`${name}:`));
    const reasons = Object.fromEntries(named.map(([field, count]) => [field.slice(name.length + 1), Number(count)]));
    return { total: number(name), reasons };
  };
  return {
    id,
    account,
    about: CrawlSeal.read(seals, id, fields.about),
    state: fields.state as CrawlState,
    reason: fields.reason ?? '',
    limit: number('limit'),
    createdAt: number('created_at'),
    endedAt: fields.ended_at === undefined ? null : number('ended_at'),
    found: number('found'),
    queued: number('queued'),
    fetched: number('fetched'),
    failed: counts('failed'),
    skipped: counts('skipped'),
    asked: number('asked'),
  };
}

/** Where a list goes on, and whether more may come: a list that grows has a next place even at its end. */
interface ListPlace {
  limit: number;
  cursor?: string | undefined;
}

/** A reply has no further page once it has so many characters, and at least one page. */
export const MAX_REPLY_CHARS = 4_000_000;
const AT_A_TIME = 10;

/** The pages that were read, in the order in which they were. */
export async function fetchedPages(
  redis: Redis,
  crawl: Crawl,
  { limit, cursor }: ListPlace,
  seals: readonly Seal[],
): Promise<CursorPage<CrawledPage>> {
  const from = placeIn(cursor);
  const seal = new CrawlSeal(seals, crawl.id, crawl.request);
  const fields = await redis.lrange(redisKeys.crawlFetched(crawl.id), from, from + limit - 1);
  const items: CrawledPage[] = [];
  let left = MAX_REPLY_CHARS;
  for (let at = 0; at < fields.length && left > 0; at += AT_A_TIME) {
    const some = fields.slice(at, at + AT_A_TIME);
    for (const packed of await redis.hmgetBuffer(redisKeys.crawlResults(crawl.id), ...some)) {
      if (packed === null) throw new Error('A page of a crawl is missing.');
      if (left <= 0) break;
      const { value, chars } = seal.unpacked<CrawledPage>(packed);
      left -= chars;
      items.push(value);
    }
  }
  return { items, next_cursor: nextIn(crawl, from + items.length, crawl.fetched) };
}

/** The pages that have failed, or were skipped. */
export async function endedPages(
  redis: Redis,
  crawl: Crawl,
  state: 'failed' | 'skipped',
  { limit, cursor }: ListPlace,
  seals: readonly Seal[],
): Promise<CursorPage<EndedPage>> {
  const from = placeIn(cursor);
  const seal = new CrawlSeal(seals, crawl.id, crawl.request);
  const [name, total] =
    state === 'failed'
      ? [redisKeys.crawlFailed(crawl.id), crawl.failed.total]
      : [redisKeys.crawlSkipped(crawl.id), crawl.skipped.total];
  const items = (await redis.lrange(name, from, from + limit - 1)).map((text): EndedPage => {
    if (state === 'failed') return seal.opened(text);
    const at = text.indexOf(' ');
    const { url, depth } = seal.opened<QueuedPage>(text.slice(at + 1));
    return { url, depth, reason: text.slice(0, at) };
  });
  if (state === 'skipped' && items.length < limit) {
    const listed = await redis.llen(name);
    items.push(...(await leftPages(redis, crawl, seal, from + items.length - listed, limit - items.length)));
  }
  return { items, next_cursor: nextIn(crawl, from + items.length, total) };
}

/** The pages that waited when a limit ended the crawl. */
async function leftPages(
  redis: Redis,
  { id }: Crawl,
  seal: CrawlSeal,
  from: number,
  count: number,
): Promise<EndedPage[]> {
  const first = Math.max(0, from);
  const some = await redis.zrange(redisKeys.crawlLeft(id), String(first), String(first + count - 1));
  if (some.length === 0) return [];
  return (await redis.hmget(redisKeys.crawlPages(id), ...some)).flatMap((entry) => {
    if (entry === null) return [];
    const { url, depth } = seal.opened<QueuedPage>(entry);
    return [{ url, depth, reason: 'limit' }];
  });
}

function placeIn(cursor: string | undefined): number {
  const place = cursor === undefined ? 0 : Number(cursorParts(cursor)[0]);
  return Number.isSafeInteger(place) && place >= 0 ? place : 0;
}

function nextIn({ state }: CrawlSummary, at: number, total: number): string | null {
  return state === 'running' || at < total ? cursorAt([String(at)]) : null;
}
