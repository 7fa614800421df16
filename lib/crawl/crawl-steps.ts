import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { scriptFile } from '../redis/redis-script.ts';
import type { SkipReason } from '../sites/scope.ts';
import type { CrawlState } from './read-crawl.ts';

const createScript = scriptFile(new URL('./lua/create.lua', import.meta.url), 1);
const lookScript = scriptFile(new URL('./lua/look.lua', import.meta.url), 1);
const takeScript = scriptFile(new URL('./lua/take.lua', import.meta.url), 1);
const finishScript = scriptFile(new URL('./lua/finish.lua', import.meta.url), 1);
const planScript = scriptFile(new URL('./lua/plan.lua', import.meta.url), 1);
const stopScript = scriptFile(new URL('./lua/stop.lua', import.meta.url), 1);
const addScript = scriptFile(new URL('./lua/add.lua', import.meta.url), 1);
const siftScript = scriptFile(new URL('./lua/sift.lua', import.meta.url), 1);

/** A page whose worker has died is taken again after this time. No page takes longer. */
export const LEASE_MS = 25_000;

/** A page that is found. */
export interface FoundPage {
  /** The digest of its key. */
  key: string;
  /** The fingerprint of its host. */
  host: string;
  /** The digest of its shape; empty if that is not counted. */
  shape: string;
  /** The page, sealed. */
  entry: string;
  /** Those nearer to the start are read first. */
  distance: number;
  /** Why it is not read; null if it is. */
  skip: SkipReason | null;
  isSitemap: boolean;
}

/** A host with a page whose time has come: its number in the crawl, and its fingerprint. */
export interface DueHost {
  at: string;
  host: string;
}

/** When the next job of a crawl is to run; null if one is on its way, or none is needed. */
export type Plan = { inMs: number; due: string } | null;

/** What a job finds. */
export type Look =
  | { state: 'gone' }
  | { state: Exclude<CrawlState, 'running'>; account: string }
  | { state: 'running'; account: string; key: string; request: string; due: DueHost[] };

/** The same as the script says it: hosts are numbers and fingerprints in turn. */
type LookReply = [state: Look['state'], account?: string, key?: string, request?: string, hosts?: string[]];

/** A page that was taken. */
export interface TakenPage {
  /** Its name in the crawl; that of a sitemap begins with `s`. */
  member: string;
  token: string;
  /** The page, sealed. */
  entry: string;
}

/** What came of a page that was taken. */
export interface PageEnd {
  /** `moved`: it is elsewhere, which takes another turn. `again`: its host said to come later. `read`: it was a sitemap. */
  outcome: 'fetched' | 'failed' | 'skipped' | 'moved' | 'again' | 'read';
  /** Why it was skipped. */
  reason?: SkipReason;
  /** By which word its failure is counted. */
  word?: string;
  /** The page as it is listed unless it is a result, sealed. */
  entry: string;
  /** The digest of its text, and the field that its result has. */
  text?: string;
  field?: string;
  /** How many pages it counts as, among those that are paid for. */
  asked: number;
  /** Whether it failed because its host refuses everything. */
  refused?: boolean;
  /** Whether it was a sitemap of which something could not be read: pages may be missing. */
  lost?: boolean;
  /** Where it has moved to, or the page as it waits again. `key` is empty for one that it had before. */
  moved?: string;
  host?: string;
  key?: string;
  distance?: number;
  /** After how many milliseconds its host may be asked again. */
  waitMs?: number;
  /** The limit that it has met: no further page is taken. */
  stops?: 'size';
  /** Whether the next job is planned as well. */
  plans: boolean;
  found: readonly FoundPage[];
}

/** The fields of a new record. */
export interface NewCrawl {
  account: string;
  key: string;
  limit: number;
  keepMs: number;
  /** Both sealed. */
  about: string;
  request: string;
}

/** Creates a crawl with its first pages. */
export async function createCrawl(
  redis: Redis,
  id: string,
  { keepMs, ...record }: NewCrawl,
  maxMs: number,
  found: readonly FoundPage[],
): Promise<Plan> {
  const fields = JSON.stringify({ ...record, keep_ms: keepMs });
  return planIn(await createScript.run(redis, [redisKeys.crawl(id)], [fields, maxMs, foundText(found)]));
}

/** A job begins. `due` is the time that it was planned for. */
export async function lookAt(redis: Redis, id: string, due: string, hosts: number): Promise<Look> {
  const reply = (await lookScript.run(redis, [redisKeys.crawl(id)], [due, hosts])) as LookReply;
  const [state, account = '', key = '', request = '', list = []] = reply;
  if (state === 'gone') return { state };
  if (state !== 'running') return { state, account };
  const places = list.filter((_, index) => index % 2 === 0);
  return {
    state,
    account,
    key,
    request,
    due: places.map((at, index) => ({ at, host: list[index * 2 + 1] as string })),
  };
}

