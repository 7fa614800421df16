import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readerAddress } from '../../api/ui/reader-address.tsx';
import { unreadableKind } from '../../api/ui/unreadable-reason.ts';
import { readUsage, usagePeriod } from '../../lib/limits/usage.ts';
import { makeSeal } from '../../lib/seal.ts';
import { createKey, createUser } from '../harness/as-tester.ts';
import { cannedAnswers, cannedRows } from '../harness/canned-answers.ts';
import { article, PageServer } from '../harness/page-server.ts';
import { eventually } from '../harness/processes.ts';
import { addWebs } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { unescaped } from '../harness/visitor.ts';
import { Person } from './person.ts';

const INSTANCE_SECRET = 'a secret that this test shares with the instance';
const seal = makeSeal(INSTANCE_SECRET);
let app: TestApp;
let site: PageServer;
let ada: Person;
let webs: Record<'off' | 'limited', number>;

beforeAll(async () => {
  site = await PageServer.start();
  site.serve('/robots.txt', 'User-agent: *\nDisallow: /forbidden', { 'content-type': 'text/plain' });
  app = await TestApp.start({
    env: {
      INSTANCE_SECRET,
      EXTRACT_ALLOW: '127.0.0.1',
      EXTRACT_DENY: 'example.org',
      REQUEST_DEADLINE_MS: '60000',
    },
  });
  webs = await addWebs(app, { off: { EXTRACT: 'off' }, limited: { API_THROTTLE_BURST: '1/hour' } });
  ada = await Person.signedIn(app, 'ada');
});
afterAll(async () => {
  await app?.stop();
  await site?.close();
});

const addressFor = (url: string, name = 'ada') => readerAddress(seal, name, url);
const read = (url: string, person = ada) => person.get(addressFor(url));
const searches = async (username = 'ada') =>
  (await readUsage(app.client, { username }, usagePeriod(new Date()).month)).searches;
const mainOf = (html: string) => /<main.*<\/main>/s.exec(html)?.[0] ?? '';
/** Results with an address that is public. Nothing is read at it. */
async function resultFor(q: string, url = 'https://www.example.org/a?b=1&c=2'): Promise<string> {
  await cannedAnswers.mojeek(app, []);
  await cannedAnswers.marginalia(app, []);
  await cannedAnswers.brave(app, [{ title: 'A "page"', url, description: 'About it.' }]);
  const { html } = await ada.get(`/?q=${encodeURIComponent(q)}`);
  await app.healUpstreams();
  return html;
}
const linksIn = (html: string) =>
  [...(/<details class="result-menu".*?<\/details>/s.exec(html)?.[0] ?? '').matchAll(/<a[^>]*href="([^"]+)"/g)].map(
    ([, href = '']) => new URL(unescaped(href), 'http://here'),
  );

describe('the menu of a result', () => {
  test('opens without a script, and leads to the text of the page and to more from its site', async () => {
    const html = await resultFor('menu -site:other.org');
    expect(html).toContain('<summary aria-label="Menu for A &quot;page&quot;"');
    const [reader, more] = linksIn(html);
    expect(reader?.pathname + String(reader?.search)).toBe(addressFor('https://www.example.org/a?b=1&c=2'));
    expect(more?.searchParams.get('q')).toBe('menu site:example.org');
    expect(html).toContain('data-copy-text="https://www.example.org/a?b=1&amp;c=2"');
    expect(html).toContain('<kbd>r</kbd>');
  });

  test('is at news as well, and stays there', async () => {
    const row = { title: 'Rain', url: 'https://www.example.org/rain', description: 'It rains.' };
    await cannedRows(app, 'brave', 'news', [row]);
    const { html } = await ada.get('/?q=rain&tab=news&engine=engine_a');
    await app.healUpstreams();
    const [reader, more] = linksIn(html);
    expect(reader?.searchParams.get('url')).toBe('https://www.example.org/rain');
    expect(more?.search).toBe('?q=rain+site%3Aexample.org&tab=news&engine=engine_a');
  });

  test('has no search of the site that is searched already', async () => {
    const links = linksIn(await resultFor('menu site:example.org'));
    expect(links.map(({ pathname }) => pathname)).toEqual(['/read']);
  });

  test('is not at a result that must not be linked, and has no name and no password', async () => {
    expect(await resultFor('private menu', 'http://127.0.0.1/admin')).not.toContain('result-menu');
    const html = await resultFor('password menu', 'https://ann:hunter22@example.org/');
    expect(html).toContain('result-menu');
    expect(html).not.toContain('hunter22');
  });

  test('does not offer to read where reading is off', async () => {
    const person = await Person.at(app, 'ada', webs.off);
    const { html } = await person.get('/?q=linux');
    expect(html).toContain('result-menu');
    expect(html).not.toContain('/read?');
    expect(html).not.toContain('<kbd>r</kbd>');
  });
});

