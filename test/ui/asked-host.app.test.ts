import { afterAll, beforeAll, expect, test } from 'vitest';
import { rawRequest } from '../harness/raw-http.ts';
import { addWebs } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';

let app: TestApp;
/** On loopback without further settings, with PUBLIC_URL, behind a trusted proxy, both, and open to other machines. */
let webs: Record<'plain' | 'named' | 'proxied' | 'both' | 'open', number>;
beforeAll(async () => {
  app = await TestApp.start({ web: 0, workers: 0 });
  const [PUBLIC_URL, TRUST_PROXY] = ['https://search.example.org/find', '127.0.0.1'];
  webs = await addWebs(app, {
    plain: {},
    named: { PUBLIC_URL },
    proxied: { TRUST_PROXY },
    both: { PUBLIC_URL, TRUST_PROXY },
    open: { HOST: '0.0.0.0' },
  });
});
afterAll(() => app?.stop());

const status = async (web: number, host: string, headers: Record<string, string> = {}, path = '/login') =>
  (await rawRequest(`${app.urls[web]}${path}`, { headers: { host, ...headers } })).status;

const OTHER = 'rebound.example:3000';

test('an instance on loopback shows its pages at its own names only, so that no website can read them', async () => {
  for (const path of ['/login', '/setup', '/?q=x', '/suggest.json?q=x', '/admin/queues', '/static/app.js']) {
    expect([path, await status(webs.plain, OTHER, {}, path)]).toEqual([path, 421]);
  }
  for (const host of ['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'LOCALHOST.', 'box.localhost']) {
    expect([host, await status(webs.plain, host)]).toEqual([host, 200]);
  }
  for (const host of [
    'localhost.rebound.example',
    '127.0.0.1.rebound.example',
    'search.example.org',
    '93.184.215.14',
  ]) {
    expect([host, await status(webs.plain, host)]).toEqual([host, 421]);
  }
});

test('the refusal is a page that says what to set', async () => {
  const { headers, text } = await rawRequest(`${app.urls[webs.plain]}/login`, { headers: { host: OTHER } });
  expect(headers['content-type']).toContain('text/html');
  expect(text).toContain('set PUBLIC_URL');
  expect(text).not.toContain('rebound');
});

test('a website cannot pretend by a header that a proxy would send', async () => {
  for (const web of [webs.plain, webs.named]) {
    expect(await status(web, OTHER, { 'x-forwarded-host': 'localhost', 'x-forwarded-for': '127.0.0.1' })).toBe(421);
  }
});

test('proxies on the same machine work: PUBLIC_URL names the host, or the proxy is trusted', async () => {
  for (const web of [webs.named, webs.both]) {
    expect(await status(web, 'search.example.org')).toBe(200);
    // nginx sends the name of the upstream, if it does not pass on the host.
    for (const host of ['127.0.0.1:3000', 'tributary']) expect(await status(web, host)).toBe(200);
  }
  expect(await status(webs.named, OTHER)).toBe(421);
  // Some proxies send a name of their own.
  for (const web of [webs.proxied, webs.both]) expect(await status(web, 'upstream.example')).toBe(200);
});

test('an instance that other machines can reach has any name', async () => {
  expect(await status(webs.open, OTHER)).toBe(200);
});

test('the API needs a key, which no website has, and keeps answering at any name', async () => {
  const headers = { authorization: `Api-Key ${app.key}` };
  expect(await status(webs.plain, 'search.lan', headers, '/api/v1/')).toBe(200);
  expect(await status(webs.plain, OTHER, headers, '/api/v1/')).toBe(200);
  expect(await status(webs.plain, OTHER, {}, '/healthz')).toBe(200);
});

test.each([`a"><b>'&`, 'evil.example', '93.184.215.14:3000'])(
  'the OpenSearch description does not lead to %s, because only PUBLIC_URL can be a public name',
  async (host) => {
    const description = (web: number) => rawRequest(`${app.urls[web]}/opensearch.xml`, { headers: { host } });
    expect((await description(webs.open)).status).toBe(404);
    expect((await description(webs.both)).text).toContain(
      'template="https://search.example.org/find/?q={searchTerms}"',
    );
  },
);
