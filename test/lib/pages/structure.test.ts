import { describe, expect, test } from 'vitest';
import { render } from '../../../lib/pages/render.ts';
import { article, markdownWithin, readText } from './reading.ts';

const SENTENCE = 'The season was long, and the two clubs met four times, the last of them in the rain. ';

async function markdownOfPage(html: string): Promise<string> {
  return render(await readText(html), 'markdown', 1_000_000).content;
}

async function plainTextWithin(html: string): Promise<string> {
  const { content } = render(await readText(article(html)), 'text', 1_000_000);
  return content.split('\n\n').slice(1, -1).join('\n\n');
}

describe('a table is whole', () => {
  test('if its cells are links', async () => {
    const rows = ['Aros', 'Bend', 'Coll']
      .map((team, at) => `<tr><td>${at + 1}</td><td><a href="/${team}">${team}</a></td><td>10</td><td>30</td></tr>`)
      .join('');
    const html = `<table><tr><th>Pos</th><th>Team</th><th>P</th><th>Pts</th></tr>${rows}</table>`;
    expect(await markdownWithin(html)).toBe(
      '| Pos | Team | P | Pts |\n| --- | --- | --- | --- |\n| 1 | [Aros](https://site.example/Aros) | 10 | 30 |\n| 2 | [Bend](https://site.example/Bend) | 10 | 30 |\n| 3 | [Coll](https://site.example/Coll) | 10 | 30 |',
    );
  });

  test('if its cells have lists, forms and classes that others give to menus', async () => {
    const html = `<table class="infobox"><tbody><tr><th class="header">Head</th><td class="menu"><div class="plainlist"><ul><li><a href="/k">Kim</a></li></ul></div></td></tr>
      <tr><th>Area</th><td><div><a href="/u">km²</a></div></td></tr><tr><th>Colour</th><td><div>Blue</div></td></tr></tbody></table>`;
    const written = await markdownWithin(html);
    for (const part of [
      '| Head |',
      '[Kim](https://site.example/k)',
      '| Area | [km²](https://site.example/u) |',
      'Blue',
    ])
      expect(written).toContain(part);
  });

  test('if a cell spans rows: each of them has its text', async () => {
    const html =
      '<table><tr><th>Year</th><th>Cup</th><th>Won</th></tr><tr><td rowspan="2">2020</td><td>A</td><td>x</td></tr><tr><td>B</td><td>y</td></tr><tr><td>2021</td><td rowspan="9">C</td><td>z</td></tr></table>';
    expect(await markdownWithin(html)).toBe(
      '| Year | Cup | Won |\n| --- | --- | --- |\n| 2020 | A | x |\n| 2020 | B | y |\n| 2021 | C | z |',
    );
  });

  test('and does not take over the page that it is on', async () => {
    const rows = Array.from(
      { length: 200 },
      (_, at) => `<tr><td>Town ${at}</td><td>${at},000, of them many, in ${at}, old</td><td>${SENTENCE}</td></tr>`,
    );
    const html = `<html><head><title>Towns</title></head><body><div id="content"><h2>Before</h2><p>${SENTENCE.repeat(2)}</p>
      <pre>code()</pre><div class="scroll"><table><tr><th>Town</th><th>People</th><th>Note</th></tr>${rows.join('')}</table></div>
      <h2>After</h2><p>${SENTENCE.repeat(2)}</p></div></body></html>`;
    const written = await markdownOfPage(html);
    for (const part of ['## Before', 'code()', '| Town | People | Note |', '| Town 199 |', '## After'])
      expect(written).toContain(part);
  });

  test('but one that lays out a page is no table', async () => {
    const html = `<table><tr><td colspan="2">The site</td></tr><tr><td><a href="/">Home</a><br><a href="/b">B</a></td><td><h2>Head</h2><p>${SENTENCE.repeat(8)}</p><p>${SENTENCE.repeat(8)}</p></td></tr></table>`;
    const written = await markdownOfPage(`<html><head><title>A page</title></head><body>${html}</body></html>`);
    expect(written).toContain('## Head\n\nThe season');
    expect(written).not.toContain('|');
  });
});

test.each([
  ['what is hidden', 'Before it <span hidden>none</span> and after it.', 'Before it and after it.'],
  ['a script', 'Before it <script>none</script> and after it.', 'Before it and after it.'],
])('the text before %s stays', async (_what, html, written) => {
  expect(await markdownWithin(`<p>${html}</p>`)).toBe(written);
});

