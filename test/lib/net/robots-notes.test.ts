import { describe, expect, it, test } from 'vitest';
import { NO_NOTES, notesFor, signalsFor } from '../../../lib/net/robots-notes.ts';
import { objectionIn, usageIn, usageOf } from '../../../lib/net/usage-signals.ts';

const notes = (text: string) => notesFor('Tributary', Buffer.from(text), 'https://example.org');

describe('what a robots.txt says beside its rules', () => {
  it('is nothing in most files', () => {
    expect(notes('User-agent: *\nDisallow: /a')).toEqual(NO_NOTES);
  });

  test.each([
    ['User-agent: *\nCrawl-delay: 5', 5],
    ['User-agent: *\ncrawl-delay : 0.5 # please', 0.5],
    ['User-agent: *\nCrawl-delay: 600', 30],
    ['User-agent: *\nCrawl-delay: 0', 0],
    ['User-agent: *\nCrawl-delay: -1', null],
    ['User-agent: *\nCrawl-delay: soon', null],
    ['User-agent: Other\nCrawl-delay: 5', null],
    ['Crawl-delay: 5', null],
    ['User-agent: *\nCrawl-delay: 5\n\nUser-agent: Tributary\nCrawl-delay: 2', 2],
    ['User-agent: *\nCrawl-delay: 5\n\nUser-agent: Tributary\nDisallow:', null],
  ])('is a delay: %j', (text, expected) => {
    expect(notes(text).crawlDelayS).toBe(expected);
  });

  it('are sitemaps, wherever they stand', () => {
    const text = `Sitemap: https://example.org/a.xml
      User-agent: Other
      Sitemap: /b.xml
      Disallow: /
      SITEMAP:https://cdn.example.net/c.xml.gz
      Sitemap: https://example.org/a.xml
      Sitemap: javascript:alert(1)
      Sitemap:`;
    expect(notes(text).sitemaps).toEqual([
      'https://example.org/a.xml',
      'https://example.org/b.xml',
      'https://cdn.example.net/c.xml.gz',
    ]);
  });

  it('is what pages may be used for, by the nearest path', () => {
    const said = notes(`User-agent: *
      Content-Signal: search=yes, ai-train=no
      Content-Usage: train-ai=n
      Content-Usage: /open/ train-ai=y, bots=y
      Disallow: /private`);
    expect(signalsFor(said, '/a')).toEqual({
      content_signal: { search: 'yes', 'ai-train': 'no' },
      content_usage: { 'train-ai': 'n' },
    });
    expect(signalsFor(said, '/open/b').content_usage).toEqual({ 'train-ai': 'y', bots: 'y' });
    expect(signalsFor(notes('User-agent: Other\nContent-Signal: ai-train=no'), '/a')).toEqual({});
  });

  it('is bounded, whatever the file has', () => {
    const text = `User-agent: *\n${'Content-Signal: /'.padEnd(100, 'a')} search=no\n${Array.from({ length: 3_000 }, (_, at) => `Sitemap: /${at}.xml\nContent-Usage: /${at} bots=n\n`).join('')}`;
    const { sitemaps, contentSignals } = notes(text);
    expect([sitemaps.length, contentSignals.length]).toEqual([100, 100]);
    expect(notes(`User-agent: *\nContent-Signal: ${'a=b,'.repeat(100_000)}`).contentSignals).toEqual([]);
  });
});

describe('what the headers of a page say of its use', () => {
  test.each([
    [{}, {}],
    [{ 'x-robots-tag': 'noindex, NoAI' }, { robots_tag: ['noindex', 'noai'] }],
    [{ 'x-robots-tag': 'otherbot: noindex, nofollow' }, {}],
    [{ 'x-robots-tag': 'otherbot: noindex, tributary: noai' }, { robots_tag: ['noai'] }],
    [{ 'x-robots-tag': 'max-snippet: 20, noarchive' }, { robots_tag: ['max-snippet: 20', 'noarchive'] }],
    [{ 'content-usage': 'train-ai=n, search=y;exp=1' }, { content_usage: { 'train-ai': 'n', search: 'y' } }],
    [{ 'content-signal': 'ai-input=no' }, { content_signal: { 'ai-input': 'no' } }],
    [{ 'content-signal': 'nothing' }, {}],
  ])('%j', (headers, expected) => {
    expect(usageIn(headers)).toEqual(expected);
  });

  it('counts more than what its site says', () => {
    const site = { content_signal: { search: 'yes' }, content_usage: { bots: 'y' } };
    expect(usageOf({ content_usage: { bots: 'n' } }, site)).toEqual({
      content_signal: { search: 'yes' },
      content_usage: { bots: 'n' },
    });
  });

  test.each([
    [{ content_signal: { 'ai-input': 'no' } }, 'Content-Signal: ai-input=no'],
    [{ content_usage: { bots: 'n' } }, 'Content-Usage: bots=n'],
    [{ robots_tag: ['noai'] }, 'X-Robots-Tag: noai'],
    [
      {
        content_signal: { 'ai-train': 'no', search: 'no' },
        content_usage: { 'train-ai': 'n' },
        robots_tag: ['noindex'],
      },
      null,
    ],
    [{}, null],
  ])('objects to being read: %j', (usage, expected) => {
    expect(objectionIn(usage)).toBe(expected);
  });
});
