import { describe, expect, it } from 'vitest';
import { mergeNews, mergeWeb } from '../../../lib/search/merge.ts';
import { newsRows, type RawWebResult, webRows } from '../../../lib/search/result-rows.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const TEXT = 'The Rust Programming Language, by Steve Klabnik and Carol Nichols, with contributions from many others.';
const TITLE = 'The Rust Programming Language';
const SLOTS = ['engine_a', 'engine_b', 'engine_c'];
const page = (url: string, more: Partial<RawWebResult> = {}): RawWebResult => ({
  url: `https://${url}`,
  title: TITLE,
  description: TEXT,
  ...more,
});

function merge(lists: RawWebResult[][], options: Partial<Parameters<typeof mergeWeb>[1]> = {}) {
  const slices = lists.map((raw, slot) => ({
    engine: SLOTS[slot] ?? '',
    label: SLOTS[slot] ?? '',
    slice: { results: webRows(raw), correction: '' },
  }));
  return mergeWeb(slices, { lang: 'en', now: NOW, ...options });
}
const urls = (lists: RawWebResult[][], options = {}) => merge(lists, options).map(({ url }) => url);

describe('the same page on two hosts', () => {
  it('is one result, with the address of the better rank', () => {
    const other = { url: 'https://x.example/' };
    expect(merge([[page('doc.example/book')], [other, page('mirror.example/a')]])).toMatchObject([
      { url: 'https://doc.example/book', source: 'both' },
      { url: 'https://x.example/' },
    ]);
    expect(urls([[other, page('doc.example/book')], [page('mirror.example/a')]])[0]).toBe('https://mirror.example/a');
  });

  it('is one result within the list of one engine', () => {
    expect(merge([[page('doc.example/book'), page('mirror.example/a')]])).toMatchObject([{ source: 'engine_a' }]);
  });

  it('keeps its own address, favicon and sitelinks', () => {
    const mirror = page('mirror.example/a', {
      favicon: 'https://mirror.example/icon.png',
      sitelinks: [{ title: 'More', url: 'https://mirror.example/more' }],
    });
    const [result] = merge([[page('', { url: 'http://doc.example/book' })], [mirror]]);
    expect(result).toMatchObject({
      url: 'http://doc.example/book',
      favicon_url: 'https://doc.example/favicon.ico',
      sitelinks: [],
    });
  });

  it('is one result if only the end of its text differs', () => {
    const longer = page('mirror.example/a', { description: `${TEXT.slice(0, 80)} and more` });
    expect(urls([[page('doc.example/book')], [longer]])).toHaveLength(1);
  });

  it('is not repeated on a later page', () => {
    const listed = new Set<string>();
    expect(urls([[page('doc.example/book'), page('mirror.example/a')]], { listed })).toHaveLength(1);
    expect(urls([[page('mirror.example/a')], [page('doc.example/book')]], { listed })).toEqual([]);
  });

  it('is one article in news', () => {
    const slices = SLOTS.slice(0, 2).map((engine) => ({
      engine,
      label: engine,
      slice: { results: newsRows([page(`${engine.replace('_', '-')}.example/story`)]) },
    }));
    expect(mergeNews(slices, { lang: 'en', now: NOW })).toHaveLength(1);
  });
});

describe('two pages stay two results', () => {
  it.each([
    ['on one host', page('doc.example/two')],
    ['on one host with www.', page('www.doc.example/two')],
    ['with another title', page('mirror.example/a', { title: 'The Rust Book' })],
    ['with another text', page('mirror.example/a', { description: `Second edition. ${TEXT}` })],
    ['with a shorter text', page('mirror.example/a', { description: TEXT.slice(0, 79) })],
    ['without a title', page('mirror.example/a', { title: '' })],
  ])('%s', (_, other) => {
    expect(urls([[page('doc.example/book')], [other]])).toHaveLength(2);
    expect(urls([[page('doc.example/book'), other]])).toHaveLength(2);
  });

  it('if both texts are short', () => {
    const description = TEXT.slice(0, 79);
    expect(
      urls([[page('doc.example/book', { description })], [page('mirror.example/a', { description })]]),
    ).toHaveLength(2);
  });

  it('if neither has a title', () => {
    expect(urls([[page('doc.example/book', { title: '' })], [page('mirror.example/a', { title: '' })]])).toHaveLength(
      2,
    );
  });

  it('if a host has several pages with that text, which then says nothing', () => {
    const lists = [[page('doc.example/1'), page('doc.example/2')], [page('mirror.example/1')]];
    expect(urls(lists)).toHaveLength(3);
    expect(urls([...lists].reverse())).toHaveLength(3);
  });

  it('if the search asks for some sites: the other address may be on one of them', () => {
    const keep = ({ url }: { url: string }) => url.includes('mirror');
    expect(urls([[page('doc.example/book')], [page('mirror.example/a')]], { keep })).toEqual([
      'https://mirror.example/a',
    ]);
  });
});
