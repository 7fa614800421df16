import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteAccount } from '../../../lib/accounts/delete-account.ts';
import { readKeyPage } from '../../../lib/keys/key-page.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { TESTER } from '../../harness/as-tester.ts';
import { CALLBACK, Program, PUBLIC_URL } from '../../harness/connector.ts';
import { TestApp } from '../../harness/test-app.ts';
import { Visitor } from '../../harness/visitor.ts';

let app: TestApp;
let url: string;
beforeAll(async () => {
  app = await TestApp.start({ web: 2, workers: 0, env: { PUBLIC_URL } });
  url = app.urls[0] as string;
});
afterAll(() => app.stop());

test('a program registers itself, and hears what it said', async () => {
  const redirect_uris = [
    'http://localhost:8787/callback',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'https://www.cursor.com/agents/mcp/oauth/callback',
  ];
  const { status, body, headers } = await new Program(url).register({
    client_name: 'Cursor',
    redirect_uris,
    token_endpoint_auth_method: 'client_secret_post',
    client_uri: 'https://cursor.com',
    scope: 'search',
  });
  expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
  expect(body).toEqual({
    client_id: expect.stringMatching(/^client-[\w-]{22}$/),
    client_id_issued_at: expect.any(Number),
    client_name: 'Cursor',
    client_uri: 'https://cursor.com',
    scope: 'search',
    redirect_uris,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  });
  const ada = await Visitor.signedIn(app, 'ada', { web: 1 });
  const program = Object.assign(new Program(app.urls[1] as string), { id: body.client_id, redirect: redirect_uris[1] });
  const page = await ada.get(program.authorizePath());
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self' cursor:;");
  const { location } = await program.consent(ada);
  expect(location).toMatch(/^cursor:\/\/anysphere\.cursor-mcp\/oauth\/callback\?code=tribc_/);
});

test.each([
  ['none', undefined],
  ['an empty list', []],
  ['a script', ['javascript:alert(1)']],
  ['data', [CALLBACK, 'data:text/html,x']],
  ['a file', ['file:///etc/passwd']],
  ['plain http elsewhere', ['http://program.example/callback']],
  ['a fragment', [`${CALLBACK}#x`]],
  ['a password', ['https://me:secret@program.example/']],
  ['no address', ['callback']],
  ['too many', Array.from({ length: 21 }, (_, at) => `${CALLBACK}/${at}`)],
])('is refused with a redirect address that is %s', async (_what, redirect_uris) => {
  const { status, body } = await new Program(url).register({ redirect_uris });
  expect([status, body.error]).toEqual([400, 'invalid_redirect_uri']);
});

test('is refused without JSON, and with more than it has to say', async () => {
  const post = (body: string) =>
    fetch(`${url}/oauth/register`, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  const broken = await post('{');
  expect([broken.status, await broken.json()]).toEqual([400, expect.objectContaining({ error: expect.any(String) })]);
  expect((await post(JSON.stringify({ redirect_uris: [CALLBACK], x: 'x'.repeat(20_000) }))).status).toBe(413);
});

describe('a flood', () => {
  test('of an address is stopped, by all processes together', async () => {
    const program = (web: number) => new Program(app.urls[web] as string);
    const replies = await Promise.all(Array.from({ length: 80 }, (_, at) => program(at % 2).register()));
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(20);
    expect(refused[0]?.body.error).toBe('temporarily_unavailable');
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(replies.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
  });

  test('of many addresses pushes out programs that nobody has connected, and no other', async () => {
    await app.client.del(...(await app.client.keys(redisKeys.oauthRateLog('register', '*'))));
    const bob = await Visitor.signedIn(app, 'bob');
    const used = await Program.registered(url);
    const { refresh_token } = await used.connect(bob);
    const unused = await Program.registered(url);
    // A thousand that came later.
    const later = Array.from({ length: 1_000 }, (_, at) => [Date.now() + 1, `client-${at}`] as const);
    await app.client.zadd(redisKeys.oauthClients, ...later.flat());
    await Program.registered(url);
    expect((await bob.get(unused.authorizePath())).status).toBe(400);
    expect((await bob.get(used.authorizePath())).status).toBe(200);
    expect((await used.refresh(refresh_token)).status).toBe(200);
    expect(await app.client.zcard(redisKeys.oauthClients)).toBeLessThanOrEqual(1_000);
  });
});

test('a program is forgotten after a day, unless somebody has connected it', async () => {
  const carol = await Visitor.signedIn(app, 'carol');
  const program = await Program.registered(url);
  const name = redisKeys.oauthClient(program.id);
  expect(await app.client.pttl(name)).toBeLessThanOrEqual(86_400_000);
  const { refresh_token } = await program.connect(carol);
  expect(await app.client.pttl(name)).toBeGreaterThan(390 * 86_400_000);
  await app.client.pexpire(name, 60_000);
  const { body } = await program.refresh(refresh_token);
  expect(await app.client.pttl(name)).toBeGreaterThan(390 * 86_400_000);
  // What refers to a program that is gone makes it register anew.
  await program.revoke(body.refresh_token);
  expect((await program.refresh(body.refresh_token)).body.error).toBe('invalid_grant');
  await app.client.del(name);
  const { status, body: gone } = await program.refresh(body.refresh_token);
  expect([status, gone.error]).toEqual([401, 'invalid_client']);
});

test('a program goes with the keys of those who connected it: nobody fills Redis by connecting one after the other', async () => {
  const DAY_MS = 86_400_000;
  const [dora, erik] = [await Visitor.signedIn(app, 'dora'), await Visitor.signedIn(app, 'erik')];
  const program = await Program.registered(url);
  const name = redisKeys.oauthClient(program.id);
  const tokens = await program.connect(dora);
  const others = await program.connect(erik);
  await program.revoke(tokens.refresh_token);
  // As long as dora's key is shown, she may connect the program again.
  await readKeyPage(app.client, 'dora', 1, new Date(Date.now() + 89 * DAY_MS));
  expect(await app.client.pttl(name)).toBeGreaterThan(390 * DAY_MS);
  await readKeyPage(app.client, 'dora', 1, new Date(Date.now() + 91 * DAY_MS));
  expect(await app.client.pttl(name)).toBeLessThanOrEqual(DAY_MS);
  expect(await app.client.zscore(redisKeys.oauthClients, program.id)).not.toBeNull();
  // The other person still uses it.
  await program.refresh(others.refresh_token);
  expect(await app.client.pttl(name)).toBeGreaterThan(390 * DAY_MS);
  expect(await app.client.zscore(redisKeys.oauthClients, program.id)).toBeNull();
  await deleteAccount(app.client, TESTER, 'erik', { keepsAdministrator: false, keepsOwners: false });
  expect(await app.client.pttl(name)).toBeLessThanOrEqual(DAY_MS);
});
