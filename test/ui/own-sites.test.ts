import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_SITES, MAX_SITES_BYTES, parseSites, siteAddress, sitesText } from '../../api/ui/own-sites.ts';

const WIKI = 'wiki https://en.wikipedia.org/w/index.php?search=%s';
const problemsOf = (text: string) => parseSites(text).problems.map(({ line, what }) => `${line} ${what}`);

describe('a list of sites', () => {
  test('has a name and an address in each line', () => {
    expect(parseSites(`\r\n  ${WIKI}\r\nMDN\thttps://developer.mozilla.org/search?q=%s  `)).toEqual({
      sites: [
        { name: 'wiki', address: 'https://en.wikipedia.org/w/index.php?search=%s' },
        { name: 'mdn', address: 'https://developer.mozilla.org/search?q=%s' },
      ],
      problems: [],
    });
  });

  test.each([
    ['wiki', '1 form'],
    ['my wiki https://example.org/%s', '1 form'],
    ['-x https://example.org/%s', '1 name'],
    ['a!b https://example.org/%s', '1 name'],
    [`${'n'.repeat(31)} https://example.org/%s`, '1 name'],
    ['x example.org/%s', '1 address'],
    ['x javascript:alert(%s)', '1 address'],
    ['x https://ada:secret@example.org/%s', '1 address'],
    ['x https://%s.example.org/', '1 address'],
    ['x https://%s@example.org/', '1 address'],
    ['x https://a;frame-ancestors/%s', '1 address'],
    ["x https://a'b/%s", '1 address'],
    ['x http://127.0.0.1/%s', '1 private'],
    ['x http://localhost:3000/?q=%s', '1 private'],
    ['x http://192.168.1.1/?q=%s', '1 private'],
    ['x http://[::1]/?q=%s', '1 private'],
    ['x https://example.org/', '1 words'],
    [`${WIKI}\n\nWiki https://example.org/%s`, '3 twice'],
  ])('%j is refused: %s', (text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
  });

  test('has an upper bound', () => {
    const many = Array.from({ length: MAX_SITES + 1 }, (_, index) => `s${index} https://example.org/%s`);
    expect(problemsOf(many.join('\n'))).toEqual([`${MAX_SITES + 1} many`]);
    const long = ['a', 'b'].map((name) => `${name} https://example.org/${'x'.repeat(MAX_SITES_BYTES / 2)}%s`);
    expect(problemsOf(long.join('\n'))).toEqual(['2 long']);
  });

  test('is read as it was written', () => {
    const { sites } = parseSites(WIKI);
    expect(parseSites(sitesText(sites)).sites).toEqual(sites);
  });
});

test('no text makes the list throw, or have what it should refuse', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (name, rest) => {
      for (const { address } of parseSites(`${name} https://${rest}%s`).sites) {
        expect(new URL(address).host).toMatch(/^[\w.:[\]-]+$/);
      }
    }),
  );
});

test('no words change the host of an address', () => {
  const [site] = parseSites(WIKI).sites;
  if (!site) throw new Error('no site');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (words) => {
      const { origin, pathname, searchParams, hash } = new URL(siteAddress(site, words));
      expect([origin, pathname, hash]).toEqual(['https://en.wikipedia.org', '/w/index.php', '']);
      expect(searchParams.get('search')).toBe(words.toWellFormed());
    }),
  );
});
