import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Failure, FailureCode } from '../../../lib/outcome.ts';
import {
  afterCall,
  gateOf,
  type Health,
  isNews,
  openForMs,
  unknownHealth,
  withTrial,
} from '../../../lib/providers/breaker.ts';
import { runs } from '../../harness/fuzz.ts';

let now: number;
let health: Health;
beforeEach(() => {
  now = 1_000_000;
  health = unknownHealth;
});

const failed = (code: FailureCode, retryAfterMs?: number): Failure =>
  retryAfterMs === undefined ? { code, reason: `${code}!` } : { code, reason: `${code}!`, retryAfterMs };

/** A call that began a moment ago, or when it is said, ends now. */
function end(failure: Failure | null, { startedAt = now + 5, pauseMs = 0 } = {}): Health {
  now += 10;
  health = afterCall(health, { failure, startedAt, endedAt: now, pauseMs });
  return health;
}
const success = (how = {}) => end(null, how);
const failure = (code: FailureCode = 'upstream', retryAfterMs?: number) => end(failed(code, retryAfterMs));
/** How long the last recorded call opened the breaker for. */
const openFor = (record: Health) => record.openUntil - record.checkedAt;

function takeTrial(): boolean {
  const record = withTrial(health, now);
  health = record ?? health;
  return record !== null;
}

/** The time until which the breaker is open passes. */
function pauseIsOver(): void {
  expect(health.openUntil).toBeGreaterThan(0);
  now += openForMs(health, now);
}

function down(): Health {
  failure();
  failure();
  return failure();
}

describe('a provider’s state', () => {
  it('is unknown before the first call', () => {
    expect(health.state).toBe('unknown');
    expect(gateOf(health, now)).toBe('closed');
  });

  it('is down after three consecutive failures of any kind', () => {
    failure('timeout');
    failure('upstream');
    expect(failure('timeout')).toMatchObject({ state: 'down', failures: 3, lastError: 'timeout!' });
  });

  it('is not down after three failures with a success in between', () => {
    failure();
    failure();
    success();
    failure();
    expect(failure()).toMatchObject({ state: 'up', failures: 2, openUntil: 0 });
  });

  it('is down after one refusal of our credentials', () => {
    success();
    expect(failure('refused')).toMatchObject({ state: 'down', lastError: 'refused!' });
  });

  it('is up again after one success, without the error', () => {
    down();
    expect(success()).toMatchObject({ state: 'up', failures: 0, opened: 0, openUntil: 0, lastError: '' });
  });

  it('keeps the time of the last success while it fails', () => {
    const { lastOkAt } = success();
    const health = down();
    expect(health.lastOkAt).toBe(lastOkAt);
    expect(health.checkedAt).toBeGreaterThanOrEqual(lastOkAt);
  });

  it.each(['rejected', 'internal', 'suspended', 'expired', 'overloaded'] as const)(
    'does not change after an outcome that does not reflect on the provider (%s)',
    (code) => {
      failure(code);
      expect(health).toEqual(unknownHealth);

      const up = success();
      expect(failure(code)).toEqual(up);

      failure();
      const twice = failure();
      expect(failure(code)).toEqual(twice);

      const open = failure();
      expect(open.state).toBe('down');
      expect(failure(code)).toEqual(open);
    },
  );

  it('shows a reason of at most 300 characters', () => {
    const health = end({ code: 'upstream', reason: 'x'.repeat(5_000) });
    expect(health.lastError).toBe('x'.repeat(300));
  });
});

