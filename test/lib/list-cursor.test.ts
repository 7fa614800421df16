import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { readAudit } from '../../lib/audit/read-audit.ts';
import { operator } from '../../lib/keys/authority.ts';
import { randomBase62 } from '../../lib/keys/key-format.ts';
import { keysFor } from '../../lib/keys/list-keys.ts';
import { type CursorPage, pageByName } from '../../lib/list-cursor.ts';
import { newestFirst } from '../../lib/redis/newest-first.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { readRequests } from '../../lib/requests/read-requests.ts';
import { RequestLog } from '../../lib/requests/request-log.ts';
import { createKey, createUser, TESTER } from '../harness/as-tester.ts';
import { redisForSuite } from '../harness/redis.ts';
import { sampleRequest } from './requests/sample-requests.ts';

const redis = await redisForSuite();
beforeEach(() => redis.flushdb());

/** Few times for many items: most of them share theirs with others. */
const times = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 14 });
const limits = fc.integer({ min: 1, max: 15 });

type ReadPart<Item> = (part: { cursor?: string | undefined; limit: number }) => Promise<CursorPage<Item>>;

/** All items of a list, in parts of this length. */
async function inParts<Item>(read: ReadPart<Item>, limit: number): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await read({ cursor, limit });
    expect(page.items.length).toBeLessThanOrEqual(limit);
    items.push(...page.items);
    if (page.next_cursor === null) return items;
    cursor = page.next_cursor;
  }
}

describe('a list in parts of any length has each item once, in one order, although many have the same time', () => {
  /** Makes the items anew for each try, and returns how they are read and the ids that the list must have. */
  const holds = (make: (times: number[]) => Promise<{ read: ReadPart<string>; ids: string[] }>) =>
    fc.assert(
      fc.asyncProperty(times, limits, async (some, limit) => {
        await redis.flushdb();
        const { read, ids } = await make(some);
        const found = await inParts(read, limit);
        expect([...found].sort()).toEqual([...ids].sort());
        expect(found).toEqual(await inParts(read, 1_000));
      }),
      { numRuns: 25 },
    );
  const mapped =
    <Item>(read: ReadPart<Item>, idOf: (item: Item) => string): ReadPart<string> =>
    async (part) => {
      const { items, next_cursor } = await read(part);
      return { items: items.map(idOf), next_cursor };
    };

  test('keys', () =>
    holds(async (some) => {
      for (const name of ['ada', 'bob', 'Eve']) await createUser(redis, name);
      const ids = [];
      for (const [at, time] of some.entries()) {
        const owner = ['ada', 'bob', 'eve'][at % 3] ?? '';
        ids.push((await createKey(redis, owner, { now: new Date(time * 1_000) })).prefix);
      }
      return {
        ids,
        read: mapped(
          (part) => keysFor(redis, operator(TESTER), part),
          ({ prefix }) => prefix,
        ),
      };
    }));

  test('what is listed by name', () =>
    holds(async (some) => {
      const ids = some.map((time) => `${time} ${randomBase62(3)}`).sort();
      return { ids, read: async (part) => pageByName(ids, (name) => name, part) };
    }));

  test('what a sorted set has, the newest first', () =>
    holds(async (some) => {
      const ids = some.map(() => randomBase62(8));
      for (const [at, id] of ids.entries()) await redis.zadd('list', some[at] ?? 0, id);
      return { ids, read: (part) => newestFirst(redis, 'list', part) };
    }));

  test('entries of the audit log', () =>
    holds(async (some) => {
      const ids: string[] = [];
      for (const [at, time] of some.toSorted().entries()) {
        const stream = [redisKeys.audit, redisKeys.auditFailures][at % 2] as string;
        // The same id in both streams, for every second pair.
        const id = `${time}-${Math.floor(at / 2)}`;
        const entry = JSON.stringify({ via: 'page', account: 'ada', action: 'key created', target: String(at) });
        await redis.xadd(stream, id, 'entry', entry);
        ids.push(String(at));
      }
      return {
        ids,
        read: mapped(
          (part) => readAudit(redis, {}, part),
          ({ target = '' }) => target,
        ),
      };
    }));

  test('requests', () =>
    holds(async (some) => {
      const log = new RequestLog(redis, { hours: 24, bytes: 1024 * 1024 });
      const start = Date.now() - 10;
      // They are handed over in the order of their ends.
      const records = some
        .toSorted()
        .map((time, at) => sampleRequest({ at: start + time, account: ['ada', 'bob'][at % 2] ?? '' }));
      await log.keep(records);
      return {
        ids: records.map(({ id }) => id),
        read: mapped(
          (part) => readRequests(redis, 'all', {}, part),
          ({ id }) => id,
        ),
      };
    }));
});