/**
 * Takes the next page of a host. `pay`: the number of the payment that must be made before; `none`: there is no page, or no
 * room under the limit; `over`: the crawl has ended.
 */
export async function takePage(
  redis: Redis,
  id: string,
  { at, token, paid, gapMs }: { at: string; token: string; paid: number; gapMs: number },
): Promise<TakenPage | { pay: number } | 'none' | 'over'> {
  const reply = (await takeScript.run(redis, [redisKeys.crawl(id)], [at, token, LEASE_MS, paid, gapMs])) as string[];
  const [answer, one = '', entry = ''] = reply;
  if (answer === 'pay') return { pay: Number(one) };
  return answer === 'page' ? { member: one, token, entry } : (answer as 'none' | 'over');
}

/** Ends a page. What came of one that is not leased any longer counts for nothing: `stale`. */
export async function finishPage(
  redis: Redis,
  id: string,
  { member, token }: TakenPage,
  { found, ...end }: PageEnd,
): Promise<{ state: CrawlState | 'stale'; plan: Plan }> {
  const ended = { reason: '', word: '', text: '', field: '', ...end, found: found.map(asListed) };
  const reply = await finishScript.run(redis, [redisKeys.crawl(id)], [member, token, JSON.stringify(ended)]);
  const [state, plan] = reply as [CrawlState | 'stale', unknown];
  return { state, plan: planIn(plan) };
}

/** Plans the next job, after hosts said how long to wait, and tells how the crawl is. */
export async function planNext(
  redis: Redis,
  id: string,
  waits: readonly { at: string; waitMs: number }[],
): Promise<{ state: CrawlState | 'gone'; plan: Plan }> {
  const args = waits.flatMap(({ at, waitMs }) => [at, Math.ceil(waitMs)]);
  const reply = await planScript.run(redis, [redisKeys.crawl(id)], args);
  const [state, plan] = reply as [CrawlState | 'gone', unknown];
  return { state, plan: planIn(plan) };
}

/** Ends a crawl that runs: at once, or after a limit as soon as its pages on the way have ended. Returns whether it has ended now. */
export async function stopCrawl(
  redis: Redis,
  id: string,
  state: 'cancelled' | 'partial',
  reason: string,
): Promise<boolean> {
  return (await stopScript.run(redis, [redisKeys.crawl(id)], [state, reason])) === 1;
}

/** Whether a crawl has not ended. */
export async function isRunning(redis: Redis, id: string): Promise<boolean> {
  return (await redis.hget(redisKeys.crawl(id), 'state')) === 'running';
}

/** Adds pages that were found elsewhere than on a page that was taken, a few at a time: there may be many. */
export async function addPages(redis: Redis, id: string, found: readonly FoundPage[]): Promise<void> {
  for (let from = 0; from < found.length; from += ADDED_AT_ONCE) {
    await addScript.run(redis, [redisKeys.crawl(id)], [foundText(found.slice(from, from + ADDED_AT_ONCE))]);
  }
}

/** More would keep Redis from answering others. */
const ADDED_AT_ONCE = 500;
const AT_ONCE = 1_000;

/** Which of these pages are not known yet, and how many pages of its shape are. */
export async function siftPages(
  redis: Redis,
  id: string,
  pages: readonly { key: string; shape: string }[],
): Promise<{ isNew: boolean; ofShape: number }[]> {
  const sifted: { isNew: boolean; ofShape: number }[] = [];
  for (let from = 0; from < pages.length; from += AT_ONCE) {
    const args = pages.slice(from, from + AT_ONCE).flatMap(({ key, shape }) => [key, shape]);
    const [known, shapes] = (await siftScript.run(redis, [redisKeys.crawl(id)], args)) as [number[], (string | null)[]];
    for (const [at, one] of known.entries()) sifted.push({ isNew: one === 0, ofShape: Number(shapes[at] ?? 0) });
  }
  return sifted;
}

function foundText(found: readonly FoundPage[]): string {
  return JSON.stringify(found.map(asListed));
}

/** A page as scripts read it. */
function asListed({ key, host, shape, entry, distance, skip, isSitemap }: FoundPage): (string | number)[] {
  return [key, host, shape, entry, distance, skip ?? '', isSitemap ? 's' : ''];
}

function planIn(reply: unknown): Plan {
  const [inMs, due] = reply as [number, string];
  return inMs < 0 ? null : { inMs, due };
}
