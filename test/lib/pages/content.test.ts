import { describe, expect, test } from 'vitest';
import { render } from '../../../lib/pages/render.ts';
import { markdownWithin, readText } from './reading.ts';

const SENTENCE = 'The mill was built in a dry summer, by people from two villages, and it stood for long. ';
const TEXT = `<p>${SENTENCE.repeat(4)}</p>`;

async function markdownOf(body: string, title = 'The mill'): Promise<string> {
  const html = `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`;
  return render(await readText(html), 'markdown', 1_000_000).content;
}

describe('what belongs to a text stays', () => {
  test('a list of links that the text introduces', async () => {
    const html = `<p>These pages explain it in turn:</p><ul><li><a href="/a">How it was built</a></li><li><a href="/b">Who built it</a></li></ul><p>${SENTENCE}</p>`;
    expect(await markdownWithin(html)).toContain(
      '- [How it was built](https://site.example/a)\n- [Who built it](https://site.example/b)',
    );
  });

  test('a sentence of links', async () => {
    const html = '<p>See also <a href="/a">how it was built</a> and <a href="/b">who built it</a>.</p>';
    expect(await markdownWithin(html)).toContain('See also [how it was built]');
  });

  test('tabs that are chosen without a script', async () => {
    const html =
      '<div class="tabs"><input type="radio" id="a" checked><input type="radio" id="b"><div><p>With a wheel, it turns.</p></div><div><p>With sails, too.</p></div></div>';
    expect(await markdownWithin(html)).toBe('With a wheel, it turns.\n\nWith sails, too.');
  });

  test('a list of tasks', async () => {
    const html =
      '<ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" class="task-list-item-checkbox" disabled checked> Wheel</li><li><input type="checkbox" disabled> Roof</li></ul>';
    expect(await markdownWithin(html)).toBe('- [x] Wheel\n- [ ] Roof');
  });

  test('a box with a product', async () => {
    const html =
      '<div class="product-box"><img src="/k.png" alt="Kettle"><h3>Kettle K2</h3><p>Boils in a minute, 39 pounds.</p><a href="/buy">See it at the shop</a></div>';
    const written = await markdownWithin(html);
    expect(written).toContain('### Kettle K2');
    expect(written).toContain('Boils in a minute');
  });

  test('what a shop says above its button', async () => {
    const written = await markdownOf(
      `<main><div class="summary"><h1>The mill</h1><p class="price">64.00 pounds</p><p>A mill for pepper and for salt, with a soft back and a hard edge.</p><form><button>Buy</button></form></div><div class="tabs"><h2>Description</h2>${TEXT}${TEXT}${TEXT}</div></main>`,
    );
    expect(written).toContain('64.00 pounds');
  });

  test('what a page calls as others call their clutter, if it is much of it', async () => {
    const comments = Array.from({ length: 6 }, (_, at) => `<div class="comment"><p>${at}: ${SENTENCE}</p></div>`);
    const written = await markdownOf(`<h1>The mill</h1>${TEXT}<div class="thread">${comments.join('')}</div>`);
    for (const at of [0, 5]) expect(written).toContain(`${at}: The mill`);
  });
});

describe('what surrounds a text goes', () => {
  test.each([
    ['a banner', '<div role="dialog" aria-label="Cookies"><p>We value your NOISE, and so do our partners.</p></div>'],
    ['a bar to share', '<div class="ArticleShareBar"><p>NOISE this story with your friends.</p></div>'],
    ['a newsletter', '<section id="newsletter-box"><h3>NOISE</h3><p>The best of the mill, each week.</p></section>'],
    ['a teaser', '<div class="c-teaser"><h3><a href="/x">NOISE</a></h3><p>A story about another mill.</p></div>'],
    ['a button', '<share-button><details><summary>NOISE the link</summary></details></share-button>'],
    ['credits', '<div class="photo_credits"><p>NOISE pictures by an agency.</p></div>'],
    [
      'other pages',
      '<ul class="list"><li><a href="/x">NOISE of other mills</a></li><li><a href="/y">More</a></li></ul>',
    ],
    ['contents', '<ul><li><a href="#a">NOISE one</a></li><li><a href="#b">NOISE two</a></li></ul><p>On it goes.</p>'],
    ['a counter of pictures', '<figure><img src="/a.png" alt="A"><p>Image 1 of 8</p></figure>', 'Image 1'],
  ])('%s', async (_what, html, noise = 'NOISE') => {
    for (const body of [
      `<main><h1>The mill</h1>${TEXT}${TEXT}${html}</main>`,
      `<div><h1>The mill</h1><div>${TEXT}${html}${html.startsWith('<ul class') ? '' : TEXT}</div></div>`,
    ]) {
      const written = await markdownOf(body);
      expect(written).not.toContain(noise);
      expect(written).toContain('The mill was built');
    }
  });

  test('a caption that stands there twice', async () => {
    const caption = 'The wheel in the year of the flood, before it was moved.';
    const html = `<figure><img src="/w.png" alt="Wheel"><figcaption>${caption}</figcaption></figure><div class="caption">${caption}</div>`;
    expect((await markdownWithin(html)).split(caption)).toHaveLength(2);
  });

  test('but not a word within code', async () => {
    const html = '<p>Use <code>a <span class="hljs-comment">/* share */</span></code> here.</p>';
    expect(await markdownWithin(html)).toBe('Use `a /* share */` here.');
    expect(await markdownWithin('<pre>a();\n<span class="comment">// b</span></pre>')).toBe('```\na();\n// b\n```');
  });
});

