import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type KeyChanges, keyChanges } from '../../lib/keys/key-fields.ts';
import { readUsage, usagePeriod } from '../../lib/limits/usage.ts';
import { readRequests } from '../../lib/requests/read-requests.ts';
import { readUsageStatistics } from '../../lib/statistics/read-usage.ts';
import { figuresOf, tableOf } from '../../lib/statistics/usage-figures.ts';
import { changeKey } from '../harness/as-tester.ts';
import { runs, seeded } from '../harness/fuzz.ts';
import { LeavingClient } from '../harness/leaving-client.ts';
import { eventually } from '../harness/processes.ts';
import { newAccount, type TestAccount } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';

/** What is told of the same requests in several places is the same. */
let app: TestApp;
beforeAll(async () => {
  const stages = { ENGINE_A: 'mojeek > brave', ENGINE_A_ENOUGH: '2', ENGINE_B: 'marginalia', ENGINE_C: '' };
  app = await TestApp.start({
    env: { ...stages, API_THROTTLE_SUSTAINED: 'off', REQUEST_DEADLINE_MS: '60000', MOJEEK_PRICE: '3' },
  });
});
afterAll(() => app?.stop());

const MONTHLY = 12;
const web = () => app.webs[0]?.running ?? expect.fail();

/** A request as its client knows it: how it ended, and the searches that it is counted as. */
interface Sent {
  status: number;
  cost: number;
}
type Send = (account: TestAccount) => Promise<Sent[]>;

