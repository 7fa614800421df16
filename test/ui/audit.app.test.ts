import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listNames } from '../../lib/accounts/account-store.ts';
import { newSetUpToken } from '../../lib/accounts/set-up.ts';
import { writeEntry } from '../../lib/audit/audit-entry.ts';
import { readAudit } from '../../lib/audit/read-audit.ts';
import type { AuditEntry } from '../../lib/audit/stored-entry.ts';
import { eventNames } from '../../lib/events.ts';
import { listKeys } from '../../lib/keys/key-store.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { addMember, createKey, createTeam, createUser } from '../harness/as-tester.ts';
import { Operator } from '../harness/command-line.ts';
import { administrator, type Manager, managerWith } from '../harness/management.ts';
import { redisContents } from '../harness/redis-contents.ts';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD, unescaped, Visitor } from '../harness/visitor.ts';

const PAGE = '/admin/audit';
const SECRETS = {
  BRAVE_API_KEY: 'secretOfBraveInTheSettings',
  INSTANCE_SECRET: 'the secret of this instance, for tests',
};
let app: TestApp;
let root: Visitor;
let manager: Manager;
let operator: Operator;
/** Texts that no entry may have. */
const secrets = new Set<string>([PASSWORD, ...Object.values(SECRETS)]);

beforeAll(async () => {
  app = await TestApp.start({ workers: 0, env: SECRETS });
  root = await Visitor.signedInOnPage(app, 'root', { admin: true });
  manager = await administrator(app, 'program');
  operator = new Operator({ ...app.env });
});
afterAll(() => app?.stop());

const entries = async (): Promise<AuditEntry[]> => {
  const found: AuditEntry[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await readAudit(app.client, {}, { cursor, limit: 1_000 });
    found.push(...page.items);
    cursor = page.next_cursor;
  }
  return found.reverse();
};
/** The entries that work leaves. */
async function recorded(work: () => Promise<unknown>): Promise<AuditEntry[]> {
  const before = new Set((await entries()).map(({ id }) => id));
  await work();
  return (await entries()).filter(({ id }) => !before.has(id));
}
const said = (list: readonly AuditEntry[]) => list.map(({ action, target }) => [action, target]);
const secretIn = (text: string) => {
  const key = /trib_\w+\.\w+/.exec(text)?.[0] ?? '';
  if (key) secrets.add(key.split('.')[1] as string);
  return key.split('.')[0] ?? '';
};