describe('a page that is read here', () => {
  test('has title, site, author, date and text, and a link to the original', async () => {
    const url = site.serve('/article', article('On rivers', 'A river flows.'));
    const { status, html } = await read(url);
    expect(status).toBe(200);
    const main = mainOf(html);
    expect(main.match(/<h1>On rivers<\/h1>/g)).toHaveLength(1);
    expect(main).not.toMatch(/<h2[^>]*>On rivers/);
    expect(main).toContain('<p class="facts faint">The Site · 127.0.0.1 · Ada Lovelace · 4 May 2026</p>');
    expect((await ada.get(addressFor(url), { 'accept-language': 'en-US' })).html).toContain(' · May 4, 2026</p>');
    expect(main).toContain('A river flows.');
    expect(main).toContain('<h2>More</h2>');
    expect(main).toContain('lang="en"');
  });

  test('is made of allowed elements alone, without scripts, styles, hidden text and private links', async () => {
    const text = `A river flows. <b onclick="alert(1)" style="color:red">Wide</b> <script>alert(2)</script>
      <span hidden>secret order</span> <span style="display:none">secret style</span>
      <a href="javascript:alert(3)">one</a> <a href="http://192.168.0.1/off">two</a> <a href="https://example.org/">three</a>
      <form action="/x"><button>four</button></form> <iframe src="https://example.org/"></iframe>`;
    const { html, headers } = await read(site.serve('/hostile', article('Hostile', text)));
    const main = mainOf(html);
    for (const bad of ['alert', 'secret', '192.168', '<form', '<iframe', '<script', 'style=', 'onclick'])
      expect(main).not.toContain(bad);
    expect(main).toContain('<a href="https://example.org/" rel="noreferrer noopener">three</a>');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("default-src 'none'");
    expect(headers.get('referrer-policy')).toBe('same-origin');
  });

  test('leads to its own places, whose names cannot be those of our page', async () => {
    const text = 'A river flows.<sup id="back"><a href="#main">1</a></sup>';
    const notes =
      '<ol><li id="main">A note of the author, which is long enough to be one. <a href="#back">Up</a></li></ol>';
    const page = article('Notes', text).replace('</article>', `${notes}</article>`);
    const main = mainOf((await read(site.serve('/notes', page))).html);
    expect(main.match(/ id="main"/g)).toHaveLength(1);
    expect(main).toContain('id="read-main"');
    expect(main).toContain('href="#read-main"');
  });

  test('has its pictures through this instance, or in words if there are none', async () => {
    const url = site.serve('/pictured', article('Pictured', 'A river flows.'));
    // The picture of this page is at a private address, and is never shown.
    expect(mainOf((await read(url)).html)).toContain('<em class="faint">A picture</em>');
    const page = article('Public', 'A river flows.').replace('/picture.png', 'https://example.org/picture.png');
    const main = mainOf((await read(site.serve('/public', page))).html);
    expect(main).toMatch(/<img src="\/img\/[^"]+" alt="A picture"/);
    expect(main).not.toContain('src="https://');
  });

  test('says that it is cut if it is long', async () => {
    const page = article('Long', 'A river flows. '.repeat(12_000));
    expect((await read(site.serve('/long', page))).html).toContain('The rest is on the original page.');
  });

  test('costs what a page costs through the API, which is nothing if its site was not asked', async () => {
    const kim = await Person.signedIn(app, 'kim');
    const { key } = await createKey(app.client, (await createUser(app.client, 'ivan')).username, { name: 'laptop' });
    const urls = [
      site.serve('/priced', article('Priced', 'A river flows.')),
      `${site.url}/not-there`,
      'https://example.org/refused',
    ];
    for (const url of urls) {
      await app.get(`/api/v1/extract/?url=${encodeURIComponent(url)}`, { key });
      await kim.get(addressFor(url, 'kim'));
    }
    await eventually('what was not fetched is refunded', async () => {
      return (await searches('ivan')) === 2 && (await searches('kim')) === 2;
    });
  });

  test('counts towards the limits of the person', async () => {
    const eve = await Person.signedIn(app, 'eve', webs.limited);
    const url = site.serve('/limited', article('Limited', 'A river flows.'));
    expect((await eve.get(addressFor(url, 'eve'))).status).toBe(200);
    expect((await eve.get(addressFor(url, 'eve'))).status).toBe(429);
  });
});