describe('the breaker', () => {
  it('opens for 1.5 s when the provider goes down', () => {
    const health = down();
    expect(health.opened).toBe(1);
    expect(openFor(health)).toBe(1_500);
    expect(gateOf(health, health.checkedAt)).toBe('open');
  });

  it('opens for 5 s when the provider hangs', () => {
    for (let i = 0; i < 2; i++) failure('timeout');
    expect(openFor(failure('timeout'))).toBe(5_000);
  });

  it('opens for twice as long each time, up to 10 minutes', () => {
    failure();
    failure();
    const pauses: number[] = [];
    for (let time = 1; time <= 12; time++) {
      const health = failure();
      expect(health.opened).toBe(time);
      pauses.push(openFor(health) / 1_000);
      pauseIsOver();
    }
    expect(pauses).toEqual([1.5, 3, 6, 12, 24, 48, 96, 192, 384, 600, 600, 600]);
  });

  it('starts at 1.5 s again after a success', () => {
    down();
    pauseIsOver();
    expect(openFor(failure())).toBe(3_000);
    success();
    expect(openFor(down())).toBe(1_500);
  });

  it('opens for 180 s on a refusal', () => {
    const health = failure('refused');
    expect(openFor(health)).toBe(180_000);
    expect(health.opened).toBe(1);
  });

  it('opens for as long as a rate limit requests', () => {
    success();
    const health = failure('rate_limited', 42_000);
    expect(openFor(health)).toBe(42_000);
    expect(health).toMatchObject({ state: 'up', failures: 1, lastError: 'rate_limited!' });
  });

  it('opens for as long as a failing provider requests, after one failure', () => {
    success();
    const health = failure('upstream', 42_000);
    expect(openFor(health)).toBe(42_000);
    expect(health).toMatchObject({ state: 'up', failures: 1, opened: 1 });
  });

  it('stays closed after one failure of a provider that requests no wait', () => {
    expect(failure('upstream', 0)).toMatchObject({ failures: 1, opened: 0, openUntil: 0 });
  });

  it('opens for at most an hour, whatever a rate limit requests', () => {
    expect(openFor(failure('rate_limited', 3_600_001))).toBe(3_600_000);
    health = unknownHealth;
    expect(openFor(failure('rate_limited', 30 * 86_400_000))).toBe(3_600_000);
  });

  it('opens for 180 s if a rate limit has no readable wait', () => {
    expect(openFor(failure('rate_limited'))).toBe(180_000);
  });

  it('opens for as long as the rate limit requests even if it is the third failure', () => {
    failure();
    failure();
    const health = failure('rate_limited', 5_000);
    expect(health.state).toBe('down');
    expect(openFor(health)).toBe(5_000);
  });

  it('is not opened twice by calls that were already running', () => {
    const open = down();
    for (const code of ['timeout', 'upstream', 'refused'] as const) {
      expect(failure(code)).toMatchObject({ opened: 1, openUntil: open.openUntil });
    }
  });

  it('is extended, but never shortened, by a late reply that requests another pause', () => {
    const { openUntil } = down();
    expect(failure('rate_limited', 1_000)).toMatchObject({ opened: 1, openUntil });
    const longerMs = openForMs(failure('rate_limited', 600_000), now);
    expect(longerMs).toBe(600_000);
    expect(openForMs(failure('upstream', 1_200_000), now)).toBe(1_200_000);
    expect(health.opened).toBe(1);
  });

  it('is closed, open or half-open depending on the time', () => {
    expect(gateOf(unknownHealth, 1_000)).toBe('closed');
    expect(gateOf({ ...unknownHealth, openUntil: 1_001 }, 1_000)).toBe('open');
    expect(gateOf({ ...unknownHealth, openUntil: 1_000 }, 1_000)).toBe('half-open');
    expect(gateOf({ ...unknownHealth, openUntil: 999 }, 1_000)).toBe('half-open');
  });
});

