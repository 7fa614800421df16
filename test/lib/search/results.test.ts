import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { correctionFrom, newsRows, type RawWebResult, videoRows, webRows } from '../../../lib/search/result-rows.ts';
import { webRowSchema } from '../../../lib/search/results.ts';
import { anyCharacter, runs, webAddress } from '../../harness/fuzz.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: the tests look for control characters.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
// Dates after tomorrow are treated as errors, so the clock is fixed to a day after all dates used here.
beforeAll(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-15T12:00:00Z'), toFake: ['Date'] });
});
afterAll(() => {
  vi.useRealTimers();
});

const one = (raw: Partial<RawWebResult>) => webRows([{ url: 'https://example.org/a', ...raw }])[0];

describe('a date at the start of a description', () => {
  it.each([
    ['3 days ago · A small cat.', '2026-11-12T12:00:00.000Z'],
    ['Apr 17, 2024 — A small cat.', '2024-04-17T00:00:00.000Z'],
    ['Mar 19, 2020 ... A small cat.', '2020-03-19T00:00:00.000Z'],
    ['17 April 2024 … A small cat.', '2024-04-17T00:00:00.000Z'],
  ])('is the date of the page: %s', (description, date) => {
    expect(one({ description })).toMatchObject({ description: 'A small cat.', date, ageText: '' });
    expect(newsRows([{ url: 'https://example.org/a', description }])[0]).toMatchObject({
      description: 'A small cat.',
      date,
    });
  });

  it.each([
    ['de', 'vor 3 Tagen · Eine kleine Katze.', '2026-11-12T12:00:00.000Z'],
    ['de', '17.04.2024 — Eine kleine Katze.', '2024-04-17T00:00:00.000Z'],
    ['fr-CA', 'il y a 2 heures · Eine kleine Katze.', '2026-11-15T10:00:00.000Z'],
    ['es', '18 mar 2020 — Eine kleine Katze.', '2020-03-18T00:00:00.000Z'],
    ['ja', '2024/04/17 — Eine kleine Katze.', '2024-04-17T00:00:00.000Z'],
  ])('may be in the language of the search: %s', (lang, description, date) => {
    const raw = [{ url: 'https://example.org/a', description }];
    expect(webRows(raw, lang)[0]).toMatchObject({ description: 'Eine kleine Katze.', date });
  });

  it('leaves the date that the engine sends', () => {
    const raw = { description: '3 days ago · A small cat.', date: '2026-01-02' };
    expect(one(raw)).toMatchObject({ description: 'A small cat.', date: '2026-01-02T00:00:00.000Z' });
  });

  it.each([
    'Apr 17, 2024 was a day like any other.',
    'Cats — small and large',
    'On Apr 17, 2024 — a day',
    '3 days ago we met. · Cats',
    '7 ... 8 ... 9',
  ])('is none: %s', (description) => {
    expect(webRows([{ url: 'https://example.org/a', description }], 'de')[0]).toMatchObject({ description, date: '' });
  });
});

describe('the home page of a site', () => {
  it('has no age, as it is not the age of what is on it', () => {
    const raw = { date: '2022-11-15', ageText: '4 years ago', description: 'Apr 17, 2024 — Connect with friends.' };
    for (const url of ['https://www.facebook.com/', 'https://www.facebook.com', 'https://facebook.com/#top']) {
      expect(one({ url, ...raw })).toMatchObject({ date: '', ageText: '', description: 'Connect with friends.' });
    }
    expect(one({ url: 'https://example.org/?p=1', ...raw })?.date).toBe('2022-11-15T00:00:00.000Z');
  });
});

describe('the title of a video', () => {
  const titleOf = (url: string, title: string) => videoRows([{ url, title }])[0]?.title;

  it('does not end with the name of its site', () => {
    expect(titleOf('https://www.youtube.com/watch?v=x', 'Cats - a film - YouTube')).toBe('Cats - a film');
    expect(titleOf('https://m.youtube.com/watch?v=x', 'Cats \u200e- YouTube')).toBe('Cats');
    expect(titleOf('https://vimeo.com/1', 'Cats | Vimeo')).toBe('Cats');
  });

  it('keeps any other end', () => {
    for (const title of ['Cats - YouTube', 'Cats - Part 2', ' - Vimeo', 'Vimeo', 'Cats-Vimeo']) {
      expect(titleOf('https://vimeo.com/1', title)).toBe(title.trim());
    }
    expect(newsRows([{ url: 'https://bbc.com/a', title: 'Cats - BBC' }])[0]?.title).toBe('Cats - BBC');
  });
});

