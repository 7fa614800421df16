import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bareHost, canonicalKey, displayUrl, parseHttpUrl } from '../../../lib/search/canonical-url.ts';
import { runs } from '../../harness/fuzz.ts';

const keyOf = (url: string) => canonicalKey(new URL(url));
const show = (url: string) => displayUrl(new URL(url));

describe('a URL', () => {
  it.each([
    'https://example.org',
    'http://example.org/a?b=c#d',
    'HTTPS://EXAMPLE.ORG',
    'https://xn--bcher-kva.example/',
  ])('is valid if a person can open it: %s', (url) => {
    expect(parseHttpUrl(url)?.href).toBe(new URL(url).href);
  });

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'javascript://example.org/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'blob:https://example.org/1',
    'file:///etc/passwd',
    'ftp://example.org/',
    'mailto:a@example.org',
    'about:blank',
    'view-source:https://example.org',
    'chrome://settings',
    'ws://example.org',
    '//example.org/a',
    '/a/b',
    'example.org',
    'https://',
    'https://exa mple.org/',
    'https://example.org:99999/',
    'https://[::1/',
    '',
    ' ',
  ])('is invalid: %j', (url) => {
    expect(parseHttpUrl(url)).toBeNull();
  });

  it('is invalid if it is not a string, or too long', () => {
    for (const value of [undefined, null, 1, true, {}, ['https://example.org'], new URL('https://example.org')]) {
      expect(parseHttpUrl(value)).toBeNull();
    }
    const base = 'https://example.org/';
    expect(parseHttpUrl(base + 'a'.repeat(2_048 - base.length))).not.toBeNull();
    expect(parseHttpUrl(base + 'a'.repeat(2_049 - base.length))).toBeNull();
    expect(parseHttpUrl(base + 'a'.repeat(1_000_000))).toBeNull();
  });
});

describe('the key of a page', () => {
  const page = 'https://example.org/a/b?x=1&y=2';

  it.each([
    ['the case of its host', 'https://EXAMPLE.Org/a/b?x=1&y=2'],
    ['www.', 'https://www.example.org/a/b?x=1&y=2'],
    ['the scheme', 'http://example.org/a/b?x=1&y=2'],
    ['a default port', 'https://example.org:443/a/b?x=1&y=2'],
    ['the other default port', 'http://www.example.org:80/a/b?x=1&y=2'],
    ['the fragment', 'https://example.org/a/b?x=1&y=2#part'],
    ['a trailing slash', 'https://example.org/a/b/?x=1&y=2'],
    ['the order of its query', 'https://example.org/a/b?y=2&x=1'],
    ['the dot at the end of its host', 'https://www.example.org./a/b?x=1&y=2'],
    ['all of that at once', 'http://WWW.example.org:80/a/b/?y=2&utm_source=z&x=1#top'],
  ])('does not depend on %s', (_, other) => {
    expect(keyOf(other)).toBe(keyOf(page));
  });

  it.each([
    ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_anything', 'UTM_Source', 'gclid', 'fbclid', 'msclkid'],
    ...['srsltid', '_ga', '_gl', 'mc_cid', 'mc_eid'],
  ])('does not depend on the tracking parameter %s', (name) => {
    expect(keyOf(`${page}&${name}=abc`)).toBe(keyOf(page));
    expect(keyOf(`https://example.org/a/b?${name}=abc&x=1&${name}=def&y=2`)).toBe(keyOf(page));
    expect(keyOf(`https://example.org/a/b?${name}=abc`)).toBe(keyOf('https://example.org/a/b'));
  });

  it.each([
    ['another host', 'https://example.com/a/b?x=1&y=2'],
    ['another subdomain', 'https://blog.example.org/a/b?x=1&y=2'],
    ['another port', 'https://example.org:8443/a/b?x=1&y=2'],
    ['another path', 'https://example.org/a/c?x=1&y=2'],
    ['another case of the path', 'https://example.org/A/b?x=1&y=2'],
    ['another value', 'https://example.org/a/b?x=1&y=3'],
    ['one parameter fewer', 'https://example.org/a/b?x=1'],
    ['one parameter more', 'https://example.org/a/b?x=1&y=2&z=3'],
    ['a parameter that only resembles a tracking one', 'https://example.org/a/b?x=1&y=2&gclid2=3'],
    ['values that changed places', 'https://example.org/a/b?x=2&y=1'],
    ['a path instead of a query', 'https://example.org/a/b/x=1&y=2'],
  ])('depends on %s', (_, other) => {
    expect(keyOf(other)).not.toBe(keyOf(page));
  });

  it('is the same for a site’s root, however it is written', () => {
    const forms = [
      'https://example.org',
      'http://example.org/',
      'https://www.example.org//',
      'http://example.org/?#top',
    ];
    expect(new Set(forms.map(keyOf)).size).toBe(1);
  });

  it('is the same for every variation of a URL', () => {
    const word = fc.stringMatching(/^[a-z0-9]{1,8}$/);
    const parameters = fc.uniqueArray(fc.tuple(word, word), { maxLength: 4, selector: ([name]) => name });
    fc.assert(
      fc.property(
        word,
        fc.array(word, { maxLength: 3 }),
        parameters,
        fc.record({
          www: fc.boolean(),
          http: fc.boolean(),
          slash: fc.boolean(),
          hash: fc.boolean(),
          utm: fc.boolean(),
        }),
        (host, path, query, disguise) => {
          const text = (pairs: readonly (readonly [string, string])[]) => {
            const search = new URLSearchParams(
              pairs.map(([name, value]): [string, string] => [name, value]),
            ).toString();
            return search && `?${search}`;
          };
          const plain = `https://${host}.example/${path.join('/')}${text(query)}`;
          const other =
            `${disguise.http ? 'http' : 'https'}://${disguise.www ? 'www.' : ''}${host.toUpperCase()}.example/` +
            `${path.join('/')}${disguise.slash ? '/' : ''}` +
            `${text([...(disguise.utm ? [['utm_x', '1'] as const] : []), ...[...query].reverse()])}` +
            `${disguise.hash ? '#top' : ''}`;
          expect(keyOf(other)).toBe(keyOf(plain));
          expect(keyOf(`https://${keyOf(plain)}`)).toBe(keyOf(plain));
        },
      ),
      { numRuns: runs() },
    );
  });
});

