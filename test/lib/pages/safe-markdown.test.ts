import fc from 'fast-check';
import { parseDocument } from 'htmlparser2';
import MarkdownIt from 'markdown-it';
import { describe, expect, test } from 'vitest';
import { chunks } from '../../../lib/pages/chunks.ts';
import { elementsIn } from '../../../lib/pages/content-tree.ts';
import { type ReadablePage, UnreadablePage } from '../../../lib/pages/page.ts';
import { blocksHtml } from '../../../lib/pages/pdf-blocks.ts';
import { markdownBlocks, render } from '../../../lib/pages/render.ts';
import { runs } from '../../harness/fuzz.ts';
import { article, markdownWithin, readText } from './reading.ts';

/** Programs that show Markdown, with HTML in it allowed and no check of addresses: CommonMark alone, and with tables. */
const RENDERERS = [new MarkdownIt('commonmark', { html: true }), new MarkdownIt({ html: true })];
for (const renderer of RENDERERS) renderer.validateLink = () => true;

const ELEMENTS = new Set(
  'a blockquote br code del em h1 h2 h3 h4 h5 h6 hr img li ol p pre s strong table tbody td th thead tr ul'.split(' '),
);
const ATTRIBUTES = new Set(['alt', 'class', 'href', 'src', 'start', 'title']);

/** What Markdown makes a browser do besides showing text, pictures and links of the web. */
function harmOf(markdown: string): string[] {
  return RENDERERS.flatMap((renderer) => {
    const { children } = parseDocument(renderer.render(markdown));
    return [
      ...children.flatMap(({ type }) => (type === 'tag' || type === 'text' ? [] : [type])),
      ...[...elementsIn(children)].flatMap(({ name, attribs }) => [
        ...(ELEMENTS.has(name) ? [] : [`<${name}>`]),
        ...Object.keys(attribs).filter((attribute) => !ATTRIBUTES.has(attribute)),
        ...[attribs.href ?? '', attribs.src ?? ''].filter((address) => !isOfTheWeb(address)),
      ]),
    ];
  });
}

function isOfTheWeb(address: string): boolean {
  return /^https?:$/.test(new URL(address, 'https://base.example/').protocol);
}

/** Texts that are dangerous on their own, or next to one another. */
const TEXTS = [
  ...'\\ ` `` ``` * ** _ < > & [ ] ( ) ![ ]( ]: [^ : ! ~ ~~~ # - + 1. === --- | " \' = ; @'.split(' '),
  ' ',
  '\n',
  '\n\n',
  '    ',
  '\r',
  '\t',
  '[x]',
  '(javascript:alert(1))',
  'javascript:alert(1)',
  'java&#115;cript:a',
  ': javascript:a',
  '[^1]',
  '[x]: javascript:a',
  '<img src=x onerror=a>',
  '<script>a</script>',
  '<a@b.example>',
  '<javascript:a>',
  'img src=x onerror=a>',
  '/script>',
  '!--',
  '&lt;img&gt;',
  '&#60;b&#62;',
  'word',
  '`<b>`',
  '[a](b`c)',
  '<https://x`>',
  '```\n<b>\n```',
  '~~~\n',
  '- ',
  '| a | b |\n| --- | --- |\n| ',
  'x',
  '\ufdd4',
  '\ufdd1',
];
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const text = fc.constantFrom(...TEXTS);
const texts = fc.array(text, { minLength: 1, maxLength: 4 }).map((some) => some.join(''));
const address = texts.map((some) => escaped(`https://x.example/${some}`));

