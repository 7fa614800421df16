import { beforeEach, describe, expect, it } from 'vitest';
import type { Failure, FailureCode } from '../../../lib/outcome.ts';
import {
  claimTrial,
  gate,
  type Health,
  readHealth,
  recordHealth,
  recordSuccesses,
  unknownHealth,
} from '../../../lib/providers/health.ts';
import { redisKeys } from '../../../lib/redis-keys.ts';
import { redisForSuite } from '../../harness/redis.ts';

const PROVIDER = 'brave';
const KEY = redisKeys.providerHealth(PROVIDER);

const redis = await redisForSuite();
beforeEach(async () => {
  await redis.flushdb();
});

const failed = (code: FailureCode, retryAfterMs?: number): Failure =>
  retryAfterMs === undefined ? { code, reason: `${code}!` } : { code, reason: `${code}!`, retryAfterMs };
const success = () => recordHealth(redis, PROVIDER, null);
const failure = (code: FailureCode = 'upstream', retryAfterMs?: number) =>
  recordHealth(redis, PROVIDER, failed(code, retryAfterMs));
const stored = async () => (await readHealth(redis, [PROVIDER])).get(PROVIDER) ?? unknownHealth;
/** How long the last recorded call opened the breaker for. */
const openFor = (health: Health) => health.openUntil - health.checkedAt;

/** Ends the breaker's pause and changes nothing else. */
async function pauseIsOver(): Promise<void> {
  const { openUntil } = await stored();
  expect(openUntil).toBeGreaterThan(0);
  await redis.hset(KEY, 'open_until', Date.now() - 1_000);
}

async function down(): Promise<Health> {
  await failure();
  await failure();
  return failure();
}

describe('a provider’s state', () => {
  it('is unknown before the first call', async () => {
    expect(await stored()).toEqual({
      state: 'unknown',
      failures: 0,
      opened: 0,
      openUntil: 0,
      checkedAt: 0,
      lastOkAt: 0,
      lastError: '',
    });
  });

  it('is up after one success, with its time', async () => {
    const before = Date.now();
    const health = await success();
    const after = Date.now();
    expect(health).toMatchObject({ state: 'up', failures: 0, opened: 0, openUntil: 0, lastError: '' });
    expect(health.checkedAt).toBe(health.lastOkAt);
    expect(health.checkedAt).toBeGreaterThanOrEqual(before);
    expect(health.checkedAt).toBeLessThanOrEqual(after);
    expect(await stored()).toEqual(health);
  });

  it.each(['timeout', 'upstream'] as const)('does not change after one or two failures (%s)', async (code) => {
    expect(await failure(code)).toMatchObject({ state: 'unknown', failures: 1, openUntil: 0, lastError: `${code}!` });
    expect(await failure(code)).toMatchObject({ state: 'unknown', failures: 2, openUntil: 0 });
    await success();
    expect(await failure(code)).toMatchObject({ state: 'up', failures: 1, openUntil: 0 });
    expect(await failure(code)).toMatchObject({ state: 'up', failures: 2, openUntil: 0 });
  });

  it('is down after three consecutive failures of any kind', async () => {
    await failure('timeout');
    await failure('upstream');
    expect(await failure('timeout')).toMatchObject({ state: 'down', failures: 3, lastError: 'timeout!' });
  });

  it('is not down after three failures with a success in between', async () => {
    await failure();
    await failure();
    await success();
    await failure();
    expect(await failure()).toMatchObject({ state: 'up', failures: 2, openUntil: 0 });
  });

  it('is down after one refusal of our credentials', async () => {
    await success();
    expect(await failure('refused')).toMatchObject({ state: 'down', lastError: 'refused!' });
  });

  it('is up again after one success, without the error', async () => {
    await down();
    expect(await success()).toMatchObject({ state: 'up', failures: 0, opened: 0, openUntil: 0, lastError: '' });
  });

  it('keeps the time of the last success while it fails', async () => {
    const { lastOkAt } = await success();
    const health = await down();
    expect(health.lastOkAt).toBe(lastOkAt);
    expect(health.checkedAt).toBeGreaterThanOrEqual(lastOkAt);
  });

  it.each(['rejected', 'internal', 'suspended', 'expired', 'overloaded'] as const)(
    'does not change after an outcome that does not reflect on the provider (%s)',
    async (code) => {
      await failure(code);
      expect(await stored()).toEqual(unknownHealth);

      const up = await success();
      expect(await failure(code)).toEqual(up);

      await failure();
      const twice = await failure();
      expect(await failure(code)).toEqual(twice);

      const open = await failure();
      expect(open.state).toBe('down');
      expect(await failure(code)).toEqual(open);
    },
  );

  it('shows a reason of at most 300 characters', async () => {
    const health = await recordHealth(redis, PROVIDER, { code: 'upstream', reason: 'x'.repeat(5_000) });
    expect(health.lastError).toBe('x'.repeat(300));
  });

  it('is separate for each provider', async () => {
    await down();
    await recordHealth(redis, 'mojeek', null);
    const health = await readHealth(redis, ['brave', 'mojeek', 'marginalia']);
    expect([...health].map(([provider, { state }]) => [provider, state])).toEqual([
      ['brave', 'down'],
      ['mojeek', 'up'],
      ['marginalia', 'unknown'],
    ]);
    expect(await claimTrial(redis, 'mojeek')).toBe(true);
    expect(await claimTrial(redis, 'brave')).toBe(false);
  });

  it('counts every concurrent failure', async () => {
    await Promise.all(Array.from({ length: 20 }, () => failure()));
    expect(await stored()).toMatchObject({ state: 'down', failures: 20, opened: 1 });
  });
});

