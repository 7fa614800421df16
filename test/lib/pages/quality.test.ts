import { expect, test } from 'vitest';
import { f1, pageCases, scorePage } from '../../../bench/page-quality.ts';

const cases = pageCases();
const scores = await Promise.all(cases.map(scorePage));
const heldOut = new Set(cases.filter((page) => page.heldOut).map(({ name }) => name));
const MIN_F1 = 0.96;
/** Of pages on which a title, a date or an author is right. */
const MIN_RIGHT = 0.95;

test('fifty-five pages of different kinds, fifteen of them held out', () => {
  expect([cases.length, heldOut.size]).toEqual([55, 15]);
});

test.each([
  ['all pages', () => scores],
  ['the pages that were held out', () => scores.filter(({ name }) => heldOut.has(name))],
] as const)('the content of %s is what a reader would want', (_which, chosen) => {
  expect(f1(chosen())).toBeGreaterThanOrEqual(MIN_F1);
});

test.each(['title', 'author', 'published'] as const)('the %s is right on nearly all pages', (field) => {
  const wrong = scores.filter((score) => score.wrong.includes(field)).map((score) => [score.name, score[field]]);
  expect(wrong.length, JSON.stringify(wrong)).toBeLessThanOrEqual(Math.floor(cases.length * (1 - MIN_RIGHT)));
});

test.each(scores.map((score) => [score.name, score] as const))(
  'most of %s is found, and most of what is found belongs to it',
  (_name, score) => {
    expect(Math.min(score.precision, score.recall)).toBeGreaterThan(0.5);
  },
);