describe('the article is not left for another text', () => {
  const LONG = 'I remember it well, and my father did, too, though he never spoke of it, as nobody here did. ';

  test('of comments below it', async () => {
    const comments = Array.from({ length: 8 }, (_, at) => `<li><p>${at}: ${LONG.repeat(3)}</p></li>`).join('');
    const written = await markdownOf(
      `<div><article><h1>The mill</h1><p>${SENTENCE}</p></article><div class="block"><ol>${comments}</ol></div></div>`,
    );
    expect(written).toContain('The mill was built');
    expect(written.indexOf('The mill was built')).toBeLessThan(written.indexOf('7: I remember'));
  });

  test('of those who signed it', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `<p>Person ${at}, of the village, of the county, miller</p>`);
    const written = await markdownOf(
      `<div id="page"><div class="letter"><h1>The mill</h1><p>${SENTENCE}</p><p>${SENTENCE}</p></div><div class="signed">${names.join('')}</div></div>`,
    );
    expect(written).toContain('The mill was built');
  });

  test('of advertising in the main element', async () => {
    const offer = `<div class="offer"><p>Buy flour, bread, buns and cakes, now, here, in one, two or three days, or four. ${LONG}</p></div>`;
    const written = await markdownOf(
      `<main>${offer.repeat(20)}</main><div class="story"><h1>The mill</h1>${TEXT}${TEXT}</div>`,
    );
    expect(written).toContain('The mill was built');
  });

  test('of the articles that follow it', async () => {
    const story = (title: string, text: string) => `<article class="story"><h1>${title}</h1>${text}${text}</article>`;
    const written = await markdownOf(
      `<div>${story('The mill', TEXT)}${story('The inn', `<p>${LONG.repeat(4)}</p>`)}</div>`,
    );
    expect(written).toContain('The mill was built');
    expect(written).not.toContain('I remember');
  });
});

describe('a thread keeps every post with its author and date', () => {
  const AUTHORS = ['ada', 'berta', 'carl_k', 'ada', 'dora'];
  const say = (at: number) => (at === 2 ? 'Yes.' : `Post ${at}: ${SENTENCE.repeat(at === 1 ? 12 : 1).trim()}`);
  const day = (at: number) => `2 March 2024, 1${at}:30`;

  test.each([
    [
      'of a forum',
      AUTHORS.map(
        (name, at) =>
          `<div class="post" id="p${at}"><div class="profile"><a class="username" href="/u/${name}">${name}</a><br>Posts: 12</div><div class="body"><p class="author">by <a href="/u/${name}">${name}</a> » <time datetime="2024-03-02">${day(at)}</time></p><div class="content">${say(at)}</div></div></div>`,
      ).join(''),
    ],
    [
      'with answers nested in one another',
      AUTHORS.reduceRight(
        (inner, name, at) =>
          `<div class="comment"><div class="tagline"><a href="/user/${name}" class="author">${name}</a> <time>${day(at)}</time></div><div class="md"><p>${say(at)}</p></div><div class="child">${inner}</div></div>`,
        '',
      ),
    ],
    [
      'of questions and answers',
      `<div class="question"><div class="body"><p>${say(0)}</p></div><div class="user-info">asked <span class="relativetime" title="2024-03-02">${day(0)}</span> <a class="user" href="/users/1">ada</a></div></div><div id="answers">${AUTHORS.slice(
        1,
      )
        .map(
          (name, at) =>
            `<div class="answer"><div class="body"><p>${say(at + 1)}</p></div><div class="user-info">answered <span class="relativetime">${day(at + 1)}</span> <a class="user" href="/users/${at}">${name}</a></div></div>`,
        )
        .join('')}</div>`,
    ],
  ])('%s', async (_what, posts) => {
    const written = await markdownOf(
      `<div class="bar"><a href="/">Home</a> <a href="/new">New</a></div><div id="main"><h1>The mill</h1><div class="posts">${posts}</div></div>`,
    );
    let from = 0;
    for (const [at, name] of AUTHORS.entries()) {
      const parts = [say(at), day(at), name.replace('_', '')];
      const text = written.replaceAll('_', '').replaceAll('\\', '');
      const places = parts.map((part) => text.indexOf(part, from));
      expect({ at, places, text }).toEqual({ at, places: places.map((place) => Math.max(place, from)), text });
      from = Math.min(...places) + 1;
    }
    expect(written).not.toContain('Home');
  });
});

