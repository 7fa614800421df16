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
