import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkedText, randomBase62 } from '../../../lib/keys/key-format.ts';
import { listKeys } from '../../../lib/keys/key-store.ts';
import { parseRefreshToken } from '../../../lib/oauth/tokens.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { agree, Program, PUBLIC_URL } from '../../harness/connector.ts';
import { callTool, sendMcp } from '../../harness/mcp.ts';
import { TestApp } from '../../harness/test-app.ts';
import { Visitor } from '../../harness/visitor.ts';

/** Two web processes share everything: each step is done at either. */
let app: TestApp;
let ada: Visitor;
beforeAll(async () => {
  app = await TestApp.start({ web: 2, env: { PUBLIC_URL } });
  ada = await Visitor.signedIn(app, 'ada');
});
afterAll(() => app.stop());

const other = () => app.urls[1] as string;
const withToken = (token: string, web = 0) => ({ key: '', web, headers: { authorization: `Bearer ${token}` } });
const isAdmitted = async (token: string, web = 0) => (await sendMcp(app, 'ping', {}, withToken(token, web))).status;

const answers = () => app.client.keys(redisKeys.oauthReply('*'));
/** As if their time were over. */
const forgetAnswers = async () => app.client.del(redisKeys.oauthReply('none'), ...(await answers()));

async function adasKeys() {
  return (await listKeys(app.client, 'ada')).filter(({ connector }) => connector);
}

test('a consent makes a key of the account, whose scopes and limits bind the tokens of the program', async () => {
  const program = await Program.registered(app.urls[0] as string);
  const fields: [string, string][] = [
    ['scopes', 'search'],
    ['scopes', 'maps'],
    ['monthly', '1'],
    ['expires', '2090-01-31'],
  ];
  const { status, body, headers } = await program.exchange(await program.code(ada, fields), {}, other());
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(body).toEqual({
    access_token: expect.stringMatching(/^triba_/),
    token_type: 'Bearer',
    expires_in: 3_600,
    refresh_token: expect.stringMatching(/^tribr_/),
    scope: 'search maps',
  });
  const [key] = (await adasKeys()).slice(-1);
  expect(key).toMatchObject({
    username: 'ada',
    name: 'Assistant',
    madeBy: 'ada',
    scopes: ['search', 'maps'],
    limits: { monthly: 1 },
    expiresAt: '2090-01-31T23:59:59.999Z',
    connector: { clientId: program.id, redirect: program.redirect, isConnected: true, refreshCount: 1 },
  });
  expect(
    (await callTool(app, 'web_search', { query: 'otters' }, withToken(body.access_token))).body.result,
  ).not.toHaveProperty('isError');
  const second = await callTool(app, 'web_search', { query: 'beavers' }, withToken(body.access_token, 1));
  expect(second.body.result.content[0].text).toContain('Monthly search limit reached.');
  const outside = await callTool(app, 'translate', { text: 'otter', target: 'de' }, withToken(body.access_token));
  expect(outside.status).toBe(403);
  expect(outside.headers.get('www-authenticate')).toBe(
    `Bearer realm="tributary", error="insufficient_scope", resource_metadata="${PUBLIC_URL}/.well-known/oauth-protected-resource/mcp", scope="translate"`,
  );
});

test('a page of consent that one web process has shown is sent to another', async () => {
  const program = await Program.registered(app.urls[0] as string);
  const page = await ada.get(program.authorizePath());
  const elsewhere = Object.assign(new Visitor(other()), { cookie: ada.cookie, csrf: ada.csrf });
  const { status, location } = await agree(elsewhere, page);
  expect(status).toBe(303);
  const code = new URL(location ?? '').searchParams.get('code') ?? '';
  expect((await program.exchange(code)).status).toBe(200);
});

test('the key ends with its code unless the program fetches its tokens', async () => {
  const program = await Program.registered(app.urls[0] as string);
  const code = await program.code(ada);
  const [key] = (await adasKeys()).slice(-1);
  const endsInMs = Date.parse(key?.expiresAt ?? '') - Date.parse(key?.createdAt ?? '');
  expect(endsInMs).toBeGreaterThan(0);
  expect(endsInMs).toBeLessThanOrEqual(60_000);
  await app.client.hset(redisKeys.apiKey(key?.prefix ?? ''), 'code_until', '1');
  expect((await program.exchange(code)).body.error).toBe('invalid_grant');
});

