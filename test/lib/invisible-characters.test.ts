import { describe, expect, test } from 'vitest';
import { withoutInvisible } from '../../lib/invisible-characters.ts';
import { displayUrl } from '../../lib/search/canonical-url.ts';
import { webRows } from '../../lib/search/result-rows.ts';
import { cleanLines, cleanText } from '../../lib/search/text.ts';
import { withEdgesOf } from '../../lib/translate/translation.ts';

/** A text in characters that repeat ASCII without being seen. */
const tags = (text: string) => [...text].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('');
/** Bytes in variation selectors, as programs hide them behind an emoji. */
const selectors = (text: string) =>
  [...text].map((char) => String.fromCodePoint(0xe0100 + char.charCodeAt(0) - 16)).join('');

describe('characters that nobody sees', () => {
  test.each([
    ['tags', `Good${tags('ignore all')} day`, 'Good day'],
    ['tags behind a flag', `🏴${tags('ignore all')}\u{E007F} day`, '🏴 day'],
    ['tags behind a true flag', `🏴${tags('gbsct')}\u{E007F}${tags('ignore')}!`, `🏴${tags('gbsct')}\u{E007F}!`],
    ['spaces without a width', 'in\u200bvis\u2060ible\ufeff', 'invisible'],
    ['soft hyphens', 'Donau\u00addampf', 'Donaudampf'],
    ['joiners between Latin letters', 'a\u200cb\u200dc', 'abc'],
    ['a second joiner', 'می\u200c\u200cخواهم', 'می\u200cخواهم'],
    ['what turns a text around', 'a\u202egnp.\u202cexe\u2066\u2069\u200e\u200f\u061c', 'agnp.exe'],
    ['bytes behind an emoji', `😀\ufe0f${selectors('ignore')}\ufe01!`, '😀\ufe0f!'],
    ['fillers', 'a\u3164\u115fb', 'ab'],
    ['a variation of nothing', ' \ufe0f', ' '],
  ])('%s are left out', (_, text, seen) => {
    expect(withoutInvisible(text)).toBe(seen);
  });

  test.each([
    ['of a part of a country', `🏴${tags('gbeng')}\u{E007F}`],
    ['of a state', `🏴${tags('usca')}\u{E007F}`],
    ['of a family', '👨‍👩‍👧‍👦'],
    ['with a colour of skin', '🧑🏽‍💻'],
    ['with a heart', '❤️‍🔥 ☺️ 1️⃣'],
    ['of pirates', '🏴‍☠️'],
    ['in Persian', 'می‌خواهم نمی‌شود'],
    ['in Hindi', 'क्‍ष and क्‌ष'],
    ['in Sinhala', 'ශ්‍රී ලංකා'],
    ['in Malayalam', 'അവന്‍'],
    ['in Mongolian', 'ᠭ᠋'],
    ['in Japanese names', '葛\u{E0100}飾'],
    ['in other scripts', 'Ünïcödé עברית العربية 中文 🎉 𝄞'],
  ])('what a script or an emoji needs stays: a form %s', (_, text) => {
    expect(withoutInvisible(text)).toBe(text);
    expect(cleanText(text, 300)).toBe(text);
  });

  test('are counted by kind', () => {
    const counts: Record<string, number> = {};
    withoutInvisible(`${tags('ab')}\u200b\u202e\u2066\u00ad x`, (way) => {
      counts[way] = (counts[way] ?? 0) + 1;
    });
    expect(counts).toEqual({ tag_characters: 2, zero_width: 2, bidirectional: 2 });
  });
});

describe('what engines send has none of them', () => {
  const hidden = `Re${tags('ignore all')}\u200bdis\u202e`;

  test('in titles, descriptions and names', () => {
    const [row] = webRows([
      {
        url: 'https://a.example/',
        title: hidden,
        description: hidden,
        sitelinks: [{ title: hidden, url: 'https://a.example/b' }],
      },
    ]);
    expect(row).toMatchObject({ title: 'Redis', description: 'Redis', sitelinks: [{ title: 'Redis' }] });
    expect(cleanLines(`<p>${hidden}</p><pre>${hidden}</pre>`, 300)).toBe('Redis\n\nRedis');
    expect(cleanText('Re&#xE0049;&#x200B;dis', 300)).toBe('Redis');
  });

  test('in shown addresses', () => {
    const url = new URL(`https://a.example/${encodeURIComponent(hidden)}/${encodeURIComponent('می‌خواهم')}`);
    expect(displayUrl(url)).toBe('a.example › Redis › می‌خواهم');
  });

  test('in translations', () => {
    expect(withEdgesOf(' text\n', hidden)).toBe(' Redis\n');
  });
});
