import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getUser } from '../../lib/accounts/account-store.ts';
import { listFactors } from '../../lib/accounts/factors/factor-store.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { createUser, setPassword } from '../harness/as-tester.ts';
import { Operator } from '../harness/command-line.ts';
import { eventually } from '../harness/processes.ts';
import { RedisMonitor } from '../harness/redis-monitor.ts';
import { addWebs } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD } from '../harness/visitor.ts';
import { type App, codeOf, giveApp, wrongCode } from './factors.ts';
import { Person, type Shown } from './person.ts';

const SECURITY = '/settings/security';
let app: TestApp;
/** Web processes that require a second factor, of administrators or of everybody. */
let strict: Record<'admins' | 'all', number>;
beforeAll(async () => {
  app = await TestApp.start({ workers: 0, web: 2, ownRedis: true });
  strict = await addWebs(app, {
    admins: { REQUIRE_SECOND_FACTOR: 'admins' },
    all: { REQUIRE_SECOND_FACTOR: 'all' },
  });
});
afterAll(() => app?.stop());

const to = ({ headers }: Shown) => headers.get('location');
const notice = ({ html }: Shown) => /<p class="notice (?:\w+)"[^>]*>([^<]*)</.exec(html)?.[1] ?? '';
const codesIn = ({ html }: Shown) =>
  [...html.matchAll(/<code>([\da-z]{4}(?:-[\da-z]{4}){3})<\/code>/g)].map(([, code = '']) => code);
const entries = async (action: string, target: string) => {
  const stream = action.endsWith('failed') ? redisKeys.auditFailures : redisKeys.audit;
  const all = (await app.client.xrange(stream, '-', '+')).map(([, [, entry]]) => JSON.parse(entry ?? ''));
  return all.filter((entry) => entry.action === action && entry.target === target);
};

/** Somebody at a browser who has typed the right password. */
async function withPassword(username: string, web = 0): Promise<Person> {
  const person = new Person(app.urls[web] as string);
  const reply = await person.send('/login', { username, password: PASSWORD, next: '/settings/preferences' });
  expect([reply.status, to(reply)]).toEqual([303, '/login/factor?next=%2Fsettings%2Fpreferences']);
  return person;
}
const give = (person: Person, code: string) => person.send('/login/factor', { code, next: '/settings/preferences' });
const isIn = async (person: Person) => (await person.get('/settings/preferences')).status === 200;

async function newPerson(username: string): Promise<App> {
  await createUser(app.client, username, { password: PASSWORD });
  return giveApp(app, username);
}

