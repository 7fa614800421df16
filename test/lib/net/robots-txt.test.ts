import { describe, expect, it, test } from 'vitest';
import { isAllowed, rulesFor } from '../../../lib/net/robots-txt.ts';

const allows = (text: string, path: string) =>
  isAllowed(rulesFor('Tributary', Buffer.from(text)), new URL(path, 'https://example.org'));

describe('robots.txt', () => {
  test.each<[what: string, text: string, path: string, isAllowed: boolean]>([
    ['is empty', '', '/', true],
    ['forbids nothing', 'User-agent: *\nDisallow:', '/a', true],
    ['forbids everything', 'User-agent: *\nDisallow: /', '/a', false],
    ['is always allowed itself', 'User-agent: *\nDisallow: /', '/robots.txt', true],
    ['names another robot', 'User-agent: Other\nDisallow: /', '/a', true],
    ['names this robot', 'User-agent: tributary\nDisallow: /a', '/a', false],
    ['names this robot with a version', 'User-agent: Tributary/2.0 (all)\nDisallow: /a', '/a', false],
    ['names a robot whose name begins like this one', 'User-agent: TributaryBot\nDisallow: /', '/a', true],
    [
      'has rules for this robot and for all',
      'User-agent: *\nDisallow: /\n\nUser-agent: Tributary\nDisallow: /b',
      '/a',
      true,
    ],
    ['has no rule for this robot', 'User-agent: *\nDisallow: /\n\nUser-agent: Tributary\nDisallow:', '/a', true],
    [
      'has two groups for this robot',
      'User-agent: Tributary\nDisallow: /a\n\nUser-agent: x\n\nUser-agent: Tributary\nDisallow: /b',
      '/a',
      false,
    ],
    ['has a group for two robots', 'User-agent: Other\nUser-agent: Tributary\nDisallow: /', '/a', false],
    ['has other records between', 'User-agent: Tributary\nSitemap: /s\nUser-agent: Other\nDisallow: /', '/a', false],
    ['has rules before a group', 'Disallow: /\nUser-agent: *\nDisallow: /b', '/a', true],
    ['allows by the longer pattern', 'User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
    ['forbids by the longer pattern', 'User-agent: *\nAllow: /a\nDisallow: /a/b', '/a/b/c', false],
    ['allows and forbids alike', 'User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
    ['has a star', 'User-agent: *\nDisallow: /*.gif', '/x/y.gif?z', false],
    ['has a star and an end', 'User-agent: *\nDisallow: /*.gif$', '/x/y.gif?z', true],
    ['has an end that matches', 'User-agent: *\nDisallow: /*.gif$', '/x.gif/y.gif', false],
    ['has an end that overlaps', 'User-agent: *\nDisallow: /ab*bc$', '/abc', true],
    ['has only an end', 'User-agent: *\nDisallow: /$', '/', false],
    ['has only an end, and the path goes on', 'User-agent: *\nDisallow: /$', '/a', true],
    ['has many stars', 'User-agent: *\nDisallow: /a**b*c', '/a-b-c-d', false],
    ['matches the query', 'User-agent: *\nDisallow: /*?id=', '/page?id=1', false],
    ['has comments', '# all\nUser-agent: * # all\nDisallow: /a # not this', '/a', false],
    ['has odd lines', '\ufeffUSER-AGENT :*\r\rdisallow : /a\r\n: :\nx', '/a', false],
    ['writes a letter as its code', 'User-agent: *\nDisallow: /%62%61r', '/bar', false],
    ['writes codes in lower case', 'User-agent: *\nDisallow: /a%2fb', '/a%2Fb', false],
    ['keeps what is encoded apart', 'User-agent: *\nDisallow: /a%2Fb', '/a/b', true],
    ['has letters beyond ASCII', 'User-agent: *\nDisallow: /é', '/%C3%A9t%C3%A9', false],
    ['means a star by its code', 'User-agent: *\nDisallow: /a%2Ab', '/a*b', false],
    ['means no other character by it', 'User-agent: *\nDisallow: /a%2Ab', '/axb', true],
    ['has a dollar within', 'User-agent: *\nDisallow: /a$b', '/a$b', false],
  ])('that %s', (_what, text, path, expected) => {
    expect(allows(text, path)).toBe(expected);
  });

  it('is read for 500 KB', () => {
    const long = `User-agent: *\n${'# padding\n'.repeat(51_199)}Disallow: /`;
    expect(allows(long, '/a')).toBe(true);
    expect(allows(`${long.slice(0, 400_000)}\nDisallow: /`, '/a')).toBe(false);
  });

  it('is given up if it has so many stars that comparing would take seconds', () => {
    const text = `User-agent: *\n${'Disallow: *aaaaab\n'.repeat(20_000)}`;
    expect(allows(text, `/${'a'.repeat(4_000)}`)).toBeNull();
    expect(allows(text, `/${'a'.repeat(20)}`)).toBe(true);
  });

  it('costs no more for a group of many robots', () => {
    const text = `${'User-agent: a\n'.repeat(15_000)}User-agent: Tributary\n${'Disallow: /a\n'.repeat(15_000)}`;
    expect(rulesFor('Tributary', Buffer.from(text))).toHaveLength(15_000);
  });
});
