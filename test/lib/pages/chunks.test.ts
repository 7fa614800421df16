import { describe, expect, test } from 'vitest';
import { chunks, passages } from '../../../lib/pages/chunks.ts';
import { blocksOf } from '../../../lib/pages/markdown-blocks.ts';

const PAGE = blocksOf(`An introduction that says what the page is about.

# Boats

## Hulls

Hulls are made of wood, steel or plastic. Wood rots, steel rusts.

## Sails

Sails are made of canvas. A torn sail is mended with a needle.

\`\`\`sh
# not a heading

sail --mend
\`\`\`

# Harbours

The harbour of [Esbjerg](https://x.example) is deep.`);

test('the passages nearest to a query come first, with their headings', () => {
  const found = chunks(PAGE, 'mend a torn sail', 2);
  expect(found[0]).toMatchObject({ heading: 'Boats › Sails' });
  expect(found[0]?.text).toContain('needle');
  expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).sort((a, b) => b - a));
});

test('words of headings count', () => {
  expect(chunks(PAGE, 'harbours', 1)[0]?.heading).toBe('Harbours');
});

test('no more are given than asked for, and none where no word occurs', () => {
  expect(chunks(PAGE, 'made of', 1)).toHaveLength(1);
  expect(chunks(PAGE, 'zeppelin', 5)).toEqual([]);
  expect(chunks(PAGE, '', 5)).toEqual([]);
  expect(chunks([], 'sail', 5)).toEqual([]);
});

test('a script without spaces is searched by pairs of characters', () => {
  const page = blocksOf('# 時計\n\n駅前の商店街に立つ大時計が動き始めた。\n\n# 天気\n\n明日は雨が降る見込みです。');
  expect(chunks(page, '商店街', 1)[0]?.heading).toBe('時計');
  expect(chunks(page, '雨', 1)).toHaveLength(0);
  expect(chunks(page, '見込み', 1)[0]?.heading).toBe('天気');
});

describe('passages', () => {
  test('have no heading of a block of code', () => {
    expect(passages(PAGE).map(({ heading }) => heading)).toEqual(['', 'Boats › Hulls', 'Boats › Sails', 'Harbours']);
  });

  test('are not much longer than asked for, and lose nothing', () => {
    const text = Array.from({ length: 2_000 }, (_, at) => `word${at}`).join(' ');
    const found = passages([text, text.replaceAll(' ', '')]);
    expect(Math.max(...found.map((passage) => passage.text.length))).toBeLessThanOrEqual(2_002);
    expect(
      found
        .map((passage) => passage.text)
        .join('')
        .replace(/\s/g, ''),
    ).toBe(text.replaceAll(' ', '').repeat(2));
  });

  test('are bounded in number', () => {
    expect(passages(blocksOf('# x\n\ny\n\n'.repeat(10_000))).length).toBeLessThanOrEqual(2_000);
  });
});