test.each([
  ['with another verifier', { code_verifier: 'x'.repeat(43) }],
  ['by another program', { client_id: 'another' }],
  ['for another address', { redirect_uri: 'https://program.example/second' }],
  ['by the program that has got its tokens, at once', {}],
])('a code that is shown twice, %s, revokes what it gave', async (what, changes) => {
  const program = await Program.registered(app.urls[0] as string);
  const code = await program.code(ada);
  const { body } = await program.exchange(code);
  expect(await isAdmitted(body.access_token)).toBe(200);
  const second = await program.exchange(code, changes, other());
  expect(second.body).toMatchObject({ error: what === 'by another program' ? 'invalid_client' : 'invalid_grant' });
  expect(await isAdmitted(body.access_token)).toBe(401);
  expect((await program.refresh(body.refresh_token)).body.error).toBe('invalid_grant');
});

test('processes of a program that refresh at once get the same tokens; the one that was replaced later ends the grant', async () => {
  const program = await Program.registered(app.urls[0] as string);
  const first = await program.connect(ada);
  await forgetAnswers();
  const replies = await Promise.all([0, 1, 0, 1].map((web) => program.refresh(first.refresh_token, {}, app.urls[web])));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const tokens = replies.map(({ body }) => `${body.access_token} ${body.refresh_token}`);
  expect(new Set(tokens).size).toBe(1);
  const { access_token, refresh_token } = replies[0]?.body ?? {};
  expect(refresh_token).not.toBe(first.refresh_token);
  expect(await isAdmitted(access_token, 1)).toBe(200);
  expect(await isAdmitted(first.access_token)).toBe(200);

  // A minute later, the answer is forgotten.
  const [answer = '', ...others] = await answers();
  expect(others).toEqual([]);
  expect(await app.client.pttl(answer)).toBeLessThanOrEqual(60_000);
  await forgetAnswers();
  expect((await program.refresh(first.refresh_token)).body.error).toBe('invalid_grant');
  expect(await isAdmitted(access_token)).toBe(401);
  expect((await program.refresh(refresh_token)).body.error).toBe('invalid_grant');
  const entries = (await app.client.xrange(redisKeys.audit, '-', '+')).map(([, [, text]]) => JSON.parse(text ?? ''));
  expect(entries.slice(-1)).toEqual([
    expect.objectContaining({ via: 'connector', account: 'ada', action: 'refresh token reused' }),
  ]);
});

test('a program goes on whose refreshes Redis has lost, as after a restore; an older token still ends the grant', async () => {
  const program = await Program.registered(app.urls[0] as string);
  const { refresh_token: first } = await program.connect(ada);
  const [key] = (await adasKeys()).slice(-1);
  const record = redisKeys.apiKey(key?.prefix ?? '');
  const saved = await app.client.hgetall(record);
  const { refresh_token: second } = (await program.refresh(first)).body;
  const { refresh_token: third } = (await program.refresh(second)).body;
  const restore = async () => {
    await app.client.multi().del(record).hset(record, saved).exec();
    await forgetAnswers();
  };
  await restore();
  const { status, body } = await program.refresh(third, {}, other());
  expect(status).toBe(200);
  expect(await isAdmitted(body.access_token)).toBe(200);
  await forgetAnswers();
  expect((await program.refresh(body.refresh_token)).status).toBe(200);
  await forgetAnswers();
  expect((await program.refresh(second)).body.error).toBe('invalid_grant');
  expect(await isAdmitted(body.access_token)).toBe(401);

  // Nobody can make a newer token from an old one.
  await restore();
  const random = randomBase62(32);
  const invented = checkedText(`${third.slice(0, -38)}${random}`);
  expect(parseRefreshToken(invented)?.familyDigest).toBe(parseRefreshToken(first)?.familyDigest);
  expect((await program.refresh(invented)).body.error).toBe('invalid_grant');
  expect((await program.refresh(first)).body.error).toBe('invalid_grant');
});

test('a program disconnects, and an access token alone can be given up', async () => {
  const program = await Program.registered(app.urls[0] as string);
  const { access_token, refresh_token } = await program.connect(ada);
  expect((await program.revoke(access_token)).status).toBe(200);
  expect(await isAdmitted(access_token)).toBe(401);
  const { body } = await program.refresh(refresh_token);
  expect(await isAdmitted(body.access_token)).toBe(200);
  expect((await program.revoke(body.refresh_token)).status).toBe(200);
  expect(await isAdmitted(body.access_token, 1)).toBe(401);
  expect((await program.refresh(body.refresh_token)).body.error).toBe('invalid_grant');
  expect((await program.revoke('no such token')).status).toBe(200);
});