describe('the breaker', () => {
  it('opens for 1.5 s when the provider goes down', async () => {
    const health = await down();
    expect(health.opened).toBe(1);
    expect(openFor(health)).toBe(1_500);
    expect(gate(health, health.checkedAt)).toBe('open');
  });

  it('opens for 5 s when the provider hangs', async () => {
    for (let i = 0; i < 2; i++) await failure('timeout');
    expect(openFor(await failure('timeout'))).toBe(5_000);
  });

  it('opens for twice as long each time, up to 10 minutes', async () => {
    await failure();
    await failure();
    const pauses: number[] = [];
    for (let time = 1; time <= 12; time++) {
      const health = await failure();
      expect(health.opened).toBe(time);
      pauses.push(openFor(health) / 1_000);
      await pauseIsOver();
    }
    expect(pauses).toEqual([1.5, 3, 6, 12, 24, 48, 96, 192, 384, 600, 600, 600]);
  });

  it('starts at 1.5 s again after a success', async () => {
    await down();
    await pauseIsOver();
    expect(openFor(await failure())).toBe(3_000);
    await success();
    expect(openFor(await down())).toBe(1_500);
  });

  it('opens for 180 s on a refusal', async () => {
    const health = await failure('refused');
    expect(openFor(health)).toBe(180_000);
    expect(health.opened).toBe(1);
  });

  it('opens for as long as a rate limit requests', async () => {
    await success();
    const health = await failure('rate_limited', 42_000);
    expect(openFor(health)).toBe(42_000);
    expect(health).toMatchObject({ state: 'up', failures: 1, lastError: 'rate_limited!' });
  });

  it('opens for as long as a failing provider requests, after one failure', async () => {
    await success();
    const health = await failure('upstream', 42_000);
    expect(openFor(health)).toBe(42_000);
    expect(health).toMatchObject({ state: 'up', failures: 1, opened: 1 });
  });

  it('stays closed after one failure of a provider that requests no wait', async () => {
    expect(await failure('upstream', 0)).toMatchObject({ failures: 1, opened: 0, openUntil: 0 });
  });

  it('opens for at most an hour, whatever a rate limit requests', async () => {
    expect(openFor(await failure('rate_limited', 3_600_001))).toBe(3_600_000);
    await redis.flushdb();
    expect(openFor(await failure('rate_limited', 30 * 86_400_000))).toBe(3_600_000);
  });

  it('opens for 180 s if a rate limit has no readable wait', async () => {
    expect(openFor(await failure('rate_limited'))).toBe(180_000);
  });

  it('opens for as long as the rate limit requests even if it is the third failure', async () => {
    await failure();
    await failure();
    const health = await failure('rate_limited', 5_000);
    expect(health.state).toBe('down');
    expect(openFor(health)).toBe(5_000);
  });

  it('is not opened twice by calls that were already running', async () => {
    const open = await down();
    for (const code of ['timeout', 'upstream', 'refused'] as const) {
      expect(await failure(code)).toMatchObject({ opened: 1, openUntil: open.openUntil });
    }
  });

  it('is extended, but never shortened, by a late reply that requests another pause', async () => {
    const open = await down();
    expect(await failure('rate_limited', 1_000)).toMatchObject({ opened: 1, openUntil: open.openUntil });
    const longer = await failure('rate_limited', 600_000);
    expect(longer.opened).toBe(1);
    expect(longer.openUntil).toBeGreaterThan(open.openUntil);
    const longest = await failure('upstream', 1_200_000);
    expect(longest.opened).toBe(1);
    expect(longest.openUntil).toBeGreaterThan(longer.openUntil);
  });

  it('is opened once by ten concurrent failures', async () => {
    await Promise.all(Array.from({ length: 10 }, () => failure('timeout')));
    const health = await stored();
    expect(health.opened).toBe(1);
    expect(openFor(health)).toBeLessThanOrEqual(5_000);
  });

  it('is closed by a success, even while it is open', async () => {
    await down();
    const health = await success();
    expect(gate(health, health.checkedAt)).toBe('closed');
    expect(await claimTrial(redis, PROVIDER)).toBe(true);
    expect(await claimTrial(redis, PROVIDER)).toBe(true);
  });

  it('is closed, open or half-open depending on the time', () => {
    expect(gate(unknownHealth, 1_000)).toBe('closed');
    expect(gate({ ...unknownHealth, openUntil: 1_001 }, 1_000)).toBe('open');
    expect(gate({ ...unknownHealth, openUntil: 1_000 }, 1_000)).toBe('half-open');
    expect(gate({ ...unknownHealth, openUntil: 999 }, 1_000)).toBe('half-open');
  });
});

