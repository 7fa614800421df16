import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountGuesses, addressGuesses } from '../../lib/accounts/guess-limits.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { makeSeal } from '../../lib/seal.ts';
import { createUser } from '../harness/as-tester.ts';
import { sendPipelined } from '../harness/raw-http.ts';
import { addWebs } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD, type PageReply, Visitor } from '../harness/visitor.ts';

const MAX_FAILURES = 10;
const PASSWORD_PAGE = '/settings/password';

let app: TestApp;
/** The URL of a web process that trusts proxy headers from this machine. */
let proxied: string;
beforeAll(async () => {
  app = await TestApp.start({ workers: 0 });
  const { behind } = await addWebs(app, { behind: { TRUST_PROXY: '127.0.0.1' } });
  proxied = app.urls[behind] as string;
});
afterAll(() => app?.stop());
/** The seal of the instance, whose secret is in Redis. */
const seal = async () => makeSeal((await app.client.get(redisKeys.instanceSecret)) ?? '');

let names = 0;
async function newAccount(): Promise<string> {
  const username = `person-${++names}`;
  await createUser(app.client, username, { password: PASSWORD });
  return username;
}

let addresses = 0;
function visitorFrom(address = `203.0.113.${++addresses}`): Visitor {
  const visitor = new Visitor(proxied);
  visitor.headers = { 'x-forwarded-for': address };
  return visitor;
}

describe('guesses at once', () => {
  test('on one connection are limited like guesses one after the other', async () => {
    const username = await newAccount();
    const guesses = Array.from({ length: 50 }, (_, i) => {
      const body = new URLSearchParams({ username, password: `guess number ${i}` }).toString();
      const head = ['POST /login HTTP/1.1', `host: ${new URL(proxied).host}`, 'x-forwarded-for: 198.51.100.1'];
      const type = ['content-type: application/x-www-form-urlencoded', `content-length: ${body.length}`];
      return `${[...head, ...type].join('\r\n')}\r\n\r\n${body}`;
    });
    const statuses = await sendPipelined(proxied, guesses);
    expect(statuses).toHaveLength(guesses.length);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(MAX_FAILURES);
    for (const status of statuses) expect([401, 429, 503]).toContain(status);
    expect((await visitorFrom().signIn(username, PASSWORD)).status).toBe(303);
  });

  test('from one network do not keep others from signing in, with a known device or without', async () => {
    const username = await newAccount();
    const device = (await visitorFrom().signIn(username, PASSWORD)).cookies.at(-1)?.split(';', 1)[0] ?? '';
    let attacking = true;
    const attack = Array.from({ length: 8 }, async (_, connection) => {
      for (let guess = 0; attacking; guess++) {
        const stranger = visitorFrom(`2001:db8:${guess.toString(16)}:${connection}::1`);
        expect([401, 429, 503]).toContain((await stranger.signIn('somebody', 'a guess at it')).status);
      }
    });
    const statuses: number[] = [];
    for (let i = 0; i < 8; i++) {
      const person = visitorFrom();
      if (i % 2 === 0) person.cookie = device;
      statuses.push((await person.signIn(username, PASSWORD)).status);
    }
    attacking = false;
    await Promise.all(attack);
    expect(new Set(statuses)).toEqual(new Set([303]));
  });

  test('that were refused count for the address', async () => {
    const username = await newAccount();
    const [stranger, statuses] = [visitorFrom(), new Set<number>()];
    const floods = Array.from({ length: 60 }, async () => {
      statuses.add((await stranger.signIn(username, 'a guess at it')).status);
    });
    await Promise.all(floods);
    expect(statuses).toContain(429);
    expect((await stranger.signIn(username, PASSWORD)).status).toBe(429);
    expect((await visitorFrom().signIn(username, PASSWORD)).status).toBe(303);
  });
});

describe('ten wrong guesses', () => {
  test('keep out their address, and not the person at another one', async () => {
    const username = await newAccount();
    const stranger = visitorFrom();
    await failTenTimes(stranger, username);
    const refusal = await stranger.signIn(username, PASSWORD);
    expect(refusal).toMatchObject({ status: 429, cookies: [] });
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refusal.text).toContain('Too many failed attempts. Try again in 15 minutes.');
    expect((await visitorFrom().signIn(username, PASSWORD)).status).toBe(303);
  });

  test('at the current password end the guesses of a session, but neither another session nor the sign-in', async () => {
    const username = `person-${++names}`;
    const [one, other] = [await Visitor.signedInOnPage(app, username), visitorFrom()];
    await other.signIn(username, PASSWORD);
    await other.get(PASSWORD_PAGE);
    const change = (visitor: Visitor, current: string) =>
      visitor.post(PASSWORD_PAGE, { current, password: 'another password' });
    for (let i = 0; i < MAX_FAILURES; i++) expect((await change(one, `guess number ${i}`)).status).toBe(400);
    const refusal = await change(one, PASSWORD);
    expect(refusal).toMatchObject({ status: 429, cookies: [] });
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await visitorFrom().signIn(username, PASSWORD)).status).toBe(303);
    expect((await change(other, PASSWORD)).status).toBe(200);
  });
});

