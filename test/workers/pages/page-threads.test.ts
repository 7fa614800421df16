import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Deadline } from '../../../lib/deadline.ts';
import { PageThreads } from '../../../workers/pages/page-threads.ts';
import type { PageTask } from '../../../workers/pages/page-work.ts';

/** What a thread would do with the worst pages, if nothing bounded them before. */
const THREAD = `
export function pageWork({ input: { url } }) {
  if (url === 'endless') for (;;);
  const kept = [];
  if (url === 'memory') for (;;) kept.push(new Array(100_000).fill(kept.length));
  return { unreadable: url };
}`;

let folder: string;
let threads: PageThreads;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'page-threads-'));
  const file = path.join(folder, 'thread.mjs');
  writeFileSync(file, THREAD);
  threads = new PageThreads(1, file);
});
afterAll(async () => {
  await threads?.close();
  await rm(folder, { recursive: true });
});

const run = (url: string, withinMs = 60_000) =>
  threads.run({ fetched: null, pages: {}, forms: [], input: { url } as PageTask['input'] }, Deadline.in(withinMs));

describe('the thread of a page', () => {
  test.each([
    ['takes longer than its request has', 'endless', 200, { name: 'AbortError' }],
    ['takes longer than any page may', 'endless', 60_000, { name: 'AbortError' }],
    ['needs too much memory', 'memory', 60_000, { code: 'ERR_WORKER_OUT_OF_MEMORY' }],
  ])('is ended if the page %s, and the next page has another', async (_, url, withinMs, error) => {
    await expect(run(url, withinMs)).rejects.toMatchObject(error);
    expect(await run('the next page')).toEqual({ unreadable: 'the next page' });
  });
});
