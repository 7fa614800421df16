import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addMember, createTeam, createUser } from '../../harness/as-tester.ts';
import { administrator, keyOf, type Manager, managerWith } from '../../harness/management.ts';
import { TestApp } from '../../harness/test-app.ts';

let app: TestApp;
let root: Manager;
beforeAll(async () => {
  app = await TestApp.start({ env: { API_MONTHLY_LIMIT: '1000', API_THROTTLE_BURST: '1000/min' } });
  root = await administrator(app);
});
afterAll(() => app?.stop());

let accounts = 0;
async function newPerson(): Promise<string> {
  const name = `person-${++accounts}`;
  await createUser(app.client, name);
  return name;
}
const prefixOf = (key: string) => key.split('.')[0] as string;

describe('who may call', () => {
  test('only a key with the scope manage, which can do nothing else', async () => {
    const ordinary = await managerWith(app, app.key)('GET', 'keys/');
    expect(ordinary).toMatchObject({ status: 403, body: { detail: 'This API key lacks the scope "manage".' } });
    expect((await app.get('/api/v1/admin/keys/', { key: '' })).status).toBe(401);
    const name = await newPerson();
    await app.client.hset(`{trib:accounts}:user:${name}`, 'admin', '1');
    const key = await keyOf(app, name, { scopes: ['manage'] });
    expect((await managerWith(app, key)('GET', 'keys/')).status).toBe(200);
    for (const path of ['web/?q=x', 'instant/?q=1+1', 'extract/?url=https://example.org', 'status/']) {
      const refused = await app.get(`/api/v1/${path}`, { key });
      expect([refused.status, refused.body.detail], path).toEqual([
        403,
        expect.stringMatching(/lacks the scope "\w+"/),
      ]);
    }
    await app.client.hdel(`{trib:accounts}:user:${name}`, 'admin');
    const demoted = await managerWith(app, key)('GET', 'keys/');
    expect([demoted.status, demoted.body.detail]).toEqual([403, expect.stringContaining('neither an administrator')]);
  });

  test('the root document lists it to such keys alone', async () => {
    const names = async (key: string) => Object.keys((await app.get('/api/v1/', { key })).body);
    expect((await names(app.key)).filter((name) => name.startsWith('admin'))).toEqual([]);
    const own = await names(await keyOf(app, 'root', { scopes: ['manage'] }));
    expect(own.filter((name) => name.startsWith('admin'))).toEqual(
      ['accounts', 'teams', 'keys', 'usage', 'engines', 'budgets', 'statistics', 'audit', 'alerts', 'requests'].map(
        (list) => `admin_${list}`,
      ),
    );
    for (const name of own.filter((one) => one.startsWith('admin'))) {
      expect((await root('GET', `${name.slice('admin_'.length)}/`)).status, name).toBe(200);
    }
  });

  test.each([
    ['PUT', 'keys/trib_1a2B3c4D/', 'GET, PATCH, DELETE'],
    ['GET', 'keys/trib_1a2B3c4D/rotate/', 'POST'],
    ['POST', 'teams/blue/members/ada', 'DELETE'],
  ])('%s %s is a 405 that lists the allowed methods, as anywhere else', async (method, path, allow) => {
    const refused = await app.get(`/api/v1/admin/${path}`, { method });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, allow]);
    expect(refused.body).toEqual({ detail: `Method "${method}" not allowed.` });
    expect((await app.get(`/api/v1/admin/${path}/more/`, { method })).status).toBe(404);
  });

  test('it makes no key that manages, gives no key that scope, and no such key a new secret', async () => {
    const refusals = [
      await root('POST', 'keys/', { username: 'root', scopes: ['manage'] }),
      await root('PATCH', `keys/${prefixOf(await keyOf(app, 'root'))}/`, { scopes: ['manage'] }),
      await root('POST', `keys/${prefixOf(await keyOf(app, 'root', { scopes: ['manage'] }))}/rotate/`),
    ];
    for (const { status, body } of refusals) {
      expect([status, body.detail]).toEqual([403, expect.stringContaining('needs a password')]);
    }
  });
});

