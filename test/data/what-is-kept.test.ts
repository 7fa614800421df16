import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { redisKeys } from '../../lib/redis-keys.ts';
import { TestApp } from '../harness/test-app.ts';

/** A row of the table of docs/security.md: the names of its records, and how long they are kept. */
interface Row {
  names: string[];
  kept: string;
}

const rows = [...readFileSync('docs/security.md', 'utf8').matchAll(/^\| (`[^|]+`) \| [^|]+ \| ([^|]+) \|$/gm)].map(
  ([, names = '', kept = '']): Row => ({
    names: [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    kept,
  }),
);
const fullName = (name: string) => (/^\{?trib:/.test(name) ? name : `${redisKeys.accountsPrefix}${name}`);
const rowOf = (key: string) =>
  rows.find(({ names }) =>
    names.some((name) => {
      const parts = fullName(name)
        .split('…')
        .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      return new RegExp(`^${parts.join('.+')}$`).test(key);
    }),
  );

const UNITS: Record<string, number> = { second: 1, minute: 60, hour: 3_600, day: 86_400 };

/** The seconds that a row begins with; null if it begins with something else. */
function secondsOf({ kept }: Row): number | null {
  const [, count, unit = ''] = /^(\d+) (second|minute|hour|day)s?\b/.exec(kept) ?? [];
  return count === undefined ? null : Number(count) * (UNITS[unit] ?? 0);
}

test('the table in docs/security.md has a row for every kind of record in Redis', () => {
  const tag = redisKeys.callTag('…');
  const names = Object.entries(redisKeys).flatMap(([property, name]) => {
    // Channels keep nothing.
    if (property === 'accountsPrefix' || property === 'callTag' || /Channel$|Pattern$/.test(property)) return [];
    if (typeof name === 'string') return [name];
    if (property === 'processLoad') return [redisKeys.workers, redisKeys.webs].map((list) => `${list}:…`);
    const made = (name as (...parts: string[]) => string)(property.startsWith('job') ? tag : '…', '…');
    return [property === 'queuePrefix' || made.endsWith(':') ? `${made}…` : made];
  });
  const documented = rows.flatMap((row) => row.names.map(fullName));
  expect(names.filter((name) => !documented.includes(name))).toEqual([]);
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
    const isRight = ttlS === -2 || (row && (ttlS === -1 ? atMostS === null : atMostS === null || ttlS <= atMostS));
    if (!isRight) wrong.push([key, ttlS, row?.kept]);
  }
  expect(wrong).toEqual([]);
});
