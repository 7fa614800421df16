import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { administrator, keyOf, type Manager } from '../../harness/management.ts';
import { TestApp } from '../../harness/test-app.ts';

let app: TestApp;
let root: Manager;
let prefix: string;
beforeAll(async () => {
  app = await TestApp.start({ env: { API_THROTTLE_BURST: '10000/min', KEY_MAX_DAYS: '90' } });
  root = await administrator(app);
  prefix = (await keyOf(app, 'tester')).split('.')[0] as string;
});
afterAll(() => app?.stop());

const many = (count: number) => Array.from({ length: count }, (_, at) => at);

/** What is wrong with a key, the field that the reply names, and a word of what it says. */
const OF_KEYS: [fields: object, field: string, says: string][] = [
  [{ addresses: ['203.0.113.0/33'] }, 'addresses', '203.0.113.0/33'],
  [{ addresses: ['203.0.113/24'] }, 'addresses', '203.0.113/24'],
  [{ addresses: ['2001:db8::/129'] }, 'addresses', '2001:db8::/129'],
  [{ addresses: ['2001:db8:::/32'] }, 'addresses', '2001:db8:::/32'],
  [{ addresses: ['example.org'] }, 'addresses', 'example.org'],
  [{ addresses: [''] }, 'addresses', '""'],
  [{ addresses: ['127.0.0.1', 'nonsense'] }, 'addresses', 'nonsense'],
  [{ addresses: many(51).map((at) => `10.0.0.${at}`) }, 'addresses', '50'],
  [{ addresses: '127.0.0.1' }, 'addresses', 'array'],
  [{ addresses: [7] }, 'addresses', 'string'],
  [{ limits: { burst: '10' } }, 'limits.burst', '"10"'],
  [{ limits: { burst: '0/min' } }, 'limits.burst', '"0/min"'],
  [{ limits: { burst: '-1/min' } }, 'limits.burst', '"-1/min"'],
  [{ limits: { burst: '10/month' } }, 'limits.burst', '"10/month"'],
  [{ limits: { burst: 10 } }, 'limits.burst', 'string'],
  [{ limits: { sustained: '1e3/day' } }, 'limits.sustained', '"1e3/day"'],
  [{ limits: { monthly: 0 } }, 'limits.monthly', '>=1'],
  [{ limits: { monthly: 1.5 } }, 'limits.monthly', 'number of searches'],
  [{ limits: { monthly: '2000' } }, 'limits.monthly', 'number of searches'],
  [{ limits: { monthly: 2_000_000_000 } }, 'limits.monthly', '<=1000000000'],
  [{ limits: { max_parallel: 0 } }, 'limits.max_parallel', '1'],
  [{ limits: { max_parallel: 'off' } }, 'limits.max_parallel', 'number'],
  [{ limits: { daily: 5 } }, 'limits.daily', 'no such field'],
  [{ limits: '10/min' }, 'limits', 'object'],
  [{ limits: [] }, 'limits', 'object'],
  [{ scopes: ['everything'] }, 'scopes', 'search, read'],
  [{ scopes: ['manage', 'search'] }, 'scopes', 'stands alone'],
  [{ scopes: 'search' }, 'scopes', 'array'],
  [{ engines: ['engine_d'] }, 'engines', 'engine_a'],
  [{ engines: ['brave'] }, 'engines', 'engine_a'],
  [{ engines: 'all' }, 'engines', 'array'],
  [{ labels: { App: 'x' } }, 'labels.App', 'begins with a letter'],
  [{ labels: { '1a': 'x' } }, 'labels.1a', 'begins with a letter'],
  [{ labels: { ['a'.repeat(33)]: 'x' } }, `labels.${'a'.repeat(33)}`, '1 to 32'],
  [{ labels: { app: 'x'.repeat(101) } }, 'labels.app', '100'],
  [{ labels: { app: 'a\u0007' } }, 'labels.app', 'control'],
  [{ labels: { app: 5 } }, 'labels.app', 'string'],
  [{ labels: Object.fromEntries(many(11).map((at) => [`l${at}`, ''])) }, 'labels', '10 labels'],
  [{ labels: ['app=bot'] }, 'labels', 'record'],
  [{ name: 'x'.repeat(101) }, 'name', '100'],
  [{ name: 'a\u001b[2J' }, 'name', 'control'],
  [{ note: 'x'.repeat(1_001) }, 'note', '1000'],
  [{ expires_at: '2026-13-01' }, 'expires_at', '2027-01-31'],
  [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at', 'past'],
  [{ expires_at: '2099-01-01T00:00:00Z' }, 'expires_at', 'KEY_MAX_DAYS'],
  [{ disabled: 'yes' }, 'disabled', 'boolean'],
  [{ burst: '10/min' }, 'burst', 'no such field'],
];

describe('bad input gets a 400 that names the field:', () => {
  test.each(OF_KEYS)('%j of a key', async (fields, field, says) => {
    for (const reply of [
      await root('POST', 'keys/', { username: 'tester', ...fields }),
      await root('PATCH', `keys/${prefix}/`, fields),
    ]) {
      expect([reply.status, Object.keys(reply.body)], reply.text).toEqual([400, [field]]);
      expect(reply.body[field].join(' ')).toContain(says);
    }
  });

  test.each([
    ['POST', 'keys/', {}, 'username', 'required'],
    ['POST', 'keys/', { username: 'no/name' }, 'username', 'A username has'],
    ['POST', 'accounts/', { username: '' }, 'username', 'A username has'],
    ['POST', 'accounts/', { username: 'x', password: 'correct horse battery' }, 'password', 'no such field'],
    ['PATCH', 'accounts/tester/', { limits: { burst: 'x' } }, 'limits.burst', '"x"'],
    ['PATCH', 'accounts/tester/', { disabled: 1 }, 'disabled', 'boolean'],
    ['POST', 'teams/', { name: 'blue' }, 'username', 'required'],
    ['POST', 'teams/blue/members/', { username: 'tester', role: 'king' }, 'role', 'member or owner'],
    ['POST', 'keys/trib_00000000/rotate/', { until: 'soon' }, 'until', '24h'],
    ['GET', 'keys/?limit=0', undefined, 'limit', '1'],
    ['GET', 'keys/?limit=1&limit=2', undefined, 'limit', 'number'],
    ['GET', 'accounts/?cursor=!', undefined, 'cursor', 'next_cursor'],
    ['GET', 'usage/?month=2026-13', undefined, 'month', '2026-11'],
  ] as const)('%s %s %j', async (method, path, body, field, says) => {
    const reply = await root(method, path, body);
    expect(reply.status, reply.text).toBe(400);
    expect(reply.body[field]?.join(' '), reply.text).toContain(says);
  });

  test('several at once are all named, and nothing is made', async () => {
    const before = (await root('GET', 'keys/?owner=tester')).body.items.length;
    const { body } = await root('POST', 'keys/', { username: 'tester', scopes: ['x'], engines: ['y'], surprise: 1 });
    expect(Object.keys(body).sort()).toEqual(['engines', 'scopes', 'surprise']);
    expect((await root('GET', 'keys/?owner=tester')).body.items).toHaveLength(before);
  });

  test('a body that is no JSON object', async () => {
    for (const body of [[], 'text', 7]) {
      expect((await root('POST', 'keys/', body)).body).toEqual({ detail: 'The body is not a JSON object.' });
    }
    const headers = { 'content-type': 'application/json' };
    const broken = await app.get('/api/v1/admin/keys/', {
      key: await keyOf(app, 'root', { scopes: ['manage'] }),
      method: 'POST',
      body: '{"username":',
      headers,
    });
    expect([broken.status, broken.body]).toEqual([400, { detail: 'The body is not a JSON object.' }]);
  });
});
