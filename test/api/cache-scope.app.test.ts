import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newAccount } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';

const FRESH = { engine_a: 'ok', engine_b: 'ok', engine_c: 'ok' };
const CACHED = { engine_a: 'cached', engine_b: 'cached', engine_c: 'cached' };

describe.each([
  ['instance', CACHED, 1],
  ['account', FRESH, 2],
] as const)('CACHE_SCOPE=%s', (scope, forNeighbour, calls) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start({ env: { CACHE_SCOPE: scope } });
  });
  afterAll(() => app?.stop());

  test.each([
    ['from Redis', false],
    ['from the memory of the process', true],
  ])('decides whether an account gets what its neighbour has searched for, %s', async (where, isHot) => {
    const [first, neighbour] = [await newAccount(app), await newAccount(app)];
    const search = async ({ key }: { key: string }) =>
      TestApp.outcomes(await app.get(`/api/v1/web/?q=linux+${encodeURIComponent(where)}`, { key }));
    await app.forgetCalls();
    expect(await search(first)).toEqual(FRESH);
    // The second reply of cached answers is kept in memory as a whole.
    if (isHot) for (let i = 0; i < 2; i++) expect(await search(first)).toEqual(CACHED);
    expect(await search(neighbour)).toEqual(forNeighbour);
    expect(await search(neighbour)).toEqual(CACHED);
    expect(await app.calls('brave')).toHaveLength(calls);
  });

  test('decides whether an account gets the instant answer that its neighbour has asked for', async () => {
    const [first, neighbour] = [await newAccount(app), await newAccount(app)];
    const ask = ({ key }: { key: string }) => app.get('/api/v1/instant/?q=sqrt(144)', { key });
    const cachedReplies = async () =>
      Number(/^tributary_hot_replies_total (\d+)$/m.exec((await app.get('/metrics', { key: '' })).text)?.[1]);
    const before = await cachedReplies();
    for (const caller of [first, neighbour]) expect((await ask(caller)).status).toBe(200);
    expect((await cachedReplies()) - before).toBe(2 - calls);
    expect((await ask(first)).status).toBe(200);
    expect((await cachedReplies()) - before).toBe(3 - calls);
  });
});
