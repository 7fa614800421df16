import { expect, test } from 'vitest';
import { HotAnswers } from '../../api/hot-answers.ts';

const answer = { type: 'math', query: '2+2', answer: '2 + 2 = 4', data: { value: '4' } };

test('an answer is sent again as it was, to the same query in the same language', () => {
  let hits = 0;
  const hot = new HotAnswers(() => {
    hits += 1;
  });
  expect(hot.get('2+2', '')).toBeUndefined();
  const sent = hot.keep('2+2', '', answer);
  expect(JSON.parse(sent.json.toString())).toEqual(answer);
  expect(hot.get('2+2', '')).toBe(sent);
  expect(hot.get('2+2', 'de')).toBeUndefined();
  expect(hot.get('2 + 2', '')).toBeUndefined();
  expect(hits).toBe(1);
});

test('only so much is kept: the answers that were asked for last', () => {
  const hot = new HotAnswers();
  const long = { ...answer, data: { value: 'x'.repeat(500_000) } };
  for (let n = 0; n < 20; n += 1) hot.keep(`query ${n}`, '', long);
  expect(hot.get('query 0', '')).toBeUndefined();
  expect(hot.get('query 19', '')).toBeDefined();
});
