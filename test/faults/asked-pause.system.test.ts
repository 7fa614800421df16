import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changeHealth, healthOf } from '../harness/health.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';

const PROVIDER = 'stackexchange-cards';
const WEBS = [0, 1];

/** Two webs and two workers know of each other only what lies in Redis. */
let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ queue: 'redis', web: 2, workers: 2, env: { CACHE_TTL_S: '0' }, ownRedis: true });
});
beforeEach(() => app.reset());
afterAll(() => app?.stop());

async function outcomeAt(web: number): Promise<string | undefined> {
  const reply = await app.get('/api/v1/cards/?q=how+to+undo+last+git+commit', { web });
  expect(reply.status, reply.text).toBe(200);
  return TestApp.outcomes(reply).stackexchange;
}

const pausedUntil = async () => (await healthOf(app.client, PROVIDER)).pausedUntil;
const callCount = async () => (await app.calls('stackexchange')).length;

test('a pause that a successful reply asks for is kept by every process, and the next call after it ends it', async () => {
  const body = JSON.stringify({ items: [], has_more: false, backoff: 600, quota_max: 300, quota_remaining: 9 });
  await app.knobs('stackexchange', { status: 200, body, times: 1 });
  expect(await outcomeAt(0)).toBe('ok');
  await eventually('the pause is recorded', async () => (await pausedUntil()) > 0);
  await app.refreshHealth();
  for (const web of [...WEBS, ...WEBS]) expect(await outcomeAt(web)).toBe('suspended');
  expect(await callCount()).toBe(1);

  await changeHealth(app.client, PROVIDER, { pausedUntil: 1 });
  await app.refreshHealth();
  expect(await outcomeAt(1)).toBe('ok');
  expect(await callCount()).toBe(2);
});
