import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { linksOf } from '../../../lib/sites/links.ts';

const BASE = 'https://example.org/list';
const urlsIn = (html: string, base = BASE) => linksOf(html, base).links.map(({ url }) => url);
const continuesIn = (html: string, base = BASE) =>
  linksOf(html, base).links.flatMap(({ url, continues }) => (continues ? [url] : []));

describe('the links of a page', () => {
  it('are in reading order, each once, with their words', () => {
    const html = `<nav><a href="/">Home</a></nav><p>See <a href="b"><img alt="A  cat"></a>, <a href="/c?x=1&amp;y=2">two
      <b>words</b></a> and <a href="/b#part">the same</a>.<map><area href="/d" alt="Left"></map><a href="/e"></a>`;
    expect(linksOf(html, BASE).links).toEqual([
      { url: 'https://example.org/', text: 'Home', continues: false },
      { url: 'https://example.org/b', text: 'A cat', continues: false },
      { url: 'https://example.org/c?x=1&y=2', text: 'two words', continues: false },
      { url: 'https://example.org/d', text: 'Left', continues: false },
      { url: 'https://example.org/e', text: '', continues: false },
    ]);
  });

  it('are relative to what the page says', () => {
    expect(urlsIn('<base href="/docs/"><a href="a">')).toEqual(['https://example.org/docs/a']);
  });

  it('lead to the web', () => {
    const html = '<a href="mailto:a@example.org"><a href="javascript:void 0"><a href="data:,x"><a><a href="http://[">';
    expect(urlsIn(html)).toEqual([]);
  });

  it('are also in frames, and where a page sends its reader', () => {
    const html = '<meta http-equiv="refresh" content="0; URL=\'/new\'"><frameset><frame src="/left"></frameset>';
    expect(urlsIn(html)).toEqual(['https://example.org/new', 'https://example.org/left']);
  });

  it('are not in scripts, comments and texts', () => {
    expect(urlsIn('<script>"<a href=/a>"</script><!-- <a href=/b> --><textarea><a href=/c></textarea>')).toEqual([]);
  });

  it('keep the part after # where scripts read it as a path', () => {
    expect(urlsIn('<a href="#/one"><a href="#!/two"><a href="#three">')).toEqual([
      'https://example.org/list#/one',
      'https://example.org/list#!/two',
      'https://example.org/list',
    ]);
  });

  it('come with the address that the page calls its own', () => {
    expect(linksOf('<link rel="canonical" href="/a"><link rel="canonical" href="/b">', BASE).canonical).toBe(
      'https://example.org/a',
    );
    expect(linksOf('<link rel="stylesheet" href="/a">', BASE).canonical).toBeNull();
  });
});

