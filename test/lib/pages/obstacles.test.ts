import { describe, expect, test } from 'vitest';
import { UnreadablePage } from '../../../lib/pages/page.ts';
import { readPage } from '../../../lib/pages/read-page.ts';
import { render } from '../../../lib/pages/render.ts';
import { ADDRESS, article } from './reading.ts';

interface Response {
  status?: number;
  url?: string;
}

/** The text of a page, or why it cannot be read. */
async function outcome(html: string, { status = 200, url = ADDRESS }: Response = {}) {
  const fetched = { url, contentType: 'text/html; charset=utf-8', body: Buffer.from(html), status };
  try {
    const page = await readPage(fetched);
    return { partial: page.partial ?? '', free: page.free, text: render(page, 'text', 10_000).content };
  } catch (error) {
    if (error instanceof UnreadablePage) return { reason: error.reason };
    throw error;
  }
}

const page = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>A site</title>${head}</head><body>${body}</body></html>`;
const BUNDLE = '<script type="module" src="/assets/index-4f2a.js"></script>';
const ANALYTICS = '<script async src="https://analytics.example/tag.js"></script>';
const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ');

describe('a page that waits for its scripts', () => {
  test.each([
    ['says that it loads', page(`<div id="root">Loading...</div>${BUNDLE}`)],
    ['says so in another language', page(`<h1>Portal</h1><p>Wird geladen…</p>${BUNDLE}`)],
    ['says so in one word', page(`<div id="app"><div class="spinner"></div>Loading</div>${BUNDLE}`)],
    ['has an element to be filled', page(`<h1>Acme</h1><div id="root"><div class="spinner"></div></div>${BUNDLE}`)],
    ['has an element of its own', page(`<app-root></app-root>${BUNDLE}`)],
    ['tells readers without scripts', page(`<p>Acme</p><noscript>You need to enable JavaScript.</noscript>${BUNDLE}`)],
    [
      'has a menu and a footer',
      page(`<nav><a href="/a">${words(30)}</a></nav><div id="app"></div><footer>${words(30)}</footer>${BUNDLE}`),
    ],
    ['shows a logo meanwhile', page(`<img src="/logo.png" alt="Acme"><p>Please wait...</p>${BUNDLE}`)],
    ['is hidden from readers', page(`<div id="app"></div><div hidden>${words(50)}</div>${BUNDLE}`)],
  ])('%s', async (_, html) => {
    expect(await outcome(html)).toEqual({ reason: expect.stringMatching(/^needs_javascript: /) });
  });
});

describe('a page that asks for a proof', () => {
  test.each([
    [
      'of Cloudflare',
      page('<h1>a.example</h1><p>Verifying you are human.</p><script>window._cf_chl_opt={cvId:"3"}</script>'),
    ],
    ['of DataDome', page('<script>var dd={"host":"geo.captcha-delivery.com"}</script><p>Please enable JS</p>')],
    ['of Imperva', page('<iframe src="/_Incapsula_Resource?CWUDNSAI=9">Request unsuccessful.</iframe>')],
    [
      'of Anubis',
      page('<script id="anubis_challenge" type="application/json">{}</script><h1>Making sure it is you</h1>'),
    ],
    ['in words alone', page('<h1>Just a moment...</h1><p>Verifying you are human. This may take a few seconds.</p>')],
    ['in other words', page('<p>Please confirm that you’re not a robot to go on.</p>')],
    ['by a box to tick', page('<p>One more step</p><form><div class="h-captcha"></div><input type="submit"></form>')],
  ])('%s', async (_, html) => {
    expect(await outcome(html)).toEqual({ reason: expect.stringMatching(/^challenge: /) });
    expect(await outcome(html, { status: 403 })).toEqual({ reason: expect.stringMatching(/^challenge: /) });
  });
});

describe('a page that asks for consent', () => {
  const ASKING = `<div id="cookie-wall" role="dialog"><h2>We value your privacy</h2><p>${words(120)}</p><button>Accept</button></div>`;

  test('instead of its text is none', async () => {
    expect(await outcome(page(`<h1>Daily News</h1>${ASKING}`))).toEqual({
      reason: expect.stringMatching(/^consent: /),
    });
  });

  test('at a host for that is none', async () => {
    const html = page(`<form><p>${words(60)}</p><button>Agree</button></form>`);
    const url = 'https://consent.news.example/collect?to=x';
    expect(await outcome(html, { url })).toEqual({ reason: expect.stringMatching(/^consent: /) });
  });

  test('beside its text is read, however short that is', async () => {
    const text =
      'The bakery is closed from Monday to Friday of next week. We bake again on Saturday, from seven in the morning.';
    expect(await outcome(page(`<main><p>${text}</p></main>${ASKING}`))).toMatchObject({ partial: '' });
    expect((await outcome(article(ASKING))).text).toContain('so that the page has an article');
  });

  test('and is about that is read', async () => {
    const html = page(
      `<main class="cookie-policy"><h1>Cookies</h1><p>${words(120)}</p><button>Settings</button></main>`,
    );
    expect((await outcome(html, { url: 'https://site.example/cookie-policy' })).text).toContain('word7');
  });
});

describe('a page of frames', () => {
  test('names their addresses', async () => {
    const html =
      '<html><frameset cols="20%,*"><frame src="menu.html"><frame src="/text.html"><noframes>Get a browser with frames.</noframes></frameset></html>';
    expect(await outcome(html)).toEqual({
      reason:
        'frames: its text is in frames at https://site.example/folder/menu.html and https://site.example/text.html',
    });
    expect(await outcome(page('<iframe src="https://other.example/all"></iframe>'))).toEqual({
      reason: 'frames: its text is in a frame at https://other.example/all',
    });
  });

  test('with a text of its own is read', async () => {
    const html = `<frameset><frame src="a.html"></frameset><noframes><p>${words(80)}</p></noframes>`;
    expect((await outcome(html)).text).toContain('word79');
  });
});

describe('a paywall', () => {
  const said = (data: object) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
  const teaser = `<article><h1>Sold</h1><p>${words(60)}</p></article>`;

  test.each([
    ['by a value', said({ '@type': 'NewsArticle', headline: 'Sold', isAccessibleForFree: false })],
    ['by a text', said({ '@type': 'NewsArticle', headline: 'Sold', isAccessibleForFree: 'False' })],
    [
      'of a part',
      said({
        headline: 'Sold',
        isAccessibleForFree: true,
        hasPart: { isAccessibleForFree: 'http://schema.org/False', cssSelector: '.paid' },
      }),
    ],
    ['in a graph', said({ '@graph': [{ headline: 'Sold', hasPart: [{ isAccessibleForFree: false }] }] })],
    ['to other sites', '<meta property="article:content_tier" content="locked">'],
  ])('that a page declares %s leaves a part', async (_, head) => {
    expect(await outcome(page(teaser, head))).toEqual({
      partial: 'paywall',
      free: false,
      text: expect.stringContaining('word59'),
    });
  });

  test('that only an element is named for leaves a part', async () => {
    const html = page(`${teaser}<div class="article-paywall"><p>Subscribe to go on reading.</p></div>`);
    expect(await outcome(html)).toEqual({
      partial: 'paywall',
      free: undefined,
      text: expect.stringContaining('word59'),
    });
  });

  test('without a word before it leaves nothing', async () => {
    const html = page('<div hidden>text</div>', said({ headline: 'Sold', isAccessibleForFree: false }));
    expect(await outcome(html)).toEqual({ reason: expect.stringMatching(/^paywall: /) });
  });

  test('that lets all of the text through leaves it whole', async () => {
    const locked = said({ headline: 'Sold', hasPart: { isAccessibleForFree: false, cssSelector: '.paid' } });
    const html = page(
      `<article><h1>Sold</h1><p>${words(20)}</p><div class="paid"><p>${words(200)}</p></div></article>`,
      locked,
    );
    expect(await outcome(html)).toMatchObject({ partial: '', free: false });
    const counted = said({ headline: 'Sold', isAccessibleForFree: false, wordCount: 70 });
    expect(await outcome(page(teaser, counted))).toMatchObject({ partial: '', free: false });
    const long = said({ headline: 'Sold', isAccessibleForFree: false });
    expect(await outcome(page(`<article><p>${words(900)}</p></article>`, long))).toMatchObject({
      partial: '',
      free: false,
    });
  });

  test('is not there where the page says so, or for an empty element', async () => {
    const free = said({ headline: 'Free', isAccessibleForFree: true });
    const wall = '<div id="paywall-root"></div>';
    expect(await outcome(page(teaser + wall, free))).toMatchObject({ partial: '', free: true });
    expect(await outcome(page(teaser + wall))).toMatchObject({ partial: '', free: undefined });
  });
});

describe('a page with a short text is read', () => {
  test.each([
    [
      'of twenty words, with a script',
      `<p>The bakery is closed this week. We open again on Monday at seven, and wish all of you a good summer.</p>${ANALYTICS}`,
    ],
    [
      'of twenty words, with comments to load',
      `<p>The bakery is closed this week. We open again on Monday at seven, and wish all of you a good summer.</p><div id="disqus_thread"></div><noscript>Please enable JavaScript to view the comments.</noscript>${ANALYTICS}`,
    ],
    ['of two words, with a script', `<p>It works!</p>${ANALYTICS}`],
    ['of two words', '<div id="main">Hello world</div>'],
    ['that ends in dots, without a script', '<p>To be continued...</p>'],
    [
      'with "Loading" in it',
      `<h1>Loading docks</h1><p>Loading and unloading is allowed from six to nine in the morning, at the gate behind the hall.</p>${ANALYTICS}`,
    ],
    [
      'on captchas',
      `<h1>Captchas</h1><p>A site asks its visitors to verify that they are human. We verify you are human when you sign up, and never again.</p>${ANALYTICS}`,
    ],
    [
      'behind a service that watches',
      '<h1>Opening hours</h1><p>Daily from nine to five.</p><script>window.__CF$cv$params={};a.src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"</script>',
    ],
    [
      'and a form with a box to tick',
      '<h1>Contact</h1><p>Write to us.</p><form><input type="email"><textarea></textarea><div class="g-recaptcha"></div></form>',
    ],
    [
      'and a video',
      `<h1>Our film</h1><p>It shows, in a few minutes, how the bread is made that you buy in the morning.</p><iframe src="https://video.example/1"></iframe>`,
    ],
    [
      'and a counter in a frame',
      '<p>Moved to the house next door.</p><noscript><iframe src="https://count.example/" width="0" height="0"></iframe></noscript>',
    ],
  ])('%s', async (_, body) => {
    expect(await outcome(page(body))).toMatchObject({ partial: '', text: expect.stringMatching(/\w/) });
  });

  test('and one that says "not found" keeps its status', async () => {
    expect(await outcome(page(`<div id="root">Loading...</div>${BUNDLE}`), { status: 404 })).toMatchObject({
      text: 'Loading...',
    });
  });

  test('and one without anything has no text', async () => {
    expect(await outcome(page(''))).toEqual({ reason: 'no text' });
  });
});

describe('a page with text is no wall', () => {
  test('though the names of its parts are those of a tool for consent, and it has a banner', async () => {
    const parts = Array.from(
      { length: 6 },
      (_, at) => `<div class="cmp-text"><h2>Part ${at}</h2><p>${words(30)}.</p></div>`,
    );
    const banner = '<div class="cookie-banner"><p>We use cookies.</p><button>Accept</button></div>';
    const html = page(`<div class="cmp-container">${parts.join('')}<button>More</button></div>${banner}`, BUNDLE);
    expect(await outcome(html)).toMatchObject({ partial: '', text: expect.stringContaining('Part 5') });
  });

  test('though a section for XML is never closed in it', async () => {
    const html = page(`<![CDATA[ x ><p>${words(60)}</p><script>// <![CDATA[\nx = 1;\n// ]]></script><p>the end</p>`);
    expect((await outcome(html)).text).toMatch(/word59[\s\S]*the end/);
  });
});
