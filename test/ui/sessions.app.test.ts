import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listUsers } from '../../lib/accounts/account-store.ts';
import { accountGuesses, addressGuesses } from '../../lib/accounts/guess-limits.ts';
import { listKeys } from '../../lib/keys/key-store.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { makeSeal } from '../../lib/seal.ts';
import { createKey, createUser, setDisabled } from '../harness/as-tester.ts';
import { eventually } from '../harness/processes.ts';
import { redisContents } from '../harness/redis-contents.ts';
import { addWebs } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { noticeIn, PASSWORD, Visitor } from '../harness/visitor.ts';

const KEYS = '/settings/api-keys';
let app: TestApp;
/** The URL of a web process that trusts proxy headers from this machine. */
let proxied: string;
let setUpToken: string;
/** Secrets that must never appear in the logs. */
const secrets = new Set<string>();

beforeAll(async () => {
  app = await TestApp.start({ workers: 0 });
  const { behind } = await addWebs(app, { behind: { TRUST_PROXY: '127.0.0.1' } });
  proxied = app.urls[behind] as string;
  // Each web process offers a link, and only the last one is valid.
  setUpToken = await eventually('both have offered a set-up link', async () => {
    const tokens = app.webs.map(({ output }) => /\/setup\?token=([\w-]+)/.exec(output)?.[1]);
    if (tokens.includes(undefined)) return null;
    const isValid = async (token?: string) => (await new Visitor(direct()).get(`/setup?token=${token}`)).status === 200;
    for (const token of tokens) if (await isValid(token)) return token;
    return null;
  });
});
afterAll(() => app?.stop());
/** The seal of the instance, whose secret is in Redis. */
const seal = async () => makeSeal((await app.client.get(redisKeys.instanceSecret)) ?? '');

const direct = () => app.urls[0] as string;
const tokenOf = (visitor: Visitor) => visitor.cookie.split('=')[1] ?? '';

/** Gives each visitor its own address, so that the failures of one do not block another. */
let addresses = 0;
function behindProxy(address = `203.0.113.${++addresses}`): Visitor {
  const visitor = new Visitor(proxied);
  visitor.headers = { 'x-forwarded-for': address };
  return visitor;
}

async function signedIn(name: string): Promise<Visitor> {
  const visitor = await Visitor.signedInOnPage(app, name);
  for (const secret of [tokenOf(visitor), visitor.csrf]) secrets.add(secret);
  return visitor;
}

describe('the set-up page', () => {
  const administrators = async () => (await listUsers(app.client)).filter(({ admin }) => admin);
  const send = (token: string, username: string, password = PASSWORD) =>
    new Visitor(direct()).post('/setup', { token, username, password }, { csrf: null });

  test('opens only with the token', async () => {
    const visitor = new Visitor(direct());
    expect((await visitor.get(`/setup?token=${setUpToken}`)).status).toBe(200);
    expect((await visitor.get('/login')).text).toMatch(
      /in the terminal that runs <code>npm start<\/code>, or in the log of the web process/,
    );
    for (const token of ['', 'x', `${setUpToken}x`, setUpToken.toUpperCase()]) {
      expect((await visitor.get(`/setup?token=${token}`)).status).toBe(403);
      expect((await send(token, 'intruder')).status).toBe(403);
    }
    expect((await visitor.get('/setup')).status).toBe(403);
    expect(await administrators()).toEqual([]);
  });

  test('reports a bad name or password, and stays open', async () => {
    const reply = await send(setUpToken, 'first', 'short');
    expect(reply.status).toBe(400);
    expect(noticeIn(reply)?.kind).toBe('problem');
    expect(reply.text).toContain('name="username" value="first"');
    expect((await send(setUpToken, '<b>first</b>')).text).not.toContain('<b>first');
  });

  test('creates one administrator when two visitors submit at once, signs them in and closes', async () => {
    const replies = await Promise.all([send(setUpToken, 'first'), send(setUpToken, 'second')]);
    expect(replies.map(({ status }) => status).sort()).toEqual([303, 403]);
    expect(await administrators()).toHaveLength(1);
    expect(replies.find(({ status }) => status === 303)).toMatchObject({
      location: '/admin/first-steps',
    });
    expect((await send(setUpToken, 'third')).status).toBe(403);
    expect((await new Visitor(direct()).get(`/setup?token=${setUpToken}`)).status).toBe(403);
    expect(await administrators()).toHaveLength(1);
  });
});

