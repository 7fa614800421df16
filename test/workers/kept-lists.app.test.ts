import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { stamp } from '../../lib/stamped.ts';
import { KeptLists, roomForLists } from '../../workers/kept-lists.ts';
import { TestApp } from '../harness/test-app.ts';

const HOUR_S = 3_600;
const MB = 1024 ** 2;
const LIST_BYTES = 5_000;

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app?.stop());
beforeEach(async () => {
  await app.reset();
  await app.client.del(redisKeys.keptLists);
});

describe('the room for lists of results', () => {
  it.each([
    ['half of the memory of Redis', { maxBytes: 512 * MB, nodes: 1 }, 256 * MB],
    ['of all nodes of a cluster', { maxBytes: 512 * MB, nodes: 3 }, 768 * MB],
    ['30 MB in a Redis without a limit', { maxBytes: 0, nodes: 1 }, 30 * MB],
  ])('is %s', (_what, memory, bytes) => {
    expect(roomForLists({ usedBytes: 0, ...memory })).toBe(bytes);
  });
});

describe('lists that two workers store', () => {
  let now: number;
  let workers: KeptLists[];
  beforeEach(() => {
    now = 1_800_000_000_000;
    workers = [0, 1].map(() => new KeptLists(app.client, { now: () => now }, HOUR_S));
  });

  const keyOf = (n: number) => `{trib:cache:${n}}:brave.x`;
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
  const left = async (of: readonly number[]) => {
    const found = await Promise.all(of.map((n) => app.client.exists(keyOf(n))));
    return of.filter((_, at) => found[at] === 1);
  };

  /** Each list by the other worker than the one before, a millisecond later. */
  async function store(lists: readonly number[], room: number): Promise<void> {
    for (const n of lists) {
      now += 1;
      const stored = stamp({ at: now, bytes: Buffer.alloc(LIST_BYTES) });
      await app.client.set(keyOf(n), stored, 'EX', HOUR_S);
      const worker = workers[n % 2] as KeptLists;
      worker.add(keyOf(n), stored.length);
      await worker.note(room);
    }
  }

  test('take no more than their room, and the oldest go first', async () => {
    await app.client.set('{trib:accounts}:session:x', 'a session');
    await store(range(0, 100), 20 * LIST_BYTES);
    const kept = await left(range(0, 100));
    expect(kept.length).toBeGreaterThan(15);
    expect(kept.length).toBeLessThanOrEqual(20);
    expect(kept).toEqual(range(100 - kept.length, 100));
    expect(await app.client.get('{trib:accounts}:session:x')).toBe('a session');
  });

  test('stay if they were stored again', async () => {
    await store([...range(0, 10), 0, ...range(10, 15)], 10 * LIST_BYTES);
    const kept = await left(range(0, 15));
    expect(kept).toContain(0);
    expect(kept).not.toContain(1);
  });

  test('count for as long as they are kept', async () => {
    await store(range(0, 10), 12 * LIST_BYTES);
    now += (HOUR_S + 1) * 1_000;
    await store(range(10, 20), 12 * LIST_BYTES);
    expect(await left(range(10, 20))).toEqual(range(10, 20));
    expect(await app.client.llen(redisKeys.keptLists)).toBe(10);
    expect(await app.client.pttl(redisKeys.keptLists)).toBeGreaterThanOrEqual(HOUR_S * 1_000);
  });
});

test('a worker notes the lists of its searches, by the memory that they take', async () => {
  for (const query of ['redis', 'python', 'berlin']) await app.search(query);
  await app.workers[0]?.stop();
  const notes = (await app.client.lrange(redisKeys.keptLists, 0, -1)).map((note) => note.split(' '));
  const keys = notes.flatMap(([, , , ...noted]) => noted);
  expect(keys.sort()).toEqual((await app.keys('{trib:cache*')).sort());
  const used = await Promise.all(keys.map((key) => app.client.memory('USAGE', key)));
  const usedBytes = used.reduce<number>((sum, bytes) => sum + Number(bytes), 0);
  const notedBytes = notes.reduce((sum, [, , bytes]) => sum + Number(bytes), 0);
  expect(notedBytes / usedBytes).toBeGreaterThan(0.95);
  expect(notedBytes / usedBytes).toBeLessThan(1.3);
});
