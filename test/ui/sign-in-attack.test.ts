import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser } from '../../lib/accounts/account-store.ts';
import { hashPassword } from '../../lib/accounts/password-hash.ts';
import { newSetUpToken } from '../../lib/accounts/set-up.ts';
import { sendPipelined } from '../harness/raw-http.ts';
import { addWebs } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD, Visitor } from '../harness/visitor.ts';

const MAX_FAILURES = 10;

let app: TestApp;
/** The URL of a web process that trusts proxy headers from this machine. */
let proxied: string;
beforeAll(async () => {
  app = await TestApp.start({ workers: 0 });
  const { behind } = await addWebs(app, { behind: { TRUST_PROXY: '127.0.0.1' } });
  proxied = app.urls[behind] as string;
});
afterAll(() => app?.stop());

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
  test('are refused with a 503 while two others are checked, in every form with a password', async () => {
    const username = await newAccount();
    const person = await Visitor.signedIn(app, 'changing');
    const admin = new Visitor(proxied);
    const token = await newSetUpToken(app.client);
    const setUp = () => admin.post('/setup', { token, username: 'root', password: PASSWORD }, { csrf: null });
    const refusals = [await whileHashing(setUp)];
    // The refused form can be sent again.
    expect((await setUp()).status).toBe(303);
    await admin.get('/admin/users');
    for (const send of [
      () => visitorFrom().signIn(username, PASSWORD),
      () => visitorFrom().signIn('nobody', PASSWORD),
      () => person.post('/settings/password', { current: PASSWORD, password: 'another password' }),
      () => admin.post('/admin/users', { username: 'fresh', password: PASSWORD }),
      () => admin.post(`/admin/users/${username}/password`, { password: 'another password' }),
    ]) {
      refusals.push(await whileHashing(send));
    }
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ status: 503, cookies: [] });
      expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(refusal.text).toContain('The server is busy checking other passwords. Try again in a moment.');
    }
  });

  test('that were refused for lack of a place do not count', async () => {
    const username = await newAccount();
    const visitor = visitorFrom();
    await whileHashing(async () => {
      for (let i = 0; i <= MAX_FAILURES; i++)
        expect((await visitor.signIn(username, 'a guess at it')).status).toBe(503);
    });
    expect((await visitor.signIn(username, PASSWORD)).status).toBe(303);
  });
});

/** Does something while both places for hashes are taken. */
async function whileHashing<T>(work: () => Promise<T>): Promise<T> {
  let working = true;
  const loops = ['one', 'two'].map(async (password) => {
    while (working) await hashPassword(password);
  });
  try {
    return await work();
  } finally {
    working = false;
    await Promise.all(loops);
  }
}
