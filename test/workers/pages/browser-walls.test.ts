import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, describe, expect, test } from 'vitest';
import { readExtract } from '../../../lib/config/config-extract.ts';
import { settingsReader } from '../../../lib/config/settings-reader.ts';
import { Deadline } from '../../../lib/deadline.ts';
import type { HostLookup } from '../../../lib/net/host-lookup.ts';
import { hostLookup } from '../../../lib/net/host-lookup.ts';
import { PageFailure } from '../../../lib/net/page-failure.ts';
import { PageRenderer } from '../../../workers/pages/page-renderer.ts';
import { ChromiumServer, chromiumPath } from '../../harness/chromium-server.ts';
import { httpSite, pageFetching, type Site } from '../../harness/page-sites.ts';

const { redis, errors, errorLog } = await pageFetching();
const chromium = chromiumPath === null ? null : await ChromiumServer.start();
const renderers: PageRenderer[] = [];
afterAll(async () => {
  for (const renderer of renderers) await renderer.close();
  await chromium?.stop();
});

function rendererWith(allow: string, lookup?: HostLookup): PageRenderer {
  const rules = readExtract(settingsReader({ EXTRACT_ALLOW: allow }, []));
  const guard = { rules, lookup: lookup ?? hostLookup(rules.allow) };
  const renderer = new PageRenderer({
    browserUrl: chromium?.url ?? '',
    guard,
    userAgent: 'Tributary/0.1',
    redis,
    errors,
  });
  renderers.push(renderer);
  return renderer;
}

async function render(renderer: PageRenderer, url: string): Promise<string> {
  try {
    const request = { url, account: 'ann', deadline: Deadline.in(20_000), mayVisit: async () => {} };
    return (await renderer.render(request)).html;
  } catch (error) {
    if (error instanceof PageFailure) return `failed: ${error.reason}`;
    throw error;
  }
}

const page = (body: string) => `<!doctype html><title>A page</title><body>${body}`;

/** A site that serves one page, and its own script, which writes a text. */
async function siteWith(
  body: string,
  others: Record<string, [number, Record<string, string>, string]> = {},
): Promise<Site> {
  return await httpSite((request, reply) => {
    const [status, headers, text] = others[request.url ?? ''] ?? [200, { 'content-type': 'text/html' }, page(body)];
    reply.writeHead(status, headers).end(text);
  });
}
const DONE = "<script>setTimeout(() => document.body.append('The scripts have run.'), 300)</script>";

/** A service that nobody may reach: at 127.0.0.2, which is not allowed, by TCP and by UDP. */
async function canary() {
  const tcp = await httpSite(
    (_request, reply) => reply.writeHead(200, { 'access-control-allow-origin': '*' }).end('secret'),
    '127.0.0.2',
  );
  const udp = createSocket('udp4');
  udp.bind(tcp.port, '127.0.0.2');
  await once(udp, 'listening');
  let packets = 0;
  udp.on('message', () => {
    packets += 1;
  });
  return { ...tcp, reached: () => tcp.connections + packets, close: () => udp.close() };
}

const script = (code: string) => `<script>${code}</script>${DONE}`;
const WAYS: [what: string, body: (secret: string) => string][] = [
  ['fetch', (at) => script(`fetch('${at}')`)],
  ['an XMLHttpRequest', (at) => script(`const x = new XMLHttpRequest(); x.open('POST', '${at}'); x.send('a')`)],
  ['an image', (at) => `<img src="${at}/a.png">${DONE}`],
  ['a script', (at) => `<script src="${at}/a.js"></script>${DONE}`],
  ['a style sheet', (at) => `<link rel="stylesheet" href="${at}/a.css"><style>@import "${at}/b.css";</style>${DONE}`],
  ['a WebSocket', (at) => script(`new WebSocket('${at.replace('http', 'ws')}')`)],
  ['an event stream', (at) => script(`new EventSource('${at}')`)],
  ['a frame', (at) => `<iframe src="${at}"></iframe><object data="${at}/o"></object><embed src="${at}/e">${DONE}`],
  [
    'a prefetch',
    (at) =>
      `<link rel="prefetch" href="${at}/p"><link rel="preconnect" href="${at}"><link rel="dns-prefetch" href="${at}">${DONE}`,
  ],
  ['a beacon', (at) => script(`navigator.sendBeacon('${at}', 'a')`)],
  [
    'a worker',
    (at) =>
      script(
        `new Worker(URL.createObjectURL(new Blob(["fetch('${at}'); new WebSocket('${at.replace('http', 'ws')}')"])))`,
      ),
  ],
  ['a service worker', () => script(`navigator.serviceWorker.register('/sw.js')`)],
  [
    'a redirect',
    () => script(`fetch('/to'); const f = document.createElement('iframe'); f.src = '/to'; document.body.append(f)`),
  ],
  [
    'WebRTC',
    (at) =>
      script(`try { const [, host] = '${at}'.split('//'); const c = new RTCPeerConnection({ iceServers: [{ urls: 'stun:' + host }] });
        c.createDataChannel('a'); c.createOffer().then((o) => c.setLocalDescription(o)) } catch {}`),
  ],
  ['WebTransport', (at) => script(`try { new WebTransport('${at.replace('http:', 'https:')}') } catch {}`)],
  ['a window', (at) => script(`window.open('${at}')`)],
  [
    'another spelling',
    (at) =>
      script(
        `fetch('${at.replace('127.0.0.2', '2130706434')}'); fetch('${at.replace('127.0.0.2', '[::ffff:127.0.0.2]')}')`,
      ),
  ],
];

