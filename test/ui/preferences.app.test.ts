import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestApp } from '../harness/test-app.ts';
import { PASSWORD, unescaped } from '../harness/visitor.ts';
import { Person } from './person.ts';

let app: TestApp;
let ada: Person;
beforeAll(async () => {
  app = await TestApp.start();
  await app.addWeb({ IMAGE_PROXY: 'off' });
  ada = await Person.signedIn(app, 'ada');
});
afterAll(() => app?.stop());

const FIELDS = { engine: 'all', safe: 'on', lang: '', tz: '', pictures: 'on', next: '/' };
const save = (fields: Record<string, string>, person = ada) =>
  person.sendFrom('/settings/preferences', '/settings/preferences', { ...FIELDS, ...fields });
const themeOf = (html: string) => /<html [^>]*data-theme="(\w+)"/.exec(html)?.[1];
const pressedIn = (html: string) => /value="(\w+)"[^>]*aria-pressed="true"/.exec(html)?.[1];
const hostsLeadTo = (headers: Headers) =>
  /form-action ([^;]+)/.exec(headers.get('content-security-policy') ?? '')?.[1]?.split(' ');

describe('the theme', () => {
  test("is the system's until one is chosen", async () => {
    const { html } = await ada.get('/settings/password');
    expect([themeOf(html), pressedIn(html)]).toEqual([undefined, 'system']);
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
  });

  test('is chosen by the form in the head of every page, which leads back to the page', async () => {
    for (const page of ['/settings/usage?page=2', '/?q=linux&tab=news', '/nothing/here']) {
      const { html } = await ada.get(page);
      if (!html.includes('class="theme"')) continue;
      const next = unescaped(/class="theme">.*?name="next" value="([^"]*)"/.exec(html)?.[1] ?? '');
      expect(next).toBe(page);
      const chosen = await ada.sendFrom(page, '/theme', { theme: 'dark', next });
      expect([chosen.status, chosen.headers.get('location')]).toEqual([303, page]);
    }
    const { html } = await ada.get('/');
    expect([themeOf(html), pressedIn(html)]).toEqual(['dark', 'dark']);
    expect(html).toContain('<meta name="color-scheme" content="dark"/>');
    await ada.sendFrom('/', '/theme', { theme: 'system', next: '/' });
    expect(themeOf((await ada.get('/')).html)).toBeUndefined();
  });

  test('keeps the other preferences, and they keep it', async () => {
    await save({ engine: 'engine_b', theme: 'light' });
    expect(themeOf((await ada.get('/')).html)).toBe('light');
    await ada.sendFrom('/', '/theme', { theme: 'dark', next: '/' });
    const { html } = await ada.get('/settings/preferences');
    expect(html).toContain('<option value="engine_b" selected');
    expect(html).toContain('<option value="dark" selected');
    await save({});
  });

  test('can be chosen before signing in, and needs the token of a session afterwards', async () => {
    const nobody = new Person(app.urls[0] as string);
    await nobody.send('/theme', { theme: 'dark', next: '/login' });
    expect(themeOf((await nobody.get('/login')).html)).toBe('dark');
    expect((await ada.send('/theme', { csrf: 'x', theme: 'dark' })).status).toBe(403);
  });

  test('leads to no other site, and anything else is the system', async () => {
    const sent = await ada.sendFrom('/', '/theme', { theme: 'red"><b>', next: '//evil.example' });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/']);
    expect(themeOf((await ada.get('/')).html)).toBeUndefined();
  });
});

describe('the language of the pages', () => {
  test('is chosen, whatever the browser asks for', async () => {
    await save({ pageLanguage: 'de' });
    expect((await ada.get('/settings/preferences')).html).toContain('<html lang="de">');
    await save({ pageLanguage: '' });
    expect((await ada.get('/settings/preferences')).html).toContain('<html lang="en">');
    expect((await save({ pageLanguage: 'xx' })).status).toBe(400);
  });
});