describe('raised and lowered characters', () => {
  test.each([
    ['a power', '<p>About 10<sup>6</sup> of them.</p>', 'About 10^6 of them.'],
    ['a negative power', '<p>10<sup>−3</sup> m.</p>', '10^−3 m.'],
    ['a power that is a term', '<p>It is x<sup>n + 1</sup>.</p>', 'It is x^(n + 1).'],
    ['a power of a letter', '<p>It is 2<sup>n</sup>.</p>', 'It is 2^n.'],
    ['an ordinal', '<p>The 1<sup>st</sup> and the 22<sup>nd</sup>.</p>', 'The 1st and the 22nd.'],
    ['a mark', '<p>Name<sup>®</sup> and note<sup>[2]</sup>.</p>', 'Name® and note[2].'],
    ['a formula', '<p>H<sub>2</sub>O and CO<sub>2</sub>.</p>', 'H₂O and CO₂.'],
    ['an index', '<p>The x<sub>max</sub> of a<sub>ij</sub>.</p>', 'The x_max of a_ij.'],
    ['an isotope', '<p>Some <sup>14</sup>C left.</p>', 'Some ^14C left.'],
  ])('as %s', async (_what, html, written) => {
    expect(await markdownWithin(html)).toBe(written);
    expect(await plainTextWithin(html)).toBe(written);
  });

  test('in code', async () => {
    expect(await markdownWithin('<p>At most <code>2<sup>32</sup>-1</code>.</p>')).toBe('At most `2^32-1`.');
  });

  test('as marks of footnotes stay marks in plain text', async () => {
    const html = '<p>Text.<sup><a href="#n">1</a></sup></p><ol><li id="n">Note.</li></ol>';
    expect(await plainTextWithin(html)).toBe('Text.1\n\n1. Note.');
  });
});

describe('headings', () => {
  const WIKI = `<div class="mw-heading mw-heading2"><h2 id="Song">Song</h2><span class="mw-editsection"><span class="mw-editsection-bracket">[</span><a href="/w/index.php?action=edit&section=1" title="Edit section: Song"><span>edit</span></a><span class="mw-editsection-bracket">]</span></span></div>`;

  test.each([
    ['in the markup of Wikipedia since 2024', WIKI, '## Song'],
    [
      'with the edit link within',
      '<h2><span class="mw-headline" id="S">Song</span><span class="mw-editsection"><span>[</span><a href="/e">edit</a><span>]</span></span></h2>',
      '## Song',
    ],
    ['with a sign that links to them', '<h2 id="s">Song<a class="headerlink" href="#s">¶</a></h2>', '## Song'],
    ['with a number sign before', '<h2 id="s"><a href="#s" class="anchor">#</a> Song</h2>', '## Song'],
    ['that link to themselves', '<h2 id="s"><a href="#s">Song</a></h2>', '## Song'],
    [
      'with their sign beside',
      '<div class="heading-wrapper level2"><h2 id="s">Song</h2><a class="anchor" href="#s"><span>#</span></a></div>',
      '## Song',
    ],
    [
      'with more beside them than leads to their source',
      '<div><h2 id="s">Song</h2><span class="note">[<a href="/calls">calls</a>, of which the males know forty in spring]</span></div>',
      '## Song\n\n[[calls](https://site.example/calls), of which the males know forty in spring]',
    ],
    ['that link elsewhere', '<h2 id="s"><a href="/song">Song</a></h2>', '## [Song](https://site.example/song)'],
    ['about C#', '<h2>Why C#</h2>', '## Why C#'],
    [
      'with a name that others give to clutter',
      '<h2 class="header" id="related-work">Related work</h2>',
      '## Related work',
    ],
  ])('%s', async (_what, heading, markdown) => {
    expect(await markdownWithin(`${heading}<p>${SENTENCE}</p>`)).toBe(`${markdown}\n\n${SENTENCE.trim()}`);
  });

  test('and footnotes of Wikipedia', async () => {
    const mark = (id: string, note: string, label: string) =>
      `<sup id="${id}" class="reference"><a href="#${note}"><span class="cite-bracket">[</span>${label}<span class="cite-bracket">]</span></a></sup>`;
    const html = `<p>It sings.${mark('cite_ref-1', 'cite_note-1', '1')} It flies.${mark('cite_ref-a_2-0', 'cite_note-a-2', '2')} It sings again.${mark('cite_ref-a_2-1', 'cite_note-a-2', '2')}</p>
      ${WIKI.replaceAll('Song', 'References')}<div class="mw-references-wrap"><ol class="references">
      <li id="cite_note-1"><span class="mw-cite-backlink"><b><a href="#cite_ref-1">^</a></b></span> <span class="reference-text"><a href="/b">A book</a>, 1999.</span></li>
      <li id="cite_note-a-2"><span class="mw-cite-backlink">^ <a href="#cite_ref-a_2-0"><sup><i><b>a</b></i></sup></a> <a href="#cite_ref-a_2-1"><sup><i><b>b</b></i></sup></a></span> <span class="reference-text">Another book.</span></li></ol></div>`;
    expect(await markdownWithin(html)).toBe(
      'It sings.[^1] It flies.[^2] It sings again.[^2]\n\n## References\n\n[^1]: [A book](https://site.example/b), 1999.\n\n[^2]: Another book.',
    );
  });
});
