import { beforeEach, describe, expect, it } from 'vitest';
import { Traffic } from '../../jobs/traffic.ts';
import { readConfig } from '../../lib/config.ts';
import { buildRoster, type Provider } from '../../lib/providers/roster.ts';

const roster = buildRoster(readConfig({ BRAVE_API_KEY: 'key', ENGINE_A_CONCURRENCY: '10' }));
const brave = roster.providers.get('brave') as Provider;
const LEFT_MS = 6_000;

let traffic: Traffic;
beforeEach(() => {
  traffic = new Traffic(brave);
});

/** Adds calls until one is refused, and returns how many were admitted. */
function admitted(workers: number, leftMs = LEFT_MS): number {
  for (let count = 0; count < 100_000; count++) {
    if (traffic.whyTooMany('ann', leftMs, workers)) return count;
    traffic.add('ann');
  }
  throw new Error('nothing was refused');
}

/** Calls that did not wait and took this long. */
function learnDuration(tookMs: number): void {
  for (let i = 0; i < 100; i++) traffic.learn(0, tookMs, i * tookMs);
}

describe('the calls to a provider', () => {
  it('are admitted while a place is free, however long a call takes', () => {
    learnDuration(60_000);
    expect(admitted(1, 1_000)).toBe(10);
  });

  it('are admitted as long as the last one can be answered in time', () => {
    learnDuration(500);
    // 3.6 s are usable, the call itself takes 0.5 s, and ten places serve twenty calls a second.
    const count = admitted(1);
    expect(count).toBeGreaterThan(55);
    expect(count).toBeLessThan(75);
  });

  it('have more places with more workers', () => {
    learnDuration(500);
    const one = admitted(1);
    traffic = new Traffic(brave);
    learnDuration(500);
    expect(admitted(3)).toBeGreaterThan(one * 2.5);
  });

  it('are refused with the time after which one could be admitted', () => {
    learnDuration(500);
    admitted(1);
    for (let i = 0; i < 40; i++) traffic.add('ann');
    const failure = traffic.whyTooMany('ann', LEFT_MS, 1);
    expect(failure).toMatchObject({ code: 'overloaded' });
    // Forty calls at twenty a second.
    expect(failure?.retryAfterMs).toBeGreaterThan(1_500);
    expect(failure?.retryAfterMs).toBeLessThan(2_500);
  });

  it('are limited by the rate of replies when calls wait although places are free', () => {
    traffic.add('ann');
    for (let i = 0; i < 200; i++) traffic.learn(300, 50, i * 100);
    expect(traffic.mustWait).toBe(true);
    // Ten replies a second, whatever the places would allow.
    const count = admitted(1);
    expect(count).toBeGreaterThan(25);
    expect(count).toBeLessThan(40);
  });

  it('are admitted again when those before them have ended', () => {
    const count = admitted(1);
    for (let i = 0; i < count; i++) traffic.remove('ann');
    expect(traffic.pending).toBe(0);
    expect(traffic.mustWait).toBe(false);
    expect(traffic.whyTooMany('ann', LEFT_MS, 1)).toBeNull();
  });

  it('are not admitted behind calls that hang, although calls were fast before', () => {
    learnDuration(20);
    for (let i = 0; i < 30; i++) traffic.add('ann', 10_000);
    expect(traffic.whyTooMany('ann', LEFT_MS, 1, 10_100)).toBeNull();
    expect(traffic.whyTooMany('ann', LEFT_MS, 1, 12_500)).toMatchObject({ code: 'overloaded' });
  });

  it('are refused to an account that waits for many, and admitted for another', () => {
    learnDuration(500);
    admitted(1);
    expect(traffic.whyTooMany('ann', LEFT_MS, 1)).toMatchObject({ code: 'overloaded' });
    expect(traffic.whyTooMany('bob', LEFT_MS, 1)).toBeNull();
  });

  it('wait for their turn under a rate limit', () => {
    traffic = new Traffic({ ...brave, rate: { limit: 1, windowMs: 1_000 } });
    expect(admitted(5)).toBe(6);
  });
});