describe('a key', () => {
  test('is made, read, changed, rotated and revoked', async () => {
    const username = await newPerson();
    const fields = {
      name: 'pipeline',
      note: 'for the nightly run',
      labels: { kind: 'robot', env: 'ci' },
      scopes: ['search', 'status'],
      addresses: ['127.0.0.0/8'],
      engines: ['engine_a'],
      limits: { burst: '10/min', sustained: null, monthly: 2_000, max_parallel: 4 },
      expires_at: '2099-01-31T00:00:00.000Z',
    };
    const made = await root('POST', 'keys/', { username, ...fields });
    expect(made.status, made.text).toBe(201);
    const { key, prefix } = made.body;
    expect(made.body).toMatchObject({ ...fields, username, made_by: 'root', state: 'active', revoked: false });
    expect((await app.get('/api/v1/web/?q=made', { key })).status).toBe(200);
    const read = await root('GET', `keys/${prefix}/`);
    expect(read.body).toMatchObject({ ...fields, last_address: '127.0.0.0/24' });
    expect(read.text).not.toContain(key.split('.')[1]);
    expect((await app.get('/api/v1/key/', { key })).body).toMatchObject({ username, usage: { limit: 2_000 } });

    const changed = await root('PATCH', `keys/${prefix}/`, { disabled: true, limits: { burst: null }, scopes: [] });
    expect(changed.body).toMatchObject({ disabled: true, state: 'disabled', scopes: [], name: 'pipeline' });
    expect(changed.body.limits).toEqual({ ...fields.limits, burst: null });
    expect((await app.get('/api/v1/key/', { key })).status).toBe(403);
    await root('PATCH', `keys/${prefix}/`, { disabled: false });

    const rotated = await root('POST', `keys/${prefix}/rotate/`, { until: 'now' });
    expect([rotated.status, rotated.body.prefix]).toEqual([201, prefix]);
    expect((await app.get('/api/v1/key/', { key })).status).toBe(401);
    expect((await app.get('/api/v1/key/', { key: rotated.body.key })).status).toBe(200);
    const again = await root('POST', `keys/${prefix}/rotate/`);
    expect(Date.parse(again.body.old_until)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    expect((await app.get('/api/v1/key/', { key: rotated.body.key })).status).toBe(200);

    const revoked = await root('DELETE', `keys/${prefix}/`);
    expect(revoked.body).toMatchObject({ revoked: true, state: 'revoked' });
    expect((await app.get('/api/v1/key/', { key: again.body.key })).status).toBe(401);
    expect((await root('PATCH', `keys/${prefix}/`, { name: 'x' })).status).toBe(409);
    const events = (await app.events()).filter(({ target }) => target === prefix).map(({ event }) => event);
    expect(events).toEqual(['key created', 'key disabled', 'key enabled', 'key rotated', 'key rotated', 'key revoked']);
  });

  test('that is not there is a 404', async () => {
    for (const prefix of ['trib_00000000', '00000000', 'nonsense!', 'x']) {
      expect((await root('GET', `keys/${prefix}/`)).status, prefix).toBe(404);
    }
    expect((await root('POST', 'keys/', { username: 'nobody-here' })).status).toBe(404);
  });
});

describe('the list of keys', () => {
  test('is read in parts, by owner and label', async () => {
    const [first, second] = [await newPerson(), await newPerson()];
    for (let at = 0; at < 5; at++) {
      const labels = at % 2 === 0 ? { app: 'bot' } : { app: 'other', at: String(at) };
      await root('POST', 'keys/', { username: first, name: `k${at}`, labels });
    }
    await root('POST', 'keys/', { username: second, name: 'z', labels: { app: 'bot' } });
    const names = async (query: string) => {
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { body, status, text } = await root('GET', `keys/?${query}${cursor && `&cursor=${cursor}`}`);
        expect(status, text).toBe(200);
        seen.push(...body.items.map(({ name }: { name: string }) => name));
        cursor = body.next_cursor;
      }
      return seen;
    };
    const all = ['k0', 'k1', 'k2', 'k3', 'k4'];
    expect(await names(`owner=${first}`)).toEqual(all);
    expect(await names(`owner=${first}&limit=2`)).toEqual(all);
    expect(await names('label=app=bot&limit=1')).toEqual(['k0', 'k2', 'k4', 'z']);
    expect(await names('label=at')).toEqual(['k1', 'k3']);
    expect((await names('limit=3')).length).toBeGreaterThan(7);
    expect((await root('GET', 'keys/?cursor=nonsense')).body).toEqual({ cursor: ['Use the next_cursor of a reply.'] });
  });
});