describe('an authenticator app', () => {
  test('counts after its first right code, and comes with ten recovery codes that are shown once', async () => {
    const ada = await Person.signedIn(app, 'ada');
    const begun = await ada.sendFrom(SECURITY, `${SECURITY}/app`, {});
    expect(begun.html).toMatch(/<img class="qr-secret" src="data:image\/svg\+xml;base64,/);
    const secret = /<code class="wrap">([A-Z2-7 ]+)</.exec(begun.html)?.[1]?.replaceAll(' ', '') ?? '';
    const sealed = /name="app" value="([\w-]+)"/.exec(begun.html)?.[1] ?? '';
    const add = (code: string) =>
      ada.sendFrom(SECURITY, `${SECURITY}/app/add`, { app: sealed, name: 'my <b>phone', code });
    const wrong = await add(wrongCode({ secret }));
    expect([wrong.status, notice(wrong)]).toEqual([400, expect.stringContaining('This code is not right')]);
    expect(wrong.html).toContain(secret.slice(0, 4));
    expect((await getUser(app.client, 'ada'))?.hasFactor).toBe(false);

    const code = codeOf({ secret });
    const added = await add(code);
    expect([added.status, notice(added)]).toEqual([200, 'Second factor added.']);
    expect(codesIn(added)).toHaveLength(10);
    expect((await getUser(app.client, 'ada'))?.hasFactor).toBe(true);
    // The same form again, as a reload sends it, adds nothing and shows no codes.
    expect(to(await add(codeOf({ secret }, 1)))).toBe(`${SECURITY}?done=added`);
    const page = await ada.get(SECURITY);
    expect(codesIn(page)).toEqual([]);
    expect(page.html).toContain('my &lt;b>phone');
    expect(page.html).toContain('10 recovery codes are left');
    expect(await entries('second factor added', 'ada')).toMatchObject([
      { account: 'ada', via: 'page', after: { kind: 'totp', name: 'my <b>phone' } },
    ]);
    // The code that added it is used up.
    const again = await withPassword('ada');
    expect((await give(again, code)).status).toBe(401);
    // Nothing in Redis shows the secret or a code.
    const stored = JSON.stringify(await app.client.hgetall(redisKeys.factors('ada')));
    for (const hidden of [secret, ...codesIn(added)]) expect(stored).not.toContain(hidden);
  });

  test('stands between the password and the session', async () => {
    const phone = await newPerson('between');
    const person = await withPassword('between', 1);
    expect(person.cookie('tributary')).toBeUndefined();
    expect(await isIn(person)).toBe(false);
    // The token that waits is no session.
    const thief = new Person(app.urls[0] as string);
    thief.setCookie('tributary', person.cookie('tributary_factor') ?? '');
    expect(await isIn(thief)).toBe(false);
    const page = await person.get('/login/factor?next=/settings/preferences');
    expect(page.html).toContain('autocomplete="one-time-code"');
    const wrong = await give(person, wrongCode(phone));
    expect([wrong.status, notice(wrong)]).toEqual([401, expect.stringContaining('That is not right')]);
    expect(await entries('second factor failed', 'between')).toHaveLength(1);
    const entered = await give(person, codeOf(phone));
    expect([entered.status, to(entered)]).toEqual([303, '/settings/preferences']);
    expect(await isIn(person)).toBe(true);
    expect(await entries('signed in', 'between')).toMatchObject([{ after: { factor: 'authenticator app' } }]);
    // The wait is over with it.
    expect(to(await person.get('/login/factor'))).toBe('/login');
  });

  test('gives each code once, and none of an earlier step', async () => {
    const phone = await newPerson('once');
    // One of the next step is taken: phones are ahead.
    const early = codeOf(phone, 1);
    expect((await give(await withPassword('once'), early)).status).toBe(303);
    for (const code of [early, codeOf(phone), codeOf(phone, -1)]) {
      expect((await give(await withPassword('once', 1), code)).status).toBe(401);
    }
  });

  test('gives a code to one of two browsers that send it at the same moment to two processes', async () => {
    const phone = await newPerson('raced');
    const people = [await withPassword('raced', 0), await withPassword('raced', 1)];
    const code = codeOf(phone);
    const replies = await Promise.all(people.map((person) => give(person, code)));
    expect(replies.map(({ status }) => status).sort()).toEqual([303, 401]);
    expect((await Promise.all(people.map(isIn))).sort()).toEqual([false, true]);
  });

  test('is one of several, each with a name and its last use, and can be removed', async () => {
    const phone = await newPerson('several');
    const tablet = await giveApp(app, 'several', 'tablet');
    const before = await listFactors(app.client, 'several');
    expect(before).toMatchObject({ all: [{ name: 'phone' }, { name: 'tablet' }], codesLeft: 10 });
    const person = await withPassword('several');
    await give(person, codeOf(tablet));
    const { all } = await listFactors(app.client, 'several');
    expect(all[0]?.lastUsedAt).toBe(before.all[0]?.lastUsedAt);
    expect(String(all[1]?.lastUsedAt) > String(before.all[1]?.lastUsedAt)).toBe(true);
    const other = await withPassword('several', 1);
    await give(other, codeOf(phone));
    expect(to(await person.sendFrom(SECURITY, `${SECURITY}/remove`, { id: tablet.id }))).toBe(
      `${SECURITY}?done=removed`,
    );
    expect((await give(await withPassword('several'), codeOf(tablet, 1))).status).toBe(401);
    await person.sendFrom(SECURITY, `${SECURITY}/remove`, { id: phone.id });
    // Without factors, the password is enough again; other sessions have gone on.
    expect(await app.client.exists(redisKeys.factors('several'))).toBe(0);
    expect(await isIn(other)).toBe(true);
    expect(await isIn(await Person.at(app, 'several', 1))).toBe(true);
    expect(await entries('second factor removed', 'several')).toMatchObject([
      { before: { name: 'tablet' } },
      { before: { name: 'phone' } },
    ]);
  });
});

test('a sign-in to an account without a factor asks Redis nothing about factors', async () => {
  await createUser(app.client, 'simple', { password: PASSWORD });
  await new Person(app.urls[0] as string).send('/login', { username: 'simple', password: PASSWORD });
  const commands: string[] = [];
  const monitor = await RedisMonitor.start(app.redis.port);
  monitor.onCommand = (name, args) => commands.push([name, ...args].join(' '));
  await new Person(app.urls[0] as string).send('/login', { username: 'simple', password: PASSWORD });
  await eventually('the session is seen', () => commands.some((command) => command.startsWith('pexpire')));
  monitor.stop();
  expect(commands.filter((command) => /:(factors|pending-sign-in|passkey[\w-]*):/.test(command))).toEqual([]);
});

describe('guesses at codes', () => {
  test('are limited across processes, and a right password does not clear them', async () => {
    const phone = await newPerson('guessed');
    const wrong = wrongCode(phone);
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess++)
      statuses.push((await give(await withPassword('guessed', guess % 2), wrong)).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    // Not even the right one, nor a recovery code.
    const person = await withPassword('guessed');
    expect((await give(person, codeOf(phone))).status).toBe(429);
    expect((await give(person, phone.codes[0] ?? '')).status).toBe(429);
    const before = await entries('second factor failed', 'guessed');
    expect(before).toHaveLength(13);
  });

  test('begin after a right password: before it, an account with a factor answers like any other', async () => {
    await newPerson('hidden');
    await createUser(app.client, 'plain', { password: PASSWORD });
    const replies = await Promise.all(
      ['hidden', 'plain', 'nobody-at-all'].map((username) =>
        new Person(app.urls[0] as string).send('/login', { username, password: 'not this one' }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(new Set(replies.map((reply) => notice(reply)))).toEqual(new Set(['Wrong username or password.']));
    expect(replies.every(({ headers }) => headers.getSetCookie().length === 0)).toBe(true);
  });
});

describe('recovery codes', () => {
  test('work once each, also under a race, and say so on the next page', async () => {
    const { codes } = await newPerson('lost');
    const [first = '', second = ''] = codes;
    const people = [await withPassword('lost', 0), await withPassword('lost', 1)];
    const typed = ` ${first.toUpperCase().replaceAll('-', ' ')}`;
    const replies = await Promise.all(people.map((person) => give(person, typed)));
    expect(replies.map(({ status }) => status).sort()).toEqual([303, 401]);
    const [entered] = replies.filter(({ status }) => status === 303);
    expect(entered && to(entered)).toBe(`${SECURITY}?done=recovered`);
    const person = people[replies.indexOf(entered as Shown)] as Person;
    expect(notice(await person.get(`${SECURITY}?done=recovered`))).toContain(
      'You have signed in with a recovery code, which no longer works. 9 are left.',
    );
    expect(await entries('recovery code used', 'lost')).toHaveLength(1);
    expect(await entries('signed in', 'lost')).toMatchObject([{ after: { factor: 'recovery code' } }]);

    const renewed = await person.sendFrom(SECURITY, `${SECURITY}/codes`, {});
    expect(codesIn(renewed)).toHaveLength(10);
    expect(await entries('recovery codes made', 'lost')).toHaveLength(1);
    expect((await give(await withPassword('lost'), second)).status).toBe(401);
    expect((await give(await withPassword('lost'), codesIn(renewed)[9] ?? '')).status).toBe(303);
    expect((await listFactors(app.client, 'lost')).codesLeft).toBe(9);
  });
});

describe('a sign-in that waits for its second factor', () => {
  test('ends after ten minutes, and with the generation of the account', async () => {
    const phone = await newPerson('slow');
    const person = await withPassword('slow');
    for (const key of await app.keys(redisKeys.pendingSignIn('*'))) {
      const left = await app.client.pttl(key);
      expect(left > 0 && left <= 600_000).toBe(true);
      await app.client.del(key);
    }
    expect(to(await person.get('/login/factor'))).toBe('/login');
    expect(to(await give(person, codeOf(phone)))).toBe('/login');

    const waiting = await withPassword('slow');
    await setPassword(app.client, 'slow', 'another password for tests');
    expect(to(await give(waiting, codeOf(phone)))).toBe('/login');
    expect(await isIn(waiting)).toBe(false);
  });
});

test('an authenticator app outlives a new instance secret: its next code seals it anew', async () => {
  const [before, after] = ['the secret of this test, before', 'the secret of this test, after'];
  const [old, both] = [
    await app.addWeb({ INSTANCE_SECRET: before }),
    await app.addWeb({ INSTANCE_SECRET: after, INSTANCE_SECRET_PREVIOUS: before }),
  ];
  const alone = await app.addWeb({ INSTANCE_SECRET: after });
  await createUser(app.client, 'keeper', { password: PASSWORD });
  const phone = await giveApp(app, 'keeper', 'phone', app.urls.indexOf(old));
  const tried = async (url: string, steps: number) =>
    (await give(await withPassword('keeper', app.urls.indexOf(url)), codeOf(phone, steps))).status;
  expect(await tried(alone, -1)).toBe(401);
  expect(app.webs[app.urls.indexOf(alone)]?.output).toContain('was INSTANCE_SECRET changed?');
  expect(await tried(both, 0)).toBe(303);
  expect(await tried(alone, 1)).toBe(303);
});

describe('REQUIRE_SECOND_FACTOR', () => {
  test('opens nothing but the set-up to whoever has none, at any process', async () => {
    const person = await Person.signedIn(app, 'strict', strict.all);
    for (const path of ['/', '/settings/preferences', '/settings/api-keys', '/settings/password', '/?q=linux']) {
      expect([path, to(await person.get(path))]).toEqual([path, SECURITY]);
    }
    expect((await person.send('/settings/api-keys', { name: 'x' })).status).toBe(303);
    const page = await person.get(SECURITY);
    expect(page.html).toContain('On this instance you need a second factor.');
    const begun = await person.sendFrom(SECURITY, `${SECURITY}/app`, {});
    const secret = /<code class="wrap">([A-Z2-7 ]+)</.exec(begun.html)?.[1]?.replaceAll(' ', '') ?? '';
    const sealed = /name="app" value="([\w-]+)"/.exec(begun.html)?.[1] ?? '';
    const added = await person.sendFrom(SECURITY, `${SECURITY}/app/add`, {
      app: sealed,
      name: '',
      code: codeOf({ secret }),
    });
    expect([added.status, codesIn(added).length]).toEqual([200, 10]);
    expect(await isIn(person)).toBe(true);
    // Keys work without.
    expect((await app.get('/api/v1/status/', { web: strict.all })).status).toBe(200);
  });

  test('of administrators is for them alone', async () => {
    const plain = await Person.signedIn(app, 'no-admin', strict.admins);
    expect(await isIn(plain)).toBe(true);
    const admin = await Person.signedIn(app, 'an-admin', strict.admins, { admin: true });
    expect(to(await admin.get('/admin/accounts'))).toBe(SECURITY);
    expect(to(await admin.get('/admin/queues'))).toBe(SECURITY);
    // Where it is not required, the same session opens everything.
    const elsewhere = new Person(app.urls[0] as string);
    elsewhere.setCookie('tributary', admin.cookie('tributary') ?? '');
    expect((await elsewhere.get('/admin/accounts')).status).toBe(200);
  });
});

describe('an administrator', () => {
  test('takes factors away, on the page and on the command line, and the person is told once', async () => {
    await newPerson('forgetful');
    const root = await Person.signedIn(app, 'root', 0, { admin: true });
    const page = '/admin/accounts/forgetful';
    expect((await root.get(page)).html).toContain('It has 1.');
    const taken = await root.sendFrom(page, `${page}/factors/remove`, {});
    expect(to(taken)).toBe(`${page}?done=factors`);
    expect(await entries('second factors taken away', 'forgetful')).toMatchObject([{ account: 'root', via: 'page' }]);
    expect((await root.get(page)).html).toContain('It has none.');

    const person = new Person(app.urls[1] as string);
    const entered = await person.send('/login', {
      username: 'forgetful',
      password: PASSWORD,
      next: '/settings/preferences',
    });
    expect(to(entered)).toBe(SECURITY);
    expect(notice(await person.get(SECURITY))).toContain('An administrator has taken your second factors away.');
    expect(notice(await person.get(SECURITY))).toBe('');

    await giveApp(app, 'forgetful');
    const operator = new Operator(app.env);
    expect(await operator.works('user reset-factors forgetful')).toContain('removed 1 second factor of forgetful');
    expect((await getUser(app.client, 'forgetful'))?.hasFactor).toBe(false);
    expect(await entries('second factors taken away', 'forgetful')).toMatchObject([{}, { via: 'command line' }]);
    // Nobody else may.
    const refused = await person.sendFrom(SECURITY, '/admin/accounts/root/factors/remove', {});
    expect(refused.status).toBe(403);
  });
});

describe('confirming', () => {
  test('works with a code, which is used up by it', async () => {
    const phone = await newPerson('confirms');
    const person = await withPassword('confirms');
    expect((await give(person, phone.codes[0] ?? '')).status).toBe(303);
    for (const key of await app.keys(redisKeys.confirmed('*'))) await app.client.del(key);
    const asked = await person.sendFrom(SECURITY, `${SECURITY}/codes`, {});
    expect(asked.status).toBe(401);
    const form = /name="confirm_form" value="([\w-]+)"/.exec(asked.html)?.[1] ?? '';
    const answer = (confirm_code: string) =>
      person.sendFrom(SECURITY, `${SECURITY}/codes`, { confirm_form: form, confirm_code });
    expect((await answer(wrongCode(phone))).status).toBe(401);
    const code = codeOf(phone);
    expect(codesIn(await answer(code))).toHaveLength(10);
    expect((await give(await withPassword('confirms'), code)).status).toBe(401);
  });

  test.each(['app', 'app/add', 'passkey', 'remove', 'codes'])('is needed for %s', async (path) => {
    const username = `sure-${path.replace('/', '-')}`;
    const person = await Person.signedIn(app, username);
    for (const key of await app.keys(redisKeys.confirmed('*'))) await app.client.del(key);
    const fields: Record<string, Record<string, string>> = {
      'app/add': { app: 'x', name: '', code: '1' },
      passkey: { name: '', passkey: '{}' },
      remove: { id: 'x' },
    };
    const asked = await person.sendFrom(SECURITY, `${SECURITY}/${path}`, fields[path] ?? {});
    expect([asked.status, asked.html.includes('name="confirm_form"')]).toEqual([401, true]);
  });
});

describe('passkeys', () => {
  test.each([
    ['', 'does not know its address'],
    ['http://search.example.org', 'is not https'],
    ['https://192.0.2.1', 'is a number'],
  ])('are not offered at "%s", and the page says why', async (PUBLIC_URL, why) => {
    const url = await app.addWeb({ PUBLIC_URL });
    const name = `at-${app.urls.indexOf(url)}`;
    await createUser(app.client, name, { password: PASSWORD });
    const person = new Person(url);
    const host = PUBLIC_URL ? { host: new URL(PUBLIC_URL).host } : {};
    expect((await person.get('/login', host)).html).not.toContain('passkey');
    const body = await fetch(`${url}/passkeys/options`, {
      method: 'POST',
      body: new URLSearchParams({ purpose: 'sign in' }),
    });
    expect(body.status).toBe(404);
    if (PUBLIC_URL.startsWith('https')) return;
    const { status } = await person.send('/login', { username: name, password: PASSWORD });
    expect(status).toBe(303);
    expect((await person.get(SECURITY)).html).toContain(why);
  });
});