describe('results', () => {
  const outside = (html: string) => [...html.matchAll(/<a [^>]*href="https?:[^>]*>/g)].map(([tag]) => tag);

  test('open in a new tab if that is preferred, and tell the site nothing', async () => {
    const before = outside((await ada.get('/?q=linux')).html);
    expect(before.length).toBeGreaterThan(0);
    expect(before.filter((tag) => tag.includes('target='))).toEqual([]);
    await save({ newTab: 'on' });
    const after = outside((await ada.get('/?q=linux')).html);
    expect(after.length).toBeGreaterThan(0);
    expect(
      after.filter((tag) => !tag.includes('target="_blank"') || !tag.includes('rel="noreferrer noopener"')),
    ).toEqual([]);
    await save({});
  });
});

describe('pictures', () => {
  test('are said to come from where they come from', async () => {
    expect((await ada.get('/settings/preferences')).html).toContain('They are loaded through this instance');
    const direct = await Person.at(app, 'ada', 1);
    const { html } = await direct.get('/settings/preferences');
    expect(html).toContain('Your browser loads pictures directly from their sites');
    expect(html).not.toContain('through this instance');
  });
});

describe('the own sites', () => {
  const WIKI = 'wiki https://en.wikipedia.org/w/index.php?search=%s';

  test('are kept in a cookie of their own, shown again, and removed', async () => {
    const saved = await save({ sites: `${WIKI}\r\n` });
    expect(saved.status).toBe(303);
    const cookie = saved.headers.getSetCookie().find((line) => line.startsWith('tributary_sites=')) ?? '';
    expect(cookie).toMatch(/Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax/);
    const { html, headers } = await ada.get('/settings/preferences');
    expect(html).toContain(`${WIKI}\n</textarea>`);
    expect(html).toContain('<code>!!wiki</code>');
    expect(hostsLeadTo(headers)).toEqual(["'self'", 'https://en.wikipedia.org', 'https://*.en.wikipedia.org']);
    await save({ sites: '' });
    const gone = await ada.get('/settings/preferences');
    expect(gone.html).not.toContain('wikipedia.org/w/index.php?search=%s\n');
    expect(hostsLeadTo(gone.headers)).toEqual(["'self'"]);
  });

  test('that are wrong are refused with the line, and nothing that was typed is lost', async () => {
    const typed = `${WIKI}\nbad`;
    const { status, html } = await save({ sites: typed, engine: 'engine_b' });
    expect(status).toBe(400);
    expect(html).toContain('Line 2: Write a name, a space and an address.');
    expect(html).toContain(`${typed}</textarea>`);
    expect(html).toContain('<option value="engine_b" selected');
    expect((await ada.get('/settings/preferences')).html).not.toContain('bad</textarea>');
  });

  test('in the cookie follow the same rules', async () => {
    const dan = await Person.signedIn(app, 'dan');
    for (const text of ['x http://127.0.0.1/%s', "x https://a;frame-ancestors 'none'/%s", '\0', 'x'.repeat(4_000)]) {
      dan.setCookie('tributary_sites', Buffer.from(text).toString('base64url'));
      const { status, headers } = await dan.get('/?q=!!x+words');
      expect([text.slice(0, 40), status, hostsLeadTo(headers)]).toEqual([text.slice(0, 40), 400, ["'self'"]]);
    }
  });
});

describe('bangs', () => {
  const leadsTo = async (q: string, more = '') => {
    const { status, headers } = await ada.get(`/?q=${encodeURIComponent(q)}${more}`);
    return [status, headers.get('location')];
  };

  test('lead to the same search without them', async () => {
    expect(await leadsTo('!i golden retriever')).toEqual([303, '/?q=golden+retriever&tab=images']);
    expect(await leadsTo('linux !n', '&tab=images&date=w')).toEqual([303, '/?q=linux&tab=news&date=w']);
    expect(await leadsTo('!web linux', '&tab=images')).toEqual([303, '/?q=linux']);
    expect(await leadsTo('!mojeek linux', '&page=3')).toEqual([303, '/?q=linux&engine=engine_b']);
    expect(await leadsTo('!brave !v space', '&engine=engine_b')).toEqual([303, '/?q=space&tab=videos&engine=engine_a']);
    expect(await leadsTo('!m')).toEqual([303, '/?tab=maps']);
    expect((await ada.get('/?q=linux&engine=engine_b')).html).not.toContain('Brave answered');
  });

  test('that are unknown are words of the query', async () => {
    const { status, html } = await ada.get('/?q=!nothing+linux');
    expect(status).toBe(200);
    expect(html).toContain('value="!nothing linux"');
  });

  test('lead to a site of the own list, and only with two exclamation marks', async () => {
    await save({ sites: 'wiki https://en.wikipedia.org/w/index.php?search=%s' });
    const to = 'https://en.wikipedia.org/w/index.php?search=c%2B%2B%20%26%20%2F%2Fevil.example';
    expect(await leadsTo('!!wiki c++ & //evil.example')).toEqual([303, to]);
    expect((await ada.get('/?q=!wiki+linux')).status).toBe(200);
    const nobody = new Person(app.urls[0] as string);
    expect((await nobody.get('/?q=!!wiki+linux')).headers.get('location')).toMatch(/^\/login\?next=/);
    const { status, html } = await ada.get('/?q=!!other+linux');
    expect(status).toBe(400);
    expect(html).toContain('!!other is not in your list of sites. The list has !!wiki.');
    await save({ sites: '' });
    expect((await ada.get('/?q=!!other+linux')).html).toContain('The list is empty');
  });

  test('lead to a well-known site, unless the visitor does not want that', async () => {
    const leaving = async (q: string) => {
      const { status, headers, html } = await ada.get(`/?q=${encodeURIComponent(q)}`);
      return { status, to: headers.get('refresh')?.replace('0;url=', '') ?? null, html };
    };
    await save({ siteBangs: 'on' });
    const { status, to, html } = await leaving('!gh c++ & //evil.example');
    expect([status, to]).toEqual([200, 'https://github.com/search?q=c%2B%2B%20%26%20%2F%2Fevil.example']);
    expect(html).toContain('Going to GitHub');
    expect(html).toContain('<a href="https://github.com/search?q=c%2B%2B%20%26%20%2F%2Fevil.example"');
    expect((await leaving('linux !W')).to).toBe('https://en.wikipedia.org/w/index.php?search=linux');
    expect((await leaving('!yt')).to).toBe('https://www.youtube.com');
    // An engine of this instance is meant by its name.
    expect(await leadsTo('!brave linux')).toEqual([303, '/?q=linux&engine=engine_a']);
    expect((await ada.get('/settings/preferences')).html).toContain('<code>!mdn</code>');
    await save({});
    expect(await leaving('!gh linux')).toMatchObject({
      status: 200,
      to: null,
      html: expect.stringContaining('value="!gh linux"'),
    });
    expect((await ada.get('/settings/preferences')).html).not.toContain('<code>!mdn</code>');
  });

  test('work from the address bar of a browser that knows this instance', async () => {
    const { html: description } = await ada.get('/opensearch.xml');
    const template = /type="text\/html" method="get" template="([^"]+)"/.exec(description)?.[1] ?? '';
    const { pathname, search } = new URL(template.replace('{searchTerms}', encodeURIComponent('!i cats')));
    expect((await ada.get(pathname + search)).headers.get('location')).toBe('/?q=cats&tab=images');
  });

  test('are explained where the own sites are', async () => {
    const { html } = await ada.get('/settings/preferences');
    for (const bang of ['!web', '!i', '!n', '!v', '!m', '!t', '!brave', '!mojeek', '!!name']) {
      expect(html).toContain(`<code>${bang}</code>`);
    }
  });
});

