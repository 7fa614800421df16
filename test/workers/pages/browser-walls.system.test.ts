import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { chromium as playwright } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { readExtract } from '../../../lib/config/config-extract.ts';
import { settingsReader } from '../../../lib/config/settings-reader.ts';
import { Deadline } from '../../../lib/deadline.ts';
import type { HostLookup } from '../../../lib/net/host-lookup.ts';
import { hostLookup } from '../../../lib/net/host-lookup.ts';
import { PageFailure } from '../../../lib/net/page-failure.ts';
import { BrowserLink } from '../../../workers/pages/browser-link.ts';
import { BrowserLost, PageRenderer } from '../../../workers/pages/page-renderer.ts';
import { ChromiumServer, chromiumPath, imageFlags } from '../../harness/chromium-server.ts';
import { runNode } from '../../harness/command-line.ts';
import { httpSite, pageFetching, type Site } from '../../harness/page-sites.ts';

const { redis, errors, errorLog } = await pageFetching();
const chromium = chromiumPath === null ? null : await ChromiumServer.start();
const renderers: PageRenderer[] = [];
afterAll(async () => {
  for (const renderer of renderers) await renderer.close();
  await chromium?.stop();
});

function rendererWith(allow: string, lookup?: HostLookup, browserUrl = chromium?.url ?? ''): PageRenderer {
  const rules = readExtract(settingsReader({ EXTRACT_ALLOW: allow }, []));
  const guard = { rules, lookup: lookup ?? hostLookup(rules.allow) };
  const renderer = new PageRenderer({
    browserUrl,
    guard,
    userAgent: 'Tributary/0.1',
    redis,
    errors,
  });
  renderers.push(renderer);
  return renderer;
}

const LATE = 'failed: it did not come in time';
const POLLED = { timeout: 10_000 };
/** What the browser has open. */
const targets = async () => (await (await fetch(`${chromium?.url}/json`)).json()) as { url: string }[];

/** The profiles that the browser has, but for its own. */
async function profiles(): Promise<string[]> {
  const browser = await playwright.connectOverCDP(chromium?.url ?? '', { noDefaults: true });
  const session = await browser.newBrowserCDPSession();
  const { browserContextIds } = await session.send('Target.getBrowserContexts');
  await browser.close();
  return browserContextIds;
}

let accounts = 0;

