import { describe, expect, test } from 'vitest';
import { type BoundedHtml, boundedHtml } from '../../../lib/pages/bounded-html.ts';
import { chunks } from '../../../lib/pages/chunks.ts';
import { type DomElement, isElement } from '../../../lib/pages/dom.ts';
import { type ReadablePage, UnreadablePage } from '../../../lib/pages/page.ts';
import { markdownBlocks, render } from '../../../lib/pages/render.ts';
import { sampled } from '../../harness/fuzz.ts';
import { ADDRESS, readText } from './reading.ts';

const times = (count: number, text: string) => text.repeat(count);

/** Pages that take some readers minutes or their stack; whether something of them can be read, and whether all of it. */
const PAGES: [what: string, html: string, outcome: 'whole' | 'truncated' | 'no text'][] = [
  ['100,000 nested divs', `<p>Before.</p>${times(100_000, '<div>')}text${times(100_000, '</div>')}`, 'truncated'],
  ['10,000 unclosed tags', times(10_000, '<b>bold <i>'), 'truncated'],
  ['12,500 unclosed paragraphs', times(12_500, '<p>text '), 'truncated'],
  ['90,000 closing tags that fit nothing', `<p>text</p>${times(300, '<div>')}${times(90_000, '</x>')}`, 'truncated'],
  ['a drawing of 90,000 lines', `<p>text</p><svg>${times(90_000, '<path d="M0 0"/>')}</svg>`, 'truncated'],
  ['1,000 nested lists', times(1_000, '<ul><li>item '), 'truncated'],
  ['1,000 nested lists of paragraphs', times(1_000, '<ol><li><p>item</p>'), 'truncated'],
  ['500 nested tables', `<p>text</p>${times(500, '<table><tr><td>x')}`, 'truncated'],
  ['malformed entities', times(50_000, '&am;&#xFFFFFFF;&'), 'whole'],
  ['a quarter of a megabyte of ampersands', `<p>text</p><p>${times(250_000, '&')}`, 'whole'],
  ['a quarter of a megabyte of less-than signs', `<p>text ${times(250_000, '<')}`, 'whole'],
  ['20,000 escaped tags', `<p>text ${times(20_000, '&lt;b&gt;')}`, 'whole'],
  ['more than a megabyte of words', `<p>${times(210_000, 'word ')}`, 'truncated'],
  ['a long text in 95 elements', `${times(95, '<div>')}${times(500, `<p>${times(100, 'word ')}</p>`)}`, 'truncated'],
  ['20,000 elements that say nothing about their text', times(20_000, '<span>x</span>'), 'whole'],
  ['5,000 headings without a text', `${times(5_000, '<h2>x</h2>')}<p>text</p>`, 'whole'],
  ['5,000 pairs of line breaks', `<p>text ${times(2_500, 'x<br> <br>')}</p>`, 'whole'],
  ['a heading of 250,000 brackets', `<p>text</p><h2>${times(250_000, '[')}</h2><p>text</p>`, 'whole'],
  [
    'a heading of half a megabyte above 3,000 others',
    `<h1>${times(100_000, 'word ')}</h1>${times(3_000, '<h2>x</h2><p>text</p>')}`,
    'whole',
  ],
  ['a word of a megabyte', `<p>text</p><p>${times(500_000, 'ay')}</p>`, 'truncated'],
  ['a quarter of a megabyte of sentences', `<p>text ${times(85_000, 'A. ')}</p>`, 'whole'],
  ['a quarter of a megabyte of question marks', `<p>text ${times(125_000, 'a?')}</p>`, 'whole'],
  [
    'a table with a row of a quarter of a megabyte',
    `<p>text</p><table><tr><td>a<td>b<tr><td>${times(50_000, 'word ')}<td>b</table>`,
    'whole',
  ],
  ['2,000 links in a row', times(2_000, '<a href="/x">a link</a> '), 'whole'],
  ['3,000 fields', `${times(90, '<div>')}text ${times(3_000, '<input>x ')}`, 'truncated'],
  ['20,000 attributes', `<p ${Array.from({ length: 20_000 }, (_, at) => `a${at}=x`).join(' ')}>text</p>`, 'whole'],
  ['20,000 meta elements', `${times(20_000, '<meta name=a content=b>')}<p>text</p>`, 'whole'],
  ['a title of two megabytes', `<title>${times(1_000_000, 'a ')}</title><p>text</p>`, 'whole'],
  ['JSON-LD of brackets', `<script type="application/ld+json">${times(250_000, '[')}</script><p>text</p>`, 'whole'],
  [
    'JSON-LD of 200,000 values',
    `<script type="application/ld+json">[${times(200_000, '0,')}0]</script><p>text</p>`,
    'whole',
  ],
  [
    'JSON-LD that describes 10,000 works',
    `<script type="application/ld+json">{"@graph":[${times(10_000, '{"author":"x"},')}{}]}</script><p>text</p>`,
    'whole',
  ],
  ['JSON-LD that is broken', '<script type="application/ld+json">{"headline": "x",, }</script><p>text</p>', 'whole'],
  [
    'cells that span a billion columns',
    `<p>text</p><table>${times(50, `<tr>${times(50, '<td colspan=1000000000>x</td>')}</tr>`)}</table>`,
    'whole',
  ],
  ['100,000 backquotes', `<p>text</p><pre>${times(100_000, '`')}</pre>`, 'whole'],
  ['100,000 signs that Markdown knows', `<p>text ${times(20_000, '_*[]`')}`, 'whole'],
  ['300,000 white spaces', `<p>text${times(100_000, '\n \t')}text</p>`, 'whole'],
  ['100,000 digits and dots below a heading', `<h1>x</h1><p>${times(50_000, '1.')}</p>`, 'whole'],
  ['500 footnotes with one label', times(500, '<p>text<sup><a href="#n">1</a></sup></p><p id="n">note</p>'), 'whole'],
  ['a fragment without html', 'just some text', 'whole'],
  ['a fragment of one cell', '<td>cell', 'whole'],
  ['a closing tag alone', '</html>text', 'whole'],
  ['text with zeros in it', '<p>te\0xt, te\u0001xt, and more text after it</p>', 'whole'],
  ['an unclosed comment', '<p>text</p><!-- ', 'whole'],
  ['an unclosed attribute', '<p>text</p><a href="', 'whole'],
  ['an unclosed textarea', `<p>text</p><textarea>${times(10_000, '<p>')}`, 'whole'],
  [
    'names of the prototype',
    '<p __proto__="x" constructor="y">text</p><constructor>more</constructor><__proto__>x',
    'whole',
  ],
  ['addresses that are none', '<p>text <a href="http://[">a</a> <a href="https://%">b</a> <img src="//"></p>', 'whole'],
  ['30,000 rules of style', `<style>${times(30_000, '.a{color:red}')}</style><p class="a">text</p>`, 'whole'],
  ['styles in styles', `<style>${times(50_000, '@media x{')}</style><p>text</p>`, 'whole'],
  ['10,000 styles that nothing closes', `<p>text</p>${times(10_000, '<style x')}`, 'whole'],
  ['styles of one comment', `<style>${times(50_000, '/*')}</style><p>text</p>`, 'whole'],
  ['a selector of 100,000 parts', `<style>${times(100_000, 'a ,.b>')}{display:none}</style><p>text</p>`, 'whole'],
  ['a style of 100,000 parts', `<p style="${times(100_000, 'color:;(')}">text</p>`, 'whole'],
  [
    '5,000 different styles',
    Array.from({ length: 5_000 }, (_, at) => `<p style="color:#${at}">text`).join(''),
    'whole',
  ],
  [
    '3,000 elements with a hundred classes that all have rules',
    `<style>${Array.from({ length: 100 }, (_, at) => `.c${at}{${times(100, 'opacity:1;color:red;')}}`).join('')}</style>${Array.from({ length: 3_000 }, (_, id) => `<p id="${id}" class="${Array.from({ length: 100 }, (__, at) => `c${(at + id) % 100}`).join(' ')}">text`).join('')}`,
    'whole',
  ],
  ['100,000 invisible characters', `<p>text${times(100_000, '\u200d')}</p>`, 'whole'],
  ['an empty body', '', 'no text'],
  ['white space', ' \n\t ', 'no text'],
  ['only styles', '<style>text</style>', 'no text'],
  ['only comments', times(10_000, '<!-- text -->'), 'no text'],
];

/** The longest code that is not cut, between its fences. */
const MAX_PASSAGE_CHARS = 8_100;

/** The outcome. Every format is written whole before it is cut, and all passages are ranked. */
async function outcomeOf(html: string, whole: boolean): Promise<string> {
  let page: ReadablePage;
  try {
    page = await readText(html, 'text/html', whole);
  } catch (error) {
    if (error instanceof UnreadablePage) return error.reason;
    throw error;
  }
  for (const format of ['markdown', 'text', 'html'] as const) {
    expect(render(page, format, 1_000).content.length).toBeLessThanOrEqual(1_000);
  }
  const found = chunks(markdownBlocks(page), 'word text x', 20, 'de');
  expect(Math.max(0, ...found.map(({ text }) => text.length))).toBeLessThanOrEqual(MAX_PASSAGE_CHARS);
  return page.truncated ? 'truncated' : 'whole';
}

describe('a page is read within bounds, or refused, if it is', () => {
  test.each(sampled(PAGES))('%s', async (_what, html, outcome) => {
    expect(await outcomeOf(html, false)).toBe(outcome);
    expect(await outcomeOf(html, true)).toBe(outcome);
  });
});

/** How many elements a document has, and how deep the deepest lies. */
function measure({ document }: BoundedHtml): { elements: number; depth: number; chars: number } {
  const all = (element: DomElement, depth: number): { elements: number; depth: number } =>
    [...element.childNodes].filter(isElement).reduce(
      (sum, child) => {
        const below = all(child, depth + 1);
        return { elements: sum.elements + 1 + below.elements, depth: Math.max(sum.depth, below.depth) };
      },
      { elements: 0, depth },
    );
  return { ...all(document.body, 0), chars: document.body.textContent.length };
}

test.each(sampled(PAGES))('no document is larger than its bounds, whatever it is made from: %s', (_what, html) => {
  const { elements, depth, chars } = measure(boundedHtml(html, ADDRESS));
  expect(elements).toBeLessThanOrEqual(12_000);
  expect(depth).toBeLessThanOrEqual(100);
  expect(chars).toBeLessThanOrEqual(1_000_000);
});

test('text deeper than the bound is kept', async () => {
  const page = await readText(`${times(150, '<div>')}<p>deep text</p>`);
  expect(page.html).toContain('deep text');
  expect(page.truncated).toBe(true);
});

test('what follows many unclosed tags is read', async () => {
  const page = await readText(`${times(1_000, '<b>')}text<p>and the end</p>`);
  expect(page.html).toContain('and the end');
});