let questions = 0;
const question = () => `question+${++questions}`;
const get = async ({ key }: TestAccount, path: string, cost = 1): Promise<Sent[]> => {
  const { status } = await app.get(path, { key });
  return [{ status, cost: status === 200 ? cost : 0 }];
};
const post = (key: string, path: string, scheme: string, body: object) =>
  app.get(path, {
    method: 'POST',
    key: '',
    headers: { authorization: `${scheme} ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const kinds: Readonly<Record<string, Send>> = {
  'a search': (account) => get(account, `/api/v1/web/?q=${question()}`),
  'a search again': (account) => get(account, '/api/v1/web/?q=the+same'),
  'a bad search': (account) => get(account, '/api/v1/web/?q=a&page=0'),
  'no search': (account) => get(account, '/api/v1/status/', 0),
  'a search outside of the scopes': (account) => get(account, '/api/v1/maps/?q=paris'),
  'a stream': (account) => get(account, `/api/v1/web/stream/?q=${question()}`),
  cards: (account) => get(account, `/api/v1/cards/?q=${question()}`),
  'a batch': async ({ key }) => {
    const params = [{ q: question() }, { q: '' }, { q: question(), engine: 'engine_b' }];
    const requests = params.map((one) => ({ endpoint: 'web', params: one }));
    const { status, body } = await post(key, '/api/v1/batch/', 'Api-Key', { requests });
    const parts = body.responses.map((one: Sent) => ({ status: one.status, cost: one.status === 200 ? 1 : 0 }));
    return [{ status, cost: 0 }, ...parts];
  },
  'a search in another format': async ({ key }) => {
    const { status } = await post(key, '/compat/tavily/search', 'Bearer', { query: question() });
    return [{ status, cost: status === 200 ? 1 : 0 }];
  },
  'a search with an engine that fails': async (account) => {
    await app.knobs('marginalia', { status: 500 });
    const sent = await get(account, `/api/v1/web/?q=${question()}&engine=engine_b`);
    await app.knobs('marginalia', {});
    return sent;
  },
  'a search whose first stage is refused by the worker': async (account) => {
    const { permits } = app.workers[0]?.running ?? expect.fail();
    const mojeek = web().services.providers.roster.providers.get('mojeek') ?? expect.fail();
    const refusing = vi.spyOn(permits.of(mojeek), 'take').mockResolvedValue('overloaded');
    const sent = await get(account, `/api/v1/web/?q=${question()}`);
    refusing.mockRestore();
    return sent;
  },
  'a client that leaves': async (account) => {
    // Beyond the month, it would be refused before it could leave.
    if ((await used(account)) >= MONTHLY) return [];
    const before = (await app.calls('mojeek')).length;
    await app.hold('mojeek');
    const client = await LeavingClient.send(`${app.urls[0]}/api/v1/web/?q=${question()}`, account.key);
    await eventually('its engine is called', async () => (await app.calls('mojeek')).length > before);
    client.leave();
    await eventually('it is recorded', async () => (await logOf(account)).some(({ id }) => id === client.requestId));
    await app.knobs('mojeek', {});
    return [{ status: 499, cost: 1 }];
  },
};

const month = () => usagePeriod(new Date()).month;
const used = async ({ prefix }: TestAccount) => (await readUsage(app.client, { key: prefix }, month())).searches;
const logOf = async ({ username }: TestAccount) =>
  (await readRequests(app.client, [username], {}, { limit: 500 })).items;
const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0);
/** How often each is there. */
const counts = (statuses: readonly number[]) =>
  Object.fromEntries([...new Set(statuses)].sort().map((one) => [one, statuses.filter((it) => it === one).length]));

/** The numbers of the metrics so far. */
async function metrics() {
  const all = (await web().services.metrics.registry.getMetricsAsJSON()) as {
    name: string;
    values: { value: number; labels: Record<string, string> }[];
  }[];
  const of = (name: string) => all.find((metric) => metric.name === name)?.values ?? [];
  const isMade = ({ outcome = '' }: Record<string, string>) => !['overloaded', 'suspended'].includes(outcome);
  return {
    statuses: of('tributary_requests_total').flatMap(({ value, labels }) =>
      Array.from({ length: value }, () => Number(labels.status)),
    ),
    refused: sum(of('tributary_throttled_total').map(({ value }) => value)),
    calls: sum(
      of('tributary_upstream_calls_total')
        .filter(({ labels }) => isMade(labels))
        .map(({ value }) => value),
    ),
  };
}

test('the log, the statistics, the metrics and what callers are told agree on mixed traffic', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...Object.keys(kinds)), { minLength: 8, maxLength: 20 }),
      async (plan) => {
        await app.reset();
        const account = await newAccount(app);
        const changes = { scopes: ['search', 'status'], limits: { monthly: MONTHLY } };
        await changeKey(app.client, account.prefix, keyChanges.parse(changes) as KeyChanges, { maxDays: null });
        const before = await metrics();
        const sent: Sent[] = [];
        for (const kind of plan) sent.push(...((await kinds[kind]?.(account)) ?? []));

        const statuses = sent.map(({ status }) => status);
        const searches = sum(sent.map(({ cost }) => cost));
        const log = await eventually('all requests are in the log', async () => {
          const items = await logOf(account);
          return items.length >= sent.length && items;
        });
        expect(counts(log.map(({ status }) => status))).toEqual(counts(statuses));
        expect(sum(log.map(({ cost }) => cost))).toBe(searches);
        const calls = log.flatMap(({ engines }) =>
          engines.filter(({ ms, outcome }) => ms !== null && outcome !== 'cached'),
        );

        const { total, rows } = await eventually('all requests are in the statistics', async () => {
          const read = await readUsageStatistics(app.client, { account: account.username, period: '24h' });
          return (read.total.get('requests') ?? 0) >= sent.length && read;
        });
        const figures = figuresOf(total);
        const mojeek = calls.filter(({ engine }) => engine === 'engine_a.mojeek').length;
        expect({ ...figures, refusals: sum(Object.values(figures.refusals)) }).toMatchObject({
          requests: sent.length,
          searches,
          errors: statuses.filter((status) => status >= 500).length,
          refusals: statuses.filter((status) => status >= 400 && status < 499).length,
          calls: calls.length,
          costs: mojeek === 0 ? {} : { USD: expect.closeTo(mojeek * 0.003, 9) },
        });
        const engines = tableOf(rows, 'engine').find(({ name }) => name === 'engine_a.mojeek');
        expect([engines?.figures.calls ?? 0, (await app.calls('mojeek')).length]).toEqual([mojeek, mojeek]);

        const after = await metrics();
        const told = counts(after.statuses);
        for (const [status, count] of Object.entries(counts(before.statuses)))
          told[status] = (told[status] ?? 0) - count;
        expect(Object.fromEntries(Object.entries(told).filter(([, count]) => count > 0))).toEqual(counts(statuses));
        expect(after.refused - before.refused).toBe(statuses.filter((status) => [403, 429].includes(status)).length);
        expect(after.calls - before.calls).toBe(calls.length);

        const { key, username } = account;
        expect(await used(account)).toBe(searches);
        expect((await readUsage(app.client, { username }, month())).searches).toBe(searches);
        expect((await app.get('/api/v1/key/', { key })).body.usage).toMatchObject({ searches, limit: MONTHLY });
        const bearer = { key: '', headers: { authorization: `Bearer ${key}` } };
        expect((await app.get('/compat/tavily/usage', bearer)).body.key).toEqual({ usage: searches, limit: MONTHLY });
        const { data } = (await app.get('/compat/firecrawl/v2/team/credit-usage', bearer)).body;
        expect(data).toMatchObject({ planCredits: MONTHLY, remainingCredits: MONTHLY - searches });
      },
    ),
    { numRuns: runs(0.06), ...seeded },
  );
});
