import { afterAll, beforeAll, expect, test } from 'vitest';
import { getUser, setPassword } from '../../lib/accounts/account-store.ts';
import { listFactors } from '../../lib/accounts/factors/factor-store.ts';
import { newSignInLink } from '../../lib/accounts/sign-in-link.ts';
import { listKeys } from '../../lib/keys/key-store.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { createKey, createUser, TESTER } from '../harness/as-tester.ts';
import { agree, Program, PUBLIC_URL } from '../harness/connector.ts';
import { eventually } from '../harness/processes.ts';
import { TcpProxy } from '../harness/tcp-proxy.ts';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD, type PageReply, Visitor } from '../harness/visitor.ts';
import { codeOf, giveApp } from '../ui/factors.ts';

/**
 * Each step of the flows of accounts, while Redis is out of reach, and while Redis does what it is told and its answer is
 * lost on the way.
 */
const SECURITY = '/settings/security';
const PROXIED = 1;
let app: TestApp;
let proxy: TcpProxy;

beforeAll(async () => {
  app = await TestApp.start({ ownRedis: true, workers: 0, env: { PUBLIC_URL } });
  proxy = await TcpProxy.to(app.redis.port);
  await app.addWeb({ REDIS_URL: proxy.url });
  await createUser(app.client, 'boss', { admin: true, password: PASSWORD });
});
afterAll(async () => {
  await app?.stop();
  await proxy?.close();
});

/** One step: what it records, what has to be there before, how it is taken, and what it changes. */
interface Step {
  event: string;
  /** Returns how the step is taken. */
  prepare(visitor: Visitor, name: string): Promise<() => Promise<PageReply>>;
  /** Whether the step has been taken. */
  isDone(name: string, visitor: Visitor): Promise<boolean>;
  admin?: boolean;
}

const signsIn = async (name: string, password: string) =>
  (await new Visitor(app.urls[0] as string).signIn(name, password)).status === 303;
const NEW_PASSWORD = `${PASSWORD}, the next one`;
const newPassword = (visitor: Visitor) => () =>
  visitor.post('/settings/password', { current: PASSWORD, password: NEW_PASSWORD });
const codesBefore = new Map<string, string>();
const codesOf = async (name: string) => {
  const fields = Object.keys(await app.client.hgetall(redisKeys.factors(name)));
  return fields
    .filter((field) => field.startsWith('code:'))
    .sort()
    .join();
};
const count = async (name: string) => (await listKeys(app.client, name)).length;

const steps: Record<string, Step> = {
  'an authenticator app is added': {
    event: 'second factor added',
    async prepare(visitor) {
      const { text } = await visitor.post(`${SECURITY}/app`);
      const secret = /<code class="wrap">([A-Z2-7 ]+)</.exec(text)?.[1]?.replaceAll(' ', '') ?? '';
      const sealed = /name="app" value="([\w-]+)"/.exec(text)?.[1] ?? '';
      return () => visitor.post(`${SECURITY}/app/add`, { app: sealed, name: 'phone', code: codeOf({ secret }) });
    },
    isDone: async (name) => (await getUser(app.client, name))?.hasFactor === true,
  },
  'a factor is removed': {
    event: 'second factor removed',
    async prepare(visitor, name) {
      const { id } = await giveApp(app, name);
      return () => visitor.post(`${SECURITY}/remove`, { id });
    },
    isDone: async (name) => (await listFactors(app.client, name)).all.length === 0,
  },
  'recovery codes are made': {
    event: 'recovery codes made',
    async prepare(visitor, name) {
      await giveApp(app, name);
      codesBefore.set(name, await codesOf(name));
      return () => visitor.post(`${SECURITY}/codes`);
    },
    isDone: async (name) => (await codesOf(name)) !== codesBefore.get(name),
  },
  'an administrator takes factors away': {
    event: 'second factors taken away',
    admin: true,
    async prepare(visitor, name) {
      await createUser(app.client, `of-${name}`, { password: PASSWORD });
      await giveApp(app, `of-${name}`);
      return () => visitor.post(`/admin/accounts/of-${name}/factors/remove`);
    },
    isDone: async (name) => (await listFactors(app.client, `of-${name}`)).all.length === 0,
  },
  'a password is changed': {
    event: 'password set',
    prepare: async (visitor) => newPassword(visitor),
    isDone: (name) => signsIn(name, NEW_PASSWORD),
  },
  'a password is changed that somebody else chose': {
    event: 'password set',
    async prepare(visitor, name) {
      await setPassword(app.client, TESTER, name, PASSWORD, { mustChange: true });
      await visitor.signIn(name, PASSWORD);
      await visitor.get('/settings/password');
      return newPassword(visitor);
    },
    isDone: async (name) => (await getUser(app.client, name))?.mustChange === false,
  },
  'a key is made': {
    event: 'key created',
    prepare: async (visitor) => () => visitor.post('/settings/api-keys', { name: 'bot' }),
    isDone: async (name) => (await count(name)) > 0,
  },
  'a key is revoked': {
    event: 'key revoked',
    async prepare(visitor, name) {
      const { prefix } = await createKey(app.client, name);
      return () => visitor.post(`/settings/api-keys/trib_${prefix}/revoke`);
    },
    isDone: async (name) => (await listKeys(app.client, name))[0]?.revokedAt !== '',
  },
  'a person agrees to a program': {
    event: 'key created',
    async prepare(visitor) {
      const program = await Program.registered(app.urls[0] as string);
      const page = await visitor.get(program.authorizePath());
      return () => agree(visitor, page);
    },
    isDone: async (name) => (await count(name)) > 0,
  },
  'a person signs out': {
    event: 'signed out',
    prepare: async (visitor) => () => visitor.post('/logout'),
    isDone: async (name) => (await app.client.zcard(redisKeys.userSessions(name))) === 0,
  },
  'all other sessions are ended': {
    event: 'other sessions ended',
    async prepare(visitor, name) {
      await signsIn(name, PASSWORD);
      return () => visitor.post('/settings/sessions/end-others');
    },
    isDone: async (name) => (await app.client.zcard(redisKeys.userSessions(name))) === 1,
  },
  'a person takes their data': {
    event: 'account exported',
    prepare: async (visitor) => () => visitor.post('/settings/data/export'),
    // It changes nothing.
    isDone: async () => true,
  },
  'a sign-in link is used': {
    event: 'signed in',
    async prepare(visitor, name) {
      const token = await newSignInLink(app.client, TESTER, name);
      // In a browser where nobody is signed in.
      return () => new Visitor(visitor.url).post('/login/link', { token }, { csrf: null });
    },
    isDone: async (name) => (await app.client.zcard(redisKeys.userSessions(name))) === 2,
  },
  'everyone is signed out': {
    event: 'everyone signed out',
    admin: true,
    prepare: async (visitor) => () => visitor.post('/admin/sign-everyone-out'),
    isDone: async (_name, visitor) => (await visitor.get('/settings/api-keys')).status !== 200,
  },
};

