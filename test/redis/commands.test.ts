import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestApp } from '../harness/test-app.ts';

/** What one search costs in Redis. The worker's own loop and the batches of outcomes are worth it only if this holds. */
let app: TestApp;

beforeAll(async () => {
  app = await TestApp.start({ ownRedis: true });
});
afterAll(() => app?.stop());

const SEARCHES = 100;

/** How often Redis has run each command, inside of scripts or not. */
async function counts(): Promise<Map<string, number>> {
  const stats = await app.client.info('commandstats');
  return new Map(
    [...stats.matchAll(/cmdstat_(\S+?):calls=(\d+)/g)].map(([, name = '', calls]) => [name, Number(calls)]),
  );
}

test('a new search looks twice for a job, sends few scripts and records no outcome of its own', async () => {
  for (let i = 0; i < 5; i++) await app.search(`warm up ${i}`);
  const before = await counts();
  for (let i = 0; i < SEARCHES; i++) expect((await app.search(`counted ${i}`)).status).toBe(200);
  const after = await counts();
  const perSearch = (name: string) => ((after.get(name) ?? 0) - (before.get(name) ?? 0)) / SEARCHES;
  // Admission, add, take, an empty look, finish; now and then a batch of outcomes or a heartbeat.
  expect(perSearch('evalsha')).toBeLessThan(6);
  expect(perSearch('rpoplpush')).toBeLessThan(2.5);
  expect(perSearch('bzpopmin')).toBeLessThan(1.5);
  // One slice per engine, and the lock of the job.
  expect(perSearch('set')).toBeLessThan(6);
  const total = [...after.keys()].reduce((sum, name) => sum + perSearch(name), 0);
  expect(total).toBeLessThan(110);
});
