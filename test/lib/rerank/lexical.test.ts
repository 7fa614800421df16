import { expect, test } from 'vitest';
import { rankLexically } from '../../../lib/rerank/lexical.ts';

const DOCUMENTS = [
  'Rivers flow to the sea.',
  'Salmon find their river by its smell.',
  'A recipe for bread.',
  'Salmon.',
];

test('ranks by common words; scores are from 0 to 1, fall strictly, and are 0 without a common word', () => {
  const order = rankLexically('salmon river smell', DOCUMENTS);
  expect(order.map(({ index }) => index)).toEqual([1, 3, 0, 2]);
  const scores = order.map(({ score }) => score);
  for (const score of scores) expect(score >= 0 && score < 1).toBe(true);
  expect(scores.at(-1)).toBe(0);
  const positive = scores.filter((score) => score > 0);
  expect(positive.length).toBeGreaterThan(1);
  for (const [at, score] of positive.entries()) if (at > 0) expect(score).toBeLessThan(positive[at - 1] ?? 0);
});

test('the best is the one with most of the words, and its score passes the thresholds that people set', () => {
  const [best] = rankLexically('salmon river smell', DOCUMENTS);
  expect(best?.index).toBe(1);
  expect(best?.score).toBeGreaterThan(0.5);
});

test('equal documents stay in their order, with scores that fall all the same', () => {
  const order = rankLexically('salmon', ['bread', 'a salmon', 'a salmon', 'a salmon']);
  expect(order.map(({ index }) => index)).toEqual([1, 2, 3, 0]);
  expect(new Set(order.map(({ score }) => score)).size).toBe(4);
});

test('compares words as their language forms them', () => {
  const [best] = rankLexically('running', ['bread', 'he runs'], 'en');
  expect(best?.index).toBe(1);
});

test('has no score for documents without words, nor for a query without any', () => {
  expect(rankLexically('salmon', ['', ' '])).toEqual([
    { index: 0, score: 0 },
    { index: 1, score: 0 },
  ]);
  expect(rankLexically('?', ['?'])).toEqual([{ index: 0, score: 0 }]);
});

test('words in other forms count, though nobody names the language', () => {
  const [best] = rankLexically('rivers', ['Bread is baked.', 'A river flows to the sea.']);
  expect(best).toMatchObject({ index: 1, score: expect.any(Number) });
  expect(best?.score).toBeGreaterThan(0);
  expect(rankLexically('häuser', ['Das Brot und der Ofen.', 'Ein Haus ist auf dem Berg.'])[0]?.index).toBe(1);
});