const { block } = fc.letrec<{ inline: string; inlines: string; block: string; blocks: string }>((tie) => ({
  inlines: fc.array(tie('inline'), { minLength: 1, maxLength: 5 }).map((some) => some.join('')),
  inline: fc.oneof(
    { maxDepth: 3 },
    { weight: 5, arbitrary: text.map(escaped) },
    { weight: 2, arbitrary: fc.constantFrom('<br>', '<u></u>', '<sup><a href="#n1">1</a></sup>') },
    { weight: 1, arbitrary: texts.map((some) => `<sup><a href="#n1">${escaped(some)}</a></sup>`) },
    { weight: 1, arbitrary: texts.map((some) => `<sup>${escaped(some)}</sup><sub>${escaped(some)}</sub>`) },
    { weight: 1, arbitrary: texts.map((some) => `<code>${escaped(some)}</code>`) },
    { weight: 1, arbitrary: texts.map((some) => `<script type="math/tex">${some.replaceAll('</', '')}</script>`) },
    { weight: 1, arbitrary: fc.tuple(address, texts).map(([src, alt]) => `<img src="${src}" alt="${escaped(alt)}">`) },
    { weight: 1, arbitrary: fc.tuple(address, tie('inlines')).map(([href, some]) => `<a href="${href}">${some}</a>`) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('b', 'em', 'del', 's', 'span'), tie('inlines'))
        .map(([name, some]) => `<${name}>${some}</${name}>`),
    },
  ),
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((some) => some.join('')),
  block: fc.oneof(
    { maxDepth: 4 },
    tie('inlines').map((some) => `<p>${some}</p>`),
    tie('inlines'),
    fc.array(texts, { maxLength: 4 }).map((some) => `<pre>${escaped(some.join('\n'))}</pre>`),
    tie('inlines').map((some) => `<h2>${some}</h2>`),
    fc.constantFrom('<hr>', '<p id="n1"></p>'),
    texts.map((some) => `<math display="block" alttext="${escaped(some)}"></math>`),
    fc
      .tuple(fc.constantFrom('blockquote', 'div', 'dd', 'p id="n1"'), tie('blocks'))
      .map(([name, some]) => `<${name}>${some}</${name.split(' ')[0]}>`),
    fc
      .tuple(
        fc.constantFrom('ul', 'ol', 'ol start="2"', 'ol start="-7"', 'ol start="99999999999"'),
        tie('blocks'),
        tie('blocks'),
      )
      .map(([name, one, two]) => `<${name}><li>${one}</li><li id="n1">${two}</li></${name.split(' ')[0]}>`),
    fc
      .tuple(tie('blocks'), tie('inlines'))
      .map(([one, two]) => `<table><tr><td>${one}</td><td>${two}</td></tr><tr><td>1</td><td>${one}</td></tr></table>`),
  ),
}));
const source = fc.array(texts, { minLength: 1, maxLength: 8 }).map((lines) => lines.join('\n'));
const page = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(
      fc.constant('text/html'),
      fc.array(block, { minLength: 1, maxLength: 4 }).map((some) => some.join('')),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom('text/plain', 'text/markdown', 'application/json', 'application/pdf'), source),
  },
);

/** The page; null if there is nothing to read. What is read from a PDF is given as its blocks, one for each line. */
async function read(contentType: string, body: string): Promise<ReadablePage | null> {
  if (contentType === 'application/pdf') {
    const kinds = ['paragraph', 'item', 'heading'] as const;
    const lines = body.split('\n');
    const blocks = lines.map((line, at) => ({
      kind: kinds[at % 3] ?? 'item',
      text: line,
      level: 1 + (at % 6),
      page: 0,
    }));
    return { ...(await readText('x', 'text/plain')), contentType, text: body, html: blocksHtml(blocks) };
  }
  return readText(contentType === 'text/html' ? body : `text ${body}`, contentType, true).catch((error) => {
    if (error instanceof UnreadablePage) return null;
    throw error;
  });
}

/** The HTML of what was found to do harm, and text that must not change. */
test.each([
  ['a link in two texts', '<p>[x]<u></u>(javascript:alert(1))</p>', '[x]\\(javascript:alert(1))'],
  ['a tag in two texts', '<p>&lt;<u></u>img src=x onerror=a&gt;</p>', '\\<img src=x onerror=a>'],
  [
    'brackets in the address of a picture',
    '<p><img src="/a)<img/onerror=a(`" alt="x]("></p>',
    '![x\\]\\(](https://site.example/a%29%3Cimg/onerror=a%28%60)',
  ],
  ['a definition', '<p>[x]: javascript:a</p><p>[x]</p>', '[x]\\: javascript:a\n\n[x]'],
  ['a definition after a break', '<p>a<br>[x]: javascript:a</p>', 'a  \n[x]\\: javascript:a'],
  ['code next to code', '<p><code>x``y</code><code>&lt;b></code></p>', '```x``y``` `<b>`'],
  ['code after a term', '<dl><dd><pre>a\n\n&lt;b></pre></dd></dl>', ':\n\n  ```\n  a\n\n  <b>\n  ```'],
  [
    'code in a list that goes on',
    '<ul><li>a<ol start="2"><li><pre>a\n\n&lt;b></pre></li></ol></li></ul>',
    '- a\n\n  2. ```\n     a\n\n     <b>\n     ```',
  ],
  [
    'a pipe in code in a table',
    '<table><tr><td><code>a\\|&lt;b></code></td><td>1|2</td></tr><tr><td>a</td><td>b</td></tr></table>',
    '| `a\\ \\|<b>` | 1\\|2 |\n| --- | --- |\n| a | b |',
  ],
  ['lines that look like blocks', '<p>a<br># b<br>---<br>> c<br>~~~</p>', 'a  \n\\# b  \n\\---  \n\\> c  \n\\~\\~\\~'],
  [
    'ordinary text',
    '<p>C:\\Users, a[0] (x), 3 < 4, AT&T, a & b; snake_case: ~5, 100% [sic] – 1.5 - 2!</p>',
    'C:\\Users, a[0] (x), 3 < 4, AT&T, a & b; snake_case: ~5, 100% [sic] – 1.5 - 2!',
  ],
])('%s is written as text', async (_what, html, markdown) => {
  const written = await markdownWithin(html);
  expect([written, harmOf(written)]).toEqual([markdown, []]);
});

