import { describe, expect, test } from 'vitest';
import { applyRules, type RuleOwner } from '../../../lib/rules/apply.ts';
import { DISCARD, PIN } from '../../../lib/rules/instruction.ts';
import { InvalidRules, MAX_INSTRUCTIONS, parseLongRules, parseRules } from '../../../lib/rules/parse.ts';
import { ruledAddress } from '../../../lib/rules/rule-list.ts';

const verdict = (rules: string, url: string) => parseRules(rules).verdictOn(ruledAddress(url));
const GONE = DISCARD;
const NOTHING = null;

/** The rules of a list, joined by spaces, an address, and what is decided on it: a boost of N is N, a downrank -N. */
test.each([
  ['$discard,site=a.test', 'https://a.test/x', GONE],
  ['$discard,site=a.test', 'https://www.a.test/', GONE],
  ['$discard,site=a.test', 'https://aa.test/', NOTHING],
  ['$discard $site=a.test', 'https://b.test/', GONE],
  ['$discard $site=a.test', 'https://a.test/', 1],
  ['$discard $downrank,site=a.test', 'https://a.test/', -1],
  ['$downrank,site=a.test $discard', 'https://b.test/', GONE],
  ['$boost=3,site=a.test $boost=1,site=a.test', 'https://a.test/', 3],
  ['$boost=1,site=a.test $boost=3,site=a.test', 'https://a.test/', 3],
  ['$downrank=3,site=a.test /posts/$boost=3', 'https://a.test/posts/1', 3],
  ['$downrank=3,site=a.test $downrank,site=a.test', 'https://a.test/', -1],
  ['$discard,site=a.test $boost=10,site=a.test', 'https://a.test/', GONE],
  ['$pin,site=a.test $boost=10,site=a.test', 'https://a.test/', PIN],
  ['$discard,site=a.test $pin,site=a.test', 'https://a.test/', GONE],
  ['/posts/$discard $boost=10,site=a.test', 'https://a.test/posts/', GONE],
  ['|https://a.test^', 'https://a.test', 1],
  ['|https://a.test^', 'https://a.test/p', 1],
  ['|https://a.test^', 'https://a.test.ac/', NOTHING],
  ['|https://a.test^', 'https://b.test/?u=https://a.test/', NOTHING],
  ['/foo.js^', 'https://a.test/foo.js?x=1', 1],
  ['/foo.js^', 'https://a.test/foo.jsx', NOTHING],
  ['$site=.edu', 'https://mit.edu/', 1],
  ['$site=.edu', 'https://edu.test/', NOTHING],
  ['$boost=2,site=a.test', 'https://a.test/', 2],
  ['$site=a.test,boost=2', 'https://a.test/', 2],
  ['$site=A.Test', 'https://a.test/', 1],
  ['$site=bücher.test', 'https://xn--bcher-kva.test/', 1],
  ['/Docs/', 'https://a.test/docs/', 1],
  ['/docs/', 'https://a.test/DOCS/', 1],
  ['/docs/$site=a.test', 'https://b.test/docs/', NOTHING],
  ['/docs/$site=a.test', 'https://x.a.test/docs/', 1],
  ['/x*/c', 'https://a.test/x/b/c', 1],
  ['/x*/c', 'https://a.test/c/x', NOTHING],
  ['/a*b*c|', 'https://a.test/a-b-c-b-c', 1],
  ['/a*b*c|', 'https://a.test/a-b-c-b', NOTHING],
  ['.pdf|', 'https://a.test/x.pdf', 1],
  ['.pdf|', 'https://a.test/x.pdf?y', NOTHING],
  ['.pdf^|', 'https://a.test/x.pdf', 1],
  ['.pdf^|', 'https://a.test/x.pdf?', 1],
  ['.pdf^|', 'https://a.test/x.pdf?y', NOTHING],
  ['|https://a.test/|', 'https://a.test/', 1],
  ['|https://a.test/|', 'https://a.test/b', NOTHING],
  ['^a^', 'https://b.test/?a=1', 1],
  ['^a^', 'https://b.test/?aa=1', NOTHING],
  ['/x', 'https://b.test/x', 1],
  ['*$boost=4', 'https://b.test/x', 4],
  ['$boost=2', 'https://b.test/x', 2],
  ['(a+)+$inurl', 'https://b.test/aaaaaaaa', NOTHING],
  ['(a+)+$inurl', 'https://b.test/(a+)+', 1],
])('%s: %s', (rules, url, expected) => {
  expect(verdict(rules.split(' ').join('\n'), url)).toBe(expected);
});

