import type { CrawlConfig } from '../config/config-crawl.ts';
import type { Limits } from '../limits/limits.ts';
import { usageFields, usageKey, usagePeriod } from '../limits/usage.ts';
import { type KeyOwner, labelsIn } from '../limits/verdict.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import { KEPT_MS } from '../webhooks/enqueue-delivery.ts';
import { roomForCrawls } from './crawl-room.ts';

const beginScript = scriptFile(new URL('./lua/begin-crawl.lua', import.meta.url), 5);
const reserveScript = scriptFile(new URL('./lua/reserve-bytes.lua', import.meta.url), 5);
const endScript = scriptFile(new URL('./lua/end-in-list.lua', import.meta.url), 5);
const payScript = scriptFile(new URL('./lua/pay.lua', import.meta.url), 3);

/** Whose crawl it is. */
export interface OwnedCrawl {
  id: string;
  account: string;
}

function listKeys(account: string): string[] {
  const { accountCrawls, accountCrawlsRunning, crawlsRunning, crawlEnds, crawlSizes } = redisKeys;
  return [accountCrawls(account), accountCrawlsRunning(account), crawlsRunning, crawlEnds, crawlSizes];
}

/** The endpoint that is told of a crawl. Nobody else uses it, so that it goes with the crawl. */
export function endpointIdOf(crawl: string): string {
  return `wh_${crawl.slice(0, 24)}`;
}

/** How long such an endpoint is kept: the last delivery can be sent again for as long as it is in the log. */
export function endpointLifeMs(maxMs: number): number {
  return maxMs + KEPT_MS;
}

/**
 * Enters a crawl into the lists before anything is stored of it, and makes room for that. Refused are one too many that run,
 * one that does not fit into what the account or the instance may hold, and any while Redis is nearly full.
 */
export async function beginInList(
  redis: Redis,
  { id, account }: OwnedCrawl,
  { maxMs, bytes, endpointBytes }: { maxMs: number; bytes: number; endpointBytes: number },
  config: CrawlConfig,
): Promise<'ok' | 'running' | 'account' | 'instance' | 'full'> {
  const { maxRunning, keepMs, accountBytes } = config;
  const room = await roomForCrawls(redis, config);
  if (room === 0) return 'full';
  const endpoint = endpointBytes === 0 ? '' : endpointIdOf(id);
  const lists = [id, account, maxRunning, keepMs + maxMs, accountBytes, room];
  const args = [...lists, bytes, endpoint, endpointBytes, endpointLifeMs(maxMs)];
  return (await beginScript.run(redis, listKeys(account), args)) as 'ok';
}

/** Makes room for what a crawl is about to store. Whose bytes are used up, or `gone` if the crawl is. */
export async function reserveBytes(
  redis: Redis,
  { id, account }: OwnedCrawl,
  bytes: number,
  config: CrawlConfig,
): Promise<'ok' | 'account' | 'instance' | 'gone'> {
  const { keepMs, accountBytes } = config;
  const args = [id, account, bytes, keepMs, accountBytes, await roomForCrawls(redis, config)];
  return (await reserveScript.run(redis, listKeys(account), args)) as 'ok';
}

/** A crawl has ended; its results are kept for a while. */
export async function endInList(redis: Redis, { id, account }: OwnedCrawl, keepMs: number): Promise<void> {
  await endScript.run(redis, listKeys(account), [id, keepMs, 0]);
}

/** All that is stored of a crawl. */
function partsOf(id: string): string[] {
  return [
    redisKeys.crawl,
    redisKeys.crawlPages,
    redisKeys.crawlFrontier,
    redisKeys.crawlSitemaps,
    redisKeys.crawlLeft,
    redisKeys.crawlSeen,
    redisKeys.crawlShapes,
    redisKeys.crawlTexts,
    redisKeys.crawlHosts,
    redisKeys.crawlTurns,
    redisKeys.crawlLeases,
    redisKeys.crawlTokens,
    redisKeys.crawlResults,
    redisKeys.crawlFetched,
    redisKeys.crawlFailed,
    redisKeys.crawlSkipped,
  ].map((name) => name(id));
}

/** Deletes all crawls of an account. What workers still do for them finds nothing to end. */
export async function deleteCrawls(redis: Redis, account: string): Promise<void> {
  for (const id of await redis.zrange(redisKeys.accountCrawls(account), '0', '-1'))
    await deleteCrawl(redis, { id, account });
  // Those of crawls that are gone already.
  for (const id of await redis.zrangebyscore(redisKeys.userWebhooks(account), '-inf', '(+inf'))
    await deleteEndpoint(redis, id, account);
}

/** Deletes a crawl, with the endpoint that is told of it. */
export async function deleteCrawl(redis: Redis, { id, account }: OwnedCrawl): Promise<void> {
  await redis.unlink(...partsOf(id));
  await deleteEndpoint(redis, endpointIdOf(id), account);
  await endScript.run(redis, listKeys(account), [id, 0, 1]);
  await redis.unlink(redisKeys.crawlPayments(id));
  await toldCrawl(redis, id);
}

async function deleteEndpoint(redis: Redis, id: string, account: string): Promise<void> {
  await redis.unlink(redisKeys.webhook(id));
  await redis.zrem(redisKeys.userWebhooks(account), id);
  await endScript.run(redis, listKeys(account), [id, 0, 1]);
}

/** The crawls of an account that run. */
export async function runningCrawlsOf(redis: Redis, account: string): Promise<string[]> {
  return await redis.smembers(redisKeys.accountCrawlsRunning(account));
}

/** The crawls of a list that nobody has looked at since a time. They are marked as seen now. */
export async function forgottenCrawls(
  redis: Redis,
  list: typeof redisKeys.crawlsRunning | typeof redisKeys.untoldCrawls,
  { before, now, most }: { before: number; now: number; most: number },
): Promise<string[]> {
  const ids = await redis.zrangebyscore(list, '-inf', before, 'LIMIT', 0, most);
  if (ids.length > 0) await redis.zadd(list, 'XX', ...ids.flatMap((id) => [now, id]));
  return ids;
}

/** A crawl has something to tell its webhook, until all is told. */
export async function untoldCrawl(redis: Redis, id: string, now: number): Promise<void> {
  await redis.zadd(redisKeys.untoldCrawls, now, id);
}

export async function toldCrawl(redis: Redis, id: string): Promise<void> {
  await redis.zrem(redisKeys.untoldCrawls, id);
}

/** What came of a payment: it was counted now, for a key with these labels, or before; or why it was not. */
export type Payment = { paid: 'now'; labels: KeyOwner['labels'] } | { paid: 'before' } | { paid: 'month' | 'key' };

/**
 * Counts one search for the next pages of a crawl. A payment is counted once, however often it is made. `month`: the month of
 * the key or of the account is used up; `key`: the key may not be used any longer.
 */
export async function payFor(
  redis: Redis,
  { id, key, payment }: { id: string; key: string; payment: number },
  { monthly, account }: Pick<Limits, 'monthly' | 'account'>,
  keepMs: number,
  now = new Date(),
): Promise<Payment> {
  const period = usagePeriod(now);
  const [field = ''] = Object.keys(usageFields({ crawl: 1 }, period));
  const [paid, labels = ''] = (await payScript.run(
    redis,
    [redisKeys.apiKey(key), usageKey({ key }, period.month), redisKeys.crawlPayments(id)],
    [redisKeys.accountsPrefix, period.month, field, payment, monthly ?? '', account?.monthly ?? '', keepMs],
  )) as [Payment['paid'], string?];
  return paid === 'now' ? { paid, labels: labelsIn({ labels }) } : { paid };
}
