import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readUsage, usagePeriod } from '../../lib/limits/usage.ts';
import { cannedAnswers } from '../harness/canned-answers.ts';
import { eventually } from '../harness/processes.ts';
import { addWebs, NOBODY, searchesOf, untilFailureIsRecorded } from '../harness/searching.ts';
import { TestApp } from '../harness/test-app.ts';
import { Person } from './person.ts';

let app: TestApp;
let ada: Person;
let webs: Record<'nobody' | 'published', number>;

beforeAll(async () => {
  app = await TestApp.start();
  webs = await addWebs(app, { nobody: NOBODY, published: { PUBLIC_URL: 'https://search.example.org' } });
  ada = await Person.signedIn(app, 'ada');
});
afterAll(() => app.stop());
afterEach(() => app.reset());

/** URLs on other hosts that the page itself would fetch. */
const fetched = (html: string) =>
  [...html.matchAll(/ (?:src|srcset|poster)="([^"]*)"/g)]
    .map(([, address = '']) => address)
    .filter((address) => !/^(\/(?!\/)|data:)/.test(address));
/** Pictures of other sites, which the page loads through this one. */
const pictures = (html: string) => [...html.matchAll(/<img src="(\/img\/[^"]+)"/g)].map(([, address]) => address);
/** URLs that a page links to. */
const links = (html: string) =>
  [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'));
/** The choices that belong to the search form, each with its selected option: its value and its text. */
const choicesIn = (html: string) =>
  [...html.matchAll(/<select name="(\w+)" form="search"[^>]*>(.*?)<\/select>/gs)].map(([, name = '', options = '']) => {
    const [, value = '', text = ''] = /<option value(?:="([^"]*)")? selected[^>]*>([^<]*)/.exec(options) ?? [];
    return { name, value, text };
  });
/** What the search form would send unchanged: its fields with the selected option of each choice. */
const searchFormIn = (html: string) => {
  const form = /<form id="search" [^>]*role="search".*?<\/form>/s.exec(html)?.[0] ?? '';
  const typed = [...form.matchAll(/<input [^>]*name="(\w+)"[^>]*value="([^"]*)"/g)].map(([, name, value]) => [
    name,
    value,
  ]);
  const chosen = choicesIn(html).map(({ name, value }) => [name, value]);
  return Object.fromEntries([...typed, ...chosen]) as Record<string, string>;
};
/** The filters as the page shows them. */
const filtersIn = (html: string) => choicesIn(html).map(({ text }) => text);
/** The names of the filters that are marked. */
const markedIn = (html: string) =>
  [...html.matchAll(/class="chip active"><span[^>]*>([^<]*)/g)].map(([, name]) => name);
/** Reloads the page until it has the text: on a busy machine, cards may be late. */
const untilShown = (path: string, text: string) =>
  eventually(`${path} shows ${text}`, async () => {
    const { html } = await ada.get(path);
    return html.includes(text) && html;
  });
const policy = (headers: Headers) => headers.get('content-security-policy') ?? '';

