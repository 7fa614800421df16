import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readUsage, usagePeriod } from '../../lib/limits/usage.ts';
import { createKey } from '../harness/as-tester.ts';
import { addWebs, newAccount } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';

let app: TestApp;
let webs: Record<'burst' | 'byDefault' | 'capped', number>;

beforeAll(async () => {
  app = await TestApp.shared();
  webs = await addWebs(app, {
    burst: { API_THROTTLE_BURST: '5/hour', ACCOUNT_BURST_LIMIT: '6/hour' },
    byDefault: { API_THROTTLE_BURST: '2/hour' },
    capped: { ACCOUNT_MONTHLY_CAP: '2' },
  });
});
afterAll(() => app?.stop());

/** An account with ten keys. */
async function greedyAccount(): Promise<{ username: string; keys: string[] }> {
  const { username, key } = await newAccount(app);
  const more = await Promise.all(Array.from({ length: 9 }, () => createKey(app.client, username)));
  return { username, keys: [key, ...more.map((created) => created.key)] };
}

describe('an account with ten keys', () => {
  test('has its own rate limit, which a refusal names; headers and key/ show those of the key', async () => {
    const { keys } = await greedyAccount();
    const replies = [];
    for (const key of keys) replies.push(await app.get('/api/v1/key/', { key, web: webs.burst }));
    expect(replies.map(({ status }) => status)).toEqual([...Array(6).fill(200), ...Array(4).fill(429)]);
    expect(replies[5]?.body.limits.burst).toEqual({ limit: 5, remaining: 4, reset: 0, left: 0, binds: 'account' });
    const refused = replies[6];
    const wait = Number(refused?.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(3_600);
    expect(refused?.body).toEqual({
      detail: `Request was throttled by the account's limit. Expected available in ${wait} seconds.`,
    });
    expect(refused?.headers.get('ratelimit-policy')).toBe('"burst";q=5;w=3600');
    expect(refused?.headers.get('ratelimit')).toBe('"burst";r=5;t=0');
  });

  test('gets five times the limit of a key by default, and its neighbour is not affected', async () => {
    const { keys } = await greedyAccount();
    const ask = (key: string) => app.get('/api/v1/key/', { key, web: webs.byDefault });
    const replies = await Promise.all(keys.flatMap((key) => [ask(key), ask(key)]));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10);
    expect((await ask((await newAccount(app)).key)).status).toBe(200);
  });

  test('has its own monthly cap; a failed search is given back', async () => {
    const { username, keys } = await greedyAccount();
    const ask = (index: number) =>
      app.get('/api/v1/web/?q=greedy&engine=engine_a', { key: keys[index] ?? '', web: webs.capped });
    await app.knobs('brave', { status: 500 });
    expect((await ask(0)).status).toBe(503);
    await app.reset();
    expect([(await ask(1)).status, (await ask(2)).status]).toEqual([200, 200]);
    const refused = await ask(3);
    const wait = Number(refused.headers.get('retry-after'));
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({ detail: `Monthly search limit of the account reached. Resets in ${wait} seconds.` });
    const { month } = usagePeriod(new Date());
    expect((await readUsage(app.client, { username }, month)).searches).toBe(2);
  });
});
