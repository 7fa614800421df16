import { describe, expect, test } from 'vitest';
import { allCached, noAnswerError, noWorker } from '../../../api/ask/outcomes.ts';
import { timingOf } from '../../../api/ask/timing.ts';
import { type Failure, type ProviderOutcome, skipped as skip } from '../../../lib/outcome.ts';

const cached: ProviderOutcome = { provider: 'engine_a', outcome: { ok: true, value: 'x', ms: 0, cached: true } };
const fetched: ProviderOutcome = { provider: 'engine_b', outcome: { ok: true, value: 'x', ms: 8.6, cached: false } };
const skipped: ProviderOutcome = { provider: 'engine_c', outcome: skip('no such page') };
const failed = (failure: Partial<Failure> = {}): ProviderOutcome => ({
  provider: 'engine_c',
  outcome: { ok: false, failure: { code: 'upstream', reason: 'broken', ...failure }, ms: 9 },
});

test('Server-Timing lists every provider with its outcome', () => {
  const { text, engines } = timingOf([cached, fetched, skipped, failed({ code: 'expired' })]);
  expect(text).toBe(
    'engine_a;dur=0;desc="cached", engine_b;dur=9;desc="ok", engine_c;dur=0;desc="skipped", engine_c;dur=9;desc="timeout"',
  );
  expect(engines).toEqual([
    { engine: 'engine_a', outcome: 'cached', ms: null },
    { engine: 'engine_b', outcome: 'ok', ms: 9 },
    { engine: 'engine_c', outcome: 'skipped', ms: null },
    { engine: 'engine_c', outcome: 'timeout', ms: 9 },
  ]);
});

describe('whether a reply may be cached:', () => {
  test.each([
    ['of cached answers alone', [cached], true],
    ['of cached answers beside a skipped provider', [cached, skipped], true],
    ['of which a part was just fetched', [cached, fetched], false],
    ['of which a part failed', [cached, failed()], false],
    ['of skipped providers alone', [skipped], false],
  ])('%s', (_, answers, expected) => {
    expect(allCached(answers)).toBe(expected);
  });
});

describe('a request fails with a 503', () => {
  const detail = (answers: ProviderOutcome[]) => noAnswerError(answers)?.body.detail;
  const wait = (answers: ProviderOutcome[]) => noAnswerError(answers)?.headers['retry-after'];

  test('when providers were called and none answered', () => {
    expect(detail([skipped, failed()])).toBe('No search engine answered.');
    expect(noAnswerError([failed()], 'No map provider answered.')?.body.detail).toBe('No map provider answered.');
    expect(noAnswerError([cached, failed()])).toBeNull();
    expect(noAnswerError([skipped])).toBeNull();
    expect(noAnswerError([])).toBeNull();
  });

  test('with the shortest wait that a provider asked for', () => {
    expect(wait([failed({ retryAfterMs: 60_000 }), failed({ retryAfterMs: 2_100 })])).toBe('3');
    expect(wait([failed()])).toBe('5');
  });

  test('that gives the reason when the service itself is overloaded or has no worker', () => {
    const overloaded = failed({ code: 'overloaded' });
    expect([detail([overloaded]), wait([overloaded])]).toEqual(['Too many searches are under way.', '1']);
    expect([detail([failed(noWorker)]), wait([failed(noWorker)])]).toEqual(['No search worker is running.', '2']);
    expect(detail([overloaded, failed()])).toBe('No search engine answered.');
  });
});