describe('a trial', () => {
  it('is not needed while the breaker is closed', async () => {
    const claims = await Promise.all(Array.from({ length: 20 }, () => claimTrial(redis, PROVIDER)));
    expect(claims.every(Boolean)).toBe(true);
  });

  it('is not allowed while the breaker is open', async () => {
    await down();
    const claims = await Promise.all(Array.from({ length: 20 }, () => claimTrial(redis, PROVIDER)));
    expect(claims.some(Boolean)).toBe(false);
  });

  it('is given to one of twenty concurrent calls after the pause', async () => {
    await down();
    await pauseIsOver();
    const others = Array.from({ length: 4 }, () => redis.duplicate());
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, i) => claimTrial(others[i % 4] ?? redis, PROVIDER)),
    );
    for (const other of others) other.disconnect();
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await claimTrial(redis, PROVIDER)).toBe(false);
  });

  it('that succeeds closes the breaker for all calls', async () => {
    await down();
    await pauseIsOver();
    expect(await claimTrial(redis, PROVIDER)).toBe(true);
    await success();
    const claims = await Promise.all(Array.from({ length: 20 }, () => claimTrial(redis, PROVIDER)));
    expect(claims.every(Boolean)).toBe(true);
  });

  it('that fails opens the breaker for longer', async () => {
    await down();
    await pauseIsOver();
    expect(await claimTrial(redis, PROVIDER)).toBe(true);
    const health = await failure('timeout');
    expect(openFor(health)).toBe(10_000);
    expect(await claimTrial(redis, PROVIDER)).toBe(false);
  });

  it.each(['refused', 'rate_limited'] as const)(
    'that fails opens the breaker again, even if a single call had opened it (%s)',
    async (code) => {
      await success();
      await failure(code);
      await pauseIsOver();
      expect(await claimTrial(redis, PROVIDER)).toBe(true);
      const health = await failure('timeout');
      expect(gate(health, health.checkedAt)).toBe('open');
      expect(await claimTrial(redis, PROVIDER)).toBe(false);
    },
  );

  it('that is refused again opens the breaker for 180 s again', async () => {
    await failure('refused');
    await pauseIsOver();
    expect(await claimTrial(redis, PROVIDER)).toBe(true);
    expect(openFor(await failure('refused'))).toBe(180_000);
  });

  it('ends with its outcome: after the next pause another one is given immediately', async () => {
    await down();
    await pauseIsOver();
    expect(await claimTrial(redis, PROVIDER)).toBe(true);
    await failure();
    await pauseIsOver();
    expect(await claimTrial(redis, PROVIDER)).toBe(true);
  });

  it('with an outcome that does not reflect on the provider is given to another call', async () => {
    await down();
    await pauseIsOver();
    expect(await claimTrial(redis, PROVIDER)).toBe(true);
    expect(await claimTrial(redis, PROVIDER)).toBe(false);
    await failure('rejected');
    expect(await claimTrial(redis, PROVIDER)).toBe(true);
  });

  it('that died with its process is given to another call after its lease', async () => {
    await down();
    await pauseIsOver();
    expect(await claimTrial(redis, PROVIDER)).toBe(true);
    expect(await claimTrial(redis, PROVIDER)).toBe(false);
    expect(Number(await redis.hget(KEY, 'trial_until'))).toBeLessThanOrEqual(Date.now() + 15_000);
    await redis.hset(KEY, 'trial_until', Date.now() - 1_000);
    expect(await claimTrial(redis, PROVIDER)).toBe(true);
  });
});

describe('a pause that a provider asks for after a success', () => {
  const paused = (pauseMs: number) => recordHealth(redis, PROVIDER, null, 10, pauseMs);

  it('suspends it for that long, although it is up', async () => {
    const health = await paused(30_000);
    expect(health).toMatchObject({ state: 'up', failures: 0, opened: 0, lastError: '' });
    expect(openFor(health)).toBe(30_000);
    expect(gate(health, health.checkedAt)).toBe('open');
    expect(await claimTrial(redis, PROVIDER)).toBe(false);
  });

  it('is an hour at most', async () => {
    expect(openFor(await paused(Number.POSITIVE_INFINITY))).toBe(3_600_000);
  });

  it('is not ended by successes that were under way', async () => {
    const { openUntil } = await paused(30_000);
    expect((await success()).openUntil).toBe(openUntil);
    expect((await recordSuccesses(redis, PROVIDER, 3, 30)).openUntil).toBe(openUntil);
    expect((await paused(1_000)).openUntil).toBe(openUntil);
  });

  it('ends with the first success after it', async () => {
    await paused(30_000);
    await pauseIsOver();
    expect(await claimTrial(redis, PROVIDER)).toBe(true);
    expect(await success()).toMatchObject({ state: 'up', openUntil: 0 });
  });

  it('is kept when the success also ends a row of failures', async () => {
    await down();
    expect(openFor(await paused(30_000))).toBe(30_000);
  });
});
