import { beforeEach, describe, expect, it, vi } from 'vitest';
import { countFailures } from '../../../lib/requests/count-failures.ts';
import { forgetRequests } from '../../../lib/requests/forget-requests.ts';
import {
  findRequest,
  placeOf,
  type RequestFilter,
  readRequests,
  type Whose,
} from '../../../lib/requests/read-requests.ts';
import { RequestLog } from '../../../lib/requests/request-log.ts';
import type { RequestRecord } from '../../../lib/requests/request-record.ts';
import { redisForSuite } from '../../harness/redis.ts';
import { sampleRequest, sampleRequests } from './sample-requests.ts';

const redis = await redisForSuite();
beforeEach(() => redis.flushdb());

const MB = 1024 * 1024;
const HOUR_MS = 3_600_000;
const roomy = () => new RequestLog(redis, { hours: 24, bytes: 20 * MB });

/** Hands over requests as a process does: some at a time, in the order of their ends. */
async function write(log: RequestLog, records: readonly RequestRecord[], atOnce = 20): Promise<void> {
  for (let at = 0; at < records.length; at += atOnce) await log.keep(records.slice(at, at + atOnce));
}

/** All that the log has, read in parts. */
async function readAll(whose: Whose, filter: RequestFilter = {}, limit = 50) {
  const items = [];
  let cursor: string | undefined;
  do {
    const page = await readRequests(redis, whose, filter, { cursor, limit });
    items.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}

/** What Redis says that all logs take. */
async function bytesInRedis(): Promise<number> {
  const names = await redis.keys('{trib:requests*');
  const sizes = await Promise.all(names.map((name) => redis.memory('USAGE', name, 'SAMPLES', 0)));
  return sizes.reduce<number>((sum, size) => sum + Number(size), 0);
}

const ids = (records: readonly { id: string }[]) => records.map(({ id }) => id);

describe('the log', () => {
  it('gives back what was written, the newest first, in parts of any length', async () => {
    const records = sampleRequests(230);
    await write(roomy(), records, 7);
    const expected = ids(records).reverse();
    for (const limit of [1, 50, 1_000]) expect(ids(await readAll(['ada'], {}, limit))).toEqual(expected);
    const [newest] = (await readRequests(redis, ['ada'], {}, { limit: 1 })).items;
    expect(newest).toEqual({ ...records.at(-1), one_of: 1 });
  });

  it('keeps accounts apart, and reads several or all of them together', async () => {
    const [ada, bob, nobody] = [
      sampleRequests(60),
      sampleRequests(60, { account: 'bob' }),
      sampleRequests(5, { account: null, key: null, reason: 'bad_key', status: 401 }),
    ];
    const all = [...ada, ...bob, ...nobody].sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
    await write(roomy(), all, 9);
    expect(ids(await readAll(['ada']))).toEqual(ids(ada).reverse());
    expect(new Set(ids(await readAll(['ada', 'bob'])))).toEqual(new Set(ids([...ada, ...bob])));
    expect(ids(await readAll('all', {}, 7))).toEqual(ids(all).reverse());
    expect(await readAll([])).toEqual([]);
    expect(await readAll(['carl'])).toEqual([]);
  });

  it('reads more accounts than it opens at a time, each in its place', async () => {
    const records = sampleRequests(90).map((record, at) => ({ ...record, account: `user-${at % 30}` }));
    await write(roomy(), records, 13);
    expect(ids(await readAll('all', {}, 20))).toEqual(ids(records).reverse());
  });

  it('filters, and finds a request by its id', async () => {
    const records = [
      sampleRequest({ reason: 'timeout', status: 503, at: Date.now() - 9_000 }),
      sampleRequest({ key: 'another8', endpoint: 'images', at: Date.now() - 8_000 }),
      sampleRequest({ status: 404, reason: 'not_found', engines: [], at: Date.now() - 7_000 }),
      ...sampleRequests(5),
    ];
    await write(roomy(), records);
    const found = async (filter: RequestFilter) => ids(await readAll(['ada'], filter));
    const [late, other, missing] = ids(records);
    expect(await found({ reason: 'timeout' })).toEqual([late]);
    expect(await found({ key: 'another8' })).toEqual([other]);
    expect(await found({ endpoint: 'images' })).toEqual([other]);
    expect(await found({ status: '4xx' })).toEqual([missing]);
    expect(await found({ status: '404' })).toEqual([missing]);
    expect(await found({ engine: 'engine_c' })).toHaveLength(7);
    expect(await findRequest(redis, ['ada'], other as string)).toMatchObject({ id: other, endpoint: 'images' });
    expect(await findRequest(redis, ['bob'], other as string)).toBeNull();
    expect(await findRequest(redis, 'all', 'nothing')).toBeNull();
  });

  it('reads only what is newer than a place', async () => {
    const records = sampleRequests(30);
    const log = roomy();
    await write(log, records);
    const last = records.at(-1) as RequestRecord;
    const after = placeOf(last);
    expect(await readRequests(redis, 'all', {}, { after, limit: 50 })).toEqual({ items: [], next_cursor: null });
    const newer = [sampleRequest({ at: last.at + 400 }), sampleRequest({ at: last.at + 500 })];
    await write(log, newer);
    const { items } = await readRequests(redis, ['ada'], {}, { after, limit: 50 });
    expect(ids(items)).toEqual(ids(newer).reverse());
  });

  it('refuses a place that is none', async () => {
    await expect(readRequests(redis, 'all', {}, { cursor: 'x', limit: 1 })).rejects.toThrow('next_cursor');
  });

  it('forgets an account', async () => {
    const log = roomy();
    await write(log, [...sampleRequests(40), ...sampleRequests(40, { account: 'bob' })]);
    await forgetRequests(redis, 'ada');
    expect(await readAll(['ada'])).toEqual([]);
    expect(await redis.keys('{trib:requests:ada}*')).toEqual([]);
    expect(await readAll('all')).toHaveLength(40);
    await forgetRequests(redis, 'bob');
    expect(await redis.hget('{trib:requests}:totals', 'bytes')).toBe('0');
  });
});

describe('the bounds of the log', () => {
  it('in memory hold for one account with far more requests, of which it keeps some evenly, and says so', {
    timeout: 120_000,
  }, async () => {
    const COUNT = 20_000;
    const records = sampleRequests(COUNT);
    const log = new RequestLog(redis, { hours: 24, bytes: MB / 2 });
    await write(log, records, 25);
    const bytes = await bytesInRedis();
    expect(bytes).toBeLessThan(MB / 2);
    // It is made use of.
    expect(bytes).toBeGreaterThan(MB / 8);
    const kept = await readAll(['ada'], {}, 500);
    const [{ one_of = 0 } = {}] = kept;
    expect(one_of).toBeGreaterThan(1);
    // All of the time is covered alike: each of eight parts has its share, but for chance.
    const parts = Array.from({ length: 8 }, () => 0);
    const first = records[0]?.at ?? 0;
    for (const { at } of kept) {
      const part = Math.floor((at - first) / (COUNT * 125));
      parts[part] = (parts[part] ?? 0) + 1;
    }
    for (const count of parts) expect(Math.abs((count * one_of * 8) / COUNT - 1)).toBeLessThan(0.25);
    expect(new Set(kept.map((one) => one.one_of))).toEqual(new Set([one_of]));
  });

  it('in memory hold for many accounts, and the quiet ones keep all of theirs', { timeout: 120_000 }, async () => {
    const log = new RequestLog(redis, { hours: 24, bytes: MB / 2 });
    const now = Date.now();
    for (let round = 0; round < 100; round++) {
      const loud = [0, 1, 2].flatMap((at) =>
        sampleRequests(60, { account: `loud-${at}` }, now - (100 - round) * 60_000),
      );
      const quiet = round % 20 === 0 ? sampleRequests(1, { account: 'quiet' }, now - (100 - round) * 60_000) : [];
      await log.keep([...loud, ...quiet]);
    }
    expect(await bytesInRedis()).toBeLessThan(MB / 2);
    expect((await readAll(['quiet'])).map(({ one_of }) => one_of)).toEqual(Array.from({ length: 5 }, () => 1));
    for (const at of [0, 1, 2]) expect((await readAll([`loud-${at}`], {}, 500)).length).toBeGreaterThan(250);
  });

  it('in memory hold for thousands of accounts: those without a request for longest have no log any more', async () => {
    const log = new RequestLog(redis, { hours: 24, bytes: MB });
    for (let round = 0; round < 60; round++) {
      await log.keep(
        Array.from({ length: 50 }, (_, at) => sampleRequests(1, { account: `user-${50 * round + at}` })).flat(),
      );
    }
    expect(await bytesInRedis()).toBeLessThan(MB);
    expect(Number(await redis.hget('{trib:requests}:totals', 'bytes'))).toBeLessThan(MB);
    expect(await readAll(['user-0'])).toEqual([]);
    expect(await readAll(['user-2999'])).toHaveLength(1);
    // Nothing is cut again and again in vain.
    const scripts = vi.spyOn(redis, 'evalsha');
    await log.keep(sampleRequests(1, { account: 'user-2999' }));
    expect(scripts).toHaveBeenCalledTimes(2);
  });

  it('in time hold for an account that has come to rest', async () => {
    const now = Date.now();
    const failed = { reason: 'timeout', status: 503 } as const;
    await write(new RequestLog(redis, { hours: 24, bytes: MB }), [
      ...sampleRequests(3, failed, now - 40 * HOUR_MS),
      ...sampleRequests(2, failed, now - HOUR_MS),
    ]);
    expect(await readAll(['ada'])).toHaveLength(2);
    expect(await countFailures(redis, ['ada'])).toEqual([{ reason: 'timeout', count: 2 }]);
    expect(await countFailures(redis, 'all')).toEqual([{ reason: 'timeout', count: 2 }]);
  });

  it('in time end what is older, and an account that is gone leaves room for others', async () => {
    const log = new RequestLog(redis, { hours: 1, bytes: MB });
    const now = Date.now();
    await write(log, sampleRequests(20, {}, now - 2 * HOUR_MS));
    await write(log, sampleRequests(5, {}, now));
    expect(await readAll(['ada'])).toHaveLength(5);
    for (const name of await redis.keys('{trib:requests*')) {
      expect(await redis.pttl(name), name).toBeGreaterThan(HOUR_MS / 2);
      expect(await redis.pttl(name), name).toBeLessThan(1.2 * HOUR_MS);
    }
  });
});

describe('failures', () => {
  it('are counted by reason, also those that the log leaves out', async () => {
    const log = new RequestLog(redis, { hours: 24, bytes: 40_000 });
    await write(log, sampleRequests(3_000, { reason: 'burst', status: 429, engines: [] }), 100);
    await write(log, sampleRequests(7, { account: 'bob', reason: 'timeout', status: 503 }));
    expect(await readAll('all', { reason: 'burst' }, 500)).not.toHaveLength(3_000);
    expect(await countFailures(redis, ['ada'])).toEqual([{ reason: 'burst', count: 3_000 }]);
    expect(await countFailures(redis, 'all')).toEqual([
      { reason: 'burst', count: 3_000 },
      { reason: 'timeout', count: 7 },
    ]);
  });
});
