import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PUBLIC_URL, RESOURCE } from '../../harness/connector.ts';
import { TestApp } from '../../harness/test-app.ts';

const BELOW = 'https://example.org/t';
let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start({ workers: 0 });
  await app.addWeb({ PUBLIC_URL });
  await app.addWeb({ PUBLIC_URL: BELOW, TRUST_PROXY: '127.0.0.1' });
  await app.addWeb({ PUBLIC_URL: 'http://search.example' });
  await app.addWeb({ PUBLIC_URL, EXTRACT: 'off' });
});
afterAll(() => app.stop());

const [WITHOUT, ROOT, BELOW_PATH, PLAIN_HTTP, NO_READING] = [0, 1, 2, 3, 4];
const get = (path: string, web: number, init: RequestInit = {}) => fetch(app.urls[web] + path, init);
const json = async (path: string, web: number) => (await get(path, web)).json() as Promise<Record<string, unknown>>;

const RESOURCE_PATHS = ['', '/mcp'].map((end) => `/.well-known/oauth-protected-resource${end}`);
const SERVER_PATHS = ['', '/mcp'].flatMap((end) => [
  `/.well-known/oauth-authorization-server${end}`,
  `/.well-known/openid-configuration${end}`,
]);

test.each(RESOURCE_PATHS)('the resource describes itself at %s, to programs of any site', async (path) => {
  const reply = await get(path, ROOT, { headers: { accept: 'text/html', origin: 'https://other.example' } });
  expect([reply.status, reply.headers.get('content-type'), reply.headers.get('access-control-allow-origin')]).toEqual([
    200,
    'application/json; charset=utf-8',
    '*',
  ]);
  expect(reply.headers.get('access-control-allow-credentials')).toBeNull();
  expect(await reply.json()).toMatchObject({
    resource: RESOURCE,
    authorization_servers: [PUBLIC_URL],
    scopes_supported: ['search', 'read', 'answers', 'maps', 'translate'],
    bearer_methods_supported: ['header'],
  });
});