describe('what people do on pages', () => {
  test('is recorded with who, from where, by which program and request, and what changed', async () => {
    root.headers = { 'user-agent': 'Browser of a test/1.0' };
    let prefix = '';
    const done = await recorded(async () => {
      prefix = secretIn((await root.post('/settings/api-keys', { name: 'mine' })).text);
      await root.post('/admin/accounts', { username: 'bob', password: `${PASSWORD} of bob` });
      await root.post('/admin/accounts/bob/limits', { burst: '10/min', sustained: '', monthly: '', max_parallel: '' });
      await root.post('/admin/accounts/bob/promote');
      await root.post('/admin/accounts/bob/demote');
      await root.post('/admin/accounts/bob/password', { password: `${PASSWORD} of bob, 2` });
      await root.post('/settings/teams', { name: 'blue' });
      await root.post('/settings/teams/blue/members', { username: 'bob', role: 'member' });
      await root.post('/settings/teams/blue/members/bob/remove');
      await root.post('/settings/teams/blue/delete');
      await root.post('/settings/preferences/rules', { rules: '$pin,site=a.test', address: '' });
      await root.post(`/settings/api-keys/${prefix}/disable`);
      await root.post(`/settings/api-keys/${prefix}/enable`);
      secretIn((await root.post(`/settings/api-keys/${prefix}/rotate`, { hours: '24', form: 'f'.repeat(22) })).text);
      await root.post(`/settings/api-keys/${prefix}/revoke`);
      await root.post('/admin/accounts/bob/disable');
      await root.post('/admin/accounts/bob/enable');
    });
    expect(said(done)).toEqual([
      ['key created', prefix],
      ['account created', 'bob'],
      ['account limits set', 'bob'],
      ['administrator made', 'bob'],
      ['administrator removed', 'bob'],
      ['password set', 'bob'],
      ['team created', 'blue'],
      ['team member added', 'blue: bob'],
      ['team member removed', 'blue: bob'],
      ['team deleted', 'blue'],
      ['rules changed', 'root'],
      ['key disabled', prefix],
      ['key enabled', prefix],
      ['key rotated', prefix],
      ['key revoked', prefix],
      ['account disabled', 'bob'],
      ['account enabled', 'bob'],
    ]);
    for (const entry of done) {
      expect(entry).toMatchObject({
        via: 'page',
        account: 'root',
        address: '127.0.0.1',
        program: 'Browser of a test/1.0',
        request: expect.stringMatching(/^[\w-]{36}$/),
      });
    }
    expect(done[2]).toMatchObject({ after: { burst: '10/min' } });
    expect(done[4]).toMatchObject({ before: { admin: 'yes' } });
    const line = (await app.events()).find(({ entry }) => entry === done[2]?.id);
    expect(line).toMatchObject({ event: 'account limits set', reqId: done[2]?.request, after: { burst: '10/min' } });
  });

  test('signing in and out, failing to, and one’s own password and link are recorded', async () => {
    await createUser(app.client, 'eve', { password: PASSWORD });
    const eve = new Visitor(app.urls[0] as string);
    secrets.add('a wrong guess').add(`${PASSWORD} of eve`);
    const done = await recorded(async () => {
      await eve.signIn('eve', 'a wrong guess');
      await eve.signIn('a-wrong-guess-as-name', 'x');
      await eve.signIn('eve', PASSWORD);
      await eve.get('/settings/preferences');
      const page = await eve.get('/settings/preferences');
      const form = /name="form" value="([\w-]{22})"/.exec(page.text)?.[1] ?? '';
      const link =
        /\/s\/([\w.-]+)\//.exec((await eve.post('/settings/preferences/search-link', { form })).text)?.[1] ?? '';
      secrets.add(link.split('.')[1] as string);
      await eve.post('/settings/preferences/search-link/revoke');
      await eve.post('/settings/password', { current: 'a wrong guess', password: `${PASSWORD} of eve` });
      await eve.post('/settings/password', { current: PASSWORD, password: `${PASSWORD} of eve` });
      await eve.get('/settings/preferences');
      secrets.add(eve.csrf).add(eve.cookie.split('=')[1] as string);
      await eve.post('/logout');
    });
    expect(said(done)).toEqual([
      ['sign-in failed', 'eve'],
      ['sign-in failed', undefined],
      ['signed in', 'eve'],
      ['search link created', 'eve'],
      ['search link revoked', 'eve'],
      ['password change failed', 'eve'],
      ['password set', 'eve'],
      ['signed in', 'eve'],
      ['signed out', 'eve'],
    ]);
    expect(done.map(({ account }) => account)).toEqual(['', '', ...Array(7).fill('eve')]);
  });

  test('reading the usage and the requests of a team is recorded, also by its owner', async () => {
    const owner = await Visitor.signedInOnPage(app, 'owner');
    await createTeam(app.client, 'crew');
    await addMember(app.client, 'crew', 'owner', 'owner');
    const done = await recorded(async () => {
      for (let time = 0; time < 2; time++) {
        for (const path of [
          '/settings/usage',
          '/settings/usage?account=crew',
          '/settings/usage.json?account=crew',
          '/settings/requests?account=owner',
          '/settings/requests?account=crew',
          '/settings/requests',
        ])
          expect([path, (await owner.get(path)).status]).toEqual([path, 200]);
      }
    });
    expect(done.map(({ action, account, target }) => [action, account, target])).toEqual([
      ['usage read', 'owner', 'crew'],
      ['requests read', 'owner', 'crew'],
    ]);
  });

  test('reading the usage of others is recorded before it is shown, once an hour; one’s own is not', async () => {
    await createUser(app.client, 'read');
    const { prefix } = await createKey(app.client, 'read');
    const done = await recorded(async () => {
      for (let time = 0; time < 2; time++) {
        for (const path of [
          '/admin/accounts',
          '/admin/accounts/read',
          `/settings/api-keys/trib_${prefix}`,
          '/settings/usage',
        ]) {
          expect((await root.get(path)).status).toBe(200);
        }
        expect((await manager('GET', 'usage/?owner=read')).status).toBe(200);
        expect((await manager('GET', 'usage/')).status).toBe(200);
        expect((await manager('GET', 'usage/?owner=program')).status).toBe(200);
      }
    });
    expect(done.map(({ action, account, via, target }) => [action, account, via, target])).toEqual([
      ['usage read', 'root', 'page', 'all accounts'],
      ['usage read', 'root', 'page', 'read'],
      ['usage read', 'program', 'management API', 'read'],
      ['usage read', 'program', 'management API', 'all accounts'],
    ]);
  });
});

