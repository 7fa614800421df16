import { expect, test } from 'vitest';
import { meansOf, passageScores } from '../../../bench/passage-quality.ts';

const scores = passageScores();

test('questions in six languages, half of them held out', () => {
  const heldOut = scores.filter((score) => score.heldOut);
  expect(new Set(scores.map(({ lang }) => lang))).toEqual(new Set(['de', 'en', 'fr', 'ja', 'ru', 'zh']));
  expect([scores.length, heldOut.length]).toEqual([88, 44]);
});

test.each([
  ['all questions', () => scores],
  ['the questions that were held out', () => scores.filter(({ heldOut }) => heldOut)],
] as const)('the passages that answer %s come first', (_which, chosen) => {
  const { ndcg, first } = meansOf(chosen());
  expect(ndcg).toBeGreaterThanOrEqual(0.87);
  expect(first).toBeGreaterThanOrEqual(0.85);
});

test('an order that knows nothing of the question is worth less', () => {
  const inTurn = passageScores((blocks) => blocks.filter((block) => !block.startsWith('#')).map((text) => ({ text })));
  expect(meansOf(inTurn).ndcg).toBeLessThan(0.5);
});