test.each(SERVER_PATHS)('the authorization server describes itself at %s', async (path) => {
  expect(await json(path, ROOT)).toMatchObject({
    issuer: PUBLIC_URL,
    authorization_endpoint: `${PUBLIC_URL}/oauth/authorize`,
    token_endpoint: `${PUBLIC_URL}/oauth/token`,
    registration_endpoint: `${PUBLIC_URL}/oauth/register`,
    revocation_endpoint: `${PUBLIC_URL}/oauth/revoke`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    scopes_supported: ['search', 'read', 'answers', 'maps', 'translate', 'offline_access'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  });
});

test('the issuer is that of the settings, whatever host a request names', async () => {
  const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
  const reply = await get(SERVER_PATHS[0] as string, ROOT, { headers });
  expect(await reply.json()).toMatchObject({ issuer: PUBLIC_URL, token_endpoint: `${PUBLIC_URL}/oauth/token` });
});

test('below a path, the documents are where clients look for them and where a proxy forwards them', async () => {
  const resource = { resource: `${BELOW}/mcp`, authorization_servers: [BELOW] };
  for (const path of ['oauth-protected-resource/t/mcp', 'oauth-protected-resource', 'oauth-protected-resource/mcp']) {
    expect(await json(`/.well-known/${path}`, BELOW_PATH)).toMatchObject(resource);
  }
  expect(await json('/t/.well-known/oauth-protected-resource/mcp', BELOW_PATH)).toMatchObject(resource);
  for (const path of [
    '/.well-known/oauth-authorization-server/t',
    '/.well-known/openid-configuration/t',
    '/t/.well-known/openid-configuration',
  ]) {
    expect(await json(path, BELOW_PATH)).toMatchObject({ issuer: BELOW, token_endpoint: `${BELOW}/oauth/token` });
  }
  const { headers } = await get('/t/mcp', BELOW_PATH);
  expect(headers.get('www-authenticate')).toContain(
    `resource_metadata="${BELOW}/.well-known/oauth-protected-resource/mcp"`,
  );
});

test('an unknown well-known address is no page with 200', async () => {
  const reply = await get('/.well-known/oauth-protected-resource/other', ROOT, { headers: { accept: '*/*' } });
  expect([reply.status, reply.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
});

test('without reading of pages, clients are told to register themselves', async () => {
  expect(await json(SERVER_PATHS[0] as string, NO_READING)).toMatchObject({
    client_id_metadata_document_supported: false,
  });
});

describe('a request to /mcp without a key', () => {
  const challenge = `Bearer realm="tributary", resource_metadata="${PUBLIC_URL}/.well-known/oauth-protected-resource/mcp", scope="search read answers maps translate"`;
  const refused = challenge.replace('resource_metadata', 'error="invalid_token", resource_metadata');
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const post = (headers: Record<string, string> = {}) => ({
    method: 'POST',
    body: list,
    headers: { 'content-type': 'application/json', ...headers },
  });

  test.each(['GET', 'HEAD', 'DELETE'])(
    '%s is told where to sign in, and with a key that only POST is allowed',
    async (method) => {
      const without = await get('/mcp', ROOT, { method });
      expect([without.status, without.headers.get('www-authenticate')]).toEqual([401, challenge]);
      const withKey = await get('/mcp', ROOT, { method, headers: { authorization: `Bearer ${app.key}` } });
      expect([withKey.status, withKey.headers.get('allow')]).toEqual([405, 'POST']);
    },
  );

  test('POST is told as well, and gets no list of tools', async () => {
    const without = await get('/mcp', ROOT, post());
    expect([without.status, without.headers.get('www-authenticate')]).toEqual([401, challenge]);
    expect(await without.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32_000 } });
    const wrong = await get('/mcp', ROOT, post({ authorization: 'Bearer nonsense' }));
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([401, refused]);
  });

  test.each([
    ['without PUBLIC_URL', WITHOUT],
    ['with one that is neither https nor loopback', PLAIN_HTTP],
  ])('%s nothing is offered: all is as it was', async (_what, web) => {
    for (const path of [...RESOURCE_PATHS, ...SERVER_PATHS, '/oauth/authorize', '/authorize']) {
      const reply = await get(path, web, { redirect: 'manual' });
      // The page asks for a sign-in before it says that there is nothing.
      expect([404, 303]).toContain(reply.status);
    }
    for (const path of ['/oauth/token', '/oauth/register', '/oauth/revoke', '/token', '/register']) {
      expect((await get(path, web, { method: 'POST' })).status).toBe(404);
    }
    const reply = await get('/mcp', web, post());
    expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="tributary"']);
    expect((await get('/mcp', web)).status).toBe(405);
  });
});

test.each(['/oauth/token', '/oauth/register', '/oauth/revoke', '/.well-known/oauth-authorization-server'])(
  'a program in a browser may ask %s',
  async (path) => {
    const headers = { origin: 'https://inspector.example', 'access-control-request-method': 'POST' };
    const reply = await get(path, ROOT, { method: 'OPTIONS', headers });
    expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect(reply.headers.get('access-control-allow-headers')).toContain('MCP-Protocol-Version');
  },
);

test('no other site may ask the page of consent', async () => {
  const reply = await get('/oauth/authorize', ROOT, {
    headers: { origin: 'https://other.example' },
    redirect: 'manual',
  });
  expect(reply.headers.get('access-control-allow-origin')).toBeNull();
});

test('clients that found no metadata reach the same at the addresses that they guess', async () => {
  const reply = await get('/authorize?client_id=x&state=y', ROOT, { redirect: 'manual' });
  expect([reply.status, reply.headers.get('location')]).toEqual([302, '/oauth/authorize?client_id=x&state=y']);
  expect((await get('/token', ROOT, { method: 'POST' })).status).toBe(400);
  const body = JSON.stringify({ redirect_uris: ['https://program.example/callback'] });
  const registered = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
  expect((await get('/register', ROOT, registered)).status).toBe(201);
});
