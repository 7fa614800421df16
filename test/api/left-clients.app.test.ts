import { afterAll, beforeAll, expect, test } from 'vitest';
import { readUsage, usagePeriod } from '../../lib/limits/usage.ts';
import { readRequests } from '../../lib/requests/read-requests.ts';
import { LeavingClient } from '../harness/leaving-client.ts';
import { eventually } from '../harness/processes.ts';
import { newAccount, searchesOf } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';

/** Searches wait in the queue here for as long as a test likes: the only worker takes none. */
let app: TestApp;
const [FIRST, SECOND] = [0, 1];

beforeAll(async () => {
  app = await TestApp.start({
    queue: 'redis',
    workers: 0,
    web: 2,
    env: { REQUEST_DEADLINE_MS: '60000', TRANSLATE_DEADLINE_MS: '60000', API_MONTHLY_LIMIT: '2' },
  });
  await app.pretendWorker();
  for (const { running } of app.webs) {
    const { webs } = running.services;
    await eventually('it knows of the other one', async () => {
      await webs.look();
      return webs.count > 1;
    });
  }
});
afterAll(() => app?.stop());

const waiting = () => app.jobs('wait');
const web = (q: string, at = FIRST) => `${app.urls[at]}/api/v1/web/?q=${encodeURIComponent(q)}`;

/** Lets a client leave whose search is the only one in the queue, and waits until its job is removed. */
async function leave(client: LeavingClient): Promise<void> {
  client.leave();
  await eventually('its job is removed', async () => (await waiting()) === 0);
}

test('a search whose client leaves when it is queued counts for its key and its account', async () => {
  const { username, key } = await newAccount(app);
  const client = await LeavingClient.send(web('one who leaves'), key);
  await eventually('it is queued', async () => (await waiting()) === 1);
  await leave(client);
  expect(await searchesOf(app, key)).toBe(1);
  const { month } = usagePeriod(new Date());
  expect(await readUsage(app.client, { username }, month)).toMatchObject({ searches: 1 });
});

test('clients that leave reach the monthly limit', async () => {
  const { key } = await newAccount(app);
  for (const q of ['one', 'two']) {
    const client = await LeavingClient.send(web(q), key);
    await eventually('it is queued', async () => (await waiting()) === 1);
    await leave(client);
  }
  expect((await app.search('three', { key })).status).toBe(429);
});

test('a client that leaves counts if it waits for the call of an equal search in the same process', async () => {
  const { key } = await newAccount(app);
  const other = await newAccount(app);
  const first = await LeavingClient.send(web('equal'), other.key);
  await eventually('the first is queued', async () => (await waiting()) === 1);
  const second = await LeavingClient.send(web('equal'), key);
  await eventually('the second is admitted', async () => (await searchesOf(app, key)) === 1);
  // One more round trip after it read the cache, and it has joined the call.
  await searchesOf(app, key);
  second.leave();
  await leave(first);
  expect(await searchesOf(app, key)).toBe(1);
});

test('a client that leaves counts if it waits for the job of an equal search in another process', async () => {
  const { key } = await newAccount(app);
  const other = await newAccount(app);
  const before = await LeavingClient.send(web('equal elsewhere'), other.key);
  await eventually('it was asked for before', async () => (await waiting()) === 1);
  await leave(before);
  const first = await LeavingClient.send(web('equal elsewhere'), other.key);
  await eventually('the first is queued', async () => (await waiting()) === 1);
  const waiters = async () => {
    const keys = await app.keys('{trib:*:waiters:*');
    return (await Promise.all(keys.map((name) => app.client.scard(name)))).reduce((sum, count) => sum + count, 0);
  };
  const others = await waiters();
  const second = await LeavingClient.send(web('equal elsewhere', SECOND), key);
  await eventually('the second has joined', async () => (await waiters()) === others + 1);
  // Its web process knows that by the next reply on the same connection.
  await app.webs[SECOND]?.running.services.webs.look();
  second.leave();
  await eventually('the second is gone', async () => (await waiters()) === others);
  await leave(first);
  expect(await searchesOf(app, key)).toBe(1);
});

test('an instant answer that asks a provider counts when its client leaves', async () => {
  const { key } = await newAccount(app);
  const client = await LeavingClient.send(`${app.urls[FIRST]}/api/v1/instant/?q=define+water`, key);
  await eventually('it is queued', async () => (await waiting()) === 1);
  await leave(client);
  expect(await searchesOf(app, key)).toBe(1);
});

test('a translation sent by POST counts when its client leaves', async () => {
  const { key } = await newAccount(app);
  const client = await LeavingClient.send(`${app.urls[FIRST]}/api/v1/translate/`, key, 'q=water&target=de');
  await eventually('it is queued', async () => (await waiting()) === 1);
  await leave(client);
  expect(await searchesOf(app, key)).toBe(1);
});

test('the parts of a batch end with its client, and those that are queued count', async () => {
  const { username, key } = await newAccount(app);
  const requests = ['part one', 'part two'].map((q) => ({ endpoint: 'web', params: { q } }));
  const client = await LeavingClient.send(`${app.urls[FIRST]}/api/v1/batch/`, key, JSON.stringify({ requests }));
  await eventually('both are queued', async () => (await waiting()) === 2);
  await leave(client);
  expect(await searchesOf(app, key)).toBe(2);
  const left = await eventually('both are recorded', async () => {
    const { items } = await readRequests(
      app.client,
      [username],
      { reason: 'client_left', endpoint: 'web' },
      { limit: 9 },
    );
    return items.length === 2 ? items : undefined;
  });
  expect(left.map(({ status, cost }) => [status, cost])).toEqual([
    [499, 1],
    [499, 1],
  ]);
});