describe('a page that cannot be read', () => {
  test('says why in the language of the page, and leads to the original', async () => {
    const greta = await Person.signedIn(app, 'greta');
    await greta.sendFrom('/settings/preferences', '/settings/preferences', {
      pageLanguage: 'de',
      pictures: 'on',
      next: '/',
    });
    const { status, html } = await greta.get(addressFor('https://example.org/denied', 'greta'));
    expect(status).toBe(200);
    expect(html).toContain('Diese Seite lässt sich hier nicht lesen');
    expect(html).toContain('Die Website existiert nicht oder darf nicht gelesen werden.');
    expect(html).toContain('<a href="https://example.org/denied" rel="noreferrer noopener">Originalseite öffnen</a>');
    const forbidden = await greta.get(addressFor(`${site.url}/forbidden`, 'greta'));
    expect(forbidden.html).toContain('Die Website erlaubt Programmen nicht, diese Seite zu lesen (robots.txt).');
    expect((await read(`${site.url}/gone`)).html).toContain('The site answered with an error (status 404).');
  });

  test('has a reason that pages know, whatever the workers say', () => {
    const source = [
      ...readdirSync('workers/pages').map((name) => readFileSync(`workers/pages/${name}`, 'utf8')),
      readFileSync('api/lookups/pages.ts', 'utf8'),
    ].join('\n');
    const given = [...source.matchAll(/new Page(?:Failure|Refused)\(\s*['`]([^'`]+)['`]/g)].map(
      ([, text = '']) => text,
    );
    const network = readFileSync('lib/providers/network-failure.ts', 'utf8');
    given.push(...[...network.matchAll(/reason: '([^']+)'/g)].map(([, text = '']) => text));
    const ofText = /UnreadableReason = ([^;]+);/.exec(readFileSync('lib/pages/page.ts', 'utf8'))?.[1] ?? '';
    given.push(...[...ofText.matchAll(/'([^']+)'/g)].map(([, text = '']) => text));
    expect(given.length).toBeGreaterThan(25);
    // Those of pictures, and of what programs say of themselves, are no reasons of pages.
    const unknown = given.filter(
      (reason) => unreadableKind(reason) === 'other' && !/picture|screenshot|did not send it|not JSON/.test(reason),
    );
    expect(unknown).toEqual([]);
  });
});

describe('an address to read', () => {
  test('is one that this instance has listed for the person', async () => {
    const url = site.serve('/listed', article('Listed', 'A river flows.'));
    const bob = await Person.signedIn(app, 'bob');
    const other = encodeURIComponent(site.serve('/other', article('Other', 'A river flows.')));
    const refused = [
      await ada.get(`/read?url=${encodeURIComponent(url)}`),
      await ada.get(`/read?url=${other}&by=${new URLSearchParams(addressFor(url).split('?')[1]).get('by')}`),
      await bob.get(addressFor(url)),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(refused[0]?.html).toContain('Only pages from your own search results can be read here.');
    expect([site.countOf('/listed'), site.countOf('/other')]).toEqual([0, 0]);
    expect(await searches('bob')).toBe(0);
  });

  test('is nothing to people who are not signed in', async () => {
    const url = site.serve('/signed-out', article('Out', 'A river flows.'));
    const { status, headers } = await read(url, new Person(app.urls[0] as string));
    expect([status, headers.get('location')?.split('?')[0]]).toEqual([303, '/login']);
    expect(site.countOf('/signed-out')).toBe(0);
  });
});
