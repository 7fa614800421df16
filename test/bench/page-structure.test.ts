import { describe, expect, test } from 'vitest';
import type { PageStructure } from '../../bench/page-structure.ts';
import { scoreStructure } from '../../bench/structure-score.ts';

const MARKDOWN = `# The page

## One [link](https://site.example/a)

| Pos | Team | Pts |
| --- | --- | --- |
| 1 | [Karsk](https://site.example/k) | 30 |
| 2 | Mora | 28 |

- [x] done
- [ ] open
  1. first
  2. second

\`\`\`sh
echo $a and $b
ls
\`\`\`

It weighs 10⁶ grams, and $E = mc^{2}$.[^1] ![a view](https://site.example/v.png)

**mira** · 2024-02-03

The first post is here.

[^1]: See the *book*.`;

const EXPECTED: Required<PageStructure> = {
  headings: [[2, 'One link']],
  tables: [
    [
      ['Pos', 'Team', 'Pts'],
      ['1', 'Karsk', '30'],
      ['2', 'Mora', '28'],
    ],
  ],
  fences: [{ language: 'sh', first: 'echo $a and $b', lines: 2 }],
  lists: [
    { ordered: false, items: 2, depth: 0, checked: [true, false] },
    { ordered: true, items: 2, depth: 1 },
  ],
  links: ['https://site.example/a', 'https://site.example/k'],
  images: [['a view', 'https://site.example/v.png']],
  footnotes: [['1', 'See the book.']],
  maths: ['E = mc^{2}'],
  posts: [{ author: 'mira', date: 'Feb 3, 2024', day: '2024-02-03', begins: 'The first post' }],
  facts: ['10^6'],
};
const score = (markdown: string) => scoreStructure(markdown, EXPECTED, ['The page']);

test('Markdown that has everything is right in everything', () => {
  expect(Object.entries(score(MARKDOWN)).filter(([, value]) => value !== 1)).toEqual([]);
});

describe('what a reader loses, its property loses', () => {
  test.each([
    ['headings', 'a level', '## One', '### One'],
    ['headings', 'a heading that does not belong', '- [x] done', '## Share\n\n- [x] done'],
    ['tables', 'a cell, and its row moves left', '| 1 | [Karsk](https://site.example/k) | 30 |', '| 1 | 30 |  |'],
    ['tables', 'a row', '| 2 | Mora | 28 |\n', ''],
    ['fences', 'the language', '```sh', '```highlight-source-shell'],
    ['fences', 'a line break', '$b\nls', '$b ls'],
    ['lists', 'which task is done', '- [x] done', '- done'],
    ['lists', 'its depth', '  1. first\n  2. second', '\n1. first\n2. second'],
    ['links', 'an absolute address', 'https://site.example/a', '/a'],
    ['images', 'its text', '![a view]', '![]'],
    ['footnotes', 'the mark', '.[^1] !', '. !'],
    ['maths', 'its marks', '$E = mc^{2}$', 'E = mc2'],
    ['posts', 'the author', '**mira** · ', ''],
    ['facts', 'an exponent', '10⁶ grams', '106 grams'],
  ] as const)('%s: %s', (property, _what, before, after) => {
    expect(MARKDOWN).toContain(before);
    expect(score(MARKDOWN.replace(before, () => after))[property]).toBeLessThan(1);
  });
});