async function render(renderer: PageRenderer, url: string, ms = 20_000): Promise<string> {
  accounts += 1;
  try {
    const request = { url, account: `ann-${accounts}`, deadline: Deadline.in(ms), mayVisit: async () => {} };
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
  [
    'WebRTC of a frame or a window',
    (at) =>
      script(`const f = document.createElement('iframe'); document.body.append(f);
        const s = document.createElement('iframe'); s.srcdoc = ' '; document.body.append(s);
        for (const of of [f.contentWindow, s.contentWindow, open('about:blank'), open('', 'a')]) try {
          for (const way of ['stun', 'turn']) {
            const urls = way + ':' + '${at}'.split('//')[1];
            const c = new of.RTCPeerConnection({ iceServers: [{ urls: [urls, urls + '?transport=tcp'], username: 'a', credential: 'b' }] });
            c.createDataChannel('a'); c.createOffer().then((o) => c.setLocalDescription(o)) }
        } catch {}`),
  ],
  ['WebTransport', (at) => script(`try { new WebTransport('${at.replace('http:', 'https:')}') } catch {}`)],
  [
    'WebTransport of a worker',
    (at) =>
      script(
        `new Worker(URL.createObjectURL(new Blob(["try { new WebTransport('${at.replace('http:', 'https:')}') } catch {}"])))`,
      ),
  ],
  [
    'a shared worker, or one whose script redirects',
    (at) =>
      script(`const blob = URL.createObjectURL(new Blob(["fetch('${at}'); importScripts('${at}/i.js')"]));
        for (const address of [blob, '/to']) for (const of of ['SharedWorker', 'Worker']) try { new window[of](address) } catch {}`),
  ],
  [
    'speculation rules',
    (at) =>
      `<script type="speculationrules">{"prefetch": [{"urls": ["${at}/p"], "eagerness": "immediate"}],
        "prerender": [{"urls": ["${at}/r", "/to"], "eagerness": "immediate"}]}</script>${DONE}`,
  ],
  [
    'a font, a video, a manifest, an icon, a module and a link that is hit',
    (at) =>
      `<link rel="manifest" href="${at}/m"><link rel="icon" href="${at}/i"><link rel="modulepreload" href="${at}/mp">
        <link rel="preload" as="fetch" href="${at}/pl"><style>@font-face { font-family: f; src: url(${at}/f) } body { font-family: f }</style>
        <video src="${at}/v" poster="${at}/po" autoplay></video><script type="module">import '${at}/mo.js'</script>
        <a id="a" href="${at}/hit" ping="${at}/ping" target="_blank">a</a>${script("document.getElementById('a').click()")}`,
  ],
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
      const reports = { endpoints: [{ url: `${secret.url}/report` }], group: 'g', max_age: 9 };
      const site = await siteWith(body(secret.url), {
        '/': [
          200,
          {
            'content-type': 'text/html',
            link: `<${secret.url}/l.css>; rel=preload; as=style`,
            'content-security-policy-report-only': `img-src 'none'; report-uri ${secret.url}/csp`,
            'report-to': JSON.stringify(reports),
            nel: JSON.stringify({ report_to: 'g', max_age: 9, success_fraction: 1 }),
          },
          page(body(secret.url)),
        ],
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

  test('of the files of its machine, or of its own, shows none', async () => {
    const tries = [
      'file:///etc/passwd',
      'view-source:file:///etc/passwd',
      'chrome://version',
      'filesystem:file:///etc/',
    ];
    const frames = tries.map((url) => `<iframe src="${url}"></iframe><object data="${url}"></object>`);
    const opens = tries.map(
      (url) => `open('${url}'); fetch('${url}').then((r) => r.text()).then((t) => document.body.append(t), () => {});`,
    );
    const site = await siteWith(frames.join('') + script(opens.join('')));
    const html = await render(rendererWith('127.0.0.1'), site.url);
    expect(html).toContain('The scripts have run.');
    expect(html).not.toMatch(/root:|--remote-debugging|chromium/i);
    for (const url of tries) {
      const led = await siteWith(script(`location = '${url}'`));
      expect(await render(rendererWith('127.0.0.1'), led.url)).not.toMatch(/root:|--remote-debugging/);
    }
  }, 120_000);

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

  test('leaves nothing in the browser, whatever a page still does there', async () => {
    const renderer = rendererWith('127.0.0.1');
    const endless = await siteWith('<script>setTimeout(() => { for (;;); }, 100)</script>');
    const opening = await siteWith(script("for (let at = 0; at < 9; at += 1) open('/?' + at)"));
    const ends = [endless, endless, opening].map(({ url }) => render(renderer, url, 3_000));
    // Times at which a page is not even begun.
    for (const ms of [200, 210, 220, 240, 260]) ends.push(render(renderer, opening.url, ms));
    expect((await Promise.all(ends)).filter((html) => html === LATE).length).toBeGreaterThan(1);
    await expect.poll(async () => (await targets()).filter(({ url }) => url.startsWith('http')), POLLED).toEqual([]);
    await expect.poll(profiles, POLLED).toEqual([]);
  }, 60_000);

  test('looks up no name, also as the image starts it, and shows a page all the same', async () => {
    const own = await ChromiumServer.start(0, imageFlags());
    const site = await siteWith(DONE);
    const lookup: HostLookup = async () => [{ address: '127.0.0.1', family: 4 }];
    const address = `http://site.example:${site.port}/`;
    expect(await render(rendererWith('127.0.0.1', lookup, own.url), address)).toContain('The scripts have run.');
    const browser = await playwright.connectOverCDP(own.url, { noDefaults: true });
    const context = await browser.newContext();
    const byName = (await context.newPage()).goto(`http://localhost:${site.port}/`);
    await expect(byName).rejects.toThrow('ERR_NAME_NOT_RESOLVED');
    expect((await (await context.newPage()).goto(site.url))?.status()).toBe(200);
    await browser.close();
    await own.stop();
  }, 60_000);

  test('shows a page also while another worker stands still', async () => {
    const link = await BrowserLink.to(new URL(chromium?.url ?? ''), 1e7, new AbortController().signal);
    await link.browser();
    // It hears of all pages and does nothing about them.
    delete link.onmessage;
    const site = await siteWith(DONE);
    expect(await render(rendererWith('127.0.0.1'), site.url)).toContain('The scripts have run.');
    link.close();
  }, 60_000);

  test.each([
    ['in its address', "for (let at = 0; at < 20; at += 1) history.replaceState({}, '', '#' + 'a'.repeat(1.9e6))"],
    ['in its text', "for (let at = 0; at < 4; at += 1) document.body.append('a'.repeat(50e6))"],
    ['to its console', "for (let at = 0; at < 9; at += 1) console.log('a'.repeat(100e6))"],
    ['in its errors', "for (let at = 0; at < 9; at += 1) setTimeout(() => { throw 'a'.repeat(100e6) })"],
    ['in a dialog', "alert('a'.repeat(100e6))"],
  ])(
    'that is told too much by a page, %s, bears it, and so do the others',
    async (_where, code) => {
      const renderer = rendererWith('127.0.0.1');
      const [large, good] = [
        await siteWith(`<script>setTimeout(() => { ${code} }, 50)</script>`),
        await siteWith(DONE),
      ];
      const before = process.memoryUsage.rss();
      let most = before;
      const looks = setInterval(() => {
        most = Math.max(most, process.memoryUsage.rss());
      }, 10);
      const [given, shown] = await Promise.all([render(renderer, large.url), render(renderer, good.url)]);
      clearInterval(looks);
      expect(given.length).toBeLessThan(10_000);
      expect(shown).toContain('The scripts have run.');
      expect(await render(renderer, good.url)).toContain('The scripts have run.');
      expect(most - before).toBeLessThan(200e6);
    },
    60_000,
  );

  test('asks before each document that takes the place of a page, redirects included', async () => {
    const other = await siteWith('Elsewhere.');
    const site = await siteWith('<iframe src="/frame"></iframe>', {
      '/a': [302, { location: '/b' }, ''],
      '/b': [307, { location: `${other.url}/c` }, ''],
    });
    const asked: string[] = [];
    const mayVisit = async (url: string) => {
      asked.push(url);
      if (url.startsWith(other.url)) throw new PageFailure('not there');
    };
    const renderer = rendererWith('127.0.0.1');
    const request = { account: 'ann', deadline: Deadline.in(20_000), mayVisit };
    await expect(renderer.render({ ...request, url: `${site.url}/a` })).rejects.toThrow('not there');
    expect(asked).toEqual([`${site.url}/a`, `${site.url}/b`, `${other.url}/c`]);
    expect(other.connections).toBe(0);
    asked.length = 0;
    await renderer.render({ ...request, url: site.url });
    expect(asked).toEqual([`${site.url}/`]);
  }, 60_000);

  test('loads nothing that only counts its readers', async () => {
    const lookups: string[] = [];
    const lookup: HostLookup = async (host) => {
      lookups.push(host);
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const hosts = ['www.google-analytics.com', 'cdn.segment.com', 'cdn.example'];
    const site = await httpSite((request, reply) => {
      const scripts = hosts.map((host) => `<script src="http://${host}:${site.port}/a.js"></script>`);
      reply.writeHead(200, { 'content-type': request.url === '/' ? 'text/html' : 'text/javascript' });
      reply.end(request.url === '/' ? page(scripts.join('') + DONE) : '');
    });
    await render(rendererWith('127.0.0.1', lookup), `http://site.example:${site.port}/`);
    expect([...new Set(lookups)]).toEqual(['site.example', 'cdn.example']);
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
  });

  test('that ends costs a page that can be tried again, and is waited for', async () => {
    const mortal = await ChromiumServer.start();
    const renderer = rendererWith('127.0.0.1', undefined, mortal.url);
    let asked = 0;
    const site = await httpSite((_request, reply) => {
      asked += 1;
      if (asked > 1) reply.writeHead(200, { 'content-type': 'text/html' }).end(page(DONE));
    });
    const request = { url: site.url, account: 'ann', deadline: Deadline.in(20_000), mayVisit: async () => {} };
    const lost = renderer.render(request).catch((error: unknown) => error);
    await expect.poll(() => asked, POLLED).toBe(1);
    await mortal.stop();
    expect(await lost).toBeInstanceOf(BrowserLost);
    const next = renderer.render(request);
    const again = await ChromiumServer.start(Number(new URL(mortal.url).port));
    expect((await next).html).toContain('The scripts have run.');
    await again.stop();
  }, 60_000);

  test('is used by a worker that has no place to write', async () => {
    const link = JSON.stringify(pathToFileURL('dist/workers/pages/browser-link.js').href);
    const code = `import(${link})
      .then(({ BrowserLink }) => BrowserLink.to(new URL('${chromium?.url}'), 1e7, new AbortController().signal))
      .then((link) => link.browser())
      .then((browser) => { console.log(browser.isConnected()); process.exit(); })`;
    expect(await runNode(['-e', code], { env: { TMPDIR: '/no/such/folder' } })).toMatchObject({ stdout: 'true\n' });
  }, 60_000);
});
