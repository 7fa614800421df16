import { describe, expect, it } from 'vitest';
import { allows, domainIn, withSiteOperators } from '../../../lib/search/domains.ts';

describe('a domain', () => {
  it.each([
    ['example.com', 'example.com'],
    [' Example.COM ', 'example.com'],
    ['*.example.com', 'example.com'],
    ['https://example.com/', 'example.com'],
    ['http://www.example.com', 'www.example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
  ])('is read from %j', (text, domain) => {
    expect(domainIn(text)).toBe(domain);
  });

  it.each(['', 'two words', 'example.com/path', 'example.com:8080', 'user@example.com', 'example.com?q', 'ftp://a.b'])(
    'is not read from %j',
    (text) => {
      expect(domainIn(text)).toBeNull();
    },
  );
});

describe('a filter of domains', () => {
  it.each([
    [['example.com'], [], 'https://example.com/a', true],
    [['example.com'], [], 'https://blog.example.com/', true],
    [['example.com'], [], 'https://notexample.com/', false],
    [['example.com'], [], 'https://example.com.evil.org/', false],
    [['www.example.com'], [], 'https://example.com/', true],
    [['www.example.com'], [], 'https://blog.example.com/', false],
    [['com'], [], 'https://example.com/', true],
    [[], ['example.com'], 'https://www.example.com/', false],
    [[], ['example.com'], 'https://example.org/', true],
    [['example.com'], ['blog.example.com'], 'https://blog.example.com/', false],
    [[], [], 'https://example.org/', true],
  ])('with %j and without %j, for %s: %s', (include, exclude, url, allowed) => {
    expect(allows({ include, exclude }, url)).toBe(allowed);
  });

  it.each([
    [['a.org'], [], 'cats site:a.org'],
    [['a.org', 'b.org'], [], 'cats'],
    [[], ['a.org', 'b.org'], 'cats -site:a.org -site:b.org'],
    [['a.org'], ['x.a.org'], 'cats site:a.org -site:x.a.org'],
    [[], ['much-too-long-for-the-rest.org', 'b.org'], 'cats -site:b.org'],
  ])('with %j and without %j is the query %j', (include, exclude, query) => {
    expect(withSiteOperators('cats', { include, exclude }, 29)).toBe(query);
  });
});