describe('a device with an earlier sign-in', () => {
  const NAME = 'tributary_device';
  const deviceCookieOf = ({ cookies }: PageReply) => cookies.find((cookie) => cookie.includes(`${NAME}=`)) ?? '';
  /** Signs in and returns the device's cookie, as the browser sends it. */
  async function knownDevice(username: string): Promise<string> {
    return deviceCookieOf(await visitorFrom().signIn(username, PASSWORD)).split(';', 1)[0] ?? '';
  }
  function visitorWith(cookie: string, address?: string): Visitor {
    const visitor = visitorFrom(address);
    visitor.cookie = cookie;
    return visitor;
  }

  test('is not kept out by the failures of others, even at the same address', async () => {
    const username = await newAccount();
    const device = await knownDevice(username);
    const address = '198.51.100.2';
    await failTenTimes(visitorFrom(address), username);
    await app.client.hset(accountGuesses(await seal(), username), { all: 100 });
    await app.client.hset(addressGuesses(await seal(), address), { all: 50 });
    expect((await visitorFrom(address).signIn(username, PASSWORD)).status).toBe(429);
    expect((await visitorWith(device, address).signIn(username, 'a guess at it')).status).toBe(401);
    expect((await visitorWith(device, address).signIn(username, PASSWORD)).status).toBe(303);
  });

  test('has ten guesses, wherever it is, and uses up those of no one else', async () => {
    const username = await newAccount();
    const device = await knownDevice(username);
    await failTenTimes(() => visitorWith(device), username);
    expect((await visitorWith(device).signIn(username, PASSWORD)).status).toBe(429);
    expect((await visitorWith(await knownDevice(username)).signIn(username, PASSWORD)).status).toBe(303);
  });

  test('is known for its own account only, and not with a forged cookie', async () => {
    const [username, other] = [await newAccount(), await newAccount()];
    const [device, otherDevice] = [await knownDevice(username), await knownDevice(other)];
    await app.client.hset(accountGuesses(await seal(), username), { all: 100 });
    const [id = '', signature = ''] = device.split('.');
    const forged = [
      otherDevice,
      id,
      `${id}.`,
      `${id}.${signature.split('').reverse().join('')}`,
      `${NAME}=${'A'.repeat(22)}.${signature}`,
    ];
    for (const cookie of forged) expect((await visitorWith(cookie).signIn(username, PASSWORD)).status).toBe(429);
    expect((await visitorWith(device).signIn(username, PASSWORD)).status).toBe(303);
  });

  test('keeps its cookie for a year and after signing out, out of reach of scripts and other sites', async () => {
    const username = await newAccount();
    const visitor = visitorFrom();
    const [value = '', ...flags] = deviceCookieOf(await visitor.signIn(username, PASSWORD)).split('; ');
    expect(flags.sort()).toEqual(['HttpOnly', 'Max-Age=31536000', 'Path=/', 'SameSite=Lax']);
    await visitor.get(PASSWORD_PAGE);
    expect(deviceCookieOf(await visitor.post('/logout'))).toBe('');
    const again = await visitorWith(value).signIn(username, PASSWORD);
    expect(deviceCookieOf(again).split('; ')[0]).toBe(value);

    const origin = proxied.replace('http:', 'https:');
    const headers = { 'x-forwarded-proto': 'https', origin };
    const secure = await visitorFrom().post('/login', { username, password: PASSWORD }, { csrf: null, headers });
    expect(deviceCookieOf(secure)).toMatch(/^__Host-tributary_device=.*; Secure/);
  });

  test('is forgotten with a new password, except the one on which it was changed', async () => {
    const username = await newAccount();
    const [stolen, visitor] = [await knownDevice(username), visitorFrom()];
    await visitor.signIn(username, PASSWORD);
    await visitor.get(PASSWORD_PAGE);
    const password = 'quite another password';
    const own =
      deviceCookieOf(await visitor.post(PASSWORD_PAGE, { current: PASSWORD, password })).split(';', 1)[0] ?? '';
    await app.client.hset(accountGuesses(await seal(), username), { all: 100 });
    expect((await visitorWith(stolen).signIn(username, password)).status).toBe(429);
    expect((await visitorWith(own).signIn(username, password)).status).toBe(303);
  });

  test('has no access by its cookie', async () => {
    const visitor = visitorWith(await knownDevice(await newAccount()));
    expect(await visitor.get(PASSWORD_PAGE)).toMatchObject({ status: 303, location: expect.stringMatching('^/login') });
  });
});

async function failTenTimes(who: Visitor | (() => Visitor), username: string): Promise<void> {
  for (let i = 0; i < MAX_FAILURES; i++) {
    const visitor = typeof who === 'function' ? who() : who;
    expect((await visitor.signIn(username, `guess number ${i}`)).status).toBe(401);
  }
}
