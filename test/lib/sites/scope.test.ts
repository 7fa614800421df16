import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { globMatches, readGlob } from '../../../lib/sites/path-glob.ts';
import { inScope, type SiteScope } from '../../../lib/sites/scope.ts';
import { runs } from '../../harness/fuzz.ts';

const scope = (about: Partial<SiteScope> = {}): SiteScope => ({
  start: ['https://www.example.co.uk/'],
  subdomains: false,
  include: [],
  exclude: [],
  ...about,
});
const isIn = (address: string, about?: Partial<SiteScope>) => inScope(new URL(address), scope(about));

describe('the scope of a site', () => {
  test.each([
    ['https://www.example.co.uk/a', true, true],
    ['http://example.co.uk/a', true, true],
    ['https://docs.example.co.uk/', false, true],
    ['https://a.docs.example.co.uk/', false, true],
    ['https://other.co.uk/', false, false],
    ['https://notexample.co.uk/', false, false],
    ['https://example.co.uk.evil.org/', false, false],
    ['https://example.co.uk:8443/', false, false],
    ['ftp://example.co.uk/', false, false],
  ])('of one host and of its domain: %s', (address, ofHost, ofDomain) => {
    expect([isIn(address), isIn(address, { subdomains: true })]).toEqual([ofHost, ofDomain]);
  });

  it('keeps people apart who share a host', () => {
    const about = { start: ['https://ada.github.io/'], subdomains: true };
    expect([isIn('https://ada.github.io/x', about), isIn('https://bob.github.io/', about)]).toEqual([true, false]);
  });

  it('of an address is that address with its port', () => {
    const about = { start: ['http://127.0.0.1:8080/'], subdomains: true };
    const addresses = [
      'http://127.0.0.1:8080/a',
      'http://127.0.0.1:8081/a',
      'http://127.0.0.2:8080/',
      'http://[::1]:8080/',
    ];
    expect(addresses.map((address) => isIn(address, about))).toEqual([true, false, false, false]);
  });

  it('of several starts covers all of them', () => {
    const about = { start: ['https://a.org/x', 'https://b.org/'] };
    expect(['https://a.org/', 'https://b.org/', 'https://c.org/'].map((address) => isIn(address, about))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('is narrowed by paths, and always contains its starts', () => {
    const about = { include: ['/blog/**', '/about'], exclude: ['**/print', '/blog/*/drafts/**'] };
    const paths = ['/', '/blog', '/blog/a/b', '/about/', '/about/us', '/blog/a/print', '/blog/a/drafts/b', '/other'];
    expect(paths.map((path) => isIn(`https://example.co.uk${path}`, about))).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

const matches = (glob: string, path: string) => globMatches(readGlob(glob), new URL(path, 'https://example.org'));

describe('a glob of paths', () => {
  test.each([
    ['/a', '/a', true],
    ['/a', '/a/', true],
    ['/a', '/ab', false],
    ['a/*', '/a/b', true],
    ['/a/*', '/a/b/c', false],
    ['/a/*', '/b', false],
    ['/a/**', '/a', true],
    ['/a/**', '/a/b/c', true],
    ['/a/**', '/ab', false],
    ['/a**', '/ab/c', true],
    ['/a/**/z', '/a/z', true],
    ['/a/**/z', '/a/b/c/z', true],
    ['/a/**/z', '/a/bz', false],
    ['**/print', '/print', true],
    ['**/print', '/a/b/print', true],
    ['**.pdf', '/a/b.pdf', true],
    ['**.pdf', '/a/b.pdf/c', false],
    ['/*-*/x', '/a-b/x', true],
    ['/*-*/x', '/ab/x', false],
    ['/list', '/list?page=2', true],
    ['/list?page=*', '/list?page=2', true],
    ['/list?page=*', '/list', false],
    ['/größe/*', '/gr%C3%B6%C3%9Fe/a', true],
    ['/a%zz', '/a%zz', true],
    ['/A', '/a', false],
    ['/a.c', '/abc', false],
    ['/(a+)+$', '/aaaa', false],
  ])('%s and %s', (glob, path, expected) => {
    expect(matches(glob, path)).toBe(expected);
  });

  it('means the same as the regular expression that it stands for', () => {
    const sign = fc.constantFrom('a', 'b', '/', '*', '**');
    const path = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 12 });
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 8 }), path, (signs, text) => {
        const glob = `/x${signs.join('').replace(/\*{3,}/g, '**')}`;
        const source = glob
          .replace(/\/\*\*(?=\/|$)/g, '(?:/.{0,})?')
          .replace(/\*\*/g, '.{0,}')
          .replace(/\*/g, '[^/]{0,}');
        const { pathname } = new URL(`/x${text}`, 'https://example.org');
        const bare = pathname.replace(/\/$/, '');
        const expected = [pathname, bare, `${bare}/`].some((one) => new RegExp(`^${source}$`).test(one));
        expect(globMatches(readGlob(glob), new URL(pathname, 'https://example.org'))).toBe(expected);
      }),
      { numRuns: runs(40) },
    );
  });

  it('of many stars is compared in the product of the lengths', () => {
    const long = `/${'a'.repeat(2_000)}`;
    const glob = readGlob(`/${'a*'.repeat(90)}b`);
    const deep = readGlob(`/${'a**'.repeat(60)}b`);
    for (let times = 0; times < 20; times += 1) {
      expect([glob, deep].map((one) => globMatches(one, new URL(long, 'https://example.org')))).toEqual([false, false]);
    }
  });
});