describe('a refusal that may be the fault of the query', () => {
  const refusal = { ...failed('refused'), perhapsByQuery: true };
  const refuse = (account: string) => {
    now += 10;
    health = afterCall(health, { failure: refusal, startedAt: now - 5, endedAt: now, account });
    return health;
  };

  it('suspends nothing after a recent success, however many queries of one account are refused', () => {
    success();
    for (let i = 0; i < 5; i++) {
      expect(refuse('one')).toMatchObject({ state: 'up', failures: 0, openUntil: 0, lastError: 'refused!' });
    }
  });

  it('suspends the provider when another account is refused, too', () => {
    success();
    refuse('one');
    expect(openFor(refuse('other'))).toBe(180_000);
    expect(health.state).toBe('down');
  });

  it('is forgotten after a success that came later, and not after one that came before', () => {
    success();
    refuse('one');
    success();
    expect(refuse('other')).toMatchObject({ state: 'up', openUntil: 0 });
    health = afterCall(health, { failure: null, startedAt: now - 100, endedAt: now - 50 });
    expect(refuse('one')).toMatchObject({ state: 'down' });
  });

  it('suspends at once without a success in the last ten minutes, and in a trial', () => {
    expect(refuse('one').state).toBe('down');
    health = unknownHealth;
    success();
    now += 600_001;
    expect(refuse('one').state).toBe('down');
    pauseIsOver();
    takeTrial();
    expect(openFor(refuse('one'))).toBe(180_000);
  });
});

describe('news', () => {
  const ok = (fields: { pauseMs?: number } = {}) => ({ failure: null, startedAt: now, endedAt: now, ...fields });

  it('are the first success, each failure and pause, and a success after a refusal or a long silence', () => {
    expect(isNews(health, ok())).toBe(true);
    success();
    expect(isNews(health, { ...ok(), failure: failed('timeout') })).toBe(true);
    expect(isNews(health, ok({ pauseMs: 5_000 }))).toBe(true);
    expect(isNews({ ...health, refusedAccount: 'one' }, ok())).toBe(true);
    now += 300_001;
    expect(isNews(health, ok())).toBe(true);
  });

  it('are not one success among many', () => {
    success();
    now += 1_000;
    expect(isNews(health, ok())).toBe(false);
  });
});

describe('a trial', () => {
  it('is not needed while the breaker is closed, and not allowed while it is open', () => {
    expect(takeTrial()).toBe(false);
    expect(gateOf(health, now)).toBe('closed');
    down();
    expect(takeTrial()).toBe(false);
    expect(gateOf(health, now)).toBe('open');
  });

  it('is given once after the pause', () => {
    down();
    pauseIsOver();
    expect([takeTrial(), takeTrial(), takeTrial()]).toEqual([true, false, false]);
  });

  it('that succeeds closes the breaker for all calls', () => {
    down();
    pauseIsOver();
    takeTrial();
    expect(gateOf(success(), now)).toBe('closed');
  });

  it('that fails opens the breaker for longer', () => {
    down();
    pauseIsOver();
    takeTrial();
    expect(openFor(failure('timeout'))).toBe(10_000);
    expect(takeTrial()).toBe(false);
  });

  it.each(['refused', 'rate_limited'] as const)(
    'that fails opens the breaker again, even if a single call had opened it (%s)',
    (code) => {
      success();
      failure(code);
      pauseIsOver();
      expect(takeTrial()).toBe(true);
      expect(gateOf(failure('timeout'), now)).toBe('open');
      expect(takeTrial()).toBe(false);
    },
  );

  it('that is refused again opens the breaker for 180 s again', () => {
    failure('refused');
    pauseIsOver();
    expect(takeTrial()).toBe(true);
    expect(openFor(failure('refused'))).toBe(180_000);
  });

  it('ends with its outcome: after the next pause another one is given immediately', () => {
    down();
    pauseIsOver();
    expect(takeTrial()).toBe(true);
    failure();
    pauseIsOver();
    expect(takeTrial()).toBe(true);
  });

  it('with an outcome that does not reflect on the provider is given to another call', () => {
    down();
    pauseIsOver();
    expect([takeTrial(), takeTrial()]).toEqual([true, false]);
    failure('rejected');
    expect(takeTrial()).toBe(true);
  });

  it('that died with its process is given to another call after its lease', () => {
    down();
    pauseIsOver();
    expect([takeTrial(), takeTrial()]).toEqual([true, false]);
    now += 15_000;
    expect(takeTrial()).toBe(true);
  });
});

