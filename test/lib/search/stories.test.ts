import { describe, expect, test } from 'vitest';
import { storiesIn } from '../../../lib/search/stories.ts';

const titlesIn = (titles: readonly string[], query = '') =>
  storiesIn(
    titles.map((title) => ({ title })),
    query,
  ).map((story) => story.map(({ title }) => title));

describe('titles that tell the same story', () => {
  test.each([
    ['NASA launches Artemis III mission to the Moon', 'Artemis III: NASA launches mission to Moon'],
    ['Volcano erupts in southern Iceland, town evacuated', 'Volcano erupts in southern Iceland; town is evacuated'],
    ['Central bank raises interest rates again', 'Central bank raises interest rates again - The Daily Example'],
    ['Researchers find oldest cave painting in Borneo', 'Oldest cave painting found in Borneo, researchers say'],
    ['Bahn streicht Hunderte Züge wegen Sturm', 'Wegen Sturm: Bahn streicht Hunderte Züge'],
    ['Parliament passes climate bill after long debate', 'After long debate, parliament passes climate bill'],
    ['12 rescued after ferry runs aground off Crete', 'Ferry runs aground off Crete, 12 people rescued'],
    ['東京で新しい美術館が来月開館へ', '東京で新しい美術館が来月開館へ - 例新聞'],
    ['CAFÉ owners protest against new noise rules', 'Café owners protest against new noise rules'],
  ])('%s | %s', (one, other) => {
    expect(titlesIn([one, other])).toEqual([[one, other]]);
    expect(titlesIn([other, one])).toEqual([[other, one]]);
  });
});

describe('titles that do not', () => {
  test.each([
    ['other things about the query', 'Climate change in the classroom', 'Climate change and winter sport', 'climate'],
    [
      'other things about a long query',
      'Golden retriever puppies rescued',
      'Golden retriever wins',
      'golden retriever',
    ],
    ['another place', 'Storm kills three in Texas', 'Storm kills three in Ohio', ''],
    ['another day', 'Trial of former minister: day 3', 'Trial of former minister: day 4', ''],
    ['another year', 'Marathon results 2025: who won', 'Marathon results 2026: who won', ''],
    ['too little', 'Live updates', 'Live updates', ''],
    ['nothing', '', '', ''],
    ['short words only', 'What it is and what it is not', 'Who is in and who is out', ''],
    ['the opposite end of a match', 'City beats United in the final', 'City loses to Rovers in the cup', ''],
  ])('but %s', (_, one, other, query) => {
    expect(titlesIn([one, other], query)).toEqual([[one], [other]]);
  });

  test('three days apart at the most', () => {
    const title = 'Heavy rain floods the old town of Passau';
    const on = (day: number) => ({ title, published: `2026-05-${String(day).padStart(2, '0')}T08:00:00Z` });
    expect(storiesIn([on(1), on(3), on(5)], '')).toEqual([[on(1), on(3)], [on(5)]]);
    const undated = { title, published: '' };
    expect(storiesIn([on(1), undated], '')).toEqual([[on(1), undated]]);
  });
});

test('stories keep the order of their first article, and articles that of the list', () => {
  const flood = ['Heavy rain floods the old town of Passau', 'Old town of Passau floods after heavy rain'] as const;
  const bridge = ['Bridge over the Inn closed for repairs', 'Bridge over the Inn is closed for repairs'] as const;
  expect(titlesIn([flood[0], bridge[0], flood[1], bridge[1]])).toEqual([flood, bridge]);
});

test('every article is compared with the first of a story, so that none drifts into another one', () => {
  const chain = [
    'alpha bravo charlie delta echo foxtrot',
    'bravo charlie delta echo foxtrot golf',
    'charlie delta echo foxtrot golf hotel',
  ];
  expect(titlesIn(chain)).toEqual([[chain[0], chain[1]], [chain[2]]]);
});