test('what programs and the operator do is recorded with the key, or the user and the machine', async () => {
  const byProgram = await recorded(async () => {
    await manager('POST', 'accounts/', { username: 'made' });
    const { body } = await manager('POST', 'keys/', { username: 'made', name: 'bot' });
    secretIn(body.key);
    await manager('PATCH', `keys/${body.prefix}/`, { name: 'robot', disabled: true });
    await manager('PATCH', 'accounts/made/', { disabled: true, limits: { monthly: 5 } });
  });
  expect(said(byProgram)).toEqual([
    ['account created', 'made'],
    ['key created', expect.stringMatching(/^trib_\w{8}$/)],
    ['key disabled', byProgram[1]?.target],
    ['account disabled', 'made'],
    ['account limits set', 'made'],
  ]);
  expect(byProgram[2]).toMatchObject({ before: { name: 'bot' }, after: { name: 'robot', disabled: 'yes' } });
  for (const { via, account, key, request } of byProgram) {
    expect([via, account]).toEqual(['management API', 'program']);
    expect([key, request]).toEqual([expect.stringMatching(/^trib_\w{8}$/), expect.any(String)]);
  }
  const byOperator = await recorded(async () => {
    await operator.worksAll(['user create cli', 'user unlock cli', 'team create red', 'team add red cli --owner']);
    secretIn((await operator.worksAll(['key create cli']))[0] ?? '');
    await operator.worksAll(['user password cli --password-stdin'], { input: `${PASSWORD} of cli` });
  });
  expect(said(byOperator)).toEqual([
    ['account created', 'cli'],
    ['account unlocked', 'cli'],
    ['team created', 'red'],
    ['team member added', 'red: cli'],
    ['key created', expect.any(String)],
    ['password set', 'cli'],
  ]);
  for (const { via, account, address } of byOperator) {
    expect([via, account, address]).toEqual(['command line', expect.stringMatching(/\S/), expect.stringMatching(/\S/)]);
  }
});

test('no entry has a password, a key, a token or a secret of the settings', async () => {
  await newSetUpToken(app.client);
  const texts = await Promise.all(
    [redisKeys.audit, redisKeys.auditFailures].map((stream) => app.client.xrange(stream, '-', '+')),
  );
  const log = JSON.stringify(texts);
  expect(log.length).toBeGreaterThan(10_000);
  expect(secrets.size).toBeGreaterThan(8);
  for (const secret of [...secrets].filter(Boolean)) expect(log).not.toContain(secret);
  expect(log).not.toMatch(/argon2|a-wrong-guess|[0-9a-f]{64}/);
});

test('what is refused leaves no entry', async () => {
  const user = await Visitor.signedInOnPage(app, 'user');
  const powerless = managerWith(app, (await createKey(app.client, 'user')).key);
  // A refused form is shown again with the list, whose reading is recorded once an hour.
  await root.get('/admin/accounts');
  const done = await recorded(async () => {
    await user.post('/admin/accounts', { username: 'sneaked' });
    await user.post('/admin/accounts/root/disable');
    await user.get(PAGE);
    await root.post('/admin/accounts', { username: 'user' });
    await root.post('/admin/accounts/root/disable');
    await root.post('/admin/accounts', { username: 'no-token' }, { csrf: 'wrong' });
    await powerless('POST', 'accounts/', { username: 'sneaked' });
    await powerless('GET', 'audit/');
    await manager('PATCH', 'accounts/user/', { admin: true });
    await operator.refusedAll(['user create user', 'key revoke trib_00000000', 'team delete none']);
  });
  expect(said(done)).toEqual([]);
});

