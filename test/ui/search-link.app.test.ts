import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isKept, readBackup } from '../../lib/data/kept-records.ts';
import { readUsage, usagePeriod } from '../../lib/limits/usage.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { createUser, newSearchLink, setDisabled } from '../harness/as-tester.ts';
import { addWebs } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { Person } from './person.ts';

const PUBLIC_URL = 'https://search.example.org/find';
let app: TestApp;
let ada: Person;
let webs: Record<'public' | 'limited', number>;

beforeAll(async () => {
  app = await TestApp.start({ env: { REQUEST_DEADLINE_MS: '20000' } });
  webs = await addWebs(app, {
    public: { PUBLIC_URL, TRUST_PROXY: '127.0.0.1' },
    limited: { API_THROTTLE_BURST: '1/hour' },
  });
  ada = await Person.signedIn(app, 'ada');
});
afterAll(() => app?.stop());
afterEach(() => app.reset());

const PAGE = '/settings/preferences';
const FORM = /action="\/settings\/preferences\/search-link#search-link".*?name="form" value="([^"]+)"/s;
const LINK = /<code id="search-link-search" class="key">[^<]*?(\/s\/[\w.-]+)\/\?q=%s<\/code>/;

/** Creates a link with the form, and returns its path and the page that shows it. */
async function create(person = ada): Promise<{ link: string; html: string; form: string }> {
  const form = FORM.exec((await person.get(PAGE)).html)?.[1] ?? '';
  const { status, html } = await person.sendFrom(PAGE, '/settings/preferences/search-link', { form });
  expect(status).toBe(200);
  return { link: LINK.exec(html)?.[1] ?? '', html, form };
}
const stranger = (web = 0) => new Person(app.urls[web] as string);
const opens = async (path: string, person = stranger()) => (await person.get(path)).status;
const searches = async (username: string) =>
  (await readUsage(app.client, { username }, usagePeriod(new Date()).month)).searches;

