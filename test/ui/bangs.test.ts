import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBangs, tabBangs } from '../../api/ui/bangs.ts';
import { parseSites } from '../../api/ui/own-sites.ts';
import { tabs } from '../../api/ui/search-address.ts';
import { siteNamed, wellKnownSites } from '../../api/ui/well-known-sites.ts';
import { readConfig } from '../../lib/config/config.ts';
import { buildRoster } from '../../lib/providers/roster.ts';

const { slots } = buildRoster(readConfig({ ENGINE_C: 'mwmbl', BRAVE_API_KEY: 'k', MOJEEK_API_KEY: 'k' }));
const wiki = { name: 'wiki', address: 'https://en.wikipedia.org/w/index.php?search=%s' };
const choices = { tabs, slots, sites: [wiki] };
const search = (q: string, chosen: { tab?: string; engine?: string[] }) => ({
  kind: 'search',
  q,
  tab: chosen.tab ?? null,
  engine: chosen.engine ?? [],
});

describe('bangs of a query', () => {
  test.each([
    ['!i cats', search('cats', { tab: 'images' })],
    ['cats !i', search('cats', { tab: 'images' })],
    ['  !N  big  news ', search('big  news', { tab: 'news' })],
    ['!i', search('', { tab: 'images' })],
    ['!i cats !v', search('cats', { tab: 'videos' })],
    ['cats !v !i', search('cats', { tab: 'images' })],
    ['!brave cats', search('cats', { engine: ['engine_a'] })],
    ['!mojeek cats !brave', search('cats', { engine: ['engine_a', 'engine_b'] })],
    ['!mwmbl !i cats', search('cats', { tab: 'images', engine: ['engine_c'] })],
    ['!!wiki cats !i', { kind: 'site', name: 'wiki', site: wiki, words: 'cats !i' }],
    ['cats !!WIKI', { kind: 'site', name: 'wiki', site: wiki, words: 'cats' }],
    ['!!wiki', { kind: 'site', name: 'wiki', site: wiki, words: '' }],
    ['!!nothing cats', { kind: 'site', name: 'nothing', site: null, words: 'cats' }],
  ])('%s', (query, asked) => {
    expect(readBangs(query, choices)).toEqual(asked);
  });

  test.each([
    'cats',
    '',
    '!',
    'wow !!',
    'wow !!!',
    '!!! wow',
    '!important css',
    '!serper cats',
    'cats!i',
    'what is !i in ruby',
    'a !!wiki b',
    '!i,cats',
    '"!i" cats',
    '!__proto__ cats',
  ])('%s has none', (query) => {
    expect(readBangs(query, choices)).toBeNull();
  });

  test('a tab that the deployment does not serve is not chosen', () => {
    expect(readBangs('!t hello', { ...choices, tabs: ['web', 'images'] })).toBeNull();
  });
});

describe('well-known sites', () => {
  const known = { ...choices, siteNamed };

  test.each([
    ['!gh cats', 'GitHub', 'cats'],
    ['cats !YT', 'YouTube', 'cats'],
    ['!g', 'Google', ''],
    ['!mdn !i cats', 'MDN Web Docs', '!i cats'],
  ])('%s', (query, title, words) => {
    expect(readBangs(query, known)).toMatchObject({ kind: 'well-known', site: { title }, words });
  });

  test.each(['!important css', 'what !gh is', '!ghost cats', '!constructor x'])('%s asks for none', (query) => {
    expect(readBangs(query, known)).toBeNull();
  });

  test('are as good as those of an own list, have no name twice, and none of a tab', () => {
    const all = wellKnownSites().flatMap(({ names, address }) => names.map((name) => ({ name, address })));
    expect(wellKnownSites().length).toBeGreaterThan(100);
    const names = all.map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(names.filter((name) => Object.values(tabBangs).includes(`!${name}`))).toEqual([]);
    const wrong = all.filter(({ name, address }) => parseSites(`${name} ${address}`).problems.length > 0);
    expect(wrong).toEqual([]);
    expect(all.filter(({ address }) => !address.startsWith('https://'))).toEqual([]);
  });
});

describe('any query', () => {
  const plain = fc.string({ minLength: 1, unit: 'grapheme' }).filter((word) => !/\s/u.test(word));
  const bang = fc.constantFrom('!i', '!web', '!gh', '!brave', '!MOJEEK', '!!wiki', '!!other', '!x', '!', '!!');
  const query = fc.array(fc.oneof(bang, plain)).map((list) => list.join(' '));

  test('is as it was typed once known bangs are taken from its ends', () => {
    const known = fc.array(fc.constantFrom('!i', '!WEB', '!brave', '!MOJEEK'));
    const isWord = (word: string) => !word.startsWith('!');
    const typed = fc.array(plain.filter(isWord), { minLength: 1 }).map((list) => list.join('  '));
    fc.assert(
      fc.property(known, typed, known, (before, text, after) => {
        const asked = readBangs([...before, text, ...after].join(' '), choices);
        expect(asked === null ? [] : asked.kind === 'search' && asked.q).toEqual(
          before.length + after.length === 0 ? [] : text,
        );
      }),
    );
  });

  test('has none left once they are followed, so that a redirect ends', () => {
    fc.assert(
      fc.property(query, (text) => {
        const asked = readBangs(text, choices);
        if (asked?.kind !== 'search') return;
        expect(readBangs(asked.q, choices)?.kind).not.toBe('search');
      }),
    );
  });

  test('is unchanged without a word that begins with an exclamation mark', () => {
    fc.assert(
      fc.property(query, (text) => {
        if (/(^|\s)!/u.test(text)) return;
        expect(readBangs(text, choices)).toBeNull();
      }),
    );
  });
});

test('each tab has a bang of its own', () => {
  expect(new Set(Object.values(tabBangs)).size).toBe(tabs.length);
});
