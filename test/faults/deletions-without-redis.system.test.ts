import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getUser } from '../../lib/accounts/account-store.ts';
import { deleteAccount } from '../../lib/accounts/delete-account.ts';
import { teamsOf } from '../../lib/accounts/team-store.ts';
import { parseKey } from '../../lib/keys/key-format.ts';
import { admit } from '../../lib/limits/admission.ts';
import { searchIn } from '../../lib/limits/cost.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { addMember, createKey, createTeam, createUser, deleteTeam, revokeKey, TESTER } from '../harness/as-tester.ts';
import { eventually } from '../harness/processes.ts';
import { TcpProxy } from '../harness/tcp-proxy.ts';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD, type PageReply, Visitor } from '../harness/visitor.ts';

/** Deleting and exporting accounts and teams, while Redis goes away before, in the middle and at the end. */
const DATA = '/settings/data';
const PROXIED = 1;
const NO_LIMITS = { burst: null, sustained: null, monthly: null };
let app: TestApp;
let proxy: TcpProxy;

beforeAll(async () => {
  app = await TestApp.start({ ownRedis: true, workers: 0 });
  proxy = await TcpProxy.to(app.redis.port);
  await app.addWeb({ REDIS_URL: proxy.url });
  await createUser(app.client, 'boss', { admin: true, password: PASSWORD });
  // Redis knows the scripts afterwards.
  await createUser(app.client, 'first');
  await deleteAccount(app.client, TESTER, 'first', { keepsAdministrator: true, keepsOwners: true });
  await createTeam(app.client, 'first');
  await deleteTeam(app.client, 'first');
});
afterAll(async () => {
  await app?.stop();
  await proxy?.close();
});

const isServed = async () => (await new Visitor(app.urls[PROXIED] as string).get('/login/link?token=x')).status === 403;
/** Whether a key is admitted. A request would leave a record, when it has ended. */
const verdictOn = async (key: string) =>
  (await admit(app.client, parseKey(key) ?? expect.unreachable(), NO_LIMITS, searchIn('web'))).verdict;
const entriesOf = async (target: string) =>
  (await app.client.xrange(redisKeys.audit, '-', '+'))
    .map(([, [, text = '']]) => JSON.parse(text))
    .filter((entry) => entry.target === target && /delet/.test(entry.action))
    .map(({ action, via, before }) => ({ action, via, ...(before && { before }) }));

/** Does something while Redis is out of reach. */
async function refused(act: () => Promise<PageReply>): Promise<void> {
  proxy.refuse();
  const { status, text, location } = await act();
  proxy.admit();
  expect([status, text, location]).toEqual([503, expect.stringContaining('The database is not responding.'), null]);
  expect(text).not.toMatch(/Error:|\bat \S+:\d+/);
  await eventually('Redis is back', isServed);
}

/** Does something while the answer of Redis to what has this text in it is lost. */
async function lost<T>(text: string, act: () => Promise<T>): Promise<T> {
  proxy.holdReplies(text);
  const pending = act();
  await eventually('Redis has answered', () => proxy.isHolding);
  proxy.cut();
  proxy.letGo();
  const reply = await pending;
  await eventually('Redis is back', isServed);
  return reply;
}

/** A web process looks for deletions that were interrupted, as it does every minute. */
const complete = () => app.webs[0]?.running.deletions.look();
/** What Redis has of a name, but for who has looked at it. */
const namesWith = async (name: string) =>
  (await app.client.keys(`*${name}*`)).filter((key) => !key.startsWith(redisKeys.auditReading('', '').slice(0, -1)));

/** Where a deletion is interrupted: the beginning, the middle, or the end, where all is done and nobody hears. */
const MOMENTS: Record<string, (name: string, action: string) => string> = {
  'at its first step': (_name, action) => `"action":"${action}"`,
  'among its keys': redisKeys.userKeysByAge,
  'at its last step': (name) =>
    [redisKeys.users, `$${redisKeys.userKeys(name).length}`, redisKeys.userKeys(name)].join('\r\n'),
};

