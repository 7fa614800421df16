import { beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../../lib/config/config.ts';
import { Capacity } from '../../../lib/limits/capacity.ts';
import { WaitEstimate } from '../../../lib/limits/wait-estimate.ts';
import type { Provider } from '../../../lib/providers/provider.ts';
import { buildRoster } from '../../../lib/providers/roster.ts';

let now = 0;
let estimate: WaitEstimate;
beforeEach(() => {
  now = 1_000_000;
  estimate = new WaitEstimate(() => now);
});

/** Calls that did not wait, one after the other. */
function learnDuration(tookMs: number, count = 100): void {
  for (let i = 0; i < count; i++) {
    estimate.begin();
    now += tookMs;
    estimate.end(tookMs);
  }
}

/** So many calls at once, of which one ends every so often. */
function burst(calls: number, everyMs: number, waitedMs: number): void {
  for (let i = 0; i < calls; i++) estimate.begin();
  for (let i = 0; i < calls; i++) {
    now += everyMs;
    estimate.end(50, waitedMs);
  }
}

describe('the wait for a turn', () => {
  it('is nothing while a permit is free, however long a call takes', () => {
    learnDuration(60_000);
    expect(estimate.waitMs(9, 10)).toBe(0);
  });

  it('is a share of the duration of a call for each one before it', () => {
    learnDuration(500);
    expect(estimate.waitMs(10, 10)).toBeCloseTo(50);
    expect(estimate.waitMs(29, 10)).toBeCloseTo(1_000);
  });

  it('is learned from the first call that ends, not only from many', () => {
    learnDuration(2_900, 1);
    expect(estimate.callMs(10)).toBe(2_900);
  });

  it('is learned from calls in progress: nothing ends, so each takes at least that long', () => {
    for (let i = 0; i < 30; i++) estimate.begin();
    now += 2_500;
    expect(estimate.callMs(10)).toBe(2_500);
    expect(estimate.waitMs(29, 10)).toBe(5_000);
    // As long as a permit is free, it is nobody's fault that nothing ends.
    expect(estimate.callMs(31)).toBe(100);
  });

  it('follows the rate of replies when calls wait although permits are free', () => {
    burst(200, 100, 300);
    for (let i = 0; i < 2; i++) estimate.begin();
    burst(100, 100, 300);
    expect(estimate.mustWait).toBe(true);
    expect(estimate.waitMs(50, 200)).toBeGreaterThan(4_000);
  });

  it('is that of a batch if replies come in batches, also when the first reply of one has come', () => {
    for (let i = 0; i < 200; i++) estimate.begin();
    for (let batch = 0; batch < 10; batch++) {
      now += 600;
      for (let i = 0; i < 10; i++) {
        estimate.end(50, 300);
        // One reply in 60 ms, and fifty before this one.
        expect(estimate.waitMs(50, 200)).toBeLessThanOrEqual(50 * 60);
      }
    }
    expect(estimate.waitMs(50, 200)).toBeGreaterThan(45 * 60);
  });

  it.each([5_000, 15_000, 3_600_000])('does not count a silence of %i ms as slowness', (silenceMs) => {
    burst(200, 10, 300);
    now += silenceMs;
    for (let i = 0; i < 50; i++) estimate.begin();
    now += 20;
    for (let i = 0; i < 10; i++) estimate.end(50, 5);
    expect(estimate.waitMs(100, 200)).toBe(0);
  });

  it('is forgotten when a crowd has gone, whether its calls were made or it has left them', () => {
    for (let i = 0; i < 600; i++) estimate.begin();
    for (let i = 0; i < 200; i++) {
      now += 10;
      estimate.end(4_000, 500);
    }
    expect([estimate.mustWait, estimate.callMs(1_000)]).toEqual([true, expect.closeTo(4_000)]);
    for (let i = 0; i < 400; i++) estimate.end(null);
    expect(estimate.mustWait).toBe(false);
    for (let i = 0; i < 300; i++) estimate.begin();
    expect(estimate.waitMs(299, 200) + estimate.callMs(200)).toBeLessThan(200);
  });

  it('does not count a lull as slowness, in which only a call that hangs is in progress', () => {
    estimate.begin();
    burst(200, 10, 300);
    now += 5_000;
    for (let i = 0; i < 20; i++) estimate.begin();
    now += 20;
    for (let i = 0; i < 10; i++) estimate.end(50, 5);
    expect(estimate.waitMs(100, 200)).toBe(0);
  });
});

describe('a call to a provider', () => {
  const LEFT_MS = 6_000;
  const roster = buildRoster(readConfig({ BRAVE_API_KEY: 'key', ENGINE_A_CONCURRENCY: '10' }));
  const brave = roster.providers.get('brave') as Provider;
  const workers = { count: 1 };
  let capacity: Capacity;
  beforeEach(() => {
    workers.count = 1;
    capacity = new Capacity(workers, 100_000, () => now);
  });

  const refusal = (account = 'ann', provider = brave) => capacity.refusals([provider], account, LEFT_MS).get(provider);
  function learn(tookMs: number): void {
    for (let i = 0; i < 100; i++) {
      capacity.begin(brave, 'ann');
      now += tookMs;
      capacity.end(brave, 'ann', tookMs, 0);
    }
  }
  /** Adds calls until one is refused, and returns how many were admitted. */
  function admitted(provider = brave): number {
    for (let count = 0; count < 100_000; count++) {
      if (refusal('ann', provider)) return count;
      capacity.begin(provider, 'ann');
    }
    throw new Error('nothing was refused');
  }

  it('is admitted as long as it can be answered in time', () => {
    learn(500);
    // 3.6 s are usable, the call itself takes 0.5 s, and ten permits serve twenty calls a second.
    const count = admitted();
    expect(count).toBeGreaterThan(55);
    expect(count).toBeLessThan(75);
  });

  it('finds more permits with more workers', () => {
    learn(500);
    workers.count = 3;
    expect(admitted()).toBeGreaterThan(150);
  });

  it('is refused with the time after which it could be admitted, never longer than it may take', () => {
    learn(500);
    admitted();
    for (let i = 0; i < 40; i++) capacity.begin(brave, 'ann');
    // Forty calls at twenty a second.
    expect(refusal()?.retryAfterMs).toBeGreaterThan(1_500);
    expect(refusal()?.retryAfterMs).toBeLessThan(2_500);
    for (let i = 0; i < 5_000; i++) capacity.begin(brave, 'ann');
    expect(refusal()).toMatchObject({ code: 'overloaded', retryAfterMs: LEFT_MS });
  });

  it('is admitted again when those before it have ended', () => {
    const count = admitted();
    for (let i = 0; i < count; i++) capacity.end(brave, 'ann', null, 0);
    expect(refusal()).toBeUndefined();
  });

  it('is refused to an account that waits for many, and admitted for another', () => {
    learn(500);
    admitted();
    expect(refusal('ann')).toMatchObject({ code: 'overloaded' });
    expect(refusal('bob')).toBeUndefined();
  });

  it('waits for its turn under a rate limit', () => {
    expect(admitted({ ...brave, id: 'paced', rate: { limit: 1, windowMs: 1_000 } })).toBe(6);
  });

  it('is refused when too many wait in this process, whoever asks', () => {
    capacity = new Capacity(workers, 3, () => now);
    for (let i = 0; i < 3; i++) capacity.begin(brave, 'ann');
    expect(refusal('bob')).toMatchObject({ code: 'overloaded' });
  });
});
