import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { agree, CALLBACK, Program, PUBLIC_URL, RESOURCE, sealedIn } from '../../harness/connector.ts';
import { sendMcp } from '../../harness/mcp.ts';
import { TestApp } from '../../harness/test-app.ts';
import { noticeIn, PASSWORD, Visitor } from '../../harness/visitor.ts';

let app: TestApp;
let url: string;
let ada: Visitor;
beforeAll(async () => {
  app = await TestApp.start({ workers: 0, env: { PUBLIC_URL } });
  url = app.urls[0] as string;
  ada = await Visitor.signedIn(app, 'ada');
});
afterAll(() => app.stop());

describe('redirect addresses', () => {
  test.each([
    ['another host', 'https://evil.example/callback'],
    ['another path', `${CALLBACK}/more`],
    ['a slash more', `${CALLBACK}/`],
    ['a query', `${CALLBACK}?next=https://evil.example`],
    ['a user', 'https://program.example@evil.example/callback'],
    ['another port', 'https://program.example:444/callback'],
    ['plain http', 'http://program.example/callback'],
    ['capitals', 'https://program.example/Callback'],
    ['none', undefined],
  ])('%s: nobody is sent there', async (_what, redirect_uri) => {
    const program = await Program.registered(url);
    const reply = await ada.get(program.authorizePath({ redirect_uri }));
    expect([reply.status, reply.location]).toEqual([400, null]);
    expect(reply.text).not.toContain('name="request"');
  });

  test('a program on the own machine may take any port, and no other path or host', async () => {
    const program = await Program.registered(url, { redirect_uris: ['http://localhost/callback'] });
    const status = async (redirect_uri: string) => (await ada.get(program.authorizePath({ redirect_uri }))).status;
    expect(await status('http://localhost:43217/callback')).toBe(200);
    expect(await status('http://localhost:43217/other')).toBe(400);
    expect(await status('http://127.0.0.1:43217/callback')).toBe(400);
    expect(await status('https://localhost:43217/callback')).toBe(400);
    expect(await status('http://localhost.evil.example/callback')).toBe(400);
  });

  test('a code is exchanged only with the address that it was sent to', async () => {
    const program = await Program.registered(url, { redirect_uris: [CALLBACK, 'https://program.example/second'] });
    const code = await program.code(ada);
    const other = await program.exchange(code, { redirect_uri: 'https://program.example/second' });
    expect([other.status, other.body.error]).toEqual([400, 'invalid_grant']);
    expect((await program.exchange(code)).status).toBe(200);
  });
});

describe('a request that is not in order', () => {
  const WRONG = { response_type: 'x' };

  test('sends nobody to a program that they have not connected: anybody registers any address', async () => {
    const program = await Program.registered(url);
    for (const changes of [WRONG, { prompt: 'none' }]) {
      const reply = await ada.get(program.authorizePath(changes));
      expect([reply.status, reply.location]).toEqual([400, null]);
      expect(reply.text).not.toContain('name="request"');
    }
    expect((await ada.get(program.authorizePath(WRONG))).text).toContain('Use code.');
  });

  test('is answered to a program that the same person has connected', async () => {
    const program = await Program.registered(url);
    await program.connect(ada);
    const { location } = await ada.get(program.authorizePath(WRONG));
    expect(new URL(location ?? '').searchParams.get('error')).toBe('unsupported_response_type');
    const bob = await Visitor.signedIn(app, 'bob-of-another-account');
    expect((await bob.get(program.authorizePath(WRONG))).location).toBeNull();
  });
});

test('a request as long as it may be can be answered, also if the program has named many addresses', async () => {
  const redirect_uris = Array.from({ length: 7 }, (_, at) => `https://program.example/${at}${'x'.repeat(1_970)}`);
  const program = await Program.registered(url, { redirect_uris });
  const page = await ada.get(program.authorizePath({ state: '\u0001'.repeat(2_000) }));
  const refused = await ada.post('/oauth/authorize', { request: sealedIn(page), decision: 'refuse' });
  expect(refused.location).toContain('error=access_denied');
  expect((await agree(ada, page)).location).toContain('code=');
});