describe('the preferences of an account', () => {
  const SITES = 'wiki https://www.wiki.example/?q=%s';

  test('follow the person into another browser, with the own list of sites', async () => {
    const bob = await Person.signedIn(app, 'bob');
    const elsewhere = await Person.at(app, 'bob', 0);
    await save({ engine: 'engine_b', pageLanguage: 'de', theme: 'dark', sites: SITES }, bob);
    const { html, headers } = await elsewhere.get('/settings/preferences');
    expect(html).toContain('<html lang="de" data-theme="dark">');
    expect(html).toContain('<option value="engine_b" selected');
    expect(unescaped(html)).toContain(SITES);
    expect(hostsLeadTo(headers)).toContain('https://wiki.example');
    expect((await elsewhere.get('/?q=!!wiki+linux')).headers.get('location')).toBe('https://www.wiki.example/?q=linux');
    // The newest wins, wherever it was chosen.
    await save({ engine: 'engine_c' }, elsewhere);
    expect((await bob.get('/settings/preferences')).html).toContain('<option value="engine_c" selected');
    await bob.sendFrom('/', '/theme', { theme: 'light', next: '/' });
    expect(themeOf((await elsewhere.get('/')).html)).toBe('light');
    expect((await elsewhere.get('/settings/preferences')).html).toContain('<option value="engine_c" selected');
  });

  test('are those of whoever signs in, not of who was signed in before', async () => {
    const browser = await Person.signedIn(app, 'carl');
    const dora = await Person.signedIn(app, 'dora');
    await save({ engine: 'engine_b' }, dora);
    await save({ engine: 'engine_c', theme: 'dark' }, browser);
    await browser.sendFrom('/', '/logout', {});
    expect(themeOf((await browser.get('/login')).html)).toBe('dark');
    await browser.send('/login', { username: 'dora', password: PASSWORD });
    const { html } = await browser.get('/settings/preferences');
    expect(html).toContain('<option value="engine_b" selected');
    expect(themeOf(html)).toBeUndefined();
  });

  test('have the theme that was chosen later in this browser without a session', async () => {
    const gina = await Person.signedIn(app, 'gina');
    await save({ engine: 'engine_b', theme: 'light' }, gina);
    const browser = new Person(app.urls[0] as string);
    await browser.send('/theme', { theme: 'dark', next: '/login' });
    await browser.send('/login', { username: 'gina', password: PASSWORD });
    const { html } = await browser.get('/settings/preferences');
    expect(themeOf(html)).toBe('dark');
    expect(html).toContain('<option value="engine_b" selected');
    expect(themeOf((await gina.get('/')).html)).toBe('light');
  });

  test('are those of the cookie until some are saved', async () => {
    const hugo = await Person.signedIn(app, 'hugo');
    hugo.setCookie('tributary_preferences', 'engine=engine_b&pictures=on');
    hugo.setCookie('tributary_sites', Buffer.from(`${SITES}\n`).toString('base64url'));
    await hugo.sendFrom('/', '/theme', { theme: 'dark', next: '/' });
    const { html } = await (await Person.at(app, 'hugo', 0)).get('/settings/preferences');
    expect(html).toContain('<option value="engine_b" selected');
    expect(unescaped(html)).toContain(SITES);
  });
});