describe('a list', () => {
  test('may have comments, empty lines and other ends of lines', () => {
    expect(verdict('! name: A list\r\n\r\n  $discard,site=a.test  \r\n', 'https://a.test/')).toBe(DISCARD);
    expect(parseRules('! only a comment').size).toBe(0);
  });

  test.each([
    ['$boost=11', 'Line 2 needs a whole number from 1 to 10 for boost.'],
    ['$boost=0', 'Line 2 needs a whole number from 1 to 10 for boost.'],
    ['$downrank=1.5', 'Line 2 needs a whole number from 1 to 10 for downrank.'],
    ['$boost=', 'Line 2 needs a whole number from 1 to 10 for boost.'],
    ['$intitle', 'Line 2 has an unknown option "intitle": use site, boost, downrank, discard or pin.'],
    ['$', 'Line 2 has an unknown option "": use site, boost, downrank, discard or pin.'],
    ['$discard=1', 'Line 2 has an unknown option "discard": use site, boost, downrank, discard or pin.'],
    ['$site=a b', 'Line 2 names a site "a b" that is no host such as example.com.'],
    ['$site=', 'Line 2 names a site "" that is no host such as example.com.'],
    ['$site=a.test/docs', 'Line 2 names a site "a.test/docs" that is no host such as example.com.'],
    ['$site=a.test,site=b.test', 'Line 2 names two sites.'],
    ['$boost,discard', 'Line 2 has two actions.'],
    ['$site=a=b', 'Line 2 has an option "site=a=b" that cannot be read.'],
    ['a*b*c*d', 'Line 2 has more than 2 "*".'],
    ['a^b^c^d', 'Line 2 has more than 2 "^".'],
    [`/${'a'.repeat(500)}`, 'Line 2 has more than 500 characters.'],
  ])('is refused whole for %s', (line, problem) => {
    expect(() => parseRules(`$site=good.test\n${line}`)).toThrow(new InvalidRules([problem]));
  });

  test('names several bad lines at once, and not all of a file that is none', () => {
    const problems = problemsOf(() => parseRules('$no\n$site=a.test\n$not'));
    expect(problems).toEqual([expect.stringMatching(/^Line 1 /), expect.stringMatching(/^Line 3 /)]);
    expect(problemsOf(() => parseRules('$no\n'.repeat(1_000)))).toHaveLength(5);
  });

  test('has at most 100,000 instructions and 2 MB', async () => {
    const lines = Array.from({ length: MAX_INSTRUCTIONS }, (_, at) => `$site=s${at}.t`).join('\n');
    const list = await parseLongRules(lines);
    expect(list.size).toBe(MAX_INSTRUCTIONS);
    expect(list.verdictOn(ruledAddress('https://www.s99999.t/'))).toBe(1);
    await expect(parseLongRules(`${lines}\n$site=one.more`)).rejects.toThrow('more than 100000 instructions');
    await expect(parseLongRules(`! ${'x'.repeat(2 * 1024 * 1024)}`)).rejects.toThrow('larger than 2 MB');
  });

  test('lets others have their turn while it is long', async () => {
    let turns = 0;
    const count = setInterval(() => turns++, 0);
    await parseLongRules(Array.from({ length: 5_000 }, (_, at) => `/path-${at}/$site=s.test`).join('\n'));
    clearInterval(count);
    expect(turns).toBeGreaterThan(1);
  });

  test('is refused if too many of its patterns are alike', () => {
    const alike = Array.from({ length: 1_001 }, (_, at) => `http*${at.toString(36).padStart(3, '-')}`).join('\n');
    expect(() => parseRules(alike)).toThrow('Line 1001 is one of more than 1000 patterns that are too much alike.');
  });
});