describe('a search link', () => {
  test('is shown once, with what to click in browsers, and is stored as a digest', async () => {
    const before = await ada.get(PAGE);
    for (const name of ['Firefox', 'Chrome', 'Safari']) expect(before.html).toMatch(new RegExp(`<dt>${name}`));
    const { link, html, form } = await create();
    expect(link).not.toBe('');
    // A reload leads to the place of the link, and makes no other.
    const again = await ada.sendFrom(PAGE, '/settings/preferences/search-link', { form });
    expect([again.status, again.headers.get('location')]).toEqual([303, '/settings/preferences#search-link']);
    expect(html).toContain(
      `<link rel="search" type="application/opensearchdescription+xml" title="Tributary" href="${link}/opensearch.xml"`,
    );
    expect((await ada.get(PAGE)).html).not.toContain(link);
    const secret = link.split('.').at(-1) as string;
    expect(JSON.stringify(await app.client.hgetall(redisKeys.user('ada')))).not.toContain(secret);
  });

  test('searches and suggests in a browser that has never signed in', async () => {
    const { link } = await create();
    const private_ = stranger();
    const { status, html, headers } = await private_.get(`${link}/?q=linux`);
    expect(status).toBe(200);
    expect(html).toContain('class="result"');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(await opens('/?q=linux&tab=news', private_)).toBe(200);
    expect(await opens('/suggest.json?q=linu', private_)).toBe(200);
    const reply = await stranger().get(`${link}/suggest.json?format=list&q=linu`);
    expect(JSON.parse(reply.html)).toEqual(['linu', expect.arrayContaining(['linux'])]);
  });

  test('is in the description that a browser reads, below the public address', async () => {
    const { link } = await create();
    const { html } = await stranger(webs.public).get(`${link}/opensearch.xml`);
    expect(html).toContain(`template="${PUBLIC_URL}${link}/?q={searchTerms}"`);
    expect(html).toContain(`template="${PUBLIC_URL}${link}/suggest.json?format=list&amp;q={searchTerms}"`);
    expect(html).toContain(`template="${PUBLIC_URL}${link}/opensearch.xml"`);
    const page = await stranger(webs.public).get(`/find${link}/?q=linux`);
    expect(page.status).toBe(200);
  });

  test('opens nothing else: no settings, keys, pages to read, playground or dashboard', async () => {
    const { link } = await create();
    await app.client.hset(redisKeys.user('ada'), 'admin', '1');
    const private_ = stranger();
    const { html } = await private_.get(`${link}/?q=linux`);
    const closed = [
      '/settings/preferences',
      '/settings/api-keys',
      '/settings/usage',
      '/settings/password',
      '/read?url=x',
    ];
    for (const path of [...closed, '/admin/accounts', '/admin/engines', '/admin/queues']) {
      const there = await private_.get(path);
      expect([path, there.status, there.headers.get('location')?.split('?')[0]]).toEqual([path, 303, '/login']);
      expect([path, await opens(link + path)]).toEqual([path, 404]);
    }
    expect((await private_.get('/docs/try/api/v1/status/')).status).toBe(401);
    const csrf = /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const sent = await private_.send('/settings/preferences', { csrf, engine: 'all', next: '/' });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/login?next=%2F']);
    for (const path of ['/read?', '/settings/', '/logout']) expect(html).not.toContain(`"${path}`);
    await app.client.hdel(redisKeys.user('ada'), 'admin');
  });

  test('leaves no token in the page, its log or the address to sign in at', async () => {
    const { link } = await create();
    const secret = link.split('/').at(-1) as string;
    const { html } = await stranger().get(`${link}/?q=linux`);
    expect(html).not.toContain(secret);
    await stranger().get(`${link}/nothing`);
    await stranger().get(`${link}/?q=linux&page=99`);
    await create();
    const { status, headers } = await stranger().get(`${link}/?q=linux`);
    expect([status, headers.get('location')]).toEqual([303, '/login?next=%2F%3Fq%3Dlinux']);
    for (const { output } of [...app.webs, ...app.workers]) expect(output).not.toContain(secret);
  });

  test('is one per person: a new one replaces it, and it can be revoked', async () => {
    const { link: first, form } = await create();
    const window = stranger();
    expect(await opens(`${first}/?q=linux`, window)).toBe(200);
    // A reload of the page that shows it.
    expect((await ada.sendFrom(PAGE, '/settings/preferences/search-link', { form })).status).toBe(303);
    expect(await opens(`${first}/`)).toBe(200);
    const { link: second } = await create();
    expect([await opens(`${first}/`), await opens('/?q=linux', window), await opens(`${second}/`)]).toEqual([
      303, 303, 200,
    ]);
    const { headers } = await ada.sendFrom(PAGE, '/settings/preferences/search-link/revoke', {});
    expect((await ada.get(headers.get('location') as string)).html).toContain('The search link no longer works.');
    expect(await opens(`${second}/`)).toBe(303);
    const events = (await app.events()).map(({ event }) => event);
    expect(events.slice(-1)).toEqual(['search link revoked']);
    expect(events).toContain('search link created');
  });

  test('is none if it is forged, of another account, or of a disabled one', async () => {
    const { link } = await create();
    await createUser(app.client, 'eve');
    const [, secret] = (link.split('/').at(-1) as string).split('.');
    const forged = `/s/${Buffer.from('eve').toString('base64url')}.${secret}/`;
    expect([await opens(forged), await opens(`${link.slice(0, -1)}_/`), await opens('/s/short/')]).toEqual([
      303, 303, 404,
    ]);
    const eves = `/s/${await newSearchLink(app.client, 'eve')}/`;
    expect(await opens(eves)).toBe(200);
    await setDisabled(app.client, 'eve', true);
    expect(await opens(eves)).toBe(303);
  });

  test('takes from the limits and the usage of its owner', async () => {
    const link = `/s/${await newSearchLink(app.client, 'tester')}`;
    const before = await searches('tester');
    expect(await opens(`${link}/?q=linux`, stranger(webs.limited))).toBe(200);
    expect(await opens(`${link}/?q=linux`, stranger(webs.limited))).toBe(429);
    expect(await searches('tester')).toBe(before + 1);
  });

  test('does not replace a session, and another site cannot leave it in a browser', async () => {
    const eves = `/s/${await newSearchLink(app.client, 'tester')}`;
    expect((await ada.get(`${eves}/`)).html).toContain('Sign out ada');
    const cookies = async (site: string) => {
      const reply = await fetch(`${app.urls[0]}${eves}/`, { headers: { 'sec-fetch-site': site } });
      expect(reply.status).toBe(200);
      return reply.headers.getSetCookie().some((line) => line.startsWith('tributary_link='));
    };
    expect([await cookies('cross-site'), await cookies('none')]).toEqual([false, true]);
  });

  test('searches with the preferences of its owner, and changes none', async () => {
    await ada.sendFrom(PAGE, PAGE, {
      pageLanguage: 'de',
      pictures: 'on',
      next: '/',
      sites: 'wiki https://wiki.example/?q=%s',
    });
    const { link } = await create();
    const window = stranger();
    const { html, headers } = await window.get(`${link}/`);
    expect(html).toContain('<html lang="de">');
    expect(headers.get('content-security-policy')).toContain('https://wiki.example');
    await window.send('/theme', { theme: 'dark', next: '/' });
    expect((await window.get('/')).html).toContain('data-theme="dark"');
    expect((await ada.get('/')).html).not.toContain('data-theme="dark"');
    await ada.sendFrom(PAGE, PAGE, { pageLanguage: 'en', pictures: 'on', next: '/' });
  });

  test('is part of a backup', async () => {
    await create();
    const key = redisKeys.user('ada');
    const value = await app.client.hgetall(key);
    const records = [{ key, expiresAt: null, content: { type: 'hash', value } }];
    const backup = readBackup(JSON.stringify({ tributary: '', dataVersion: 2, createdAt: '', records }));
    expect(isKept(key)).toBe(true);
    expect(backup.records[0]?.content.value).toMatchObject({ search_link: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });
});