describe.skipIf(chromium === null)('a browser that is told to reach a private address', () => {
  test.each(WAYS)(
    'by %s reaches none',
    async (_what, body) => {
      const secret = await canary();
      const site = await siteWith(body(secret.url), {
        '/to': [302, { location: secret.url }, ''],
        '/sw.js': [200, { 'content-type': 'text/javascript' }, `fetch('${secret.url}')`],
      });
      const html = await render(rendererWith('127.0.0.1'), site.url);
      expect(html).toContain('The scripts have run.');
      expect(secret.reached()).toBe(0);
      secret.close();
    },
    60_000,
  );

  test.each([
    ['a navigation', (at: string) => script(`location = '${at}'`)],
    ['a form', (at: string) => `<form action="${at}" method="post"></form>${script('document.forms[0].submit()')}`],
    ['a refresh', (at: string) => `<meta http-equiv="refresh" content="0; url=${at}">${DONE}`],
  ])(
    'by %s reaches none',
    async (_what, body) => {
      const secret = await canary();
      const site = await siteWith(body(secret.url));
      expect(await render(rendererWith('127.0.0.1'), site.url)).not.toContain('secret');
      expect(secret.reached()).toBe(0);
      secret.close();
    },
    60_000,
  );

  test('by a name whose address changes reaches none', async () => {
    const secret = await canary();
    const site = await siteWith(
      script(`for (const at of [1, 2, 3]) fetch('http://rebind.example:${secret.port}/' + at)`),
    );
    let asked = 0;
    const lookup: HostLookup = async () => {
      asked += 1;
      return [{ address: asked === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
    };
    await render(rendererWith('127.0.0.1', lookup), `http://site.example:${site.port}/`);
    expect(asked).toBeGreaterThan(1);
    expect(secret.reached()).toBe(0);
    secret.close();
  }, 60_000);

  test('reaches what is allowed in the same ways, so that these tests mean something', async () => {
    const secret = await canary();
    const bodies = WAYS.filter(([what]) => ['fetch', 'a script', 'a WebSocket', 'a frame', 'a worker'].includes(what));
    for (const [what, body] of bodies) {
      const before = secret.reached();
      const site = await siteWith(body(secret.url));
      await render(rendererWith('127.0.0.0/8'), site.url);
      expect([what, secret.reached() > before]).toEqual([what, true]);
    }
    secret.close();
  }, 120_000);
});

describe.skipIf(chromium === null)('a browser', () => {
  test('shows what scripts have written, and starts each page without cookies', async () => {
    const cookies: (string | undefined)[] = [];
    const site = await httpSite((request, reply) => {
      cookies.push(request.headers.cookie);
      reply.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=b', 'cache-control': 'max-age=600' });
      reply.end(page(script("localStorage.a = 'b'; document.cookie = 'c=d'")));
    });
    const renderer = rendererWith('127.0.0.1');
    for (let time = 0; time < 2; time += 1) expect(await render(renderer, site.url)).toContain('The scripts have run.');
    expect(cookies).toEqual([undefined, undefined]);
  }, 60_000);

  test('gives up a page that asks for too much, and a crash costs one page', async () => {
    const renderer = rendererWith('127.0.0.1');
    let asked = 0;
    const many = await httpSite((_request, reply) => {
      asked += 1;
      reply.setHeader('content-type', 'text/html');
      reply.end(page(script("for (let at = 0; at < 400; at++) fetch('/' + at)")));
    });
    const large = await httpSite((request, reply) => {
      reply.setHeader('content-type', 'text/html');
      if (request.url === '/') return reply.end(page(script("fetch('/large').then((r) => r.text())")));
      return reply.end('a'.repeat(30_000_000));
    });
    const good = await siteWith(DONE);
    const endless = await siteWith(script('for (const all = [];;) all.push(new Array(1e6).fill(all.length))'));
    const [spent, full] = await Promise.all([render(renderer, many.url), render(renderer, large.url)]);
    const crashed = await render(renderer, endless.url);
    const shown = await render(renderer, good.url);
    // On a busy machine, the time for a page is over before it has asked for too much.
    for (const outcome of [spent, full]) expect(outcome).toMatch(/The scripts have run|loads too much|in time$/);
    expect(asked).toBeGreaterThan(1);
    expect(asked).toBeLessThanOrEqual(200);
    expect(crashed).toMatch(/^failed: /);
    expect(shown).toContain('The scripts have run.');
    expect(await render(renderer, good.url)).toContain('The scripts have run.');
  }, 60_000);

  test('dismisses dialogs and takes no downloads', async () => {
    const download: [number, Record<string, string>, string] = [200, { 'content-disposition': 'attachment' }, 'x'];
    const site = await siteWith(
      script(
        "alert(1); confirm(2); prompt(3); const f = document.createElement('iframe'); f.src = '/file'; document.body.append(f)",
      ),
      { '/file': download },
    );
    expect(await render(rendererWith('127.0.0.1'), site.url)).toContain('The scripts have run.');
    expect(await render(rendererWith('127.0.0.1'), `${site.url}/file`)).toMatch(/^failed: /);
  }, 60_000);

  test('that is not there is reported, and a page fails with a reason', async () => {
    const renderer = new PageRenderer({
      browserUrl: 'http://127.0.0.1:9',
      guard: { rules: readExtract(settingsReader({}, [])), lookup: async () => [] },
      userAgent: 'Tributary/0.1',
      redis,
      errors,
    });
    const before = errorLog();
    expect(await render(renderer, 'http://example.org/')).toBe(
      'failed: the browser of this instance cannot be reached',
    );
    expect(errorLog().slice(before.length)).toContain('connect to the browser');
    expect(before).toBe('');
  });
});