describe('every tab', () => {
  test('web shows title, breadcrumbs, snippet, engines and icons', async () => {
    const { status, html, headers } = await ada.get('/?q=linux');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(html).toContain('<article class="result">');
    expect(html).toContain('Found by');
    expect(html).toMatch(/class="crumbs faint">.*?<span class="site">[a-z.]+<\/span><span class="path">› /);
    expect(html).toMatch(/<li>Brave answered in \d+ ms<\/li>/);
    expect(html).toMatch(/<summary>3 engines answered in [\d.]+ s<\/summary>/);
    expect(html).toMatch(/loading="lazy"/);
    expect(policy(headers)).toContain("img-src 'self' data:;");
    expect((await ada.get('/?q=linux')).html).toContain('Brave answered from the cache');
  });

  test('removes tracking parameters from the addresses of results, which the API leaves as they are', async () => {
    const tracked = 'https://dogs.example/a?id=1&utm_source=x&gclid=y';
    await cannedAnswers.brave(app, [{ url: tracked, title: 'Dogs' }]);
    const linked = links((await ada.get('/?q=tracked&engine=engine_a')).html);
    expect(linked).toContain('https://dogs.example/a?id=1');
    expect(linked).not.toContain(tracked);
    const { body } = await app.get('/api/v1/web/?q=tracked&engine=engine_a');
    expect(body.results).toMatchObject([{ url: tracked }]);
  });

  test.each([
    ['images', 'retriever'],
    ['news', 'climate'],
    ['videos', 'space'],
  ])('%s names the engines that found each result', async (tab, q) => {
    const { html } = await ada.get(`/?q=${q}+found&tab=${tab}`);
    const results = html.match(/<article /g) ?? [];
    expect(results.length).toBeGreaterThan(0);
    expect(html.match(/aria-label="Found by"><li>Brave[^<]*<\/li>/g)).toHaveLength(results.length);
  });

  test('says that no engine of the choice has the tab, and leads to all engines', async () => {
    const { status, html } = await ada.get('/?q=climate&tab=images&engine=engine_b');
    expect(status).toBe(200);
    expect(html).toContain('None of the chosen engines can search for this.');
    expect(html).toMatch(
      /<details class="engines faint" open><summary>No engine was asked<.*<li>Mojeek has no images</,
    );
    expect(links(html)).toContain('/?q=climate&tab=images&engine=all');
    expect(html).not.toContain('Try different words');
  });

  test('names the engine that did not answer, and why', async () => {
    await app.knobs('brave', { status: 500 });
    const { html } = await ada.get('/?q=linux+without');
    expect(html).toMatch(/<li>Brave[^<]* failed<\/li>/);
    expect(html).toMatch(/<summary>2 engines answered in [\d.]+ s · 1 did not<\/summary>/);
    expect(html).not.toMatch(/aria-label="Found by"><li>Brave/);
    await untilFailureIsRecorded(app, 'engine_a');
  });

  test.each([
    ['images', 'retriever', 'class="tile"'],
    ['news', 'climate', 'class="story"'],
    ['videos', 'space', 'class="tile"'],
  ])('%s shows its results, and the engines that do not support the tab', async (tab, q, mark) => {
    const { status, html } = await ada.get(`/?q=${q}&tab=${tab}`);
    expect(status).toBe(200);
    expect(html).toContain(mark);
    expect(pictures(html).length).toBeGreaterThan(0);
    expect(html).toContain(`Mojeek has no ${tab}`);
    expect(html).toMatch(
      new RegExp(`href="[^"]*tab=${tab}[^"]*"[^>]*aria-current="page"|aria-current="page"[^>]*tab=${tab}`),
    );
  });

  test('maps shows what a place is, in words', async () => {
    const { html } = await ada.get('/?q=Tower+Bridge&tab=maps');
    expect(html).toMatch(/class="facts faint">bridge<.*class="facts faint">51\.\d+/s);
    expect(html).not.toContain('man made');
    expect((await ada.get('/?q=Paris&tab=maps')).html).toMatch(/class="facts faint">city</);
  });

  test('keeps the filters of the address before the first query', async () => {
    const { html } = await ada.get('/?tab=news&safe=off&lang=de');
    expect(searchFormIn(html)).toMatchObject({ tab: 'news', safe: 'off', lang: 'de' });
  });

  test('shows its form before the first query', async () => {
    for (const tab of ['web', 'images', 'news', 'videos', 'maps']) {
      const { status, html } = await ada.get(`/?tab=${tab}&q=+`);
      expect([tab, status]).toEqual([tab, 200]);
      expect(html).toContain('role="search"');
      expect(html).not.toContain('No results for');
    }
  });
});

