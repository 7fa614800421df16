import { expect, test } from 'vitest';
import type { ReadablePage } from '../../../lib/pages/page.ts';
import { readPage } from '../../../lib/pages/read-page.ts';

const ld = (...data: unknown[]) =>
  data.map((item) => `<script type="application/ld+json">${JSON.stringify(item)}</script>`).join('');
const filler = '<p>This paragraph is here, as others are, so that the page has an article, and nobody doubts it.</p>';
const TEXT = filler.repeat(4);
const COMMENTS =
  '<ol class="comment-list"><li class="comment"><cite class="fn">Troll</cite> <time datetime="2023-01-01">1 Jan</time><p>No.</p></li></ol>';

interface Case {
  url: string;
  lang?: string;
  head?: string;
  body: string;
  /** Of title, author, date and site, those that the case is about. */
  found: Partial<Pick<ReadablePage, 'title' | 'author' | 'published' | 'site'>>;
}

/** Pages as the programs write them that most of the web is published with. */
const CASES: Record<string, Case> = {
  'an encyclopaedia that describes its subject in the headline': {
    url: 'https://en.openwiki.example/wiki/Marsh_rail',
    head: `<title>Marsh rail - Openwiki</title><meta property="og:title" content="Marsh rail - Openwiki">${ld({
      '@type': 'Article',
      name: 'Marsh rail',
      headline: 'species of bird',
      url: 'https://en.openwiki.example/wiki/Marsh_rail',
      author: { '@type': 'Organization', name: 'Openwiki contributors' },
      publisher: { '@type': 'Organization', name: 'Open Knowledge Foundation, Inc.' },
      datePublished: '2003-05-06T07:08:09Z',
      dateModified: '2025-01-02T00:00:00Z',
    })}`,
    body: `<main><h1 id="firstHeading"><span>Marsh rail</span></h1>${TEXT}</main>`,
    found: { title: 'Marsh rail', published: '2003-05-06T07:08:09Z', site: 'Openwiki' },
  },
  'a blog whose logo is the first heading and a link': {
    url: 'https://rowanwrites.example/2021/03/peat/',
    head: '<title>Peat and what burns in it | Notes from the Fen</title>',
    body: `<header><h1 class="site-title"><a href="https://rowanwrites.example/">Notes from the Fen</a></h1></header>
      <div id="content"><div class="post"><h2 class="entry-title">Peat and what burns in it</h2>
      <p class="meta">Posted on <a href="/2021/03/peat/"><time class="entry-date published" datetime="2021-03-04T10:00:00+00:00">March 4, 2021</time><time class="updated" datetime="2022-01-01T10:00:00+00:00">x</time></a> by <span class="author vcard"><a class="url fn n" href="/author/rowan/">Rowan Ash</a></span></p>
      ${TEXT}</div>${COMMENTS}</div>`,
    found: { title: 'Peat and what burns in it', author: 'Rowan Ash', published: '2021-03-04T10:00:00+00:00' },
  },
  'a blog whose logo is the first heading and no link': {
    url: 'https://site.example/peat.html',
    head: '<title>Peat and what burns in it | Notes from the Fen</title>',
    body: `<h1>Notes from the Fen</h1><div><h2>Peat and what burns in it</h2>${TEXT}</div>`,
    found: { title: 'Peat and what burns in it' },
  },
  'a blog that puts its name first and the post in the third rank': {
    url: 'http://fen.blog.example/2012/07/first-frost.html',
    head: `<title>Fen diary: First frost</title>`,
    body: `<div class="header"><h1 class="title"><a href="http://fen.blog.example/">Fen diary</a></h1></div>
      <h2 class="date-header"><span>Tuesday, July 3, 2012</span></h2>
      <div class="post hentry"><h3 class="post-title entry-title"><a href="http://fen.blog.example/2012/07/first-frost.html">First frost</a></h3>
      <div class="post-body">${TEXT}</div><div class="post-footer">Posted by <span class="post-author vcard"><span class="fn">Rowan Ash</span></span> at <abbr class="published" title="2012-07-03T08:00:00Z">8:00 AM</abbr></div></div>
      <div class="sidebar"><h2>About Me</h2><a rel="author" href="/profile/1">View my profile</a></div>`,
    found: { title: 'First frost', author: 'Rowan Ash', published: '2012-07-03' },
  },
  'a newsletter with two headings of the first rank': {
    url: 'https://fen.letters.example/p/first-frost',
    head: `<title>First frost - by Rowan Ash - Fen diary</title><meta property="og:title" content="First frost"><meta name="author" content="Rowan Ash">${ld(
      {
        '@type': 'NewsArticle',
        headline: 'First frost',
        datePublished: '2024-02-03T04:05:06.000Z',
        author: [{ '@type': 'Person', name: 'Rowan Ash' }],
        publisher: { '@type': 'Organization', name: 'Fen diary' },
      },
    )}`,
    body: `<h1><a href="https://fen.letters.example/">Fen diary</a></h1><article><h1 class="post-title">First frost</h1><h3 class="subtitle">And the last rose</h3>${TEXT}</article>`,
    found: { title: 'First frost', author: 'Rowan Ash', published: '2024-02-03T04:05:06.000Z', site: 'Fen diary' },
  },
  'a graph of references and texts that are encoded twice': {
    url: 'https://www.fenpost.example/frost/',
    head: `<title>It&#8217;s frost &#8211; Fen Post</title><meta property="og:title" content="It&#8217;s frost - Fen Post"><meta property="og:site_name" content="Fen Post">${ld(
      {
        '@graph': [
          {
            '@type': 'Article',
            headline: 'It&#8217;s frost',
            author: { name: 'Rowan Ash', '@id': 'https://www.fenpost.example/#/person/1' },
            datePublished: '2022-11-05T06:00:00+00:00',
          },
          {
            '@type': 'WebPage',
            '@id': 'https://www.fenpost.example/frost/',
            name: 'It&#8217;s frost - Fen Post',
            datePublished: '2022-11-05T06:00:00+00:00',
          },
          { '@type': 'WebSite', '@id': 'https://www.fenpost.example/#website', name: 'Fen Post' },
          { '@type': 'Person', '@id': 'https://www.fenpost.example/#/person/1', name: 'Rowan Ash' },
        ],
      },
    )}`,
    body: `<article><div class="entry-content">${TEXT}</div></article>`,
    found: { title: 'It’s frost', author: 'Rowan Ash', published: '2022-11-05T06:00:00+00:00', site: 'Fen Post' },
  },
  'a newspaper with the articles beside it in the same list': {
    url: 'https://www.courier.example/news/dredging-1.48',
    head: `<title>Dredging to start in May | News | The Courier</title><meta property="article:author" content="https://social.example/mkessler">${ld(
      [
        {
          '@type': 'NewsArticle',
          headline: 'Bus fares rise',
          url: 'https://www.courier.example/news/bus-1.47',
          author: { '@type': 'Person', name: 'Other Writer' },
          datePublished: '2025-01-01',
        },
        {
          '@type': 'NewsArticle',
          headline: 'Dredging to start in May',
          mainEntityOfPage: { '@type': 'WebPage', '@id': 'https://www.courier.example/news/dredging-1.48' },
          author: [
            { '@type': 'Person', name: 'Moira Kessler' },
            { '@type': 'Person', name: 'Jon Roe' },
          ],
          datePublished: '2025-03-18T06:30:00Z',
          publisher: { '@type': 'NewsMediaOrganization', name: 'Courier Media Group Ltd' },
        },
      ],
    )}`,
    body: `<header><p><a href="/">The Courier</a></p></header><main><article><h1>Dredging to start in May</h1><p>By <a href="/authors/mk">Moira Kessler</a> and <a href="/authors/jr">Jon Roe</a></p>${TEXT}</article></main>`,
    found: {
      title: 'Dredging to start in May',
      author: 'Moira Kessler, Jon Roe',
      published: '2025-03-18T06:30:00Z',
      site: 'The Courier',
    },
  },
  'a newspaper that signs for programs and has a byline for readers': {
    url: 'https://www.courier.example/news/bus',
    head: `<title>Bus fares rise - The Courier</title><meta property="og:site_name" content="The Courier"><meta name="author" content="The Courier">${ld({ '@type': 'NewsArticle', headline: 'Bus fares rise', author: { '@type': 'Organization', name: 'The Courier' } })}`,
    body: `<article><h1>Bus fares rise</h1><div class="info"><div>By Ann Lee and Bo Ray, Transport Editors | Published: 5 May 2020, 10:15</div></div>${TEXT}</article>`,
    found: { title: 'Bus fares rise', author: 'Ann Lee, Bo Ray', published: '2020-05-05' },
  },
  'a newspaper without an author': {
    url: 'https://www.courier.example/news/bus',
    head: `<title>Bus fares rise - The Courier</title><meta property="og:site_name" content="The Courier"><meta name="author" content="The Courier">${ld({ '@type': 'NewsArticle', headline: 'Bus fares rise', author: { '@type': 'Organization', name: 'The Courier' } })}`,
    body: `<article><h1>Bus fares rise</h1>${TEXT}</article>`,
    found: { author: '' },
  },
  'a headline for search engines above another for readers': {
    url: 'https://www.courier.example/news/bus',
    head: `<title>Bus fares in Hallam rise by ten pence in May: what to know | The Courier</title><meta property="og:title" content="Bus fares in Hallam rise by ten pence"><meta property="og:site_name" content="The Courier">`,
    body: `<article><h1>Bus fares in Hallam to rise by ten pence</h1>${TEXT}</article>`,
    found: { title: 'Bus fares in Hallam to rise by ten pence' },
  },
  'a heading with a second line and a button in it': {
    url: 'https://www.courier.example/news/bus',
    head: '<title>Bus fares in Hallam rise - The Courier</title><meta property="og:title" content="Bus fares in Hallam rise">',
    body: `<article><h1>Bus fares in Hallam rise <small>By ten pence</small> <a href="/edit">[edit]</a></h1>${TEXT}</article>`,
    found: { title: 'Bus fares in Hallam rise' },
  },
  'a name with the site after it': {
    url: 'https://www.courier.example/news/bus',
    head: '<title>Bus fares rise</title><meta property="og:site_name" content="The Courier"><meta name="author" content="By Ann Lee, The Courier">',
    body: `<h1>Bus fares rise</h1>${TEXT}`,
    found: { author: 'Ann Lee' },
  },
  'a section’s name as the first heading': {
    url: 'https://acme.example/blog/faster',
    head: '<title>Faster builds for everyone - Acme</title><meta property="og:title" content="Faster builds for everyone">',
    body: `<h1>Blog</h1><article><h2>Faster builds for everyone</h2><div class="byline">Written by Ann Lee on May 5, 2020 · 3 min read</div>${TEXT}</article>`,
    found: { title: 'Faster builds for everyone', author: 'Ann Lee', published: '2020-05-05' },
  },
  'questions and answers whose title begins with a tag': {
    url: 'https://answers.example/questions/55/sort-a-list',
    head: '<title>python - How do I sort a list of dates? - Answers</title><meta property="og:site_name" content="Answers"><meta property="og:title" content="How do I sort a list of dates?">',
    body: `<h1 itemprop="name"><a href="/questions/55">How do I sort a list of dates?</a></h1>
      <div itemscope itemtype="https://schema.org/Question"><time itemprop="dateCreated" datetime="2019-08-07T06:05:04">asked</time>${TEXT}<div itemprop="author"><a href="/users/1">dunlin</a></div></div>
      <div class="answer"><div itemprop="author"><a href="/users/2">heron</a></div><time itemprop="dateCreated" datetime="2019-09-01">x</time>${TEXT}</div>`,
    found: { title: 'How do I sort a list of dates?', author: 'dunlin', published: '2019-08-07T06:05:04' },
  },
  'a board that puts its name before the title in one place and after it in another': {
    url: 'https://old.boards.example/r/sheds/comments/1a7/',
    head: '<title>My roof sings in the wind : sheds</title><meta property="og:title" content="r/sheds - My roof sings in the wind">',
    body: `<a class="title" href="/r/sheds/comments/1a7/">My roof sings in the wind</a>${TEXT}<div class="side"><h1>sheds</h1></div>`,
    found: { title: 'My roof sings in the wind' },
  },
  'a text that cites others with dates': {
    url: 'https://en.openwiki.example/wiki/Marsh_rail',
    head: `<title>Marsh rail - Openwiki</title>${ld({ '@type': 'Article', name: 'Marsh rail', headline: 'bird' })}`,
    body: `<main><h1>Marsh rail</h1><p>It is <a href="/wiki/Bird">a bird</a>. ${'It breeds in marshes. '.repeat(20)}</p><h2>Notes</h2><ul><li>Counted in May 2020 and on 5 June 2021.</li></ul><ol class="references"><li><cite>Brandt, <span class="author">O. Brandt</span>. <span class="reference-accessdate">Retrieved 3 January 2025</span></cite></li></ol></main>`,
    found: { title: 'Marsh rail', author: '', published: '' },
  },
  'a forum that puts the category between': {
    url: 'https://talk.garden.example/t/grafting/12',
    head: '<title>Grafting old apples - Orchard - Garden Talk</title><meta property="og:site_name" content="Garden Talk"><meta property="og:title" content="Grafting old apples">',
    body: `<h1><a href="/t/grafting/12">Grafting old apples</a></h1><div class="topic-category"><a href="/c/orchard">Orchard</a></div>
      <div itemscope><div><span class="creator" itemprop="author" itemscope><a rel="nofollow" href="/u/fay"><span itemprop="name">fay</span></a></span> <time datetime="2023-04-05T06:07:08Z" itemprop="datePublished">x</time></div>${TEXT}</div>`,
    found: { title: 'Grafting old apples', author: 'fay', published: '2023-04-05T06:07:08Z' },
  },
  'documentation with its version in the title': {
    url: 'https://quill.docs.example/en/stable/retries.html',
    head: '<title>Retrying requests &#8212; Quill 2.1 documentation</title>',
    body: `<div role="main"><h1>Retrying requests<a class="headerlink" href="#x">¶</a></h1>${TEXT}<h2>Limits</h2>${TEXT}</div>`,
    found: { title: 'Retrying requests', author: '', published: '' },
  },
  'a page that is called as its site': {
    url: 'https://tidepool.example/about',
    head: '<title>Tidepool</title><meta property="og:site_name" content="Tidepool">',
    body: `<h1>Tidepool</h1>${TEXT}`,
    found: { title: 'Tidepool', site: 'Tidepool' },
  },
  'a wall of wrappers named after a sidebar': {
    url: 'https://acme.example/blog/faster',
    head: '<title>Faster builds for everyone</title>',
    body: `<div class="has-sidebar comments-open"><article><h1>Faster builds for everyone</h1><p class="byline">By Ann Lee, Senior Engineer</p><time datetime="2020-05-05">x</time>${TEXT}</article></div>`,
    found: { author: 'Ann Lee', published: '2020-05-05' },
  },
  'other articles with dates around it': {
    url: 'https://acme.example/blog/faster',
    head: '<title>Faster builds for everyone</title><meta property="og:type" content="article">',
    body: `<div><article><h3>Older</h3><time datetime="2018-01-01">x</time> <span class="author">Old Hand</span></article></div><article><h1>Faster builds for everyone</h1><p>5 May 2020</p>${TEXT}<article class="teaser"><time datetime="2019-01-01">x</time></article></article>`,
    found: { author: '', published: '2020-05-05' },
  },
  'notes for previews with the author in them': {
    url: 'https://acme.example/blog/faster',
    head: '<title>Faster</title><meta name="twitter:label1" content="Written by"><meta name="twitter:data1" content="Ann Lee"><meta name="twitter:label2" content="Est. reading time"><meta name="twitter:data2" content="3 minutes">',
    body: `<h1>Faster builds for everyone</h1>${TEXT}`,
    found: { author: 'Ann Lee' },
  },
  'authors of a paper with the family name first': {
    url: 'https://journal.example/1',
    head: '<title>On rails</title><meta name="citation_title" content="On rails"><meta name="citation_author" content="Salmela, Aino"><meta name="citation_author" content="Hoekstra, Piet"><meta name="citation_publication_date" content="2020/04/12">',
    body: `<h1>On rails</h1>${TEXT}`,
    found: { author: 'Aino Salmela, Piet Hoekstra', published: '2020-04-12' },
  },
  'a byline of a feed reader with an address': {
    url: 'https://fen.blog.example/1',
    head: '<title>First frost</title><meta name="author" content="noreply@blog.example (Rowan Ash)">',
    body: `<h1>First frost</h1>${TEXT}`,
    found: { author: 'Rowan Ash' },
  },
  'names joined as the language joins them': {
    url: 'https://bote.example/1',
    lang: 'de',
    head: '<title>Das Moor wird nass</title>',
    body: `<h1>Das Moor wird nass</h1><p>Von Jörg Brügge und Ute Kamp</p><p>7. Februar 2019</p>${TEXT}`,
    found: { author: 'Jörg Brügge, Ute Kamp', published: '2019-02-07' },
  },
  'a person’s own site': {
    url: 'https://site.example/frost',
    head: '<title>First frost | Rowan Ash</title><meta property="og:site_name" content="Rowan Ash"><meta name="author" content="Rowan Ash">',
    body: `<h1>First frost</h1><p>Winter by county</p>${TEXT}`,
    found: { author: 'Rowan Ash' },
  },
  'a line below the heading that tells how something is sorted': {
    url: 'https://site.example/rain',
    head: '<title>Rain</title>',
    body: `<h1>Rain</h1><p>Rainfall by region, 5 May 2020</p>${TEXT}`,
    found: { author: '', published: '' },
  },
  'an organisation whose name has “and” in it': {
    url: 'https://www.service.example/hens',
    head: '<title>Keeping hens</title><meta name="author" content="Department of Health and Social Care">',
    body: `<h1>Keeping hens</h1>${TEXT}`,
    found: { author: 'Department of Health and Social Care' },
  },
};

test.each(Object.entries(CASES))('%s', async (_what, { url, lang = 'en', head = '', body, found }) => {
  const html = `<!doctype html><html lang="${lang}"><head>${head}</head><body>${body}</body></html>`;
  const page = await readPage({ url, contentType: 'text/html; charset=utf-8', body: Buffer.from(html) });
  expect(page).toMatchObject(found);
});