describe('applying', () => {
  const rows = (...names: string[]) => names.map((name) => ({ url: `https://${name}.test/` }));
  const order = (list: string, ...sources: [RuleOwner, string][]) => {
    const applied = applyRules(
      rows(...list),
      sources.map(([owner, rules]) => ({ owner, list: parseRules(rules) })),
    );
    return { order: applied.rows.map(({ url }) => url[8]).join(''), hidden: applied.hidden };
  };
  const site = (name: string, action: string) => `$${action},site=${name}.test`;

  test.each([
    ['nothing', '! nothing', 'abcdef', 0],
    ['a boost divides the rank', site('f', 'boost'), 'abfcde', 0],
    ['a larger boost goes further', site('f', 'boost=5'), 'fabcde', 0],
    ['the second becomes the first by the least boost', site('b', 'boost'), 'bacdef', 0],
    ['a downrank multiplies the rank', site('a', 'downrank'), 'bacdef', 0],
    ['a larger downrank goes further', site('a', 'downrank=3'), 'bcdaef', 0],
    ['the largest goes behind eleven', site('a', 'downrank=10'), 'bcdefa', 0],
    [
      'pins come first in their order',
      `${site('e', 'pin')}\n${site('c', 'pin')}\n${site('a', 'boost=10')}`,
      'ceabdf',
      0,
    ],
    ['discards are counted', `${site('b', 'discard')}\n${site('d', 'discard')}`, 'acef', 2],
    ['an allow list', `$discard\n${site('b', 'boost')}\n${site('d', 'downrank')}`, 'bd', 4],
  ])('%s', (_name, rules, expected, hidden) => {
    expect(order('abcdef', ['call', rules])).toEqual({ order: expected, hidden });
  });

  test('the first source that decides on a result decides: call, key, account, instance', () => {
    const discarded = site('b', 'discard');
    expect(order('abc', ['call', site('b', 'boost')], ['key', discarded]).order).toBe('bac');
    expect(order('abc', ['key', site('b', 'boost')], ['account', discarded]).order).toBe('bac');
    expect(order('abc', ['call', site('c', 'boost')], ['key', discarded])).toEqual({ order: 'ac', hidden: 1 });
    expect(order('abc', ['account', site('b', 'pin')], ['instance', site('b', 'downrank')]).order).toBe('bac');
  });

  test('a discard of the instance is above all', () => {
    const pinned = site('b', 'pin');
    const instance = site('b', 'discard');
    expect(order('abc', ['call', pinned], ['instance', instance])).toEqual({ order: 'ac', hidden: 1 });
    expect(order('abc', ['account', pinned], ['instance', `$discard\n${site('a', 'boost')}`]).order).toBe('a');
  });

  test('a bare discard counts in its own list only', () => {
    // What the call lists stays, though the key lists something else; what only the key lists does not rescue it.
    const onlyA = `$discard\n${site('a', 'boost')}`;
    expect(order('abc', ['call', onlyA], ['key', site('b', 'boost')])).toEqual({ order: 'a', hidden: 2 });
    expect(order('abc', ['call', site('c', 'downrank')], ['key', onlyA])).toEqual({ order: 'ac', hidden: 1 });
  });

  test('a list with an order of its own only loses rows', () => {
    const list = parseRules(`${site('c', 'pin')}\n${site('a', 'discard')}`);
    expect(applyRules(rows('a', 'b', 'c'), [{ owner: 'call', list }], true)).toEqual({
      rows: rows('b', 'c'),
      hidden: 1,
    });
  });
});

function problemsOf(read: () => unknown): readonly string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof InvalidRules) return error.problems;
    throw error;
  }
  return [];
}
