import { describe, expect, it, test } from 'vitest';
import { COMPARED_PER_PAGE, rulesFor, verdictOn } from '../../../lib/net/robots-txt.ts';

const rulesOf = (text: string | Buffer) => rulesFor('Tributary', Buffer.from(text));
const verdict = (text: string, path: string, left = COMPARED_PER_PAGE) => {
  const { pathname, search } = new URL(path, 'https://example.org');
  return verdictOn(rulesOf(text), pathname + search, left);
};
const allows = (text: string, path: string) => verdict(text, path).allowed;

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

  it('is given up if comparing would take longer than a page may cost, over all its redirects', () => {
    const text = `User-agent: *\n${'Disallow: *aaaaab\n'.repeat(6_000)}`;
    expect(verdict(text, `/${'a'.repeat(4_000)}`)).toEqual({ allowed: null, left: 0 });
    expect(allows(text, '/b')).toBe(true);
    // Each redirect has what the one before has left.
    let left = COMPARED_PER_PAGE;
    const verdicts = Array.from({ length: 6 }, () => {
      const { allowed, left: after } = verdict(text, '/abc', left);
      left = after;
      return allowed;
    });
    expect(verdicts).toEqual([true, true, true, null, null, null]);
  });

  it('of 500 KB without stars is compared to its end', () => {
    const many = Array.from({ length: 36_000 }, (_, at) => `Disallow: /${at}`).join('\n');
    expect(allows(`User-agent: *\n${many}\nDisallow: /z`, '/a')).toBe(true);
    expect(allows(`User-agent: *\n${many}\nDisallow: /z`, '/7777')).toBe(false);
  });

  it.each([
    ['as one line of stars', `/${'*'.repeat(490_000)}b`, 10],
    ['as one line of letters and stars', `/${'*a'.repeat(245_000)}b`, 0],
    ['as one long line', '/'.repeat(490_000), 0],
  ])('keeps no pattern that is longer than an address: 490 KB %s', (_what, pattern, most) => {
    expect(rulesOf(`User-agent: *\nDisallow: ${pattern}`).length).toBeLessThanOrEqual(most);
  });

  it('becomes no larger than a file of the largest size in any script', () => {
    const noise = Buffer.alloc(500_000, Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0a]));
    noise.write('User-agent: *\n');
    for (let at = 14; at < noise.length - 20; at += 100) noise.write('\nDisallow: /', at);
    expect(rulesOf(noise).length).toBeLessThan(1_600_000);
    const chinese = `User-agent: *\n${'Disallow: /河流河流河流河流河流\n'.repeat(10_000)}`;
    expect(rulesOf(chinese).split('\n')).toHaveLength(10_001);
  });

  it('costs no more for a group of many robots', () => {
    const text = `${'User-agent: a\n'.repeat(15_000)}User-agent: Tributary\n${'Disallow: /a\n'.repeat(15_000)}`;
    expect(rulesOf(text)).toBe('-/a\n'.repeat(15_000));
  });
});
