import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSitemap } from '../../../lib/sites/sitemap.ts';

const page = (url: string, lastmod: string | null = null) => ({ url, lastmod });

describe('a sitemap', () => {
  it('has pages with the dates of their last change', () => {
    const text = `\ufeff<?xml version="1.0" encoding="UTF-8"?>
      <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
        <url><loc> https://example.org/a?b=1&amp;c=2 </loc><lastmod>2026-01-02T03:04:05Z</lastmod></url>
        <url><image:image><image:loc>https://example.org/a.png</image:loc></image:image><loc><![CDATA[https://example.org/b]]></loc></url>
        <url><loc>/relative</loc></url><url><loc>javascript:alert(1)</loc></url><url></url>
      </urlset>`;
    expect(readSitemap(text)).toEqual({
      sitemaps: [],
      pages: [page('https://example.org/a?b=1&c=2', '2026-01-02T03:04:05Z'), page('https://example.org/b')],
    });
  });

  it('may name its elements with a prefix', () => {
    const text = '<sm:urlset xmlns:sm="x"><sm:url><sm:loc>https://example.org/a</sm:loc></sm:url></sm:urlset>';
    expect(readSitemap(text).pages).toEqual([page('https://example.org/a')]);
  });

  it('may be a list of sitemaps', () => {
    const text = `<sitemapindex><sitemap><loc>https://example.org/1.xml.gz</loc><lastmod>2026-01-01</lastmod></sitemap>
      <sitemap><loc>https://example.org/2.xml</loc></sitemap></sitemapindex>`;
    expect(readSitemap(text)).toEqual({
      sitemaps: ['https://example.org/1.xml.gz', 'https://example.org/2.xml'],
      pages: [],
    });
  });

  it('may be a list of addresses, one a line', () => {
    expect(readSitemap('https://example.org/a\r\n\nnothing\nhttps://example.org/b').pages).toEqual([
      page('https://example.org/a'),
      page('https://example.org/b'),
    ]);
  });

  it('may be a feed', () => {
    const rss = `<rss><channel><link>https://example.org/</link><item><link>https://example.org/a</link>
      <pubDate>Thu, 01 Jan 2026 00:00:00 GMT</pubDate></item></channel></rss>`;
    const atom = `<feed><link href="https://example.org/"/><entry><link rel="edit" href="https://example.org/edit"/>
      <link href="https://example.org/b"/><updated>2026-01-01</updated></entry></feed>`;
    expect(readSitemap(rss).pages).toEqual([page('https://example.org/a', 'Thu, 01 Jan 2026 00:00:00 GMT')]);
    expect(readSitemap(atom).pages).toEqual([page('https://example.org/b', '2026-01-01')]);
  });

  it('may come in pieces', () => {
    const urls = ['https://example.org/a', 'https://example.org/b'];
    const xml = `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
    for (const text of [xml, urls.join('\n')]) {
      expect(readSitemap(text.match(/[\s\S]{1,7}/g) ?? [])).toEqual({
        sitemaps: [],
        pages: urls.map((url) => page(url)),
      });
    }
  });

  it('is read for 50,000 entries', () => {
    const entries = Array.from({ length: 60_000 }, (_, at) => `https://example.org/${at}`);
    const xml = `<urlset>${entries.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
    for (const text of [xml, entries.join('\n')]) {
      const { pages, isCut } = readSitemap(text);
      expect([pages.length, pages.at(-1)?.url, isCut]).toEqual([50_000, 'https://example.org/49999', true]);
    }
  });

  it.each([
    ['elements that are never closed', `<urlset>${'<a>'.repeat(500_000)}${'</b>'.repeat(500_000)}`],
    ['an address without end', `<urlset><url><loc>https://example.org/${'a'.repeat(5_000_000)}`],
    ['an address in pieces', `<urlset><url><loc>https://example.org/${'&amp;'.repeat(1_000_000)}</loc></url></urlset>`],
    ['one line', 'https://example.org/'.repeat(300_000)],
    ['empty lines', '\n'.repeat(5_000_000)],
    [
      'entities of its own',
      '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]><urlset><url><loc>&b;</loc></url></urlset>',
    ],
    ['entries without addresses', `<urlset>${'<url/>'.repeat(500_000)}</urlset>`],
    ['brackets', '<'.repeat(2_000_000)],
    ['comments', '<!--'.repeat(500_000)],
  ])('of %s has no pages', (_what, text) => {
    const { sitemaps, pages } = readSitemap(text);
    expect({ sitemaps, pages }).toEqual({ sitemaps: [], pages: [] });
  });

  it('may be any text', () => {
    const piece = fc.constantFrom(
      '<url>',
      '</url>',
      '<loc>',
      '</loc>',
      'https://a.b/',
      '<sitemap>',
      '</sitemap>',
      '<',
      '&',
      ']]>',
      '<![CDATA[',
      'x',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const { sitemaps, pages } = readSitemap(`<urlset>${pieces.join('')}`);
        for (const url of [...sitemaps, ...pages.map((one) => one.url)]) expect(url).toMatch(/^https?:\/\//);
      }),
    );
  });
});
