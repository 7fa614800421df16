import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endOf } from '../../lib/budgets/budget.ts';
import type { DetailedStatus } from '../../lib/providers/status.ts';
import { testPort } from '../harness/ports.ts';
import { eventually } from '../harness/processes.ts';
import { TestApp } from '../harness/test-app.ts';

// Brave may be called three times a month in the first application, and costs money. Mojeek cannot be reached there.
let app: TestApp;
beforeAll(async () => {
  const closed = await testPort();
  app = await TestApp.start({
    web: 2,
    workers: 2,
    env: {
      CACHE_TTL_S: '0',
      BRAVE_BUDGET: '3/month',
      BRAVE_PRICE: '5',
      BUDGET_CURRENCY: 'EUR',
      MOJEEK_BUDGET: '2/day',
      MOJEEK_URL: `http://127.0.0.1:${closed}`,
    },
  });
});
afterAll(() => app?.stop());
beforeEach(async () => {
  await app.reset();
  await app.refreshHealth();
});

const search = async (q: string, { web = 0, more = '' } = {}) => {
  const reply = await app.get(`/api/v1/web/?q=${q}${more}`, { web });
  return { ...reply, timing: TestApp.outcomes(reply) };
};
const spend = async (times: number) => {
  for (let at = 0; at < times; at++) expect((await search(`spent${at}`)).timing.engine_a).toBe('ok');
};
const statusOf = async (slug: string) => {
  const { providers } = (await app.get('/api/v1/status/?detail=full')).body as { providers: DetailedStatus[] };
  return providers.find((provider) => provider.slug === slug);
};

/** What workers logged of shares of a month that are spent. */
const told = () =>
  app.workers.flatMap(({ lines }) => lines.filter(({ percent, period }) => percent && period === 'month'));

describe('an engine with a budget', () => {
  test('is called as often as that allows, and is then skipped at once, by all processes', async () => {
    await spend(3);
    for (const web of [0, 1]) {
      await eventually(
        'the other process knows it',
        async () => (await search('more', { web })).timing.engine_a === 'budget',
      );
      const { body, timing } = await search('full', { web, more: '&detail=full' });
      expect(timing).toMatchObject({ engine_a: 'budget', engine_c: 'ok' });
      expect(body.engines).toContainEqual(expect.objectContaining({ engine: 'engine_a', outcome: 'budget' }));
    }
    expect(await app.calls('brave')).toHaveLength(3);
  });

  test('says when it is called again, if it is the only one', async () => {
    await spend(3);
    const reply = await search('alone', { more: '&engine=engine_a' });
    expect(reply.status).toBe(503);
    const waitS = Number(reply.headers.get('retry-after'));
    expect(Date.now() + waitS * 1_000 - endOf('month', Date.now())).toBeLessThan(60_000);
  });

  test('shows what is used and left in its status, as metrics and in the log', async () => {
    const before = told().length;
    await spend(1);
    const month = { limit: 3, used: 1, left: 2, spent_on: null, cost: 0.005 };
    expect(await statusOf('engine_a')).toMatchObject({ open_until: '', budget: { month, currency: 'EUR' } });
    expect(await statusOf('engine_c')).not.toHaveProperty('budget');
    const plain = (await app.get('/api/v1/status/')).body as { providers: object[] };
    for (const provider of plain.providers) expect(provider).not.toHaveProperty('budget');
    const metrics = await app.get('/metrics', { key: '' });
    expect(metrics.text).toContain('tributary_budget_units{provider="brave",period="month"} 3');
    expect(metrics.text).toContain('tributary_budget_used_units{provider="brave",period="month"} 1');
    await spend(2);
    expect(await statusOf('engine_a')).toMatchObject({
      open_until: new Date(endOf('month', Date.now())).toISOString(),
      budget: { month: { left: 0, spent_on: new Date().toISOString().slice(0, 10) } },
    });
    await eventually('both shares are told', async () => told().length >= before + 2);
    await search('once more');
    expect(
      told()
        .slice(before)
        .map(({ percent, used }) => [percent, used]),
    ).toEqual([
      [80, 3],
      [100, 3],
    ]);
  });

  test('gets back the unit of a request that never left', async () => {
    for (const q of ['one', 'two', 'three']) expect((await search(q)).timing.engine_b).toBe('error');
    await eventually('all are back', async () => (await statusOf('engine_b'))?.budget?.day.used === 0);
  });

  test('takes the unit of a request that left and was not answered', async () => {
    await app.knobs('brave', { mode: 'reset' });
    await search('lost');
    expect(await app.calls('brave')).toHaveLength(1);
    expect(await statusOf('engine_a')).toMatchObject({ budget: { month: { used: 1 } } });
  });

  test('is called again at once if the operator raises its budget', async () => {
    const own = await TestApp.start({ env: { CACHE_TTL_S: '0', BRAVE_BUDGET: '1/month' } });
    const timing = async (q: string, web = 0) =>
      TestApp.outcomes(await own.get(`/api/v1/web/?q=${q}`, { web })).engine_a;
    expect(await timing('one')).toBe('ok');
    expect(await timing('two')).toBe('budget');
    await own.workers[0]?.stop();
    const raised = { BRAVE_BUDGET: '2/month' };
    own.addWorker(raised);
    await own.addWeb(raised);
    expect(await timing('three', 1)).toBe('ok');
    expect(await timing('four', 1)).toBe('budget');
    await own.stop();
  });
});