async function entriesOf(event: string): Promise<number> {
  const entries = await app.client.xrange(redisKeys.audit, '-', '+');
  return entries.filter(([, [, text = '']]) => JSON.parse(text).action === event).length;
}
const isServed = async () => (await new Visitor(app.urls[PROXIED] as string).get('/login/link?token=x')).status === 403;

test.each(Object.entries(steps))('%s, or not, and the page says so', async (what, step) => {
  const { event, admin = false } = step;
  const name = what.replaceAll(/\W+/g, '-');
  // Once where nothing is lost: this is what the step does, and Redis knows its scripts.
  const first = await Visitor.signedIn(app, `first-${name}`, { admin });
  const take = await step.prepare(first, `first-${name}`);
  expect((await take()).status).toBeLessThan(400);
  expect(await step.isDone(`first-${name}`, first)).toBe(true);

  const visitor = await Visitor.signedIn(app, name, { admin, web: PROXIED });
  const act = await step.prepare(visitor, name);
  const cookie = visitor.cookie;
  const before = await entriesOf(event);
  proxy.refuse();
  const refused = await act();
  proxy.admit();
  expect([refused.status, refused.text]).toEqual([503, expect.stringContaining('The database is not responding.')]);
  await eventually('Redis is back', isServed);
  expect(await entriesOf(event)).toBe(before);

  proxy.holdReplies(`"action":"${event}"`);
  const pending = act();
  await eventually('Redis has answered', () => proxy.isHolding);
  proxy.cut();
  proxy.letGo();
  const lost = await pending;
  expect([lost.status, lost.text]).toEqual([503, expect.stringContaining('may or may not have been done')]);
  expect([lost.location, lost.cookies]).toEqual([null, []]);
  await eventually('Redis is back', isServed);
  // It was done once, and with its entry.
  expect(await entriesOf(event)).toBe(before + 1);
  visitor.cookie = cookie;
  expect(await step.isDone(name, visitor)).toBe(true);
});

test('a program whose tokens were lost on the way is refused when it shows its code again, and is connected anew', async () => {
  const ada = await Visitor.signedIn(app, 'ada');
  const program = await Program.registered(app.urls[0] as string);
  // Redis knows the script from here on, and carries it out when it is asked.
  await program.connect(ada);
  const code = await program.code(ada);
  proxy.holdReplies('"action":"program connected"');
  const pending = program.exchange(code, {}, app.urls[PROXIED]);
  await eventually('Redis has answered', () => proxy.isHolding);
  proxy.cut();
  proxy.letGo();
  expect((await pending).body.error).toBe('temporarily_unavailable');
  await eventually('Redis is back', isServed);
  expect((await program.exchange(code, {}, app.urls[PROXIED])).body.error).toBe('invalid_grant');
  expect(await entriesOf('code replayed')).toBe(1);
  const { refresh_token } = await program.connect(ada);
  expect((await program.refresh(refresh_token, {}, app.urls[PROXIED])).status).toBe(200);
});