describe('a request that is sent again', () => {
  const named = (name: string) => ({ 'idempotency-key': name });

  test('makes one key, and gets it again, also at another process and at the same moment', async () => {
    const username = await newPerson();
    const key = await keyOf(app, 'root', { scopes: ['manage'] });
    const second = app.urls.indexOf(await app.addWeb());
    const webs = [managerWith(app, key), managerWith(app, key, second)];
    const body = { username, name: 'once' };
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, at) => (webs[at % 2] as Manager)('POST', 'keys/', body, named('a 1'))),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(201));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect((await root('GET', `keys/?owner=${username}`)).body.items).toHaveLength(1);
    expect((await app.get('/api/v1/key/', { key: replies[0]?.body.key })).status).toBe(200);

    const other = await (webs[0] as Manager)('POST', 'keys/', { ...body, name: 'other' }, named('a 1'));
    expect(other).toMatchObject({
      status: 422,
      body: { detail: 'This Idempotency-Key was used for another request.' },
    });
    const another = await (webs[0] as Manager)('POST', 'keys/', body, named('a 2'));
    expect(another.body.prefix).not.toBe(replies[0]?.body.prefix);
    // Another key that manages has idempotency keys of its own.
    const others = await root('POST', 'keys/', body, named('a 1'));
    expect(others.body.prefix).not.toBe(replies[0]?.body.prefix);
    expect((await root('POST', 'keys/', body, named('x'.repeat(256)))).status).toBe(400);

    const dump = await Promise.all(
      (await app.client.keys('*')).map(async (name) => {
        const type = await app.client.type(name);
        return type === 'hash'
          ? Object.values(await app.client.hgetall(name))
          : type === 'string'
            ? await app.client.get(name)
            : '';
      }),
    );
    expect(JSON.stringify(dump)).not.toContain(replies[0]?.body.key.split('.')[1]);
  });

  test('rotates once although the repetition is bound to what the key was before', async () => {
    const prefix = prefixOf(await keyOf(app, await newPerson()));
    const read = async () => (await root('GET', `keys/${prefix}/`)).headers.get('etag') ?? '';
    const headers = { ...named('bound'), 'if-match': await read() };
    const rotate = (more = {}) => root('POST', `keys/${prefix}/rotate/`, { until: 'now' }, { ...headers, ...more });
    const first = await rotate();
    const again = await rotate();
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body.key).toBe(first.body.key);
    expect((await rotate(named('another'))).status).toBe(412);
    await root('PATCH', `keys/${prefix}/`, { note: 'changed since' });
    expect((await rotate()).body.key).toBe(first.body.key);
  });

  test('rotates once, and never brings back a secret that was replaced since', async () => {
    const prefix = prefixOf(await keyOf(app, await newPerson()));
    const rotate = (name: string) => root('POST', `keys/${prefix}/rotate/`, {}, named(name));
    const first = await rotate('one');
    const again = await rotate('one');
    expect(again.text).toBe(first.text);
    const second = await rotate('two');
    expect(second.body.key).not.toBe(first.body.key);
    expect((await rotate('one')).status).toBe(412);
    expect((await app.get('/api/v1/key/', { key: second.body.key })).status).toBe(200);
  });

  test('makes one account and one team', async () => {
    for (const list of ['accounts/', 'teams/']) {
      const username = `once-${list.slice(0, 3)}`;
      const [one, two] = [
        await root('POST', list, { username }, named(list)),
        await root('POST', list, { username }, named(list)),
      ];
      expect([one.status, two.status, two.text]).toEqual([201, 201, one.text]);
      expect((await root('POST', list, { username: 'other' }, named(list))).status).toBe(422);
      expect(await root('POST', list, { username })).toMatchObject({ status: 409 });
    }
  });
});

