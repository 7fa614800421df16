import { describe, expect, test } from 'vitest';
import { isoDate } from '../../../lib/pages/page-date.ts';
import { article, readText } from './reading.ts';

const ld = (data: unknown) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;

describe('the title is', () => {
  test.each([
    [
      'the headline of JSON-LD',
      `${ld({ '@type': 'Article', headline: 'A' })}<meta property="og:title" content="B">`,
      '',
      'A',
    ],
    [
      'that of a graph, not the site’s',
      ld({
        '@graph': [
          { '@type': 'WebSite', name: 'S' },
          { '@type': 'Article', headline: 'A', author: 'X' },
        ],
      }),
      '',
      'A',
    ],
    [
      'without the name of the site after it',
      '<title>A - b | Site</title><meta property="og:site_name" content="Site">',
      '',
      'A - b',
    ],
    [
      'without the name of the site before it',
      '<title>Site | A</title><meta property="og:site_name" content="Site">',
      '',
      'A',
    ],
    [
      'the heading that the page’s title begins with',
      '<title>A thing – The Site</title>',
      '<h1>A thing</h1>',
      'A thing',
    ],
    [
      'not the heading that is the site’s name',
      '<title>A thing - Site</title><meta property="og:site_name" content="Site">',
      '<h1>Site</h1><h1>A thing</h1>',
      'A thing',
    ],
    ['the heading if there is no other', '', '<h1>A thing</h1>', 'A thing'],
    ['empty if there is none', '', '', ''],
  ])('%s', async (_what, head, html, title) => {
    expect((await readText(article(html, head))).title).toBe(title);
  });
});

describe('the author is', () => {
  test.each([
    ['that of JSON-LD', ld({ headline: 'A', author: [{ name: 'Ann' }, { name: 'Bo' }] }), '', 'Ann, Bo'],
    [
      'the person that JSON-LD refers to',
      ld({
        '@graph': [
          { headline: 'A', author: { '@id': '#p' } },
          { '@id': '#p', name: 'Ann' },
        ],
      }),
      '',
      'Ann',
    ],
    ['that of a meta element', '<meta name="author" content="By Ann Lee">', '', 'Ann Lee'],
    [
      'a person rather than the site',
      '<meta name="author" content="Site"><meta property="og:site_name" content="Site">',
      '<p class="byline">By <a href="/ann">Ann</a></p>',
      'Ann',
    ],
    ['not an address', '<meta property="article:author" content="https://social.example/ann">', '', ''],
    ['that of microdata', '', '<div itemprop="author">by <span itemprop="name">Ann</span></div>', 'Ann'],
    ['in the line below the heading', '', '<h1>A</h1><div><div>By Ann Lee</div><div>5 May</div></div>', 'Ann Lee'],
    ['not a date', '', '<div class="article-author"><time>January 9, 2020</time></div>', ''],
    ['whole, if "von" is a part of it', '<meta name="author" content="Alexa von Heyden">', '', 'Alexa von Heyden'],
    ['that after a verb and "von"', '<meta name="author" content="Geschrieben von Anna Schmidt">', '', 'Anna Schmidt'],
    [
      'apart from what stands beside it',
      '',
      '<div class="author"><a href="/u/hb">Ann Lee</a><div>January 9, 2020</div></div>',
      'Ann Lee',
    ],
    ['none of what is to be pressed', '', '<h1>A</h1><div class="byline"><a href="/all">View more posts</a></div>', ''],
    ['nobody by a word before "by"', '', '<h1>A</h1><div>Shop by Category</div>', ''],
    ['nobody who is authorised', '', '<h1>A</h1><a class="authorization-link" href="/in">Sign In</a>', ''],
    ['not one of a comment', '', '<div class="comments"><span class="comment-author">Troll</span></div>', ''],
  ])('%s', async (_what, head, html, author) => {
    expect((await readText(article(html, head))).author).toBe(author);
  });
});

