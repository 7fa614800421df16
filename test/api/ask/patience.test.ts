import { describe, expect, test } from 'vitest';
import { notAwaited, patienceFor, waitFor } from '../../../api/ask/patience.ts';
import { Deadline } from '../../../lib/deadline.ts';
import type { Outcome } from '../../../lib/outcome.ts';

const found = (value: string): Outcome<string> => ({ ok: true, value, ms: 1, cached: false });
const failed: Outcome<string> = { ok: false, failure: { code: 'upstream', reason: 'broken' }, ms: 1 };
const never = new Promise<Outcome<string>>(() => {});
const soon = (outcome: Outcome<string>) => new Promise<Outcome<string>>((resolve) => setImmediate(resolve, outcome));
/** What came of each call: its value, or why there is none. */
const words = (outcomes: Outcome<string>[]) =>
  outcomes.map((outcome) => (outcome.ok ? outcome.value : outcome.failure.reason));

describe('a request that wants some answers', () => {
  test('waits for that many, and takes what has come with them', async () => {
    const cached = [Promise.resolve(found('c')), Promise.resolve(found('d'))];
    expect(words(await waitFor([never, ...cached], { answers: 1 }))).toEqual([notAwaited.reason, 'c', 'd']);
    expect(words(await waitFor([never, soon(found('b')), ...cached], { answers: 3 }))).toEqual([
      notAwaited.reason,
      'b',
      'c',
      'd',
    ]);
  });

  test('does not count failures, and waits for all if there are too few', async () => {
    expect(words(await waitFor([Promise.resolve(failed), soon(found('b')), never], { answers: 1 }))).toEqual([
      'broken',
      'b',
      notAwaited.reason,
    ]);
    const all = [Promise.resolve(failed), soon(found('b')), soon(failed)];
    expect(words(await waitFor(all, { answers: 2 }))).toEqual(['broken', 'b', 'broken']);
    expect(words(await waitFor(all, { answers: 9 }))).toEqual(['broken', 'b', 'broken']);
  });
});

describe('a request with a deadline of its own', () => {
  test('goes with what has come by then', async () => {
    const calls = [never, Promise.resolve(found('b'))];
    expect(words(await waitFor(calls, { deadline: Deadline.in(1) }))).toEqual([notAwaited.reason, 'b']);
  });

  test('has none if it ends after that of the calls', () => {
    const calls = { deadline: Deadline.in(5_000) };
    expect(patienceFor(calls, { withinMs: 1_000 }).deadline).toBeInstanceOf(Deadline);
    for (const withinMs of [60_000, 10 ** 15, undefined]) {
      expect(patienceFor(calls, { withinMs }).deadline).toBeUndefined();
    }
  });
});
