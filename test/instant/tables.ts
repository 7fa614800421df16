import { describe, expect, test } from 'vitest';
import { answerHere } from './in-process.ts';

/** Queries and the value that `type` answers them with. */
export function answers(type: string, rows: readonly (readonly [query: string, value: unknown])[]): void {
  describe('answers', () => {
    test.each(rows)('%s', async (query, value) => {
      const answer = await answerHere(query);
      expect(answer?.type).toBe(type);
      const data = answer?.data as { value?: unknown; values?: unknown } | undefined;
      expect(data?.value ?? data?.values).toEqual(value);
    });
  });
}

/** Queries that look as if, and are about something else. */
export function staysSilent(queries: readonly string[]): void {
  describe('stays silent', () => {
    test.each(queries)('%s', async (query) => {
      expect(await answerHere(query)).toBeNull();
    });
  });
}

/** `data` of the answer to a query that has one. */
export async function dataOf<Data>(query: string): Promise<Data> {
  const answer = await answerHere(query);
  if (!answer) throw new Error(`No answer to ${query}`);
  return answer.data as Data;
}
