import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { createUser } from '../harness/as-tester.ts';
import { CALLBACK, Program } from '../harness/connector.ts';
import { Nginx, nginxProgram } from '../harness/nginx.ts';
import { TestProcess, untilItListens } from '../harness/processes.ts';
import { Stack } from '../harness/stack.ts';
import { steadyLoad } from '../harness/steady-load.ts';
import { TestApp } from '../harness/test-app.ts';
import type { TestSystem } from '../harness/test-system.ts';
import { PASSWORD } from '../harness/visitor.ts';

let system: TestSystem | undefined;
let nginx: Nginx | undefined;
afterEach(async () => {
  await nginx?.stop();
  await system?.stop();
  nginx = undefined;
  system = undefined;
});

describe.skipIf(nginxProgram === null)('behind nginx', () => {
  test.each([
    ['passes the path on', (text: string) => text],
    ['removes the path', (text: string) => text.replace('http://tributary;', 'http://tributary/;')],
    ['keeps the host to itself', (text: string) => text.replace('$http_host', 'upstream.example')],
  ])(
    'that serves it under a path and %s, a visitor signs in and a program searches',
    { timeout: 120_000 },
    async (_what, edit) => {
      const port = await Nginx.port();
      const PUBLIC_URL = `https://127.0.0.1:${port}/search`;
      const app = await TestApp.start({ queue: 'redis', env: { PUBLIC_URL, TRUST_PROXY: '127.0.0.1' } });
      system = app;
      nginx = await Nginx.start({ port, webs: app.urls, basePath: '/search', edit });
      const headers = { authorization: `Api-Key ${app.key}` };
      expect((await nginx.fetch('/search/api/v1/web/?q=linux', { headers })).status).toBe(200);
      expect(await (await nginx.fetch('/search/api/v1/', { headers })).json()).toMatchObject({
        web: `${PUBLIC_URL}/api/v1/web/`,
      });

      await createUser(app.client, 'ada', { password: PASSWORD });
      const start = await nginx.fetch('/search/settings/usage');
      expect([start.status, start.headers.get('location')]).toEqual([303, '/search/login?next=%2Fsettings%2Fusage']);
      const form = await (await nginx.fetch(start.headers.get('location') ?? '')).text();
      const style = / href="([^"]+\.css)"/.exec(form)?.[1] ?? '';
      expect((await nginx.fetch(style)).headers.get('content-type')).toMatch(/^text\/css/);
      const body = new URLSearchParams({ username: 'ada', password: PASSWORD, next: '/settings/usage' });
      const send = (origin: string) =>
        (nginx as Nginx).fetch(/ action="([^"]+\/login)"/.exec(form)?.[1] ?? '', {
          method: 'POST',
          body,
          headers: { origin },
        });
      expect((await send('https://other.example')).status).toBe(403);
      const signedIn = await send(nginx.origin);
      expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/search/settings/usage']);
      expect(signedIn.headers.getSetCookie()[0]).toMatch(/^__Secure-tributary=.*; Path=\/search; HttpOnly; Secure;/);
      const cookie = signedIn.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
      const usage = await nginx.fetch('/search/settings/usage', { headers: { cookie } });
      expect(usage.status).toBe(200);

      // What is not below the path is none of ours.
      for (const path of ['/login', '/searchx', '/api/v1/']) expect((await nginx.fetch(path)).status, path).toBe(404);
    },
  );

  test('a program signs in below a path, where it finds the metadata at the root of the host', {
    timeout: 120_000,
  }, async () => {
    const port = await Nginx.port();
    const PUBLIC_URL = `https://127.0.0.1:${port}/search`;
    const app = await TestApp.start({ workers: 0, web: 2, env: { PUBLIC_URL, TRUST_PROXY: '127.0.0.1' } });
    system = app;
    await createUser(app.client, 'ada', { password: PASSWORD });
    const rule = /```nginx\n(location ~ [\s\S]*?)```/.exec(readFileSync('docs/deploy.md', 'utf8'))?.[1] ?? '';
    const edit = (text: string) => text.replace('location /search/ {', `${rule}$&`);
    const proxy = await Nginx.start({ port, webs: app.urls, basePath: '/search', edit });
    nginx = proxy;
    const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      proxy.fetch(path, { method: 'POST', body: new URLSearchParams(fields), headers });
    for (const path of [
      '/.well-known/oauth-protected-resource/search/mcp',
      '/search/.well-known/oauth-protected-resource/mcp',
    ]) {
      expect(await (await proxy.fetch(path)).json()).toMatchObject({ resource: `${PUBLIC_URL}/mcp` });
    }
    const server = await proxy.fetch('/.well-known/oauth-authorization-server/search');
    expect(await server.json()).toMatchObject({ issuer: PUBLIC_URL, token_endpoint: `${PUBLIC_URL}/oauth/token` });

    const redirects = JSON.stringify({ redirect_uris: [CALLBACK] });
    const json = { 'content-type': 'application/json' };
    const registered = await proxy.fetch('/search/oauth/register', { method: 'POST', body: redirects, headers: json });
    const { client_id } = (await registered.json()) as { client_id: string };
    const program = Object.assign(new Program(PUBLIC_URL), { id: client_id });
    const path = program.authorizePath({ resource: `${PUBLIC_URL}/mcp` });
    const start = await proxy.fetch(`/search${path}`);
    expect(start.headers.get('location')).toBe(`/search/login?next=${encodeURIComponent(path)}`);
    const origin = { origin: proxy.origin };
    const signedIn = await form('/search/login', { username: 'ada', password: PASSWORD, next: path }, origin);
    expect(signedIn.headers.get('location')).toBe(`/search${path}`);
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    const page = await (await proxy.fetch(`/search${path}`, { headers: { cookie } })).text();
    const field = (name: string) => new RegExp(`name="${name}" value="([\\w-]+)"`).exec(page)?.[1] ?? '';
    const fields = { csrf: field('csrf'), request: field('request'), decision: 'allow', scopes: 'search' };
    const answer = await form('/search/oauth/authorize', fields, { ...origin, cookie });
    const sent = new URL(answer.headers.get('location') ?? 'none:');
    expect([sent.origin + sent.pathname, sent.searchParams.get('iss')]).toEqual([CALLBACK, PUBLIC_URL]);
    const tokens = await form('/search/oauth/token', {
      grant_type: 'authorization_code',
      code: sent.searchParams.get('code') ?? '',
      client_id,
      redirect_uri: CALLBACK,
      code_verifier: program.verifier,
    });
    const { access_token } = (await tokens.json()) as { access_token: string };
    const ping = async (headers: Record<string, string>) =>
      proxy.fetch('/search/mcp', {
        method: 'POST',
        body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
        headers: { ...json, ...headers },
      });
    expect((await ping({ authorization: `Bearer ${access_token}` })).status).toBe(200);
    expect((await ping({})).headers.get('www-authenticate')).toContain(`resource_metadata="${PUBLIC_URL}/.well-known/`);
  });

  test('a stream arrives event by event', { timeout: 120_000 }, async () => {
    const app = await TestApp.start({
      queue: 'redis',
      env: { TRUST_PROXY: '127.0.0.1', REQUEST_DEADLINE_MS: '20000' },
    });
    system = app;
    nginx = await Nginx.start({ port: await Nginx.port(), webs: app.urls });
    await app.hold('mojeek', 'marginalia');
    const headers = { authorization: `Api-Key ${app.key}` };
    const response = await nginx.fetch('/api/v1/web/stream/?q=linux', { headers });
    const chunks = (response.body as unknown as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    const decoder = new TextDecoder();
    const read = async () => decoder.decode((await chunks.next()).value, { stream: true });
    // The other engines have not answered yet.
    expect(await read()).toMatch(/^event: engine\ndata: \{"engine":"engine_a"/);
    await app.healUpstreams();
    let rest = '';
    for (let chunk = await read(); chunk !== ''; chunk = await read()) rest += chunk;
    expect(rest).toMatch(/event: done\ndata: .*\n\n$/);
  });

  test('web processes are restarted one by one, and no request fails', { timeout: 300_000 }, async () => {
    const stack = await Stack.start({ web: 2, workers: 0 });
    system = stack;
    const proxy = await Nginx.start({ port: await Nginx.port(), webs: stack.urls });
    nginx = proxy;
    const load = steadyLoad((path) => proxy.fetch(path));
    try {
      await load.goesOn();
      for (const [index, web] of [...stack.webs].entries()) {
        expect(await web.stop('SIGTERM')).toBe(0);
        await load.goesOn();
        // Its successor listens at the address that nginx knows.
        const url = stack.urls[index] as string;
        const next = new TestProcess('web', ['dist/api/server.js'], { ...stack.env, PORT: new URL(url).port });
        stack.webs.push(next);
        await untilItListens(next, url);
        await load.goesOn();
      }
    } finally {
      await load.end();
    }
    expect(load.failed).toEqual([]);
  });
});
