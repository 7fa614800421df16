import { beforeAll, expect, test } from 'vitest';
import { BlockReader } from '../../../lib/requests/block-reader.ts';
import { findRequest, readRequests } from '../../../lib/requests/read-requests.ts';
import { CLASSES } from '../../../lib/requests/request-block.ts';
import { RequestLog } from '../../../lib/requests/request-log.ts';
import { redisForSuite } from '../../harness/redis.ts';
import { sampleRequest, sampleRequests } from './sample-requests.ts';

const redis = await redisForSuite();
const COUNT = 1_500;
const NOW = Date.now();
const records = sampleRequests(COUNT, {}, NOW);

/** A block for each request. */
beforeAll(async () => {
  const log = new RequestLog(redis, { hours: 24, bytes: 20 * 1024 * 1024 });
  for (const record of records) await log.keep([record]);
}, 120_000);

test('Whoever looks for what is new opens only the newest blocks, and further ones only if it is in them', async () => {
  const reader = new BlockReader(redis, { account: 'ada', until: Number.POSITIVE_INFINITY, since: NOW - 3_000 });
  await reader.readOn();
  expect(reader.opened).toBeLessThanOrEqual(2 * CLASSES);
  while (reader.reachedAt > NOW - 3_000) await reader.readOn();
  expect(reader.opened).toBeLessThanOrEqual(2 * CLASSES + 3);
  expect(
    reader
      .take(NOW - 3_500)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(
    records
      .slice(-4)
      .map(({ id }) => id)
      .sort(),
  );
});

test('Old requests that were written just now are among what is new', async () => {
  const late = sampleRequest({ account: 'late', at: NOW - 60_000 });
  const log = new RequestLog(redis, { hours: 24, bytes: 20 * 1024 * 1024 });
  await log.keep([late, sampleRequest({ account: 'late', at: NOW })]);
  const reader = new BlockReader(redis, { account: 'late', until: Number.POSITIVE_INFINITY, since: NOW - 5_000 });
  await reader.readOn();
  expect(reader.take(0)).toHaveLength(2);
});

test('A part of the list opens a bounded number of blocks, and says where the next one begins', async () => {
  const filter = { reason: 'nothing' };
  const nothing = await readRequests(redis, ['ada'], filter, { limit: 1 });
  expect(nothing.items).toEqual([]);
  expect(nothing.next_cursor).not.toBeNull();
  const cursor = nothing.next_cursor ?? undefined;
  expect(await readRequests(redis, ['ada'], filter, { cursor, limit: 1 })).toEqual({ items: [], next_cursor: null });
});

test('Whoever looks for a request by its id opens hardly any block that does not have it, and needs one part', async () => {
  const [oldest] = records;
  const id = oldest?.id as string;
  const reader = new BlockReader(redis, { account: 'ada', until: Number.POSITIVE_INFINITY, id });
  while (reader.reachedAt > Number.NEGATIVE_INFINITY) await reader.readOn();
  // One in 65,000 blocks seems to have it.
  expect(reader.opened).toBeLessThan(5);
  expect(reader.take(0)).toContainEqual({ ...oldest, one_of: 1 });
  expect(await readRequests(redis, ['ada'], { id }, { limit: 50 })).toEqual({
    items: [{ ...oldest, one_of: 1 }],
    next_cursor: null,
  });
  expect((await findRequest(redis, ['ada'], id))?.id).toBe(id);
  expect(await findRequest(redis, ['ada'], 'nothing')).toBeNull();
});
