import { describe, expect, test } from 'vitest';
import { blocksOf } from '../../../lib/pages/markdown-blocks.ts';
import { render } from '../../../lib/pages/render.ts';
import { article, markdownWithin, readText } from './reading.ts';

describe('Markdown keeps', () => {
  test.each([
    [
      'headings',
      '<h2>One</h2><p>a long enough line.</p><h3>Two</h3><p>b, too.</p>',
      '## One\n\na long enough line.\n\n### Two\n\nb, too.',
    ],
    ['emphasis', '<p>It is <b>bold </b>and <em>not</em> <del>gone</del>.</p>', 'It is **bold** and *not* ~~gone~~.'],
    [
      'links',
      '<p>See <a href="/a(b)">the page</a> for more.</p>',
      'See [the page](https://site.example/a%28b%29) for more.',
    ],
    [
      'images',
      '<p>Here: <img src="i.png" alt="a [view]"> and so on.</p>',
      'Here: ![a [view]](https://site.example/folder/i.png) and so on.',
    ],
    ['code', '<p>Call <code>a`b</code> or <code>c</code>.</p>', 'Call ``a`b`` or `c`.'],
    [
      'code blocks with their language',
      '<pre><code class="language-js">let a = 1;\n\n  a++;</code></pre>',
      '```js\nlet a = 1;\n\n  a++;\n```',
    ],
    [
      'the language that a highlighter notes',
      '<div class="highlight-python"><div class="highlight"><pre><span>def</span> f(): pass</pre></div></div>',
      '```python\ndef f(): pass\n```',
    ],
    ['code blocks with fences in them', '<pre>```\na\n```</pre>', '````\n```\na\n```\n````'],
    ['lines of code that end with breaks', '<pre>one<br>two</pre>', '```\none\ntwo\n```'],
    [
      'nested lists',
      '<ul><li>one<ol><li>two</li><li>three<ul><li>four</li></ul></li></ol></li><li>five</li></ul>',
      '- one\n  1. two\n  2. three\n     - four\n- five',
    ],
    ['the numbers of a list', '<ol start="3"><li>three</li><li>four</li></ol>', '3. three\n4. four'],
    ['paragraphs in lists', '<ul><li><p>one</p><p>more</p></li><li><p>two</p></li></ul>', '- one\n\n  more\n\n- two'],
    ['quotes', '<blockquote><p>one</p><p>two</p></blockquote>', '> one\n>\n> two'],
    [
      'tables',
      '<table><tr><th>A</th><th>B</th></tr><tr><td>1|2</td><td><b>x</b> y</td></tr></table>',
      '| A | B |\n| --- | --- |\n| 1\\|2 | **x** y |',
    ],
    [
      'cells that span columns',
      '<table><tr><th>A</th><th>B</th><th>C</th></tr><tr><td colspan="2">1</td><td>2</td></tr></table>',
      '| A | B | C |\n| --- | --- | --- |\n| 1 |  | 2 |',
    ],
    ['definitions', '<dl><dt>Term</dt><dd>What it means.</dd></dl>', 'Term\n\n: What it means.'],
    [
      'captions',
      '<figure><img src="/i.png" alt="x"><figcaption>A caption.</figcaption></figure>',
      '![x](https://site.example/i.png)\n\nA caption.',
    ],
    ['breaks', '<p>one line,<br>another line.</p>', 'one line,  \nanother line.'],
    [
      'text that looks like marks',
      '<p># 1 * 2 _a_ b_c &lt;b&gt; `x` \\</p>',
      '\\# 1 \\* 2 \\_a\\_ b_c \\<b> \\`x\\` \\\\',
    ],
    ['text that looks like a list', '<p>1. not an item</p><p>- nor this</p>', '1\\. not an item\n\n\\- nor this'],
  ])('%s', async (_what, html, markdown) => {
    expect(await markdownWithin(html)).toBe(markdown);
  });

  test('footnotes', async () => {
    const html =
      '<p>Some text.<sup id="r1"><a href="#n1">[1]</a></sup> And so on.</p><ol><li id="n1">The note. <a href="#r1">↩</a></li></ol>';
    expect(await markdownWithin(html)).toBe('Some text.[^1] And so on.\n\n[^1]: The note.');
  });
});

describe('a page', () => {
  const html = article('<h2>Head</h2><ul><li>one</li><li>two</li></ul><table><tr><td>a</td><td>b</td></tr></table>');

  test('as text has no marks', async () => {
    const { content } = render(await readText(html), 'text', 1_000_000);
    expect(content.split('\n\n').slice(1, -1).join('\n\n')).toBe('Head\n\n- one\n- two\n\na\tb');
  });

  test.each(['markdown', 'text', 'html'] as const)(
    'as %s is cut to the length asked for, and says so',
    async (format) => {
      const page = await readText(html);
      const whole = render(page, format, 1_000_000);
      expect(whole.truncated).toBe(false);
      for (const chars of [0, 1, 50, 400, whole.content.length - 1]) {
        const cut = render(page, format, chars);
        expect(cut.content.length).toBeLessThanOrEqual(chars);
        expect(cut.truncated).toBe(true);
      }
      expect(render(page, format, whole.content.length)).toEqual(whole);
    },
  );

  test('as HTML has all its elements closed after a cut', async () => {
    const { content } = render(await readText(html), 'html', 450);
    const count = (tag: string) => content.split(tag).length;
    expect([count('<p>'), count('<ul>')]).toEqual([count('</p>'), count('</ul>')]);
  });

  test('is not cut within a character', async () => {
    const page = await readText(article(`<p>${'😀'.repeat(100)}</p>`));
    const whole = render(page, 'text', 1_000_000).content;
    const start = whole.indexOf('😀');
    expect(render(page, 'text', start + 51).content.isWellFormed()).toBe(true);
  });

  test('has its words counted, also without spaces between them', async () => {
    expect(render(await readText('<p>It’s a page, of seven words: done.'), 'text', 1_000).words).toBe(7);
    expect(render(await readText('<p>こんにちは、世界'), 'text', 1_000).words).toBe(7);
  });
});

test('a text that is Markdown has a block per heading, also without an empty line, and code whole', () => {
  const code = '```\n# no heading\n\ncode\n```';
  expect(blocksOf(`# One\ntext\nand more\n## Two\n### Three\n\n\n${code}\nend`)).toEqual([
    '# One',
    'text\nand more',
    '## Two',
    '### Three',
    `${code}\nend`,
  ]);
});