describe('a row from an engine', () => {
  it('is cleaned field by field', () => {
    expect(
      webRows([
        {
          url: 'https://www.Example.org/wiki/Caf%C3%A9?utm_source=x#top',
          title: ' <b>Caf&eacute;</b>\n',
          description: 'It&#x27;s <em>good</em>',
          favicon: 'https://icons.example/e.png',
          date: '2026-08-20T15:49:55',
          ageText: ' 2&nbsp;days ago ',
          sitelinks: [{ title: '<b>Menu</b>', url: 'https://example.org/menu' }],
        },
      ]),
    ).toEqual([
      {
        key: 'example.org/wiki/Caf%C3%A9',
        url: 'https://www.Example.org/wiki/Caf%C3%A9?utm_source=x#top',
        title: 'Café',
        description: "It's good",
        displayUrl: 'example.org › wiki › Café',
        host: 'www.example.org',
        faviconUrl: 'https://icons.example/e.png',
        date: '2026-08-20T15:49:55.000Z',
        ageText: '2 days ago',
        sitelinks: [{ title: 'Menu', url: 'https://example.org/menu' }],
      },
    ]);
  });

  it('has an empty default for every field except its URL', () => {
    expect(webRows([{ url: 'https://example.org/' }])).toEqual([
      {
        key: 'example.org',
        url: 'https://example.org/',
        title: '',
        description: '',
        displayUrl: 'example.org',
        host: 'example.org',
        faviconUrl: '',
        date: '',
        ageText: '',
        sitelinks: [],
      },
    ]);
  });

  it('has the empty default for an invalid field', () => {
    expect(
      one({ title: 42, description: { a: 1 }, favicon: ['x'], date: true, ageText: null, sitelinks: [{}] }),
    ).toMatchObject({ title: '', description: '', faviconUrl: '', date: '', ageText: '', sitelinks: [] });
  });

  it('keeps the engine’s URL unchanged', () => {
    const url = 'https://Example.org:443/a/../b?utm_source=x&q=%7e#frag';
    expect(one({ url })?.url).toBe(url);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.org/',
    '/relative',
    '',
    ...[undefined, null, 7, {}, ['https://example.org']],
  ])('is dropped if its URL is %s', (url) => {
    expect(webRows([{ url }, { url: 'https://example.org/kept' }])).toMatchObject([
      { url: 'https://example.org/kept' },
    ]);
  });

  it('never has a URL with control characters or surrounding white space', () => {
    for (const url of [
      'https://example.org/a\u0000b',
      'https://exa\nmple.org/a',
      'https://example.org/a\r\nSet-Cookie: x',
      '\thttps://example.org/a',
      ' https://example.org/a ',
      'https://example.org/\u001b[31m',
    ]) {
      for (const row of webRows([{ url, title: 'x', sitelinks: [{ title: 'x', url }] }])) {
        expect(row.url).not.toMatch(CONTROL);
        expect(row.url).toBe(row.url.trim());
        for (const link of row.sitelinks) expect(link.url).not.toMatch(CONTROL);
      }
    }
  });

  it('drops icons and sitelinks with invalid URLs', () => {
    for (const bad of ['javascript:alert(1)', 'data:image/png;base64,AA', '//icons.example/x', 'x'.repeat(3_000)]) {
      expect(one({ favicon: bad })?.faviconUrl).toBe('');
      expect(one({ sitelinks: [{ title: 'x', url: bad }] })?.sitelinks).toEqual([]);
    }
    expect(one({ sitelinks: [{ title: '<br>', url: 'https://example.org/b' }] })?.sitelinks).toEqual([]);
  });

  it('limits every length and the number of sitelinks', () => {
    const row = one({
      title: 't'.repeat(1_000_000),
      description: 'd'.repeat(1_000_000),
      ageText: 'a'.repeat(1_000_000),
      sitelinks: Array.from({ length: 50 }, (_, i) => ({ title: `${i}`, url: 'https://example.org/' })),
    });
    expect(row?.title).toHaveLength(300);
    expect(row?.description).toHaveLength(1_500);
    expect(row?.ageText).toHaveLength(60);
    expect(row?.sitelinks).toHaveLength(10);
    expect(row?.sitelinks[9]?.title).toBe('9');
  });
});

describe('the rows of an engine', () => {
  it('keep their order', () => {
    const urls = ['https://c.example/', 'https://a.example/', 'https://b.example/'];
    expect(webRows(urls.map((url) => ({ url }))).map(({ url }) => url)).toEqual(urls);
  });

  it('are limited to a hundred valid ones', () => {
    const raw = Array.from({ length: 500 }, (_, i) => ({ url: i % 2 ? `https://example.org/${i}` : 'javascript:x' }));
    const rows = webRows(raw);
    expect(rows).toHaveLength(100);
    expect(rows[99]?.url).toBe('https://example.org/199');
  });

  it('match their schema and are plain text, for any input', () => {
    const anything = fc.oneof(fc.anything(), webAddress, fc.string({ unit: anyCharacter }));
    const raw = fc.record({
      url: fc.oneof(webAddress, anything),
      title: anything,
      description: anything,
      favicon: anything,
      date: fc.oneof(
        anything,
        fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
        fc.double(),
      ),
      ageText: anything,
      sitelinks: fc.array(fc.record({ title: anything, url: anything })),
    });
    fc.assert(
      fc.property(fc.array(raw, { maxLength: 5 }), (list) => {
        for (const row of webRows(list)) {
          expect(webRowSchema.safeParse(row).success).toBe(true);
          for (const text of [row.title, row.description, row.ageText, ...row.sitelinks.map(({ title }) => title)]) {
            expect(text).not.toMatch(CONTROL);
            expect(text.isWellFormed()).toBe(true);
          }
          expect(row.faviconUrl).toMatch(/^(https?:\/\/.*)?$/);
        }
      }),
      { numRuns: runs() },
    );
  });
});

describe('a correction from an engine', () => {
  it('is plain text, or empty', () => {
    expect(correctionFrom(' <b>climate</b>\u0000 change &amp; more')).toBe('climate change & more');
    for (const nothing of [undefined, null, 3, {}, ['x']]) expect(correctionFrom(nothing)).toBe('');
  });
});
