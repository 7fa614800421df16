import { describe, expect, test } from 'vitest';
import { ProviderAway } from '../../lib/answers/answer.ts';
import { answerKinds } from '../../lib/answers/registry.ts';
import { answerHere } from './in-process.ts';
import { readCases } from './judges.ts';

/** Everything in `data` is documented, and nothing that is documented is missing. */
function expectShape(answer: { type: string; answer: string; data: unknown }): void {
  const kind = answerKinds.find(({ type }) => type === answer.type);
  expect(kind?.data.parse(answer.data)).toEqual(answer.data);
  expect(JSON.parse(JSON.stringify(answer.data))).toEqual(answer.data);
  expect(answer.answer).toMatch(/^[^\n\r]+$/);
}

describe('the example of every kind that needs nobody else', () => {
  test.each(answerKinds.filter(({ runs }) => runs !== 'provider').map((kind) => [kind.type, kind.example] as const))(
    '%s: %s',
    async (type, example) => {
      const answer = await answerHere(example);
      expect(answer?.type).toBe(type);
      if (answer) expectShape(answer);
    },
  );
});

test('every answer to a real query has the shape of its kind', async () => {
  for (const { query, tz, clock } of readCases()) {
    const answer = await answerHere(query, {
      ...(tz ? { tz } : {}),
      ...(clock ? { now: Date.parse(clock) } : {}),
    }).catch((error: unknown) => {
      if (error instanceof ProviderAway) return null;
      throw error;
    });
    if (answer) expectShape(answer);
  }
});
