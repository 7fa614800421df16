import { get as httpGet } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageRoute } from '../../api/ui/page-route.ts';
import { pages } from '../../api/ui/register.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { RequestLog } from '../../lib/requests/request-log.ts';
import { addMember, createKey, createTeam, createUser } from '../harness/as-tester.ts';
import { reportCall } from '../harness/health.ts';
import { untilAnswersAreLoaded } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { Visitor } from '../harness/visitor.ts';
import { testEndpoint } from '../harness/webhooks.ts';
import { sampleRequests } from '../lib/requests/sample-requests.ts';
import { expectGerman } from './german-words.ts';

// What every page and every form keeps, whatever it is about. The list is that by which the routes are registered.
const ORIGIN = 'https://example.org';
const BASE_PATH = '/search';
/** What a page of ours may weigh, with its styles and scripts, as it is sent. A map's library is not ours. */
const MAX_BYTES = 40 * 1_024;
const OTHER = 'https://elsewhere.example';
/** What a proxy with TLS tells. */
const PROXIED = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'example.org', origin: ORIGIN };

const GERMAN = { 'accept-language': 'de', accept: 'text/html' };

/** Pages that are nothing without a link, a provider or a program that leads to them; tests of those open them. */
const LED_TO = ['/setup', '/set-password', '/login/link', '/login/factor', '/login/sso', '/login/sso/callback'];
/** These lead to a tab of the search page. */
const TABS = ['/translate', '/near'];
const OTHERWISE = [...LED_TO, ...TABS, '/login/sso/link', '/oauth/authorize', '/settings/programs/:prefix/disconnect'];
/** What is served by GET and is no page. */
const isFile = (path: string) => /\.(txt|csv|json)$/.test(path) || path === '/instant' || path === '/read';

const gets = pages.filter(({ method, path }) => method === 'GET' && !isFile(path) && !OTHERWISE.includes(path));
const posts = pages.filter(({ method }) => method === 'POST');
/** More than one state of a page, and what others have written. */
const MORE = ['/?q=zzqqxxyy', '/settings/usage?period=30d&by=key'];
const FOUND = [
  ...['/?q=linux', '/?q=retriever&tab=images', '/?q=climate&tab=news', '/?q=space&tab=videos', '/?q=paris&tab=maps'],
  ...['/?q=good+morning&tab=translate', '/?q=10+km+in+miles'],
];

let app: TestApp;
let root: Visitor;
let person: Visitor;
const admins: Visitor[] = [];
/** What stands for the parameters of paths. */
const filled = new Map<string, string>();

/** A visitor behind the proxy, with the session of another. */
function visitor(cookie = '', headers: Record<string, string> = {}): Visitor {
  return Object.assign(new Visitor(app.urls[1] as string), { cookie, headers: { ...PROXIED, ...headers } });
}

beforeAll(async () => {
  app = await TestApp.start({ env: { REQUEST_DEADLINE_MS: '20000' } });
  await app.addWeb({ PUBLIC_URL: ORIGIN + BASE_PATH, TRUST_PROXY: '127.0.0.1', SANDBOX_URL: app.sandboxUrl });
  const signedIn = async (name: string, admin: boolean) => {
    const { cookie, csrf } = await Visitor.signedIn(app, name, { admin, web: 1 });
    return Object.assign(visitor(cookie), { csrf });
  };
  // A person may send some sixty forms a minute.
  for (const name of ['root', 'max', 'zoe']) admins.push(await signedIn(name, true));
  [root] = admins as [Visitor];
  person = await signedIn('kim', false);
  await untilAnswersAreLoaded(app);

  await createUser(app.client, 'ada');
  const { prefix } = await createKey(app.client, 'root', { name: 'laptop' });
  await createTeam(app.client, 'blue');
  await addMember(app.client, 'blue', 'root', 'owner');
  for (let i = 0; i < 3; i++) await reportCall(app.client, 'mojeek', { code: 'upstream', reason: 'HTTP 502' });
  const { endpoint } = await testEndpoint(app.client, `${OTHER}/alerts`);
  const log = new RequestLog(app.client, { hours: 24, bytes: 20 * 1024 * 1024 });
  await log.keep(sampleRequests(3, { account: 'root', key: prefix }));
  const request = /\/settings\/requests\/([^"?]+)"/.exec((await root.get('/settings/requests')).text)?.[1] ?? '';
  const values = {
    prefix: `trib_${prefix}`,
    team: 'blue',
    username: 'ada',
    slug: 'engine_a',
    page: 'web',
    id: request,
  };
  for (const [name, value] of Object.entries(values)) filled.set(`:${name}`, value);
  filled.set('/admin/alerts/endpoints/:id/delete', `/admin/alerts/endpoints/${endpoint.id}/delete`);
  filled.set('/docs/admin/:page', '/docs/admin/keys');
  filled.set('/admin/first-steps/request', `/admin/first-steps/request?key=trib_${prefix}`);
});
afterAll(() => app?.stop());

const addressOf = (route: string) =>
  filled.get(route) ?? route.replaceAll(/:\w+/g, (name) => encodeURIComponent(filled.get(name) ?? 'x'));

/** What the browser asks for by itself, and where the page leads to; each below the path of the instance. */
const filesIn = (html: string) =>
  [...html.matchAll(/(?:<link rel="stylesheet" href|<script[^>]* src)="([^"]+)"/g)].map(([, path = '']) => path);
const linksIn = (html: string) =>
  [...html.matchAll(/<(\w+)\b[^>]*? (?:href|src|action|formaction)="(\/(?!\/)[^"]*)"/g)].map(
    ([, element = '', path = '']) => [element, path.replaceAll('&amp;', '&')] as const,
  );

/** The size of what is at a path, as it is sent to a browser. */
function sentBytes(path: string, cookie = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { ...PROXIED, cookie, 'accept-encoding': 'gzip, br' };
    httpGet(`${app.urls[1]}${path}`, { headers, agent: false }, (reply) => {
      let bytes = 0;
      reply.on('data', (part: Buffer) => {
        bytes += part.length;
      });
      reply.on('end', () => resolve(bytes));
      reply.on('error', reject);
    }).on('error', reject);
  });
}
const fileSizes = new Map<string, Promise<number>>();
const followed = new Map<string, Promise<number>>();
function once<Value>(known: Map<string, Promise<Value>>, path: string, find: (path: string) => Promise<Value>) {
  const found = known.get(path) ?? find(path);
  known.set(path, found);
  return found;
}