describe.each(Object.entries(MOMENTS))('interrupted %s', (when, textOf) => {
  const id = when.replaceAll(/\W+/g, '-');

  test('the deletion of an account leaves it of no use to anybody, says so, and is completed', async () => {
    const name = `ada-${id}`;
    const ada = await Visitor.signedIn(app, name, { web: PROXIED });
    const { key } = await createKey(app.client, name);
    const remove = () => ada.post(`${DATA}/delete`, { name });
    await refused(remove);
    expect([await verdictOn(key), await entriesOf(name)]).toEqual(['admitted', []]);

    const { status, text } = await lost(textOf(name, 'account deletion begun'), remove);
    expect([status, text]).toEqual([503, expect.stringContaining('may or may not have been done')]);
    expect(await verdictOn(key)).not.toBe('admitted');
    expect((await ada.get(DATA)).location).toMatch(/^\/login/);
    await complete();
    expect(await getUser(app.client, name)).toBeNull();
    expect(await namesWith(name)).toEqual([]);
    const via = when === 'at its last step' ? 'page' : 'instance';
    expect(await entriesOf(name)).toEqual([
      { action: 'account deletion begun', via: 'page' },
      { action: 'account deleted', via },
    ]);
    expect(await app.client.smembers(redisKeys.deletions)).toEqual([]);
  });

  test('the deletion of a team leaves it without members, says so, and is completed', async () => {
    const [name, member] = [`crew-${id}`, `eve-${id}`];
    const root = await Visitor.signedIn(app, `root-${id}`, { admin: true, web: PROXIED });
    await createUser(app.client, member);
    await createTeam(app.client, name);
    await addMember(app.client, name, member, 'owner');
    const { prefix } = await createKey(app.client, name);
    await revokeKey(app.client, prefix);
    const remove = () => root.post(`/settings/teams/${name}/delete`);
    await refused(remove);
    expect([await teamsOf(app.client, member), await entriesOf(name)]).toEqual([[{ team: name, role: 'owner' }], []]);

    const { status, text } = await lost(textOf(name, 'team deleted'), remove);
    expect([status, text]).toEqual([503, expect.stringContaining('may or may not have been done')]);
    expect(await teamsOf(app.client, member)).toEqual([]);
    if (when !== 'at its last step') {
      expect((await root.get(`/settings/teams/${name}`)).text).toContain('was interrupted');
      await expect(addMember(app.client, name, member, 'owner')).rejects.toThrow('There is no team');
    }
    await complete();
    expect(await namesWith(name)).toEqual([]);
    expect(await entriesOf(name)).toEqual([{ action: 'team deleted', via: 'page', before: { members: member } }]);
    expect((await root.get(`/settings/teams/${name}`)).status).toBe(404);
  });
});

describe('the export', () => {
  test('is a page that says so while Redis is away, and no file', async () => {
    const ida = await Visitor.signedIn(app, 'ida', { web: PROXIED });
    let disposition: string | null = '';
    await refused(async () => {
      const reply = await ida.post(`${DATA}/export`);
      disposition = reply.headers.get('content-disposition');
      return reply;
    });
    expect(disposition).toBeNull();
    expect(JSON.parse((await ida.post(`${DATA}/export`)).text).username).toBe('ida');
  });

  test('that loses Redis in the middle is a download that fails, not a file that looks complete', async () => {
    const joe = await Visitor.signedIn(app, 'joe', { web: PROXIED });
    // The audit log is read when the first part of the file has been sent.
    const cut = await lost('\r\nxrevrange\r\n', () =>
      joe.post(`${DATA}/export`).then(
        () => 'complete',
        (error: Error) => error.message,
      ),
    );
    expect(cut).toBe('terminated');
    expect(JSON.parse((await joe.post(`${DATA}/export`)).text).username).toBe('joe');
  });
});
