import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Deadline } from '../../../lib/deadline.ts';
import { PageThreads } from '../../../workers/pages/page-threads.ts';
import type { PageTask } from '../../../workers/pages/page-work.ts';
import { testErrors } from '../../harness/health.ts';
import { eventually } from '../../harness/processes.ts';
import { redisForSuite } from '../../harness/redis.ts';

/** What a thread would do with the worst pages, if nothing bounded them before; and pages that wait until they are let go. */
const THREAD = `
export function threadWork({ args: [{ input: { url, gate, order } }], begun }) {
  begun.postMessage(null);
  if (order) order[Atomics.add(order, 0, 1) + 1] = Number(url);
  if (gate) Atomics.wait(gate, Number(url), 0);
  if (url === 'endless') for (;;);
  const kept = [];
  if (url === 'memory') for (;;) kept.push(new Array(100_000).fill(kept.length));
  return { unreadable: url };
}`;

const redis = await redisForSuite();
const { errors } = testErrors();
let folder: string;
let file: string;
const made: PageThreads[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'page-threads-'));
  file = path.join(folder, 'thread.mjs');
  writeFileSync(file, THREAD);
});
afterAll(async () => {
  for (const threads of made) await threads.close();
  await rm(folder, { recursive: true });
});

function threadsWith(options: { threads?: number; taskMs?: number; file?: string }): PageThreads {
  const threads = new PageThreads({ redis, errors, ...options });
  made.push(threads);
  return threads;
}

/** Reads a page for an account in threads. */
const run = (threads: PageThreads, input: object, account = 'ann', withinMs = 60_000, kind: 'page' | 'pdf' = 'page') =>
  threads.run(kind, [{ fetched: null, pages: {}, forms: [], isKept: false, input: input as PageTask['input'] }], {
    account,
    deadline: Deadline.in(withinMs),
  });

describe('the thread of a page', () => {
  test.each([
    ['takes longer than its request has', 'endless', 200, 'it did not come in time'],
    ['takes longer than any page may', 'endless', 60_000, 'reading it took too long'],
    ['needs too much memory', 'memory', 60_000, 'reading it takes too much memory'],
  ])('is ended if the page %s, and the next page has another', async (_, url, withinMs, reason) => {
    const threads = threadsWith({ threads: 1, file, taskMs: url === 'memory' ? 60_000 : 1_000 });
    await expect(run(threads, { url }, 'ann', withinMs)).rejects.toMatchObject({ reason });
    expect(await run(threads, { url: 'the next page' })).toEqual({ unreadable: 'the next page' });
  });

  test('counts the time of a page from when it has begun, and not how long it waited', async () => {
    const threads = threadsWith({ threads: 1, file, taskMs: 500 });
    const hostile = ['ann', 'bob', 'cid'].map((account) => run(threads, { url: 'endless' }, account));
    const page = run(threads, { url: 'a page' }, 'dan');
    for (const endless of hostile) await expect(endless).rejects.toMatchObject({ reason: 'reading it took too long' });
    expect(await page).toEqual({ unreadable: 'a page' });
  });
});

test('pages wait within their deadline while the first threads are being loaded', async () => {
  const slow = path.join(folder, 'slow-thread.mjs');
  // As long as a thread takes on a busy machine.
  writeFileSync(slow, `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);${THREAD}`);
  const threads = threadsWith({ threads: 5, file: slow });
  const pages = Array.from({ length: 40 }, (_, at) => run(threads, { url: `${at}` }, 'ann', 20_000));
  expect(await Promise.all(pages)).toHaveLength(40);
});

/** Pages by number, which a thread keeps until they are let go, and the order in which threads began them. */
function heldPages(threads: PageThreads, kind: 'page' | 'pdf' = 'page') {
  const gate = new Int32Array(new SharedArrayBuffer(80));
  const order = new Int32Array(new SharedArrayBuffer(80));
  return {
    read: (number: number, account: string) => run(threads, { url: `${number}`, gate, order }, account, 60_000, kind),
    letGo(number: number) {
      Atomics.store(gate, number, 1);
      Atomics.notify(gate, number);
    },
    begun: () => [...order.slice(1, 1 + (order[0] ?? 0))],
  };
}

describe('threads', () => {
  test('are given to the accounts in turn', async () => {
    const { read, letGo, begun } = heldPages(threadsWith({ threads: 1, file }));
    const reads = [1, 2, 3, 4].map((number) => read(number, 'ann'));
    reads.push(read(5, 'bob'), read(6, 'bob'));
    for (const number of [1, 2, 3, 4, 5, 6]) letGo(number);
    await Promise.all(reads);
    expect(begun()).toEqual([1, 2, 5, 3, 6, 4]);
  });

  test('are left to others by an account that has its share of them', async () => {
    const { read, letGo, begun } = heldPages(threadsWith({ threads: 4, file, taskMs: 60_000 }));
    const own = [1, 2, 3].map((number) => read(number, 'ann'));
    letGo(4);
    letGo(5);
    await Promise.all([read(4, 'bob'), read(5, 'cid')]);
    await eventually('the first page has its thread', () => begun().includes(1));
    // Three threads were free, and none of them began a second page of the account.
    expect(begun().sort()).toEqual([1, 4, 5]);
    for (const number of [1, 2, 3]) letGo(number);
    await Promise.all(own);
    expect(begun().slice(3)).toEqual([2, 3]);
  });

  test('are lent to an account beyond its share, but not those of others', async () => {
    const { read, letGo, begun } = heldPages(threadsWith({ threads: 5, file, taskMs: 60_000 }));
    const own = [1, 2, 3].map((number) => read(number, 'ann'));
    await eventually('two pages have threads', () => begun().length === 2);
    // Three others find theirs free, however long those of the first take.
    const others = ['bob', 'cid', 'dan'].map((account, at) => read(4 + at, account));
    await eventually('each has its thread', () => begun().length === 5);
    expect(begun().toSorted()).toEqual([1, 2, 4, 5, 6]);
    for (const number of [1, 2, 3, 4, 5, 6]) letGo(number);
    await Promise.all([...own, ...others]);
  });

  test('read pages of an account while one of its PDFs is read', async () => {
    const threads = threadsWith({ threads: 1, file, taskMs: 60_000 });
    const pdf = heldPages(threads, 'pdf');
    const reading = pdf.read(1, 'ann');
    await eventually('the PDF has its thread', () => pdf.begun().includes(1));
    expect(await run(threads, { url: 'a page' })).toEqual({ unreadable: 'a page' });
    pdf.letGo(1);
    await reading;
  });

  test('read two PDFs at a time, of two accounts', async () => {
    const { read, letGo, begun } = heldPages(threadsWith({ threads: 8, file, taskMs: 60_000 }), 'pdf');
    const own = [1, 2].map((number) => read(number, 'ann'));
    letGo(3);
    await read(3, 'bob');
    await eventually('the first PDF has its thread', () => begun().includes(1));
    expect(begun().sort()).toEqual([1, 3]);
    for (const number of [1, 2]) letGo(number);
    await Promise.all(own);
  });
});