test('a note whose only word is an address of another scheme leads nowhere', async () => {
  const written = await markdownWithin(
    '<p>Text.<sup id="r"><a href="#n">1</a></sup></p><ol><li id="n">javascript:alert(1)</li></ol>',
  );
  expect([written, harmOf(written)]).toEqual(['Text.[^1]\n\n[^1]: &#8203;javascript:alert(1)', []]);
});

describe('a text', () => {
  test.each([
    ['that is harmless', 'See [x](https://x.example), <https://x.example> or `<b>`.'],
    ['whose code has tags', '# Use\n\n```html\n<b>\n\n<i>\n```\n\nand so on'],
  ])('%s stays as it is', async (_what, source) => {
    expect(render(await readText(source, 'text/markdown'), 'markdown', 1_000).content).toBe(source);
  });

  test.each([
    ['a tag', 'a <b onclick=a> b'],
    ['another scheme', '[a](javascript:a)'],
    ['an encoded scheme', '[a](java&#115;cript:a)'],
    ['a definition', '[a]\n\n[a]: javascript:a'],
    ['a definition in a quote', '> [a]:\n> javascript:a\n\n[a]'],
    ['code that begins in an address', '[a](b`c) [d](javascript:e) `'],
    ['code that ends before it seems to', '~~~\n\n```\n~~~\n<b>\n```'],
  ])('with %s is code there', async (_what, source) => {
    const { content } = render(await readText(source, 'text/plain'), 'markdown', 1_000);
    expect(content).toContain('```');
    expect(harmOf(content)).toEqual([]);
  });
});

test('long code is code in each of its passages, and after a cut', async () => {
  const code = Array.from({ length: 700 }, (_, at) => `let a${at} = '<b onclick=a> needle';`).join('\n');
  for (const html of [
    `<pre>${code}</pre>`,
    `<p>${code}</p>`,
    `<p><code>${code}</code></p>`,
    `<ul><li><pre>${code}</pre></ul>`,
  ]) {
    const page = await readText(article(html.replaceAll('<b', '&lt;b')));
    const passages = chunks(markdownBlocks(page), 'needle', 10).map(({ text: passage }) => passage);
    expect(passages.length).toBeGreaterThan(2);
    expect([...passages, render(page, 'markdown', 1_500).content].flatMap(harmOf)).toEqual([]);
  }
});

test('Markdown of any page is safe to show, whole, cut, and in passages', async () => {
  await fc.assert(
    fc.asyncProperty(page, fc.nat({ max: 300 }), async ([contentType, body], maxChars) => {
      const found = await read(contentType, body);
      if (!found) return;
      const whole = render(found, 'markdown', 1_000_000).content;
      const cut = render(found, 'markdown', maxChars).content;
      expect({ whole, harm: harmOf(whole) }).toEqual({ whole, harm: [] });
      expect({ cut, harm: harmOf(cut) }).toEqual({ cut, harm: [] });
      expect(cut.length).toBeLessThanOrEqual(maxChars);
      for (const { text: passage } of chunks(markdownBlocks(found), 'word text x script img', 10))
        expect({ passage, harm: harmOf(passage) }).toEqual({ passage, harm: [] });
    }),
    { seed: 20_261_118, numRuns: runs(10) },
  );
}, 120_000);