describe('a change that is bound to what was seen', () => {
  test('is refused with a 412 if somebody else was faster, and one of several at once wins', async () => {
    const prefix = prefixOf(await keyOf(app, await newPerson()));
    const at = `keys/${prefix}/`;
    const etag = (await root('GET', at)).headers.get('etag') ?? '';
    const all = await Promise.all(
      Array.from({ length: 5 }, (_, index) => root('PATCH', at, { name: `n${index}` }, { 'if-match': etag })),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412]);
    const winner = all.find(({ status }) => status === 200);
    expect((await root('GET', at)).headers.get('etag')).toBe(winner?.headers.get('etag'));
    for (const [method, path] of [
      ['PATCH', at],
      ['POST', `${at}rotate/`],
      ['DELETE', at],
    ] as const) {
      const late = await root(method, path, method === 'DELETE' ? undefined : {}, { 'if-match': etag });
      expect(late, path).toMatchObject({ status: 412, body: { detail: expect.stringContaining('meanwhile') } });
    }
    const now = winner?.headers.get('etag') ?? '';
    expect((await root('DELETE', at, undefined, { 'if-match': `"x", ${now}` })).status).toBe(200);
  });
});

describe('an owner of a team', () => {
  test('manages that team alone', async () => {
    const [owner, member] = [await newPerson(), await newPerson()];
    await createTeam(app.client, 'blue');
    await createTeam(app.client, 'red');
    await addMember(app.client, 'blue', owner, 'owner');
    for (const account of [owner, 'blue']) {
      const call = managerWith(app, await keyOf(app, account, { scopes: ['manage'] }));
      const made = await call('POST', 'keys/', { username: 'blue', name: `of ${account}` });
      expect(made.body).toMatchObject({ username: 'blue', made_by: account });
      const keys = (await call('GET', 'keys/')).body.items as { username: string }[];
      expect(new Set(keys.map(({ username }) => username))).toEqual(new Set(['blue']));
      const added = await call('POST', 'teams/blue/members/', { username: member });
      expect(added.body.items).toContainEqual({ username: member, role: 'member' });
      expect((await call('DELETE', `teams/blue/members/${member}/`)).body.items).toHaveLength(1);
      expect((await call('GET', 'teams/')).body.items.map(({ username }: { username: string }) => username)).toEqual([
        'blue',
      ]);
      expect((await call('GET', 'usage/')).body.items.map(({ username }: { username: string }) => username)).toEqual([
        'blue',
      ]);
      for (const [method, path, body] of [
        ['POST', 'keys/', { username: owner }],
        ['GET', `keys/?owner=${owner}`],
        ['GET', `usage/?owner=${member}`],
        ['GET', 'accounts/'],
        ['PATCH', 'accounts/blue/', { limits: { monthly: 10 } }],
        ['POST', 'teams/', { username: 'green' }],
        ['DELETE', 'teams/blue/'],
        ['GET', 'engines/'],
        ['GET', 'budgets/'],
      ] as const) {
        expect((await call(method, path, body)).status, path).toBe(403);
      }
      for (const path of ['teams/red/', 'teams/red/members/', `keys/${prefixOf(app.key)}/`]) {
        expect((await call('GET', path)).status, path).toBe(404);
      }
      const beyond = await call('POST', 'keys/', { username: 'blue', limits: { monthly: 1_001 } });
      expect(beyond).toMatchObject({
        status: 400,
        body: { 'limits.monthly': [expect.stringContaining('At most 1000')] },
      });
    }
    expect((await root('POST', 'keys/', { username: 'blue', limits: { monthly: 1_001 } })).status).toBe(201);
  });
});