describe('if the entry cannot be written', () => {
  /** A log that is no stream, while something is tried. */
  async function withoutLog(work: () => Promise<void>): Promise<void> {
    const streams = [redisKeys.audit, redisKeys.auditFailures];
    for (const stream of streams) await app.client.rename(stream, `${stream}-aside`);
    for (const stream of streams) await app.client.set(stream, 'not a stream');
    try {
      await work();
    } finally {
      for (const stream of streams) await app.client.rename(`${stream}-aside`, stream);
    }
  }

  test('nobody signs in, and nothing changes by pages, programs or the operator, who are told', async () => {
    await createUser(app.client, 'kept', { password: PASSWORD });
    const { prefix } = await createKey(app.client, 'root', { name: 'kept' });
    const [names, keys] = [await listNames(app.client), await listKeys(app.client, 'root')];
    await withoutLog(async () => {
      const visitor = new Visitor(app.urls[0] as string);
      const signIn = await visitor.signIn('kept', PASSWORD);
      expect([signIn.status, signIn.cookies]).toEqual([500, []]);
      expect(signIn.text).toContain('The audit log cannot be written, so nothing was done.');
      expect((await visitor.signIn('kept', 'wrong')).status).toBe(500);
      for (const [path, fields] of [
        ['/settings/api-keys', { name: 'x' }],
        [`/settings/api-keys/trib_${prefix}/revoke`, {}],
        ['/admin/accounts', { username: 'sneaked' }],
        ['/admin/accounts/kept/disable', {}],
        ['/settings/teams', { name: 'sneaked' }],
        ['/settings/preferences/rules', { rules: '$pin,site=b.test', address: '' }],
      ] as const) {
        const reply = await root.post(path, fields as Record<string, string>);
        const isNamed = reply.text.includes('The audit log cannot be written');
        expect([path, reply.status, isNamed]).toEqual([path, 500, true]);
      }
      root.headers = { 'accept-language': 'de' };
      const german = await root.post('/admin/accounts', { username: 'sneaked' });
      expect(german.text).toContain('Das Audit-Log kann nicht geschrieben werden.');
      root.headers = {};
      // Nothing of another's usage is shown, either.
      await app.client.del(redisKeys.auditReading('root', 'kept'));
      expect((await root.get('/admin/accounts/kept')).status).toBe(500);
      expect((await manager('POST', 'accounts/', { username: 'sneaked' })).status).toBe(500);
      const [said] = await operator.refusedAll(['user disable kept']);
      expect(said).toContain('WRONGTYPE');
    });
    expect(await listNames(app.client)).toEqual(names);
    expect(await listKeys(app.client, 'root')).toEqual(keys);
    expect((await redisContents(app.client)).includes('sneaked')).toBe(false);
    expect((await new Visitor(app.urls[0] as string).signIn('kept', PASSWORD)).status).toBe(303);
  });
});

