import { expect, test, vi } from 'vitest';
import { readExamples } from '../../../api/instant/answers.ts';
import { answerKinds } from '../../../lib/answers/registry.ts';

test('one query of every kind is read, so that nobody waits for the tables of that kind', async () => {
  const claims = answerKinds.map((kind) => ({ example: kind.example, claim: vi.spyOn(kind, 'claim') }));
  await readExamples();
  const unread = claims.filter(({ example, claim }) => !claim.mock.calls.some(([{ q }]) => q === example));
  expect(unread.map(({ example }) => example)).toEqual([]);
  for (const { claim } of claims) claim.mockRestore();
});
