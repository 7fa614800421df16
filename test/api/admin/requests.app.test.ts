import { afterAll, beforeAll, expect, test } from 'vitest';
import { RequestLog } from '../../../lib/requests/request-log.ts';
import { addMember, createTeam, createUser } from '../../harness/as-tester.ts';
import { administrator, keyOf, type Manager, managerWith } from '../../harness/management.ts';
import { TestApp } from '../../harness/test-app.ts';
import { sampleRequest, sampleRequests } from '../../lib/requests/sample-requests.ts';

let app: TestApp;
let root: Manager;
beforeAll(async () => {
  app = await TestApp.start({ workers: 0, env: { API_THROTTLE_BURST: 'off' } });
  root = await administrator(app);
});
afterAll(() => app?.stop());

interface Listed {
  id: string;
}
const ids = ({ body }: { body: { items: Listed[] } }) => body.items.map(({ id }) => id);

test('programs list requests with the filters of the page, in parts, and it is recorded', async () => {
  await createUser(app.client, 'ada');
  await createTeam(app.client, 'crew');
  await createUser(app.client, 'bob');
  await addMember(app.client, 'crew', 'bob', 'owner');
  const one = sampleRequest({ labels: { team: 'blue' }, trace: 'a'.repeat(32), at: Date.now() + 1_000 });
  const team = sampleRequests(5, { account: 'crew', reason: 'month', status: 429, engines: [] });
  await new RequestLog(app.client, { hours: 24, bytes: 1_000_000 }).keep([...team, one]);

  expect((await root('GET', 'requests/?account=ada')).body).toEqual({
    items: [
      {
        id: one.id,
        at: new Date(one.at).toISOString(),
        ms: 312,
        account: 'ada',
        prefix: 'trib_1a2B3c4D',
        labels: { team: 'blue' },
        endpoint: 'web',
        status: 200,
        reason: '',
        cost: 1,
        cached: false,
        engines: one.engines,
        trace_id: 'a'.repeat(32),
        program: 'curl/8.5.0',
        one_of: 1,
      },
    ],
    next_cursor: null,
  });
  const own = team.map(({ id }) => id).reverse();
  const first = await root('GET', 'requests/?reason=month&limit=3');
  const rest = await root('GET', `requests/?reason=month&limit=3&cursor=${first.body.next_cursor}`);
  expect([...ids(first), ...ids(rest)]).toEqual(own);
  expect(ids(await root('GET', `requests/?id=${own[2]}`))).toEqual([own[2]]);
  expect(ids(await root('GET', 'requests/?status=4xx&account=crew'))).toEqual(own);
  expect(ids(await root('GET', 'requests/?prefix=trib_1a2B3c4D&engine=engine_a'))).toEqual([one.id]);

  const bob = managerWith(app, await keyOf(app, 'bob', { scopes: ['manage'] }));
  expect(ids(await bob('GET', 'requests/'))).toEqual(own);
  expect((await bob('GET', 'requests/?account=ada')).status).toBe(403);
  const entries = await app.client.xrange('{trib:accounts}:audit', '-', '+');
  const readings = entries
    .map(([, [, text = '{}']]) => JSON.parse(text))
    .filter(({ action }) => action === 'requests read');
  expect(readings.map(({ account, target }) => [account, target])).toEqual([
    ['root', 'ada'],
    ['root', 'all accounts'],
    ['root', 'crew'],
    ['bob', 'all accounts'],
  ]);
});

test('an instance that keeps no log says so, instead of an empty list', async () => {
  const web = app.urls.indexOf(await app.addWeb({ REQUEST_LOG: 'off' }));
  const key = await keyOf(app, 'root', { scopes: ['manage'] });
  const { status, body } = await managerWith(app, key, web)('GET', 'requests/');
  expect([status, body]).toEqual([503, { detail: 'This instance keeps no log of requests (REQUEST_LOG=off).' }]);
});

test.each([
  ['status=9', 'status'],
  ['reason=because', 'reason'],
  ['prefix=x', 'prefix'],
  ['cursor=x', 'cursor'],
  ['limit=0', 'limit'],
  ['account=!', 'account'],
])('a bad filter names its field: %s', async (query, field) => {
  const { status, body } = await root('GET', `requests/?${query}`);
  expect([status, Object.keys(body)]).toEqual([400, [field]]);
});
