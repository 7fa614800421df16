import { expect, test } from 'vitest';
import { FailedCalls } from '../../../api/ask/failed-calls.ts';
import type { FailureCode } from '../../../lib/outcome.ts';

const failed = (code: FailureCode) => ({ ok: false, failure: { code, reason: 'it failed' }, ms: 1 }) as const;

test('a call whose provider failed is remembered with its failure, until all are forgotten', () => {
  const calls = new FailedCalls();
  calls.note('timeout', failed('timeout'));
  calls.note('overloaded', failed('overloaded'));
  calls.note('answered', { ok: true, value: 1, ms: 1, cached: false });
  expect(calls.find('timeout')).toEqual({ code: 'timeout', reason: 'it failed' });
  for (const key of ['overloaded', 'answered', 'never asked']) expect(calls.find(key)).toBeNull();
  calls.clear();
  expect(calls.find('timeout')).toBeNull();
});