describe('a link that leads on in a list', () => {
  test.each<[what: string, html: string, base: string, expected: string[]]>([
    ['says so', '<a rel="next" href="/older">Older</a>', BASE, ['/older']],
    ['is named in the head', '<link rel="next" href="/list?from=abc">', BASE, ['/list?from=abc']],
    [
      'is one of several numbers',
      '<a href="?page=1">1</a> <a href="?page=2">2</a> … <a href="?page=50">50</a>',
      `${BASE}?page=3`,
      ['/list?page=1', '/list?page=2', '/list?page=50'],
    ],
    [
      'is a number in a path',
      '<a href="/list/page/2">2</a><a href="/list/page/3">3</a>',
      BASE,
      ['/list/page/2', '/list/page/3'],
    ],
    [
      'counts entries',
      '<a href="?start=20">2</a><a href="?start=40">3</a>',
      BASE,
      ['/list?start=20', '/list?start=40'],
    ],
    ['is the only other page', '<a href="?page=2">2</a>', BASE, ['/list?page=2']],
    [
      'is the page after this one in any language',
      '<a href="?seite=4">Weiter</a>',
      `${BASE}?seite=3`,
      ['/list?seite=4'],
    ],
    ['is the page before this one', '<a href="?page=49">49</a>', `${BASE}?page=50`, ['/list?page=49']],
    ['is a page far from this one', '<a href="?page=49">49</a>', `${BASE}?page=2`, ['/list?page=49']],
    ['has more digits', '<a href="/list/page/10/">›</a>', `${BASE}/page/9/`, ['/list/page/10/']],
    [
      'keeps what the list is sorted by',
      '<a href="/list?sort=up&page=2">2</a>',
      `${BASE}?sort=up`,
      ['/list?sort=up&page=2'],
    ],
    ['is the page before this one without a number in words', '<a href="?p=2">Older</a>', `${BASE}?p=3`, ['/list?p=2']],
    ['is the second page', '<a href="/list/page/2/">Older</a>', BASE, ['/list/page/2/']],
    ['is no next product', '<a href="/product/6">Green chair</a>', 'https://example.org/product/5', []],
    ['is no next entry', '<a href="/item?id=101">Green chair</a>', 'https://example.org/item?id=100', []],
    ['is no other version', '<a href="/v2/docs">Version 2</a>', 'https://example.org/v1/docs', []],
    ['is no second version', '<a href="/list/v2">Version 2</a>', BASE, []],
    ['is no other tab', '<a href="/list?tab=2">Details</a>', BASE, []],
    ['is no next year', '<a href="/blog/2020/review">Next year</a>', 'https://example.org/blog/2019/review', []],
    ['is no next month', '<a href="/calendar/2026/12">December</a>', 'https://example.org/calendar/2026/11', []],
    [
      'is no day of a calendar',
      '<a href="/calendar/2026/11/10">10</a><a href="/calendar/2026/11/11">11</a>',
      'https://example.org/calendar/2026/11',
      [],
    ],
    ['is no product', '<a href="/product/7">Lamp</a><a href="/product/9">Chair</a>', BASE, []],
    ['is no footnote', '<a href="/note/a">1</a><a href="/note/b">2</a>', BASE, []],
    ['is no year', '<a href="/2024/">2024</a>', BASE, []],
    ['is on no other host', '<a href="https://example.com/list?page=2">2</a>', BASE, []],
  ])('%s', (_what, html, base, expected) => {
    expect(continuesIn(html, base)).toEqual(expected.map((path) => new URL(path, BASE).href));
  });
});

describe('hostile HTML', () => {
  it.each([
    ['elements that are never closed', `${'<b>'.repeat(300_000)}${'</i>'.repeat(300_000)}<a href="/end">`],
    ['links in links', `${'<a href="/x">'.repeat(200_000)}<a href="/end">`],
    ['a link for each character', `${'<a href="/x">x</a>'.repeat(200_000)}<a href="/end">`],
    [
      'numbers',
      `${Array.from({ length: 9_000 }, (_, at) => `<a href="/1/2/3/4/5/6/7/8/${at}">${at}</a>`).join('')}<a href="/end">`,
    ],
    ['a number without end', `<a href="/list?page=${'1'.repeat(1_900)}">1</a><a href="/end">`],
    ['attributes', `<a ${'b="c" '.repeat(300_000)} href="/x"><a href="/end">`],
  ])('of %s is read to its end', (_what, html) => {
    expect(urlsIn(html).at(-1)).toBe('https://example.org/end');
  });

  it('has at most 10,000 links', () => {
    const html = Array.from({ length: 12_000 }, (_, at) => `<a href="/${at}">`).join('');
    expect(urlsIn(html)).toHaveLength(10_000);
  });

  it('never has a link that is none, or twice', () => {
    const piece = fc.constantFrom(
      '<a href="',
      '/a',
      '?p=1',
      '">',
      '</a>',
      '1',
      '2',
      '<',
      '&',
      '#',
      '<base href="',
      'http://x.y',
      '<link rel=next href=',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const urls = urlsIn(pieces.join(''));
        expect(new Set(urls).size).toBe(urls.length);
        for (const url of urls) expect(new URL(url).href).toBe(url);
      }),
    );
  });
});