describe('the page', () => {
  const rowsOf = (text: string) => (text.match(/<tr>/g) ?? []).length - 1;

  test('shows entries with who, what, on whom, from where, when and what changed, and filters them', async () => {
    await writeEntry(
      app.client,
      { via: 'page', account: 'ada', address: '203.0.113.9', program: 'Fox <b>/1</b>', request: 'req-4711' },
      { action: 'key changed', target: 'trib_1a2B3c4D', before: { name: 'old' }, after: { name: '<i>new</i>' } },
    );
    const all = (await root.get(PAGE)).text;
    for (const text of [
      'ada',
      'key changed',
      'trib_1a2B3c4D',
      '203.0.113.9',
      'req-4711',
      'old → <i>new</i>',
      '/1</b>',
    ]) {
      expect(unescaped(all)).toContain(text);
    }
    expect(all).not.toContain('<i>new</i>');
    for (const filter of ['account=ada', 'target=trib_1a2B3c4D', 'action=key+changed&account=ada']) {
      const { text } = await root.get(`${PAGE}?${filter}`);
      expect([filter, rowsOf(text)]).toEqual([filter, 1]);
      expect(text).toContain('Show everything');
    }
    const none = await root.get(`${PAGE}?account=nobody-at-all`);
    expect([none.status, none.text.includes('No entry fits the filter.')]).toEqual([200, true]);
    const today = new Date().toISOString().slice(0, 10);
    expect(rowsOf((await root.get(`${PAGE}?since=${today}`)).text)).toBeGreaterThan(5);
    expect((await root.get(`${PAGE}?until=2020-01-01`)).text).toContain('No entry fits the filter.');
    expect((await root.get(`${PAGE}?before=nonsense`)).status).toBe(400);
    for (const odd of ['action=nonsense', 'since=nonsense', 'account=a&account=b']) {
      expect((await root.get(`${PAGE}?${odd}`)).status).toBe(200);
    }
  });

  test('has pages of 50 entries, and is in German as well', async () => {
    for (let at = 0; at < 120; at++) {
      await writeEntry(app.client, { via: 'page', account: 'many' }, { action: 'usage read', target: `t${at}` });
    }
    let path = `${PAGE}?account=many`;
    const counts: number[] = [];
    for (let page = 0; page < 4 && path !== ''; page++) {
      const { text } = await root.get(path);
      counts.push(rowsOf(text));
      path = unescaped(/rel="next" href="([^"]+)"/.exec(text)?.[1] ?? '');
    }
    expect(counts).toEqual([50, 50, 20]);
    const german = await root.get(PAGE, { 'accept-language': 'de' });
    for (const text of ['<h1>Audit-Log</h1>', 'Verbrauch gelesen', 'Ältere Einträge']) {
      expect(german.text).toContain(text);
    }
  });

  test('says that there are no entries', async () => {
    const other = await TestApp.start({ workers: 0 });
    try {
      const first = await Visitor.signedInOnPage(other, 'first', { admin: true });
      await other.client.del(redisKeys.audit);
      expect((await first.get(PAGE)).text).toContain('There are no entries.');
    } finally {
      await other.stop();
    }
  });
});

test('the management API and the command line read it with the same filters', async () => {
  const { body } = await manager('GET', 'audit/?account=many&limit=100');
  expect([body.items.length, typeof body.next_cursor]).toEqual([100, 'string']);
  const rest = await manager('GET', `audit/?account=many&limit=100&cursor=${body.next_cursor}`);
  expect([rest.body.items.length, rest.body.next_cursor]).toEqual([20, null]);
  const item = (await manager('GET', 'audit/?action=key+changed&target=trib_1a2B3c4D')).body.items[0];
  expect(item).toMatchObject({ account: 'ada', request_id: 'req-4711', before: { name: 'old' }, via: 'page', key: '' });
  for (const wrong of ['action=nonsense', 'since=yesterday', 'cursor=x', 'limit=0']) {
    expect([wrong, (await manager('GET', `audit/?${wrong}`)).status]).toEqual([wrong, 400]);
  }
  expect((await manager('GET', 'audit/?until=2020-01-01T00:00:00Z')).body.items).toEqual([]);

  const json = async (line: string) =>
    JSON.parse((await operator.worksAll([`${line} --json`]))[0] ?? '') as AuditEntry[];
  expect(await json('audit --since 7d --account many')).toHaveLength(120);
  expect((await json('audit --since 7d')).length).toBeGreaterThan(150);
  expect(await json('audit --since 2099-01-01')).toEqual([]);
  expect(await json('audit --until 2020-01-01 --since 2019-01-01')).toEqual([]);
  const [table = ''] = await operator.worksAll(['audit --target trib_1a2B3c4D']);
  expect(table).toMatch(/^TIME +WHO +VIA +FROM +WHAT +TARGET +CHANGE\n/);
  expect(table).toMatch(/ada +page +203\.0\.113\.9 +key changed +trib_1a2B3c4D +name: old → <i>new<\/i>\n$/);
  const refused = await operator.refusedAll(['audit --since soon', 'audit --action nonsense', 'audit --since']);
  expect(refused[0]).toContain('write an age such as');
  expect(refused[1]).toContain('There is no action "nonsense"');
});

test('every event has a writer', () => {
  const files = ['lib', 'api', 'bin'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  const sources = files
    .filter((name) => /\.tsx?$/.test(name) && name !== 'lib/events.ts' && !name.startsWith('api/ui/texts/'))
    .map((name) => readFileSync(name, 'utf8'))
    .join('\n');
  expect(eventNames.filter((name) => !sources.includes(`'${name}'`))).toEqual([]);
});