/** Parts of a page that say something: none is empty, and none shows a value that is not there. */
const SAYING = /<(h[1-6]|a|button|label|summary|legend|caption|dt|title)\b([^>]*)>(.*?)<\/\1>/gs;
function emptyIn(html: string): string[] {
  const empty = [...html.matchAll(SAYING)].filter(([, , attributes = '', inner = '']) => {
    const isNamed = /aria-label="[^"]|title="[^"]/.test(attributes) || /<(svg|img|input)\b/.test(inner);
    return !isNamed && inner.replaceAll(/<[^>]*>/g, '').trim() === '';
  });
  const texts = html.replaceAll(/<(script|style|pre|code)\b.*?<\/\1>/gs, '').replaceAll(/<[^>]*>/g, '\n');
  const wrong = texts.match(/^.*(\[object |\bundefined\b|\bNaN\b|^null$).*$/gm) ?? [];
  return [...empty.map(([part]) => part), ...wrong];
}

describe('every page', () => {
  const addresses = [...gets.map(({ path }) => path), ...MORE];

  /** Who signs in is not signed in yet; what was searched for is seen on pages of who did. */
  const readerOf = (address: string, headers: Record<string, string> = {}) => {
    const { cookie = '' } = address === '/login' ? {} : address.startsWith('/?') ? person : root;
    return visitor(cookie, headers);
  };

  test.each([...addresses, ...FOUND])('%s says something everywhere, is small, and leads somewhere', async (route) => {
    const address = addressOf(route);
    const reader = readerOf(address);
    const { status, text } = await reader.get(address);
    expect([address, status]).toEqual([address, 200]);
    expect(emptyIn(text)).toEqual([]);

    const files = [...new Set(filesIn(text))].filter((path) => !path.includes('/static/leaflet.'));
    expect(files.some((path) => path.includes('.css'))).toBe(true);
    const sizes = await Promise.all([
      sentBytes(address, reader.cookie),
      ...files.map((path) => once(fileSizes, path, sentBytes)),
    ]);
    expect(Math.min(...sizes)).toBeGreaterThan(100);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_BYTES);

    const links = linksIn(text);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter(([, path]) => !path.startsWith(`${BASE_PATH}/`))).toEqual([]);
    for (const [element, path] of links) {
      // Forms are sent by the tests of what they do. A picture of a result is elsewhere.
      if (element === 'form' || element === 'button' || path.startsWith(`${BASE_PATH}/img/`)) continue;
      const [place = ''] = path.split(/[?#]/, 1);
      const found = await once(followed, place, async () => (await reader.get(path)).status);
      expect([path, found]).toEqual([path, found === 303 ? 303 : 200]);
    }
  });

  test.each(addresses)('%s is German for who reads German', async (route) => {
    // Contributors read the page of components in English.
    if (route === '/admin/design') return;
    expectGerman(await readerOf(route, GERMAN).get(addressOf(route)));
  });

  test.each(gets.filter((page) => page.for !== 'anyone'))('$path is for who may see it', async (page) => {
    const address = addressOf(page.path);
    const login = `${BASE_PATH}/login?next=${encodeURIComponent(address)}`;
    expect(await visitor().get(address)).toMatchObject({ status: 303, location: login });
    if (page.for !== 'administrator') return;
    const refused = await person.get(address);
    expect([refused.status, refused.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
    expect(refused.text).not.toMatch(/\bzoe\b/);
  });
});

describe('every form', () => {
  const entries = () => app.client.xlen(redisKeys.audit);
  const send = (from: Visitor, { path }: PageRoute, csrf: string | null, origin = ORIGIN) =>
    from.post(addressOf(path), {}, { csrf, headers: { origin } });

  test.each(posts)('$path does nothing for another site, without its token, or for who may not', async (page) => {
    const before = await entries();
    const admin = admins[posts.indexOf(page) % admins.length] as Visitor;
    expect((await send(admin, page, admin.csrf, OTHER)).status).toBe(403);
    expect((await send(admin, page, null)).status).toBe(403);
    expect((await send(admin, page, 'x'.repeat(43))).status).toBe(403);
    const nobody = visitor();
    if (page.for === 'anyone') expect((await send(nobody, page, null, OTHER)).status).toBe(403);
    else expect(await send(nobody, page, null)).toMatchObject({ status: 303, location: `${BASE_PATH}/login?next=%2F` });
    if (page.for === 'administrator') expect((await send(person, page, person.csrf)).status).toBe(403);
    expect(await entries()).toBe(before);
  });
});