describe('a page that is no article is all of its sections', () => {
  const section = (about: string) =>
    `<section class="s-${about}"><h2>About ${about}</h2><p>We have done ${about} for years, and we like it.</p><a href="/start">Get started</a></section>`;
  const menu = '<ul class="top"><li><a href="/a">Products</a></li><li><a href="/b">Company</a></li></ul>';
  const service = `${menu}<h1>The mill</h1><div class="hero"><p>Flour for all.</p></div>${['flour', 'bread', 'yeast', 'salt'].map(section).join('')}`;

  test('in their order, without what is said again and again', async () => {
    const text = await markdownOf(service);
    expect(text).toMatch(/Flour for all[\s\S]*About flour[\s\S]*done bread[\s\S]*About salt/);
    expect(text).not.toMatch(/Get started|Company/);
    expect((await readText(`<title>The mill</title>${service}`)).kind).toBe('service');
  });

  test('with a long text once', async () => {
    const text = await markdownOf(`${service}<div class="mobile">${section('flour')}</div>`);
    expect(text.match(/done flour/g)).toHaveLength(1);
  });

  const card = (name: string) =>
    `<li class="card"><a href="/${name}"><img src="/${name}.jpg" alt=""><h3>Sieve ${name}</h3></a><span>$${name.length}.00</span><button>Add</button></li>`;
  const cards = `<ul>${['one', 'three', 'eleven', 'twelve', 'thirteen', 'hundred'].map(card).join('')}</ul>`;

  test('a collection has each thing with its price', async () => {
    const page = await readText(`<title>Sieves</title><main><h1>Sieves</h1>${cards}</main>`);
    expect(page.kind).toBe('collection');
    expect(render(page, 'text', 10_000).content).toMatch(/Sieve one[\s\S]*\$3\.00[\s\S]*Sieve hundred[\s\S]*\$7\.00/);
  });

  test('a product is without the cards of others', async () => {
    const head = '<meta property="og:type" content="product"><title>Sieve</title>';
    const own = '<h1>Sieve</h1><p>$9.00</p><ul><li>Of beech</li><li>30 cm wide</li></ul>';
    const page = await readText(
      `<html><head>${head}</head><body><main>${own}<h2>Sizes</h2><p>Small or large.</p>${cards}</main></body></html>`,
    );
    expect(page.kind).toBe('product');
    const { content } = render(page, 'text', 10_000);
    expect(content).toMatch(/\$9\.00[\s\S]*Of beech/);
    expect(content).not.toContain('Sieve eleven');
  });

  test('and says so, if it says that it is an article', async () => {
    const head = '<meta property="og:type" content="article"><title>The mill</title>';
    const many = Array.from(
      { length: 60 },
      (_, at) => `<div class="c"><h3>Part ${at}</h3><div>Of ${at} and more.</div></div>`,
    );
    const html = `<div class="box"><div class="text">${TEXT}${TEXT.replaceAll('mill', 'barn')}</div></div>`;
    const page = await readText(
      `<html><head>${head}</head><body><div class="all">${many.join('')}</div>${html}</body></html>`,
    );
    expect([page.partial, /Part 59/.test(page.html)]).toEqual(['uncertain', true]);
  });
});