describe('the cookie', () => {
  test('over http is limited to this host and out of reach of scripts and other sites', async () => {
    await createUser(app.client, 'plain', { password: PASSWORD });
    const { cookies } = await new Visitor(direct()).signIn('plain', PASSWORD);
    expect(cookies.map((cookie) => cookie.split('=', 1)[0])).toEqual(['tributary', 'tributary_device']);
    const [value, ...flags] = (cookies[0] ?? '').split('; ');
    expect(value).toMatch(/^tributary=[\w-]{43}$/);
    expect(flags.sort()).toEqual(['HttpOnly', 'Max-Age=7776000', 'Path=/', 'SameSite=Lax']);
  });

  test('over https is marked Secure, but only behind a trusted proxy', async () => {
    const headers = { 'x-forwarded-proto': 'https' };
    const login = (url: string) => {
      const visitor = new Visitor(url);
      const origin = { ...headers, origin: url.replace('http:', url === proxied ? 'https:' : 'http:') };
      return visitor.post('/login', { username: 'plain', password: PASSWORD }, { csrf: null, headers: origin });
    };
    const [value, ...flags] = ((await login(proxied)).cookies[0] ?? '').split('; ');
    expect(value).toMatch(/^__Host-tributary=[\w-]{43}$/);
    expect(flags.sort()).toEqual(['HttpOnly', 'Max-Age=7776000', 'Path=/', 'SameSite=Lax', 'Secure']);
    expect((await login(direct())).cookies[0]).toMatch(/^tributary=/);
    // A cookie that was set over http is not valid over https.
    const visitor = behindProxy();
    visitor.cookie = (value ?? '').replace('__Host-', '');
    expect((await visitor.get(KEYS, headers)).status).toBe(303);
    visitor.cookie = value ?? '';
    expect((await visitor.get(KEYS, headers)).status).toBe(200);
  });

  test('is new at every sign-in, whatever cookie the browser sent', async () => {
    const planted = 'A'.repeat(43);
    const visitor = new Visitor(direct());
    visitor.cookie = `tributary=${planted}`;
    expect((await visitor.signIn('plain', PASSWORD)).status).toBe(303);
    const first = tokenOf(visitor);
    expect(first).not.toBe(planted);
    const other = new Visitor(direct());
    await other.signIn('plain', PASSWORD);
    expect(tokenOf(other)).not.toBe(first);
    other.cookie = `tributary=${planted}`;
    expect((await other.get(KEYS)).status).toBe(303);
  });

  test('is invalid after signing out', async () => {
    const visitor = await signedIn('leaving');
    const { cookie } = visitor;
    expect(await visitor.post('/logout')).toMatchObject({ status: 303, location: '/login' });
    visitor.cookie = cookie;
    expect((await visitor.get(KEYS)).status).toBe(303);
  });
});

describe('a form', () => {
  test('is refused without its token, with an old token and with the token of another user', async () => {
    const victim = await signedIn('victim');
    const attacker = await signedIn('attacker');
    const old = victim.csrf;
    victim.cookie = '';
    await victim.signIn('victim', PASSWORD);
    for (const csrf of [null, '', old, attacker.csrf, `${old}x`]) {
      expect((await victim.post(KEYS, { name: 'forged' }, { csrf })).status).toBe(403);
    }
    expect(await listKeys(app.client, 'victim')).toEqual([]);
    await victim.get(KEYS);
    expect((await victim.post(KEYS, { name: 'own' })).status).toBe(200);
  });

  test('is refused from another origin, signed in or not', async () => {
    const visitor = await signedIn('visited');
    const { port } = new URL(direct());
    for (const origin of ['https://evil.example', 'null', `https://127.0.0.1:${port}`, `http://localhost:${port}`]) {
      const headers = { origin };
      expect((await visitor.post(KEYS, { name: 'forged' }, { headers })).status).toBe(403);
      const login = await new Visitor(direct()).post(
        '/login',
        { username: 'visited', password: PASSWORD },
        { csrf: null, headers },
      );
      expect(login).toMatchObject({ status: 403, cookies: [] });
    }
    expect(await listKeys(app.client, 'visited')).toEqual([]);
  });

  test('has a referrer policy that lets browsers send its origin, instead of `Origin: null`', async () => {
    const { headers, text } = await new Visitor(direct()).get('/login');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(text).not.toContain('no-referrer');
  });
});