test('who is quoted far below a heading has not written the page', async () => {
  const text = '<p>Some words of a text about it, and some more of them. </p>'.repeat(20);
  const html = `<html><body><h1>A</h1><div>${text}</div><div class="author">Bo Ray</div></body></html>`;
  expect((await readText(html)).author).toBe('');
});

describe('the date is', () => {
  test.each([
    [
      'that of JSON-LD',
      ld({ headline: 'A', datePublished: '2021-02-03T04:05:06+01:00', dateModified: '2022-01-01' }),
      '',
      '2021-02-03T04:05:06+01:00',
    ],
    [
      'when a page was published, not when it was changed',
      '<meta property="article:modified_time" content="2022-02-02"><meta property="article:published_time" content="2021-01-01">',
      '',
      '2021-01-01',
    ],
    ['that of a time element', '', '<time datetime="2020-05-06">a while ago</time>', '2020-05-06'],
    ['empty if there is none', '', '<p>We met on a day in May.</p>', ''],
  ])('%s', async (_what, head, html, published) => {
    expect((await readText(article(html, head))).published).toBe(published);
  });

  test.each([
    ['2021-02-03', 'en', '2021-02-03'],
    ['2021-02-03 04:05', 'en', '2021-02-03T04:05'],
    ['Posted on March 18th, 2025 at noon', 'en', '2025-03-18'],
    ['Tue, 04 Mar 2025 10:00:00 GMT', '', '2025-03-04'],
    ['7. Februar 2019', 'de', '2019-02-07'],
    ['28 juillet 2017', 'fr', '2017-07-28'],
    ['3 października 2014', 'pl', '2014-10-03'],
    ['19 мая 2011 г.', 'ru', '2011-05-19'],
    ['07.02.2019, 17:45 Uhr', 'de', '2019-02-07'],
    ['2016年4月12日', 'ja', '2016-04-12'],
    ['2020/04/12', 'en', '2020-04-12'],
    ['١٤ آذار ٢٠٢٢', 'ar', '2022-03-14'],
    ['١٤ مارس ٢٠٢٢', 'ar', '2022-03-14'],
    ['٣ كانون الثاني ٢٠٢١', 'ar', '2021-01-03'],
    ['٢٠٢٢-٠٣-١٤', 'ar', '2022-03-14'],
    ['۱۴ ژانویه ۲۰۲۱', 'fa', '2021-01-14'],
    ['۱۴ فروردین ۱۴۰۰', 'fa', '2021-04-03'],
    ['۱۴۰۰/۰۱/۱۴', 'fa', '2021-04-03'],
    ['3 בינואר 2021', 'he', '2021-01-03'],
    ['१४ मार्च २०२२', 'hi', '2022-03-14'],
    ['14 พฤษภาคม 2564', 'th', '2021-05-14'],
    ['5 Sept 2020', 'en', '2020-09-05'],
    ['03/04/2021', 'en', ''],
    ['03/04/2021', 'fr', '2021-04-03'],
    ['12/25/2020', 'en', '2020-12-25'],
    ['2021-02-30', 'en', ''],
    ['1066-10-14', 'en', ''],
    ['May 2021', 'en', ''],
    ['28 juillet 2017', 'xx-nonsense', ''],
  ])('of %j in %j %j', (text, lang, date) => {
    expect(isoDate(text, lang)).toBe(date);
  });
});

test('the site is its name, or its host', async () => {
  expect((await readText(article('', '<meta property="og:site_name" content="The Site">'))).site).toBe('The Site');
  expect((await readText(article(''))).site).toBe('site.example');
});

test('the language is a tag, or empty', async () => {
  expect((await readText(article(''))).lang).toBe('en');
  expect((await readText('<html lang="{{lang}}"><meta property="og:locale" content="pt_BR"><p>Text.')).lang).toBe(
    'pt-BR',
  );
});