test.each([
  ['the program is disconnected', 'programs', 'disconnect', 401],
  ['its key is revoked', 'api-keys', 'revoke', 401],
  ['its key is disabled', 'api-keys', 'disable', 403],
])('access ends at once when %s', async (_what, list, action, status) => {
  const program = await Program.registered(app.urls[0] as string, { client_name: `To ${action}` });
  const { access_token } = await program.connect(ada);
  expect(await isAdmitted(access_token, 1)).toBe(200);
  const [key] = (await adasKeys()).slice(-1);
  expect((await ada.get(`/settings/programs`)).text).toContain(`To ${action}`);
  const reply = await ada.post(`/settings/${list}/trib_${key?.prefix}/${action}`);
  expect(reply.status).toBe(303);
  expect(await isAdmitted(access_token, 1)).toBe(status);
});

test('access ends at once when the account is disabled', async () => {
  const bob = await Visitor.signedIn(app, 'bob');
  const { access_token } = await (await Program.registered(app.urls[0] as string)).connect(bob);
  await app.client.hset(redisKeys.user('bob'), 'disabled', '1');
  expect(await isAdmitted(access_token)).toBe(403);
});

test('a token opens /mcp in its header, and nothing else', async () => {
  const { access_token } = await (await Program.registered(app.urls[0] as string)).connect(ada);
  const plain = { key: '', web: 0 };
  const get = async (path: string, headers: Record<string, string> = {}) =>
    (await app.get(path, { ...plain, headers })).status;
  expect(await isAdmitted(access_token)).toBe(200);
  for (const scheme of ['Api-Key', 'Bearer']) {
    expect(await get('/api/v1/key/', { authorization: `${scheme} ${access_token}` })).toBe(401);
  }
  expect(await get('/compat/tavily/usage', { authorization: `Bearer ${access_token}` })).toBe(401);
  expect(await get('/compat/searxng/search?q=x&format=json', { 'x-api-key': access_token })).toBe(401);
  const ping = (headers: Record<string, string>) => sendMcp(app, 'ping', {}, { ...plain, headers });
  expect((await ping({ 'x-api-key': access_token })).status).toBe(401);
  expect((await ping({ authorization: `Api-Key ${access_token}` })).status).toBe(401);
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const post = { ...plain, method: 'POST', body: message, headers: { 'content-type': 'application/json' } };
  expect((await app.get(`/mcp?access_token=${access_token}`, post)).status).toBe(401);
  expect((await app.get(`/mcp/${access_token}`, post)).status).toBe(401);
});

test('nobody holds the secret of such a key, and it gets none', async () => {
  await (await Program.registered(app.urls[0] as string)).connect(ada);
  const [key] = (await adasKeys()).slice(-1);
  const page = await ada.get(`/settings/api-keys/trib_${key?.prefix}`);
  expect(page.text).toContain('program.example');
  expect(page.text).not.toContain('/rotate');
  const form = 'A'.repeat(22);
  expect((await ada.post(`/settings/api-keys/trib_${key?.prefix}/rotate`, { hours: '0', form })).status).toBe(403);
  expect((await ada.get('/settings/api-keys')).text).toContain('connected program');
});

test('what connects and disconnects is in the audit log, without a secret', async () => {
  const carol = await Visitor.signedIn(app, 'carol');
  const program = await Program.registered(app.urls[0] as string, { client_name: 'Audited' });
  const { access_token, refresh_token } = await program.connect(carol);
  // The second finds nothing to end.
  for (let time = 0; time < 2; time++) await program.revoke(access_token);
  await program.revoke(refresh_token);
  const streams = [redisKeys.auditFailures, redisKeys.audit].map((name) => app.client.xrange(name, '-', '+'));
  const texts = (await Promise.all(streams)).flat().map(([, [, text = '']]) => text);
  const entries = texts.map((text) => JSON.parse(text));
  const about = entries.filter(({ target, account }) => target === program.id || account === 'carol');
  const connections = about.filter(({ action }) => /program|key|token/.test(action));
  expect(connections.map(({ via, action, key }) => [via, action, Boolean(key)])).toEqual([
    ['connector', 'program registered', false],
    ['page', 'key created', false],
    ['connector', 'program connected', true],
    ['connector', 'access token ended', true],
    ['connector', 'program disconnected', true],
  ]);
  expect(connections[1].after).toMatchObject({ connector: program.id, name: 'Audited', scopes: 'search' });
  expect(Object.keys(connections[1].after)).not.toContain('code');
  for (const secret of [access_token, refresh_token]) expect(texts.join()).not.toContain(secret.slice(6, 40));
});

test('a key in the header stays as it is', async () => {
  expect((await sendMcp(app, 'ping')).status).toBe(200);
  expect((await sendMcp(app, 'ping', {}, { key: '', headers: { 'x-api-key': app.key } })).status).toBe(200);
});
