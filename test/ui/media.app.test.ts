import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { proportions } from '../../api/ui/pages/search-images.tsx';
import { cannedRows, type MediaTab } from '../harness/canned-answers.ts';
import { TestApp } from '../harness/test-app.ts';
import { Person } from './person.ts';

let app: TestApp;
let ada: Person;

beforeAll(async () => {
  app = await TestApp.start({ env: { ENGINE_B: 'openverse' } });
  ada = await Person.signedIn(app, 'ada');
});
afterAll(() => app?.stop());
afterEach(() => app.reset());

let searches = 0;
/** The page of a new search of which Brave finds these rows, and nobody else anything. */
async function found(tab: MediaTab, rows: readonly object[], { more = '', by = ada } = {}) {
  await cannedRows(app, 'brave', tab, rows);
  searches += 1;
  const path = `/?q=dogs+${searches}&tab=${tab}&engine=engine_a${more}`;
  return (await by.get(path)).html;
}
const itemsIn = (html: string) => html.match(/<li [^>]*data-result=.*?<\/article><\/li>/gs) ?? [];
const links = (html: string) =>
  [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'));
const textOf = (html = '') =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
/** The pictures of other sites that the page loads through this one. */
const pictures = (html = '') =>
  [...html.matchAll(/<img src="\/img\/[^"]*\/([^"/]+)"/g)].map(([, encoded = '']) =>
    Buffer.from(encoded, 'base64url').toString(),
  );

const image = (name: string, width?: number, height?: number) => ({
  title: `A ${name} - Dogs`,
  url: `https://dogs.example/${name}`,
  thumbnail: { src: `https://dogs.example/${name}-small.png` },
  properties: { url: `https://dogs.example/${name}.png`, width, height },
});

describe.each([
  ['images', 40],
  ['news', 20],
  ['videos', 20],
] as const)('%s', (tab, size) => {
  test('are pages of one list, none of which repeats another, below the line about the engines', async () => {
    const rows = Array.from({ length: size + 5 }, (_, at) => ({
      title: `word${at} only${at} here${at}`,
      url: `https://site${at}.example/`,
      thumbnail: { src: `https://site${at}.example/small.png` },
      properties: { url: `https://site${at}.example/full.png` },
    }));
    const keysIn = (html: string) => [...html.matchAll(/data-result="([^"]*)"/g)].map(([, key]) => key);
    const first = await found(tab, rows);
    expect(keysIn(first)).toHaveLength(size);
    expect(first).toMatch(/<section aria-label="Results"><details class="engines/);
    const next = links(first).find((address) => address.includes('page=2')) ?? '';
    const second = (await ada.get(next)).html;
    expect(keysIn(second)).toHaveLength(5);
    expect(new Set([...keysIn(first), ...keysIn(second)]).size).toBe(size + 5);
  });
});

describe('images', () => {
  test.each([
    [1_600, 900, 'u1 t7 h8'],
    [900, 1_600, 'u0 t5 h6'],
    [1_000, 1_000, 'u1 t0 h0'],
    [2_000, 1_001, 'u2 t0 h0'],
    // Too wide and too tall for a grid.
    [10_000, 100, 'u3 t5 h0'],
    [100, 10_000, 'u0 t5 h0'],
    // Unknown: 4:3.
    [0, 0, 'u1 t3 h4'],
    [1_600, 0, 'u1 t3 h4'],
    [undefined, undefined, 'u1 t3 h4'],
  ])('%s × %s has the proportions %s', (width, height, classes) => {
    expect(proportions({ width, height })).toBe(classes);
  });

  test('each have their proportions, and a pane that needs no script', async () => {
    const html = await found('images', [image('poodle', 1_600, 900), image('beagle')]);
    const [poodle = '', beagle = ''] = itemsIn(html);
    expect(poodle).toContain('<li class="u1 t7 h8"');
    expect(beagle).toContain('<li class="u1 t3 h4"');
    const [, target] = /popovertarget="([^"]+)"/.exec(poodle) ?? [];
    expect(poodle).toContain(
      `<div id="${target}" class="pane" popover="auto" role="dialog" aria-label="A poodle - Dogs"`,
    );
    expect(poodle).toContain('aria-label="Show A poodle - Dogs, 1600 × 900"');
    expect(textOf(poodle)).toContain('Size 1600 × 900');
    expect(textOf(beagle)).not.toContain('Size');
    expect(pictures(poodle)).toEqual([
      'https://dogs.example/poodle-small.png',
      'https://dogs.example/poodle-small.png',
      'https://dogs.example/poodle.png',
    ]);
    expect(links(poodle)).toContain('https://dogs.example/poodle.png');
    // The policy of pages refuses style attributes.
    expect(html).not.toMatch(/<[^>]* style=/);
    const ids = [...html.matchAll(/ id="(pane-[^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(2);
  });

  test('of one page and one title are two, each with its own pane', async () => {
    const [poodle, beagle] = ['poodle', 'beagle'].map((name) => ({
      ...image(name),
      title: 'Dogs',
      url: 'https://dogs.example/',
    }));
    const html = await found('images', [poodle as object, beagle as object]);
    for (const name of ['id="(pane-[^"]+)', 'data-result="([^"]+)'] as const) {
      const named = [...html.matchAll(new RegExp(name, 'g'))].map(([, value]) => value);
      expect([name, named.length, new Set(named).size]).toEqual([name, 2, 2]);
    }
  });

  test('have their licence, where it is known', async () => {
    const { html } = await ada.get('/?q=retriever&tab=images&engine=engine_b');
    expect(textOf(html)).toMatch(/Licence (CC|Public)/);
    const canned = await found('images', [image('pug', 10, 10)]);
    expect(textOf(canned)).not.toContain('Licence');
  });

  test('lead to similar ones without the password in the address of a page', async () => {
    for (const tab of ['images', 'news', 'videos'] as const) {
      const html = await found(tab, [{ ...image('poodle', 10, 10), url: 'https://eve:secret@x.example/a' }]);
      expect(html).toMatch(/data-result="[^"]*x\.example\/a/);
      expect(decodeURIComponent(html)).not.toContain('eve:secret');
    }
  });

  test('lead to similar ones: a search for the words of the caption, without the page of the picture', async () => {
    const rows = [image('poodle'), image('beagle')];
    const html = await found('images', rows, { more: '&safe=off' });
    const query = `dogs+${searches}`;
    const [similar = ''] = links(html).filter((address) => address.includes('similar='));
    expect(similar).toBe(
      `/?q=A+poodle&tab=images&engine=engine_a&safe=off&similar=${encodeURIComponent(rows[0]?.url ?? '')}&of=${query}`,
    );
    await cannedRows(app, 'brave', 'images', rows);
    const found2 = (await ada.get(similar)).html;
    expect(itemsIn(found2).map(textOf)).toEqual([expect.stringContaining('A beagle')]);
    // They say of what, show it, and lead back.
    const [head = ''] = /<div class="similar-to">.*?<\/div>/s.exec(found2) ?? [];
    expect(textOf(head)).toMatch(/Similar to A poodle .*Back to “/);
    expect(head).toContain('<img src="/img/');
    expect(links(head)).toEqual([`/?q=${query}&tab=images&engine=engine_a&safe=off`]);
    // Another tab is another search.
    expect(links(found2)).toContain('/?q=A+poodle&tab=news&engine=engine_a&safe=off');
    expect((await ada.get('/?q=dogs&tab=images&similar=nonsense')).status).toBe(400);
  });

  test('are shown without pictures to those who do not want any', async () => {
    const off = await Person.signedIn(app, 'off');
    await off.sendFrom('/settings/preferences', '/settings/preferences', {});
    await cannedRows(app, 'brave', 'images', [image('poodle', 1_600, 900)]);
    const { html } = await off.get('/?q=without+pictures&tab=images&engine=engine_a');
    expect(html).not.toContain('<img');
    expect(textOf(html)).toContain('1600 × 900');
  });
});

describe('news', () => {
  const article = (host: string, title: string, age = 1) => ({
    title,
    url: `https://${host}/${encodeURIComponent(title)}`,
    description: `About ${title}`,
    page_age: new Date(Date.now() - age * 3_600_000).toISOString().slice(0, 19),
    profile: { name: `The ${host}` },
  });
  const rows = [
    article('one.example', 'Heavy rain floods the old town of Passau'),
    article('two.example', 'Bridge over the Inn closed for repairs', 2),
    {
      ...article('three.example', 'Old town of Passau floods after heavy rain', 5),
      thumbnail: { src: 'https://three.example/p.png' },
    },
  ];

  test('of one story are one entry, whose other sources open', async () => {
    const [passau = '', bridge = '', ...rest] = itemsIn(await found('news', rows));
    expect(rest).toEqual([]);
    expect(textOf(passau)).toContain('1 more source');
    expect(textOf(passau)).toMatch(/The one\.example 1 hour ago Heavy rain .* The three\.example 5 hours ago Old town/);
    expect(textOf(bridge)).not.toContain('more source');
    // The story has the picture of any of its sources, and each source its icon.
    expect(pictures(passau)).toEqual(
      expect.arrayContaining(['https://three.example/p.png', 'https://one.example/favicon.ico']),
    );
  });

  test('are told in the language of the page', async () => {
    const eva = await Person.signedIn(app, 'eva');
    eva.setCookie('tributary_preferences', encodeURIComponent('pageLanguage=de'));
    const html = await found('news', rows, { by: eva });
    expect(textOf(itemsIn(html)[0])).toContain('vor 1 Stunde');
    expect(textOf(html)).toContain('1 weitere Quelle');
  });
});

describe('videos', () => {
  test('have their length, their channel, their site and their age', async () => {
    const html = await found('videos', [
      {
        title: 'A dog runs',
        url: 'https://www.tube.example/1',
        page_age: new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 19),
        video: { duration: '01:02:03', creator: 'Dog Channel' },
        thumbnail: { src: 'https://tube.example/1.png' },
      },
      { title: 'A dog sleeps', url: 'https://www.tube.example/2', video: {} },
    ]);
    const [runs, sleeps = ''] = itemsIn(html);
    expect(textOf(runs)).toMatch(/^A dog runs Length 1:02:03 T Dog Channel tube\.example 3 days ago/);
    expect(pictures(runs)).toEqual(['https://tube.example/1.png', 'https://www.tube.example/favicon.ico']);
    expect(textOf(sleeps)).toMatch(/^A dog sleeps T tube\.example/);
    expect(sleeps).not.toContain('Length');
  });
});

describe('the order of news', () => {
  const article = (name: string, days: number) => ({
    title: `${name} alone`,
    url: `https://${name}.example/news`,
    page_age: new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 19),
  });
  const titlesIn = (html: string) => itemsIn(html).map((item) => /class="title-link">([^<]*)</.exec(item)?.[1]);

  test('is by relevance, or by date with a chip that other tabs do not keep', async () => {
    const rows = [article('old', 5), article('new', 1), article('middle', 3)];
    const html = await found('news', rows);
    expect(titlesIn(html)).toEqual(['old alone', 'new alone', 'middle alone']);
    expect(html).toMatch(/<select name="sort"[^>]*><option value selected>By relevance<.*<option value="date">Newest/s);
    const sorted = await found('news', rows, { more: '&sort=date' });
    expect(titlesIn(sorted)).toEqual(['new alone', 'middle alone', 'old alone']);
    expect(sorted).toMatch(/class="chip active"><span class="unseen">Order</);
    const kept = links(sorted).filter((address) => address.includes('sort='));
    expect(kept).not.toEqual([]);
    expect(kept.filter((address) => !address.includes('tab=news'))).toEqual([]);
    expect((await ada.get('/?q=dogs&sort=date')).status).toBe(200);
    expect((await ada.get('/?q=dogs&tab=news&sort=name')).status).toBe(400);
  });
});