describe('content from providers', () => {
  const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;

  test('is shown as plain text', async () => {
    await cannedAnswers.brave(app, [
      { title: HOSTILE, url: `https://a.example/?"><script>`, description: `</p>${HOSTILE}` },
      { title: 'A script', url: 'javascript:alert(1)', description: '' },
      // Entities are decoded once, so that this is markup by the time the page shows it.
      { title: 'Escaped &lt;img src=x&gt;', url: 'https://b.example/', description: '&lt;script&gt;alert(2)' },
    ]);
    const { html } = await ada.get(`/?q=${encodeURIComponent(HOSTILE)}&engine=engine_a`);
    expect(html).toContain('a.example');
    expect(html).not.toContain('<script>');
    expect(html).not.toContain('<img src=x');
    expect(html).toContain('Escaped &lt;img src=x');
    // The words of the query are bold.
    expect(html).toContain('&lt;<b>script</b>><b>alert</b>(2)');
    expect(links(html).filter((address) => !/^(https?:\/\/|\/|#)/.test(address))).toEqual([]);
  });

  test('leads the browser neither into the visitor’s own network nor to a site with a password', async () => {
    const PRIVATE = ['http://192.168.0.1', 'http://[fd00::1]', 'http://169.254.169.254', 'http://localhost:8080'];
    const LOCAL = 'http://router';
    const favicon = (address: string) => ({ meta_url: { favicon: `${address}/icon.png` } });
    const row = (address: string, icon: string) => ({
      url: `${address}/a`,
      title: `At ${new URL(address).host}`,
      ...favicon(icon),
    });
    const KEPT = 'https://good.example';
    const NAMED = 'https://eve:secret@bank.example';
    await cannedAnswers.brave(app, [
      ...PRIVATE.map((address) => row(address, address)),
      row(LOCAL, LOCAL),
      row(NAMED, NAMED),
      row(KEPT, KEPT),
    ]);
    const { html } = await ada.get('/?q=inside&engine=engine_a');
    const linked = links(html).filter((address) => /^https?:/.test(address));
    expect(linked).toEqual([`${LOCAL}/a`, 'https://bank.example/a', `${KEPT}/a`]);
    for (const address of PRIVATE) expect(html).toContain(`At ${new URL(address).host}`);
    const named = pictures(html).map((src = '') => Buffer.from(src.split('/').at(-1) ?? '', 'base64url').toString());
    expect(named).toEqual([`${KEPT}/icon.png`]);
    expect(html).not.toContain('eve:secret');
    // The API leaves addresses as they are.
    const { body } = await app.get('/api/v1/web/?q=inside&engine=engine_a');
    expect(body.results.map(({ url }: { url: string }) => url)).toEqual(
      expect.arrayContaining([`${NAMED}/a`, ...PRIVATE.map((address) => `${address}/a`)]),
    );
  });

  test('is linked without a referrer', async () => {
    const { html, headers } = await ada.get('/?q=linux');
    const outside = [...html.matchAll(/<a [^>]*href="https?:[^>]*>/g)].map(([tag]) => tag);
    expect(outside.length).toBeGreaterThan(0);
    expect(outside.filter((tag) => !tag.includes('rel="noreferrer noopener"'))).toEqual([]);
    expect(headers.get('referrer-policy')).toBe('same-origin');
  });
});

describe('the page shows, above and beside the results,', () => {
  test('a spelling correction, as a link that keeps the filters', async () => {
    const { html } = await ada.get('/?q=linx&safe=off');
    expect(html).toContain('Did you mean');
    expect(links(html)).toContain('/?q=linux&safe=off');
  });

  test('a correction only if the results use it', async () => {
    const good = { url: 'https://a.example/', title: 'How do I undo the last commit in Git?', description: '' };
    await cannedAnswers.brave(app, [good], { altered: 'how to undo the list git commit' });
    const path = '/?q=how+to+undo+the+last+git+commit&engine=engine_a';
    expect((await ada.get(path)).html).not.toContain('Did you mean');
    const { body } = await app.get(`/api/v1/web${path}`);
    expect(body.correction).toBe('how to undo the list git commit');
  });

  test('an instant answer', async () => {
    expect((await ada.get('/?q=my+ip')).html).toContain('Your IP address is 127.0.0.1');
    expect((await ada.get('/?q=my+ip&page=2')).html).not.toContain('Your IP address');
  });

  test('an article, an infobox and a map of the same subject as one card with one source line', async () => {
    const html = await eventually('all parts are in time', async () => {
      const shown = (await ada.get('/?q=Paris')).html;
      return ['CC BY-SA', '<dt>', 'ODbL'].every((part) => shown.includes(part)) && shown;
    });
    expect(html).toContain('aria-label="Cards"');
    expect(html.match(/<article id="about-\d" class="card entity">/g)).toHaveLength(1);
    expect(html.match(/<p class="from/g)).toHaveLength(1);
    expect(html).not.toContain('<iframe');
    // There is no server of tiles.
    expect(html).not.toContain('Map of Paris');
    const linked = links(html);
    expect(linked.filter((address) => /^\/\?q=48\.\d+%2C\+2\.\d+&tab=maps$/.test(address))).toHaveLength(1);
    expect(linked.some((address) => address.startsWith('https://www.openstreetmap.org/relation/'))).toBe(true);
  });

  test('related searches, which are the suggestions for the query and keep the filters', async () => {
    const html = await untilShown('/?q=linu&safe=off', 'Related searches');
    const { body } = await app.get('/api/v1/suggest/?q=linu');
    const shown = /aria-labelledby="related".*?<\/section>/s.exec(html)?.[0] ?? '';
    const addressOf = (q: string) => `/?${new URLSearchParams({ q, safe: 'off' })}`;
    expect(links(shown)).toEqual(body.suggestions.map(addressOf));
  });

  test('the results before the related searches, if those come late', async () => {
    await app.hold('brave', 'duckduckgo');
    const queries = ['linux', 'berlin', 'redis', 'climate', 'space'].values();
    // On a busy machine, the page may take as long as suggestions may.
    await eventually('the page comes before the suggestions', async () => {
      const q = `${queries.next().value}+news`;
      const suggestions = ada.get(`/suggest.json?q=${q}`).then(() => 'suggestions');
      const first = await Promise.race([suggestions, ada.get(`/?q=${q}&engine=engine_b`).then(() => 'page')]);
      await suggestions;
      return first === 'page';
    });
    await app.healUpstreams();
  });

  test('the answer to a programming question', async () => {
    await untilShown('/?q=how+to+exit+vim', 'Accepted answer');
  });

  test('the results alone when the cards fail', async () => {
    await app.knobs('wikipedia', { status: 500 });
    await app.knobs('nominatim', { status: 500 });
    const { status, html } = await ada.get('/?q=Berlin');
    expect(status).toBe(200);
    expect(html).not.toContain('CC BY-SA');
    expect(html).toContain('Brave answered');
  });
});

describe('pagination', () => {
  test('links to the previous and the next page with the same filters', async () => {
    const first = links((await ada.get('/?q=world&lang=en')).html);
    expect(first).toContain('/?q=world&lang=en&page=2');
    const second = links((await ada.get('/?q=world&lang=en&page=2')).html);
    expect(second).toContain('/?q=world&lang=en');
    expect((await ada.get('/?q=world&page=50')).html).not.toContain('page=51');
  });

  const keysIn = (html: string) => [...html.matchAll(/data-result="([^"]*)"/g)].map(([, key]) => key);

  test('repeats no result on a later page', async () => {
    const keys: unknown[] = [];
    let next: string | undefined = '/?q=world';
    for (let pages = 0; next !== undefined && pages < 10; pages++) {
      const { status, html } = await ada.get(next);
      expect(status).toBe(200);
      keys.push(...keysIn(html));
      next = /rel="next" href="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    }
    expect(keys.length).toBeGreaterThan(15);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('asks for the first pages of the engines alone, and for deeper ones when more is wanted', async () => {
    const rows = (...names: string[]) => names.map((name) => ({ url: `https://${name}.example/`, title: name }));
    const more = { more_results_available: true };
    await cannedAnswers.brave(app, rows('a', 'b', 'c'), more);
    const first = (await ada.get('/?q=short+list&engine=engine_a')).html;
    expect(keysIn(first)).toEqual(['https://a.example/', 'https://b.example/', 'https://c.example/']);
    // Suggestions are calls without an offset.
    const offsets = (await app.calls('brave')).flatMap(({ query }) => query.offset ?? []);
    expect(offsets).toEqual(['0']);
    expect(first).toContain('rel="next"');
    await cannedAnswers.brave(app, rows('c', 'd', 'e'), { more_results_available: false });
    const second = (await ada.get('/?q=short+list&engine=engine_a&page=2')).html;
    expect(keysIn(second)).toEqual(['https://d.example/', 'https://e.example/']);
    expect(second).not.toContain('rel="next"');
  });

  test('ends with the last result of the engines', async () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ url: `https://a.example/${i}`, title: `A ${i}` }));
    for (const [upstream, count] of [
      ['brave', 17],
      ['mojeek', 3],
      ['marginalia', 0],
    ] as const) {
      await cannedAnswers[upstream](app, rows(count));
    }
    const first = (await ada.get('/?q=last+page')).html;
    expect(keysIn(first)).toHaveLength(15);
    expect(first).toContain('rel="next"');
    expect(first).not.toContain('rel="prev"');
    const { html } = await ada.get('/?q=last+page&page=2');
    expect(keysIn(html)).toHaveLength(2);
    expect(html).toContain('rel="prev"');
    expect(html).not.toContain('rel="next"');
  });

  test('says so beyond the last page, and leads back to the first', async () => {
    for (const [tab, path] of [
      ['web', '/?q=zzqqxx+beyond&safe=off&page=9'],
      ['images', '/?q=zzqqxx+beyond&tab=images&safe=off&page=9'],
    ]) {
      const { status, html } = await ada.get(path as string);
      expect([tab, status]).toEqual([tab, 200]);
      expect(html).toContain('No more results for <strong dir="auto">zzqqxx beyond</strong>.');
      const [, back = ''] = /href="([^"]*)">Back to the first page/.exec(html) ?? [];
      expect(back.replaceAll('&amp;', '&')).toBe((path as string).replace('&page=9', ''));
      // The page before would be as empty.
      expect(html).not.toContain('rel="prev"');
    }
  });
});

test('the help on keys tells of the bangs of the tabs and the engines', async () => {
  for (const path of ['/', '/?q=linux']) {
    const help = /<dialog id="keys".*?<\/dialog>/s.exec((await ada.get(path)).html)?.[0] ?? '';
    for (const bang of ['!i', '!n', '!brave', '!!name']) expect(help).toContain(`<code>${bang}</code>`);
  }
});

test('addresses on the page contain nothing of the session, but for signed pictures', async () => {
  const { html } = await ada.get('/?q=linux');
  const csrf = /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const secrets = [csrf, ...ada.cookies()].filter((value) => value.length > 8);
  expect(secrets.length).toBeGreaterThan(1);
  const addresses = [...html.matchAll(/ (?:href|src|action|formaction|data-\w+)="([^"]*)"/g)].map(
    ([, text = '']) => text,
  );
  const own = addresses.filter((address) => !address.startsWith('/img/'));
  expect(own.filter((address) => secrets.some((secret) => address.includes(secret)))).toEqual([]);
  const named = own.filter((address) => /[?&](?:csrf|session|sig|signature|token)=/i.test(address));
  expect(named).toEqual([]);
});

test('the page is in German for those who prefer it', async () => {
  const gus = await Person.signedIn(app, 'gus');
  gus.setCookie('tributary_preferences', encodeURIComponent('pageLanguage=de'));
  const { html } = await gus.get('/?q=linux');
  expect(html).toContain('<html lang="de">');
  expect(filtersIn(html)).toEqual(['Alle Suchmaschinen', 'An', 'Alle Sprachen', 'Beliebige Zeit']);
  expect(html).toMatch(/<summary>\d Suchmaschinen(?: in [\d,]+ s|, aus dem Zwischenspeicher)/);
  expect(html).toContain('aria-label="Gefunden von"');
  expect(html).toMatch(/<time dateTime="[^"]+">vor \d+ Jahren</i);
  expect(html).not.toContain(' ago');
});

describe('a bad parameter', () => {
  test.each([
    ['page=0', 'There are at most 50 pages of results.'],
    ['page=two', 'There are at most 50 pages of results.'],
    ['engine=engine_x', 'engine: Unknown engine &quot;engine_x&quot;.'],
    ['safe=maybe', 'safe: Use on or off.'],
    ['lang=!', 'lang: Use a language tag'],
    ['date=z', 'date: Use d (day)'],
    ['tab=shop', 'tab: Use web, images'],
    ['q=a', 'q: Give this parameter once.'],
  ])('%s returns a 400 that names it', async (parameter, message) => {
    const { status, html } = await ada.get(`/?q=linux&${parameter}`);
    expect(status).toBe(400);
    expect(html).toContain(message);
    expect(html).toContain('role="search"');
  });

  test('of the page leads to the first page', async () => {
    const { html } = await ada.get('/?q=linux&tab=news&page=99');
    expect(html).toMatch(/role="alert">.*<a href="\/\?q=linux&amp;tab=news">Back to the first page<\/a>/s);
    expect((await ada.get('/?q=linux&safe=maybe')).html).not.toContain('first page');
  });

  test('that is unknown is ignored', async () => {
    for (const parameter of ['__proto__=1', 'constructor=x', 'toString=', 'next=//evil.example']) {
      expect([parameter, (await ada.get(`/?q=linux&${parameter}`)).status]).toEqual([parameter, 200]);
    }
  });

  test('is reported together with all other bad parameters, including a query that is too long', async () => {
    const { status, html } = await ada.get(`/?q=${'a'.repeat(1_001)}&page=99`);
    expect(status).toBe(400);
    expect(html).toContain('q: Ensure this field has no more than 1000 characters.');
    expect(html).toContain('There are at most 50 pages of results.');
  });

  test('of a translation is reported next to the input', async () => {
    const send = (fields: Record<string, string>) => ada.sendFrom('/?tab=translate', '/translate', fields);
    const same = await send({ text: 'hello there', source: 'en', target: 'en' });
    expect(same.status).toBe(400);
    expect(same.html).toContain('target: `target` must differ from `source`.');
    expect(same.html).toContain('hello there</textarea>');
    expect((await send({ text: ' ', source: 'auto', target: 'de' })).html).toContain('text: This field is required.');
    const long = await send({ text: 'ü'.repeat(10_001), source: 'auto', target: 'de' });
    expect(long.status).toBe(400);
    expect(long.html).toContain('no more than 10000 characters');
  });
});

describe('preferences', () => {
  test('are kept in a cookie, and the URL overrides them', async () => {
    const bob = await Person.signedIn(app, 'bob');
    const fields = { engine: 'engine_b', safe: 'off', lang: 'de', pictures: 'on', next: '/?q=linux' };
    const saved = await bob.sendFrom('/settings/preferences', '/settings/preferences', fields);
    const back = `/settings/preferences?done=saved&next=${encodeURIComponent('/?q=linux')}`;
    expect([saved.status, saved.headers.get('location')]).toEqual([303, back]);
    const cookie = saved.headers.getSetCookie().find((line) => line.startsWith('tributary_preferences=')) ?? '';
    expect(cookie).toContain('SameSite=Lax');
    expect(cookie).toContain('Max-Age=31536000');
    const { html } = await bob.get('/?q=linux');
    expect(filtersIn(html)).toEqual(['Mojeek', 'Off', 'German', 'Any time']);
    expect(markedIn(html)).toEqual([]);
    expect(html).not.toContain('Clear filters');
    expect(html).not.toContain('Brave answered');
    const other = (await bob.get('/?q=linux&engine=engine_a&lang=auto')).html;
    expect(filtersIn(other)).toEqual(['Brave', 'Off', 'Any language', 'Any time']);
    expect(markedIn(other)).toEqual(['Engine', 'Language']);
    expect(other).toContain('<a href="/?q=linux">Clear filters</a>');
    expect(other).not.toContain('Mojeek answered');
  });

  test('apply to every search that the form sends, unless it chooses otherwise', async () => {
    const fay = await Person.signedIn(app, 'fay');
    const before = await fay.get(
      `/?${new URLSearchParams({ ...searchFormIn((await fay.get('/')).html), q: 'berlin' })}`,
    );
    const form = links(before.html).find((href) => href.startsWith('/settings/preferences?next=')) ?? '';
    const next = new URLSearchParams(form.split('?')[1]).get('next') ?? '';
    const fields = { engine: 'engine_b', safe: 'off', lang: 'de', pictures: 'on', next };
    const saved = await fay.sendFrom(form, '/settings/preferences', fields);
    const searched = await fay.get(next);
    expect(filtersIn(searched.html)).toEqual(['Mojeek', 'Off', 'German', 'Any time']);
    expect(links(searched.html)).toContain('/?q=berlin&tab=news');
    const told = await fay.get(saved.headers.get('location') ?? '');
    expect(told.html).toContain('<p class="notice done" role="status">Saved.</p>');
    expect(links(told.html)).toContain(next);
    const other = { ...searchFormIn(searched.html), engine: 'all', safe: 'on', lang: 'auto' };
    const chosen = (await fay.get(`/?${new URLSearchParams(other)}`)).html;
    expect(chosen).toMatch(/Brave answered/);
    expect(filtersIn(chosen)).toEqual(['All engines', 'On', 'Any language', 'Any time']);
    expect(searchFormIn(chosen)).toEqual({ ...other, q: 'berlin', date: '' });
  });

  test('without pictures make the page load nothing from other hosts, and the policy forbids it', async () => {
    const cid = await Person.signedIn(app, 'cid');
    const pages = ['/?q=Paris', '/?q=retriever&tab=images', '/?q=climate&tab=news', '/?q=space&tab=videos'];
    for (const page of pages) expect(pictures((await cid.get(page)).html).length).toBeGreaterThan(0);
    await cid.sendFrom('/settings/preferences', '/settings/preferences', { engine: 'all', safe: 'on', lang: '' });
    for (const page of [...pages, '/?q=Paris&tab=maps']) {
      const { html, headers } = await cid.get(page);
      expect([page, fetched(html), pictures(html)]).toEqual([page, [], []]);
      expect(html).not.toContain('<iframe');
      expect(policy(headers)).toContain("img-src 'self' data:;");
      expect(policy(headers)).toContain("frame-src 'none'");
    }
  });

  test('set the time zone, by default that of the browser, else UTC', async () => {
    const eva = await Person.signedIn(app, 'eva');
    const chosen = { engine: 'all', safe: 'on', lang: '', pictures: 'on' };
    const shown = async () => /UTC[+-]\d\d:\d\d/.exec((await eva.get('/?q=what+time+is+it')).html)?.[0];
    expect(await shown()).toBe('UTC+00:00');
    eva.setCookie('tributary_tz', encodeURIComponent('Asia/Kolkata'));
    expect(await shown()).toBe('UTC+05:30');
    await eva.sendFrom('/settings/preferences', '/settings/preferences', { ...chosen, tz: 'Asia/Tokyo' });
    expect(await shown()).toBe('UTC+09:00');
    expect((await eva.get('/settings/preferences')).html).toContain('<option value="Asia/Tokyo" selected');
    await eva.sendFrom('/settings/preferences', '/settings/preferences', { ...chosen, tz: '' });
    expect(await shown()).toBe('UTC+05:30');
    for (const nonsense of ['Mars/Olympus', '%', '"><script>', '']) {
      eva.setCookie('tributary_tz', encodeURIComponent(nonsense));
      expect([nonsense, await shown()]).toEqual([nonsense, 'UTC+00:00']);
    }
    const refused = await eva.sendFrom('/settings/preferences', '/settings/preferences', {
      ...chosen,
      tz: 'Mars/Olympus',
    });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('tz: Use a time zone');
  });

  test('that are invalid are refused in the form and ignored in the cookie', async () => {
    const dan = await Person.signedIn(app, 'dan');
    const refused = await dan.sendFrom('/settings/preferences', '/settings/preferences', {
      engine: 'x',
      safe: 'on',
      lang: '',
    });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('engine: Unknown engine');
    for (const value of [
      '%',
      '{}',
      'engine=x&safe=7&lang=!!&tz=x&pictures=9',
      '__proto__=1&engine=engine_a&engine=zz',
    ]) {
      dan.setCookie('tributary_preferences', encodeURIComponent(value));
      const { status, headers } = await dan.get('/?q=linux');
      expect([value, status]).toEqual([value, 200]);
      expect(policy(headers)).toContain("frame-src 'none'");
    }
  });

  test('redirect only to this site', async () => {
    const fields = { engine: 'all', safe: 'on', lang: '', pictures: 'on', next: '//evil.example/' };
    const saved = await ada.sendFrom('/settings/preferences', '/settings/preferences', fields);
    expect(saved.headers.get('location')).toBe('/settings/preferences?done=saved&next=%2F');
    const address = '/settings/preferences?next=//evil.example/';
    const { html } = await ada.get(address);
    // The switch of the theme leads back to the page itself.
    expect(html.replace(`name="next" value="${address}"`, '')).not.toContain('evil.example');
  });

  test('and translations require the token of the session', async () => {
    const forged = await ada.send('/settings/preferences', { csrf: 'x', engine: 'all', safe: 'on', lang: '' });
    expect(forged.status).toBe(403);
    expect((await ada.send('/translate', { text: 'a', target: 'de' })).status).toBe(403);
  });
});

describe('an anonymous visitor', () => {
  test('is redirected to sign-in, and from there back to the same search', async () => {
    const nobody = new Person(app.urls[0] as string);
    const { status, headers } = await nobody.get('/?q=linux&tab=news');
    expect(status).toBe(303);
    expect(headers.get('location')).toBe(`/login?next=${encodeURIComponent('/?q=linux&tab=news')}`);
  });

  test('gets no suggestions', async () => {
    const { status, headers, html } = await new Person(app.urls[0] as string).get('/suggest.json?q=linux');
    expect(status).toBe(401);
    expect(headers.get('content-type')).toContain('application/json');
    expect(JSON.parse(html)).toEqual({ detail: 'Sign in to get suggestions.' });
  });
});

describe('suggestions', () => {
  test('are the same as those of the API', async () => {
    const { status, html } = await ada.get('/suggest.json?q=linu');
    expect(status).toBe(200);
    const { body } = await app.get('/api/v1/suggest/?q=linu');
    expect(JSON.parse(html)).toEqual(body);
    expect(body.suggestions.length).toBeGreaterThan(0);
  });

  test('are a list for the address bar of a browser, at the address that the OpenSearch description names', async () => {
    const { html: description } = await ada.get('/opensearch.xml');
    const template =
      /type="application\/x-suggestions\+json" method="get" template="([^"]+)"/.exec(description)?.[1] ?? '';
    const address = new URL(template.replace('{searchTerms}', 'linu').replaceAll('&amp;', '&'));
    const { status, headers, html } = await ada.get(address.pathname + address.search);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/x-suggestions+json; charset=utf-8']);
    const { body } = await app.get('/api/v1/suggest/?q=linu');
    expect(JSON.parse(html)).toEqual(['linu', body.suggestions]);
    const nobody = new Person(app.urls[0] as string);
    expect((await nobody.get(address.pathname + address.search)).status).toBe(401);
  });

  test('for an empty query return a 400 that names the field', async () => {
    const { status, html } = await ada.get('/suggest.json');
    expect([status, JSON.parse(html)]).toEqual([400, { q: ['This field is required.'] }]);
  });
});

describe('the OpenSearch description', () => {
  test('is public, and contains the host of the request or PUBLIC_URL', async () => {
    const nobody = new Person(app.urls[0] as string);
    const { status, headers, html } = await nobody.get('/opensearch.xml');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('application/opensearchdescription+xml');
    expect(html).toContain(`template="${app.urls[0]}/?q={searchTerms}"`);
    const published = await new Person(app.urls[webs.published] as string).get('/opensearch.xml');
    expect(published.html).toContain('template="https://search.example.org/?q={searchTerms}"');
  });
});

test('searches on the page count for the account and for no key, and suggestions not at all', async () => {
  const before = await searchesOf(app, app.key);
  const tester = await Person.signedIn(app, 'eve');
  await tester.get('/?q=linux');
  await tester.get('/suggest.json?q=linux');
  expect(await searchesOf(app, app.key)).toBe(before);
  const { month } = usagePeriod(new Date());
  expect((await readUsage(app.client, { username: 'eve' }, month)).searches).toBe(1);
});

describe('failures', () => {
  const failing = async (code: number) => {
    for (const upstream of ['brave', 'mojeek', 'marginalia']) await app.knobs(upstream, { status: code });
  };

  test('one engine failed: the page shows the results of the others and names the failed engine', async () => {
    await app.knobs('brave', { status: 500 });
    const { status, html } = await ada.get('/?q=linux');
    expect(status).toBe(200);
    expect(html).toContain('Brave failed');
    expect(html).toContain('Mojeek answered');
    await untilFailureIsRecorded(app, 'engine_a');
  });

  test('all engines failed: the page is a 503 with the outcome of each', async () => {
    await failing(500);
    const { status, headers, html } = await ada.get('/?q=linux');
    expect(status).toBe(503);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(html).toContain('No search engine answered.');
    expect(html).toContain('Try again in');
    expect(html).toContain('Mojeek failed');
    expect(html).toContain('role="search"');
    expect(html).not.toContain('No results for');
    for (const slug of ['engine_a', 'engine_b', 'engine_c']) await untilFailureIsRecorded(app, slug);
  });

  test('no results: the page is a 200', async () => {
    const { status, html } = await ada.get('/?q=zzqqxx');
    expect(status).toBe(200);
    expect(html).toContain('No results for <strong dir="auto">zzqqxx</strong>. Try different words. </p>');
    const filtered = (await ada.get('/?q=zzqqxx&date=d')).html;
    expect(filtered).toMatch(/Try different words\. <a href="\/\?q=zzqqxx">Clear filters<\/a>/);
  });

  test('no engine and no translator configured: the page is a 503 that gives the reason', async () => {
    const person = await Person.at(app, 'ada', webs.nobody);
    const web = await person.get('/?q=linux');
    expect(web.status).toBe(503);
    expect(web.html).toContain('No search engine is configured on this deployment.');
    const translate = await person.get('/?tab=translate');
    expect(translate.status).toBe(503);
    expect(translate.html).toContain('Translation is unavailable or not configured');
  });

  test('no worker: the page is a 503 that gives the reason', async () => {
    await Promise.all(app.workers.map((worker) => worker.stop()));
    await eventually('the web process has noticed', async () => {
      const { status, html } = await ada.get('/?q=linux+without+a+worker');
      return status === 503 && html.includes('No search worker is running.');
    });
    app.addWorker();
    await app.untilSearching(0);
    expect((await ada.get('/?q=linux+with+a+worker')).status).toBe(200);
  });
});