describe('signing in', () => {
  test('fails with the same reply, whatever is wrong', async () => {
    await createUser(app.client, 'disabled', { password: PASSWORD });
    await setDisabled(app.client, 'disabled', true);
    await createUser(app.client, 'keys-only');
    const answers: unknown[] = [];
    for (const [name, password] of [
      ['plain', 'not the password'],
      ['nobody', PASSWORD],
      ['disabled', PASSWORD],
      ['keys-only', ''],
      ['a name: <b>', PASSWORD],
    ] as const) {
      const { status, text, cookies } = await behindProxy().signIn(name, password);
      expect(text).not.toContain('<b>');
      const sameName = text.replaceAll(`value="${name.replaceAll('<', '&lt;')}"`, 'value=""');
      answers.push({ status, cookies, text: sameName });
    }
    expect(answers[0]).toMatchObject({ status: 401, cookies: [] });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  test('leaves no mistyped name in Redis, and no address but in the audit log', async () => {
    expect((await behindProxy('198.51.100.77').signIn('Sesame-as-name', 'a guess at it')).status).toBe(401);
    const contents = await redisContents(app.client);
    expect(contents).not.toMatch(/sesame-as-name/i);
    const lines = contents.split('\n');
    const withAddress = lines.flatMap((line, at) => (line.includes('198.51.100.77') ? [lines[at - 1]] : []));
    expect(withAddress).toEqual([redisKeys.auditFailures]);
  });

  test('to one account is slowed down after a hundred failures from any addresses', async () => {
    await createUser(app.client, 'guessed', { password: PASSWORD });
    await app.client.hset(accountGuesses(await seal(), 'guessed'), { all: 97 });
    for (let i = 0; i < 3; i++) {
      const guess = `guess number ${i}`;
      secrets.add(guess);
      expect((await behindProxy().signIn('Guessed ', guess)).status).toBe(401);
    }
    const reply = await behindProxy().signIn('guessed', PASSWORD);
    expect(reply).toMatchObject({ status: 429, cookies: [] });
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await behindProxy().signIn('plain', PASSWORD)).status).toBe(303);
  });

  test('from one address is slowed down after fifty failures on any accounts', async () => {
    const address = '198.51.100.7';
    await app.client.hset(addressGuesses(await seal(), address), { all: 49 });
    expect((await behindProxy(address).signIn('plain', PASSWORD)).status).toBe(303);
    expect((await behindProxy(address).signIn('someone', 'a guess at it')).status).toBe(401);
    expect(await behindProxy(address).signIn('plain', PASSWORD)).toMatchObject({ status: 429, cookies: [] });
    expect((await behindProxy().signIn('plain', PASSWORD)).status).toBe(303);
    // A client that is not a trusted proxy cannot choose its address, not even a blocked one.
    const liar = new Visitor(direct());
    liar.headers = { 'x-forwarded-for': address };
    expect((await liar.signIn('plain', PASSWORD)).status).toBe(303);
  });

  test.each([
    ['/settings/usage?key=x', '/settings/usage?key=x'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['\\\\evil.example', '/'],
    ['https:evil.example', '/'],
    ['https://evil.example/', '/'],
    ['javascript:alert(1)', '/'],
    ['/\t/evil.example', '/'],
    ['/a\r\nset-cookie: x=y', '/'],
    ['', '/'],
  ])('with next=%j redirects to %s', async (next, location) => {
    const visitor = behindProxy();
    const page = await visitor.get(`/login?next=${encodeURIComponent(next)}`);
    expect(page.text).toContain(`name="next" value="${location}"`);
    expect(await visitor.signIn('plain', PASSWORD, next)).toMatchObject({ status: 303, location });
    expect(await visitor.get(`/login?next=${encodeURIComponent(next)}`)).toMatchObject({ status: 303, location });
  });
});

describe('a session ends', () => {
  test('when its account is disabled', async () => {
    const visitor = await signedIn('disabled-later');
    await setDisabled(app.client, 'disabled-later', true);
    expect((await visitor.get(KEYS)).status).toBe(303);
    expect((await visitor.post(KEYS, { name: 'late' })).status).toBe(303);
    expect(await listKeys(app.client, 'disabled-later')).toEqual([]);
  });

  test('when the password changes, except the session that changed it, which gets a new cookie', async () => {
    const elsewhere = await signedIn('changing');
    const here = new Visitor(direct());
    await here.signIn('changing', PASSWORD);
    await here.get('/settings/password');
    const before = here.cookie;
    const wrong = await here.post('/settings/password', { current: 'not it at all', password: 'another password' });
    expect(wrong.status).toBe(400);
    expect((await elsewhere.get(KEYS)).status).toBe(200);

    const reply = await here.post('/settings/password', { current: PASSWORD, password: 'another password' });
    expect(reply.status).toBe(200);
    expect(here.cookie).not.toBe(before);
    expect((await here.get(KEYS)).status).toBe(200);
    expect((await elsewhere.get(KEYS)).status).toBe(303);
    here.cookie = before;
    expect((await here.get(KEYS)).status).toBe(303);
  });
});

test('no password, key or token is in the logs, or in plain text in Redis', async () => {
  const visitor = await signedIn('careful');
  const page = await visitor.post(KEYS, { name: 'shown' });
  const key = /id="new-key"[^>]*>(trib_[\w.]+)</.exec(page.text)?.[1] ?? '';
  expect(key).not.toBe('');
  await createKey(app.client, 'careful');
  await visitor.get(`/login?next=/${PASSWORD.replaceAll(' ', '+')}`);
  const logs = app.webs.map(({ output }) => output).join('\n');
  const kept = await redisContents(app.client);
  expect(logs).toContain('"route":"/settings/api-keys"');
  for (const secret of [PASSWORD, 'another password', key.split('.')[1] ?? '']) {
    expect(logs).not.toContain(secret);
    expect(kept).not.toContain(secret);
  }
  for (const secret of secrets) expect(logs).not.toContain(secret);
  for (const token of [tokenOf(visitor)]) expect(kept).not.toContain(token);
  // The log shows the set-up URL on purpose, once, and it is no longer valid.
  expect(logs.split(setUpToken)).toHaveLength(2);
  expect(kept).not.toContain(setUpToken);
});