describe('a display host', () => {
  it('has no www. at its start', () => {
    expect(bareHost(new URL('https://www.example.org'))).toBe('example.org');
    expect(bareHost(new URL('https://WWW.example.org'))).toBe('example.org');
    expect(bareHost(new URL('https://www2.example.org'))).toBe('www2.example.org');
    expect(bareHost(new URL('https://a.www.example.org'))).toBe('a.www.example.org');
  });
});

describe('a display URL', () => {
  it('is the host without www., then the path as breadcrumbs', () => {
    expect(show('https://en.wikipedia.org/wiki/Node.js')).toBe('en.wikipedia.org › wiki › Node.js');
    expect(show('https://www.agency.example/climate/')).toBe('agency.example › climate');
    expect(show('http://old.example/~joe/api.txt')).toBe('old.example › ~joe › api.txt');
  });

  it('is only the host for a site’s root, and has neither query nor fragment', () => {
    expect(show('https://www.example.org')).toBe('example.org');
    expect(show('https://example.org/?q=secret#part')).toBe('example.org');
    expect(show('https://example.org//a//b/?x=1')).toBe('example.org › a › b');
  });

  it('is readable: percent-encoded letters are decoded', () => {
    expect(show('https://de.wikipedia.org/wiki/K%C3%B6ln')).toBe('de.wikipedia.org › wiki › Köln');
    expect(show('https://de.wikipedia.org/wiki/Köln')).toBe('de.wikipedia.org › wiki › Köln');
  });

  it('keeps a broken encoding unchanged', () => {
    expect(show('https://example.org/100%/a%ZZ/%E0%A4%A')).toBe('example.org › 100% › a%ZZ › %E0%A4%A');
  });

  it('never shows a password', () => {
    expect(show('https://user:pass@example.org/a')).toBe('example.org › a');
  });

  it('has no control characters, even if they were encoded', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for control characters.
    const control = /[\u0000-\u001f\u007f-\u009f]/;
    for (const path of ['a%00b', 'a%0D%0Ab', 'a%1B%5B31mb', 'a%7Fb', 'a%C2%85b']) {
      expect(show(`https://example.org/${path}`)).not.toMatch(control);
    }
  });

  it('has no markup, even if it was encoded', () => {
    for (const path of ['%3Cscript%3Ealert(1)', '%3Cimg src=x onerror=alert(1)%3E', '%3Cb%3Ebold']) {
      expect(show(`https://example.org/${path}`)).not.toMatch(/<[a-z/!][^<>]*>/i);
    }
  });

  it('is short, and cut between characters', () => {
    for (let length = 150; length < 220; length++) {
      const text = show(`https://example.org/${'a'.repeat(length)}${encodeURIComponent('😀'.repeat(50))}`);
      expect(text.length).toBeLessThanOrEqual(200);
      expect(text.isWellFormed()).toBe(true);
    }
  });
});
