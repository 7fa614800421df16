import { describe, expect, test } from 'vitest';
import type { AnswerContent, QueryFields } from '../../lib/answers/answer.ts';
import { instantQuery } from '../../lib/answers/answer.ts';
import { answerKinds } from '../../lib/answers/registry.ts';
import { SCORER_AGENT } from './judges.ts';

const ASKER: Omit<QueryFields, 'q'> = {
  lang: '',
  tz: 'UTC',
  now: 0,
  ip: '127.0.0.1',
  userAgent: SCORER_AGENT,
  pictures: true,
};

/** The answer of one kind, without the others, so that its tables do not depend on them. */
export async function alone(type: string, q: string): Promise<AnswerContent<unknown> | null> {
  const kind = answerKinds.find((each) => each.type === type);
  if (!kind || kind.runs === 'provider') throw new Error(`There is no kind "${type}" that works alone.`);
  const asked = instantQuery({ ...ASKER, q: q.trim().normalize('NFC') });
  return (await kind.claim(asked)?.answer()) ?? null;
}

/** The result in the form of the expected one: a number, a list, yes or no, or a text. */
export function resultIn(data: unknown, expected: unknown): unknown {
  const { value, number, values } = (data ?? {}) as { value?: string; number?: number; values?: unknown[] };
  if (typeof expected === 'number') return number;
  if (typeof expected === 'boolean') return value === 'true' || (value === 'false' ? false : value);
  return Array.isArray(expected) ? values : value;
}

/** Checks the value of `type`'s answer to each query. */
export function answers(type: string, rows: readonly (readonly [query: string, value: unknown])[]): void {
  describe(`${type} answers`, () => {
    test.each(rows)('%s', async (query, value) => {
      expect(resultIn((await alone(type, query))?.data, value)).toEqual(value);
    });
  });
}

/** Checks that `type` does not answer these queries, which only resemble its own. */
export function staysSilent(type: string, queries: readonly string[]): void {
  describe(`${type} does not answer`, () => {
    test.each(queries)('%s', async (query) => {
      expect(await alone(type, query)).toBeNull();
    });
  });
}

/** The `data` of the answer that `type` gives to a query. */
export async function dataOf<Data>(type: string, query: string): Promise<Data> {
  const found = await alone(type, query);
  if (!found) throw new Error(`No answer to ${query}`);
  return found.data as Data;
}
