import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RedisRecord, redisRecords, withRedisDocs } from '../../tools/redis-docs.ts';
import { TestApp } from '../harness/test-app.ts';

const rowOf = (key: string) =>
  redisRecords.find((record) => {
    const parts = record.key.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${parts.join('.+')}$`).test(key);
  });

const TYPES: Record<string, string> = {
  string: 'string',
  hash: 'hash',
  list: 'list',
  set: 'set',
  zset: 'sorted set',
  stream: 'stream',
};
const UNITS: Record<string, number> = { second: 1, minute: 60, hour: 3_600, day: 86_400 };

/** The seconds that a row begins with; null if it begins with something else. */
function secondsOf({ kept }: RedisRecord): number | null {
  const [, count, unit = ''] = /^(\d+) (second|minute|hour|day)s?\b/.exec(kept) ?? [];
  return count === undefined ? null : Number(count) * (UNITS[unit] ?? 0);
}

test('docs/redis.md has the table that npm run docs writes', () => {
  const page = readFileSync('docs/redis.md', 'utf8');
  expect(page).toBe(withRedisDocs(page));
});

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ queue: 'redis' });
});
afterAll(() => app?.stop());

test('what a search leaves in Redis is in the table, and ends when the table says', async () => {
  expect((await app.search('kept')).status).toBe(200);
  const keys = await app.client.keys('*');
  expect(keys.length).toBeGreaterThan(10);
  const wrong = [];
  for (const key of keys) {
    const row = rowOf(key);
    const ttlS = await app.client.ttl(key);
    const atMostS = row ? secondsOf(row) : null;
    // -2: it has ended meanwhile.
    const type = await app.client.type(key);
    const isKept = row && (ttlS === -1 ? atMostS === null : atMostS === null || ttlS <= atMostS);
    const isRight = ttlS === -2 || type === 'none' || (isKept && [TYPES[type], 'of BullMQ'].includes(row.type));
    if (!isRight) wrong.push([key, ttlS, type, row]);
  }
  expect(wrong).toEqual([]);
});