describe('a call that was under way when the breaker opened', () => {
  it('does not close it by its success: that says nothing about what came later', () => {
    const startedAt = now;
    const { openUntil } = down();
    expect(success({ startedAt })).toMatchObject({ state: 'down', failures: 3, openUntil, lastOkAt: now });
    expect(gateOf(health, now)).toBe('open');
  });

  it('does not open it again by its failure, even when the pause is over', () => {
    const startedAt = now;
    const { openUntil } = down();
    pauseIsOver();
    expect(end(failed('timeout'), { startedAt })).toMatchObject({ opened: 1, openUntil });
    expect(takeTrial()).toBe(true);
  });
});

describe('a pause that a provider asks for', () => {
  it('ends by time alone: neither a late success nor one that began during it ends it', () => {
    const startedAt = now;
    failure('rate_limited', 60_000);
    success({ startedAt });
    expect(gateOf(health, now)).toBe('open');
    success();
    expect(gateOf(health, now)).toBe('open');
    expect(openForMs(health, now)).toBeGreaterThan(59_000);
    now += 60_000;
    expect(gateOf(health, now)).not.toBe('open');
  });

  it('after a success suspends it for that long, although it is up, and needs no trial', () => {
    expect(success({ pauseMs: 30_000 })).toMatchObject({ state: 'up', failures: 0, opened: 0, lastError: '' });
    expect(openForMs(health, now)).toBe(30_000);
    expect(takeTrial()).toBe(false);
    now += 30_000;
    expect(gateOf(health, now)).toBe('closed');
  });

  it('is an hour at most', () => {
    success({ pauseMs: Number.POSITIVE_INFINITY });
    expect(openForMs(health, now)).toBe(3_600_000);
  });

  it('is not shortened by another one, and kept when a success ends a row of failures', () => {
    const { pausedUntil } = success({ pauseMs: 30_000 });
    expect(success({ pauseMs: 1_000 }).pausedUntil).toBe(pausedUntil);
    down();
    expect(success().pausedUntil).toBe(pausedUntil);
  });
});

it('whatever happens, a pause that was asked for is kept and only a later success closes the breaker', () => {
  const codes = ['timeout', 'upstream', 'refused', 'rate_limited', 'rejected', 'expired'] as const;
  const event = fc.record({
    afterMs: fc.nat({ max: 20_000 }),
    tookMs: fc.nat({ max: 30_000 }),
    code: fc.option(fc.constantFrom(...codes)),
    askedMs: fc.option(fc.integer({ min: 1_000, max: 100_000 })),
    account: fc.constantFrom('one', 'other'),
    perhapsByQuery: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (events) => {
      let [at, record, askedUntil] = [1_000_000, unknownHealth, 0];
      for (const { afterMs, tookMs, code, askedMs, account, perhapsByQuery } of events) {
        at += afterMs;
        const asks = askedMs !== null && (code === 'rate_limited' || code === 'upstream');
        const failure = code && { ...failed(code, asks ? askedMs : undefined), perhapsByQuery };
        const next = afterCall(record, { failure, startedAt: at - tookMs, endedAt: at, account });
        if (code === 'refused' && !perhapsByQuery) expect(gateOf(next, at)).not.toBe('closed');
        if (asks) askedUntil = Math.max(askedUntil, at + askedMs);
        if (askedUntil > at) expect(gateOf(next, at)).toBe('open');
        const wasClosedBy = record.openUntil > 0 && next.openUntil === 0;
        if (wasClosedBy) expect([code, at - tookMs > record.openedAt]).toEqual([null, true]);
        if (code === null && record.openUntil === 0 && at >= record.failedAt) expect(next.state).toBe('up');
        expect(next.openUntil === 0).toBe(next.openedAt === 0);
        record = next;
      }
    }),
    { numRuns: runs() },
  );
});
