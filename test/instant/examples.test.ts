import { expect, test } from 'vitest';
import type { z } from 'zod';
import { kindExamples } from '../../lib/answers/examples.ts';
import { answerKinds } from '../../lib/answers/registry.ts';
import { ask } from './asking.ts';

const shapesOf = (data: z.ZodType) => ('options' in data ? data.options : [data]) as z.ZodObject[];
const kindsOf = ({ shape }: z.ZodObject) => [...(shape.kind as z.ZodLiteral<string>)._zod.values] as string[];

test('every kind of a type with several kinds has an example of its own', () => {
  const several = answerKinds
    .map(({ data }) => shapesOf(data).flatMap(kindsOf))
    .filter((kinds) => kinds.length > 1)
    .flat();
  expect([...kindExamples().keys()].sort()).toEqual(several.sort());
});

test.each([...kindExamples()])('the example of %s has an answer of this kind: %s', async (kind, query) => {
  expect((await ask(query))?.data.kind).toBe(kind);
});