describe('PKCE', () => {
  test.each([
    ['no challenge', { code_challenge: undefined }],
    ['a plain one', { code_challenge_method: 'plain' }],
    ['no method, which would mean plain', { code_challenge_method: undefined }],
    ['one that is too short', { code_challenge: 'short' }],
  ])('%s: the program is told, and gets no code', async (_what, changes) => {
    const program = await Program.registered(url);
    await program.connect(ada);
    const { status, location } = await ada.get(program.authorizePath(changes));
    const answer = new URL(location ?? '');
    expect([status, answer.origin + answer.pathname]).toEqual([303, CALLBACK]);
    expect(Object.fromEntries(answer.searchParams)).toEqual({
      error: 'invalid_request',
      error_description: expect.stringContaining('S256'),
      state: 'a state',
      iss: PUBLIC_URL,
    });
  });

  test.each([
    ['no verifier', { code_verifier: undefined }, 'invalid_request'],
    ['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    ['another client', { client_id: 'client-other' }, 'invalid_client'],
  ])('%s: no tokens for the code', async (_what, changes, error) => {
    const program = await Program.registered(url);
    const code = await program.code(ada);
    expect((await program.exchange(code, changes)).body.error).toBe(error);
    expect((await program.exchange(code)).status).toBe(200);
  });
});

describe('other servers', () => {
  test('a token for another resource is refused, before and after the consent', async () => {
    const program = await Program.registered(url);
    const resource = 'https://other.example/mcp';
    await program.connect(ada);
    const { location } = await ada.get(program.authorizePath({ resource }));
    expect(new URL(location ?? '').searchParams.get('error')).toBe('invalid_target');
    const code = await program.code(ada);
    expect((await program.exchange(code, { resource })).body.error).toBe('invalid_target');
    const { body } = await program.exchange(code, { resource: `${RESOURCE}/` });
    expect((await program.refresh(body.refresh_token, { resource })).body.error).toBe('invalid_target');
  });

  test('every answer names its issuer, so that a program can tell it from that of another server', async () => {
    const program = await Program.registered(url);
    const page = await ada.get(program.authorizePath());
    const refused = await ada.post('/oauth/authorize', { request: sealedIn(page), decision: 'refuse' });
    expect(Object.fromEntries(new URL(refused.location ?? '').searchParams)).toEqual({
      error: 'access_denied',
      state: 'a state',
      iss: PUBLIC_URL,
    });
    const { location } = await program.consent(ada);
    expect(new URL(location ?? '').searchParams.get('iss')).toBe(PUBLIC_URL);
  });

  test('the tokens of another instance are of no use', async () => {
    const elsewhere = await TestApp.start({ workers: 0, env: { PUBLIC_URL } });
    try {
      const eve = await Visitor.signedIn(elsewhere, 'eve');
      const program = await Program.registered(elsewhere.urls[0] as string);
      const { access_token, refresh_token } = await program.connect(eve);
      const headers = { authorization: `Bearer ${access_token}` };
      expect((await sendMcp(elsewhere, 'ping', {}, { key: '', headers })).status).toBe(200);
      expect((await sendMcp(app, 'ping', {}, { key: '', headers })).status).toBe(401);
      expect((await program.refresh(refresh_token, {}, url)).body.error).toBe('invalid_client');
    } finally {
      await elsewhere.stop();
    }
  });
});

describe('the page of consent', () => {
  test('is shown to nobody who is not signed in, and they come back to it', async () => {
    const program = await Program.registered(url);
    const stranger = new Visitor(url);
    const { status, location } = await stranger.get(program.authorizePath());
    expect([status, location]).toEqual([303, `/login?next=${encodeURIComponent(program.authorizePath())}`]);
    const back = await stranger.signIn('ada', PASSWORD, program.authorizePath());
    expect(back.location).toBe(program.authorizePath());
  });

  test('names the program as its own word, its site and where access is sent', async () => {
    const program = await Program.registered(url, { client_name: '<b>Claude</b>\u202e evil' });
    const { text } = await ada.get(program.authorizePath());
    expect(text).toContain('&lt;b>Claude&lt;/b> evil');
    expect(text).toContain('program.example');
    expect(text).not.toContain('<b>Claude');
  });

  test('warns of a program whose answers go to the own machine alone', async () => {
    const warning = 'runs on your own computer';
    const local = await Program.registered(url, { redirect_uris: ['http://127.0.0.1/', 'http://localhost:1/x'] });
    expect((await ada.get(local.authorizePath())).text).toContain(warning);
    expect((await ada.get((await Program.registered(url)).authorizePath())).text).not.toContain(warning);
  });

  test('cannot be framed, and its form leads to this site and to the program alone', async () => {
    const { headers } = await ada.get((await Program.registered(url)).authorizePath());
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' https://program.example;");
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('no other site can agree for a person', async () => {
    const program = await Program.registered(url);
    const request = sealedIn(await ada.get(program.authorizePath()));
    const fields = { request, decision: 'allow', scopes: 'search' };
    const from = { headers: { origin: 'https://evil.example' } };
    expect((await ada.post('/oauth/authorize', fields, from)).status).toBe(403);
    expect((await ada.post('/oauth/authorize', fields, { csrf: null })).status).toBe(403);
    expect((await ada.post('/oauth/authorize', fields, { csrf: 'x'.repeat(43) })).status).toBe(403);
    expect((await ada.get(`/oauth/authorize?${new URLSearchParams(fields)}`)).status).toBe(400);
  });

  test('what was shown is what is granted: no form of another session, and none that was changed', async () => {
    const program = await Program.registered(url);
    const eve = await Visitor.signedIn(app, 'eve');
    const hers = sealedIn(await eve.get(program.authorizePath()));
    const send = (request: string) => ada.post('/oauth/authorize', { request, decision: 'allow', scopes: 'search' });
    await ada.get(program.authorizePath());
    expect((await send(hers)).status).toBe(403);
    const own = sealedIn(await ada.get(program.authorizePath()));
    expect((await send(`${own.slice(0, -4)}AAAA`)).status).toBe(403);
    const { location } = await send(own);
    expect(location).toContain('code=');
    expect((await send(own)).location).toBe('/settings/programs?done=sent');
  });

  test('asks who is there, unless they said so lately, and goes on with what they sent', async () => {
    const confirmed = () => app.client.keys(redisKeys.confirmed('*'));
    const others = await confirmed();
    const dora = await Visitor.signedIn(app, 'dora');
    await app.client.del(...(await confirmed()).filter((name) => !others.includes(name)));
    const asked = await (await Program.registered(url)).consent(dora);
    expect([asked.status, asked.location]).toEqual([401, null]);
    expect(asked.headers.get('content-security-policy')).toContain("form-action 'self' https://program.example;");
    const confirm_form = /name="confirm_form" value="([\w-]+)"/.exec(asked.text)?.[1] ?? '';
    const wrong = await dora.post('/oauth/authorize', { confirm_form, confirm_password: 'a wrong password' });
    expect([wrong.status, wrong.location]).toEqual([401, null]);
    const { status, location } = await dora.post('/oauth/authorize', { confirm_form, confirm_password: PASSWORD });
    expect([status, new URL(location ?? '').searchParams.get('code')]).toEqual([303, expect.any(String)]);
  });

  test('gives nothing that was not offered', async () => {
    const program = await Program.registered(url);
    for (const fields of [[], [['scopes', 'status']]] as [string, string][][]) {
      const reply = await agree(ada, await ada.get(program.authorizePath()), fields);
      expect([reply.status, noticeIn(reply)]).toEqual([400, { kind: 'problem', text: 'Tick at least one.' }]);
    }
    const managing = await agree(ada, await ada.get(program.authorizePath()), [
      ['scopes', 'search'],
      ['scopes', 'manage'],
    ]);
    expect([managing.status, managing.location]).toEqual([400, null]);
  });

  test('ticks what the program asks for, and all if it names nothing that there is', async () => {
    const program = await Program.registered(url);
    const ticked = async (scope?: string) =>
      [...(await ada.get(program.authorizePath({ scope }))).text.matchAll(/name="scopes" value="(\w+)" checked/g)].map(
        ([, name]) => name,
      );
    expect(await ticked('search maps offline_access')).toEqual(['search', 'maps']);
    expect(await ticked()).toEqual(['search', 'read', 'answers', 'maps', 'translate']);
    expect(await ticked('openid offline_access')).toEqual(['search', 'read', 'answers', 'maps', 'translate']);
  });

  test('asks again although the person has agreed before; a program cannot agree in silence', async () => {
    const program = await Program.registered(url);
    await program.connect(ada);
    expect((await ada.get(program.authorizePath({ prompt: 'consent' }))).status).toBe(200);
    const { location } = await ada.get(program.authorizePath({ prompt: 'none' }));
    expect(new URL(location ?? '').searchParams.get('error')).toBe('consent_required');
  });
});

describe('the token endpoint', () => {
  test.each([
    ['no grant type', { grant_type: undefined }, 'invalid_request'],
    ['another grant type', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
    ['a password', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['no client', { client_id: undefined }, 'invalid_request'],
  ])('%s: an error in JSON that is not kept', async (_what, changes, error) => {
    const program = await Program.registered(url);
    const { status, body, headers } = await program.exchange('tribc_x', changes);
    expect([status, body.error, headers.get('cache-control')]).toEqual([400, error, 'no-store']);
  });

  test('a refresh token works only for its client, and a code is none', async () => {
    const program = await Program.registered(url);
    const other = await Program.registered(url);
    const code = await program.code(ada);
    const { body } = await program.exchange(code);
    expect((await other.refresh(body.refresh_token)).body.error).toBe('invalid_grant');
    expect((await program.refresh(code)).body.error).toBe('invalid_grant');
    expect((await program.refresh(body.access_token)).body.error).toBe('invalid_grant');
    expect((await program.refresh(body.refresh_token)).status).toBe(200);
  });

  test('takes no JSON, and nothing from the address', async () => {
    const fields = new URLSearchParams({ grant_type: 'refresh_token', client_id: 'x', refresh_token: 'y' });
    const reply = await fetch(`${url}/oauth/token?${fields}`, { method: 'POST' });
    expect([reply.status, await reply.json()]).toEqual([400, expect.objectContaining({ error: 'invalid_request' })]);
    const json = { method: 'POST', body: '{"grant_type":"x"}', headers: { 'content-type': 'application/json' } };
    expect((await fetch(`${url}/oauth/token`, json)).status).toBe(400);
  });

  test('limits an address across processes', async () => {
    const flooded = await TestApp.start({ web: 2, workers: 0, env: { PUBLIC_URL } });
    try {
      const ask = (web: number) => new Program(flooded.urls[web] as string).token({ grant_type: 'none' });
      const replies = await Promise.all(Array.from({ length: 310 }, (_, at) => ask(at % 2)));
      const refused = replies.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(10);
      expect(refused[0]?.body.error).toBe('temporarily_unavailable');
      expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      await flooded.stop();
    }
  });
});
