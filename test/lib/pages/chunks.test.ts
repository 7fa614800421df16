import { expect, test } from 'vitest';
import { chunks, pagePassages, ranked } from '../../../lib/pages/chunks.ts';
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

test('a page is searched by the rules of its language, whether it names it or not', () => {
  const page = blocksOf('# Лес\n\nГрибов в лесу много, но не все они хороши.\n\n# Поле\n\nВ поле растёт рожь.');
  expect(chunks(page, 'гриб', 1, 'ru')[0]?.heading).toBe('Лес');
  expect(chunks(page, 'гриб', 1)[0]?.heading).toBe('Лес');
  expect(chunks(page, 'гриб', 1, 'en')).toEqual([]);
});

test('the addresses of links are not searched, their texts are', () => {
  const page = blocksOf('# One\n\nThe [harbour](https://esbjerg.example/quay) is deep.');
  expect(chunks(page, 'quay', 1)).toEqual([]);
  expect(chunks(page, 'harbours', 1)).toHaveLength(1);
});

test('all of a long page is searched', () => {
  const sections = Array.from({ length: 5_000 }, (_, at) => `# Section ${at}\n\nSome text.`);
  const page = blocksOf([...sections, '# Last\n\nThe needle is here.'].join('\n\n'));
  expect(chunks(page, 'needles', 1)[0]?.heading).toBe('Last');
});

test('a chunk has a heading, a text, its language and place, and a score with three decimals', () => {
  const [chunk] = chunks(PAGE, 'torn sail', 1);
  expect(Object.keys(chunk ?? {})).toEqual(['heading', 'text', 'lang', 'at', 'score']);
  expect(chunk?.score).toBeGreaterThan(0);
  expect(chunk?.score).toBe(Number(chunk?.score.toFixed(3)));
});

test('passages of several pages are ranked together', () => {
  const pages = {
    boats: pagePassages(PAGE, 'en'),
    ports: pagePassages(
      blocksOf('# Häfen\n\nDer Hafen von Esbjerg ist tief.\n\n# Fähren\n\nSie fahren täglich.'),
      'de',
    ),
  };
  const all = Object.entries(pages).flatMap(([page, found]) => found.map((passage) => ({ ...passage, page })));
  const found = ranked('Esbjerg Häfen', all);
  expect(found.map(({ page, heading }) => [page, heading])).toEqual([
    ['ports', 'Häfen'],
    ['boats', 'Harbours'],
  ]);
});
