import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { HostGate } from '../../lib/crawl/host-gate.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { redisForSuite } from '../harness/redis.ts';

const redis = await redisForSuite();
beforeEach(() => redis.flushdb());

const HOST = 'host';
const gate = (gapMs = 0) => new HostGate(redis, HOST, gapMs);
/** Makes the next request due now. */
const pass = () => redis.hset(redisKeys.crawlGate(HOST), 'next', 0);
const gapNow = async () => (await gate(1_000).pass('probe')).gapMs;

/** A request from its beginning to its end. */
async function request(became: 'answered' | 'refused', askedMs = 0): ReturnType<HostGate['end']> {
  const token = randomUUID();
  await pass();
  expect((await gate(1_000).pass(token)).answer).toBe('pass');
  await gate(1_000).begin(token);
  return gate(1_000).end(token, became, askedMs);
}

describe('the gate of a host', () => {
  it('lets no request through before the one before is on its way, and then only after the gap', async () => {
    expect((await gate(60_000).pass('a')).answer).toBe('pass');
    expect((await gate(60_000).pass('b')).answer).toBe('wait');
    await gate(60_000).begin('a');
    const { answer, waitMs } = await gate(60_000).pass('b');
    expect([answer, waitMs > 50_000, waitMs <= 60_000]).toEqual(['wait', true, true]);
    await pass();
    expect((await gate(60_000).pass('b')).answer).toBe('pass');
  });

  it('keeps the gap from the last moment at which a request that never says so can have been sent', async () => {
    const { sendBy } = await gate(60_000).pass('a');
    const { waitMs } = await gate(0).pass('b');
    expect(sendBy).toBeGreaterThan(performance.now());
    // Whoever waits asks again early, because the request may be sent at any time.
    expect(waitMs).toBe(50);
    const next = Number(await redis.hget(redisKeys.crawlGate(HOST), 'next'));
    const [seconds, micros] = await redis.time();
    const nowMs = Number(seconds) * 1_000 + Number(micros) / 1_000;
    expect(next - nowMs).toBeGreaterThan(sendBy - performance.now() + 60_000 - 1);
  });

  it('hears nothing from a request that has lost its hold, or that it did not let through', async () => {
    await gate(60_000).pass('a');
    const next = () => redis.hget(redisKeys.crawlGate(HOST), 'next');
    const before = await next();
    await gate(60_000).begin('b');
    await gate(60_000).end('b', 'unused');
    expect(await next()).toBe(before);
    await gate(60_000).end('a', 'failed');
    expect((await gate(60_000).pass('b')).waitMs).toBeGreaterThan(50_000);
  });

  it('keeps the gap that the robots.txt of the host asks for, which may be smaller', async () => {
    await gate(1_000).setDelay(200);
    expect(await gapNow()).toBe(200);
    await gate().setDelay(null);
    await pass();
    await gate().end('probe', 'unused');
    expect(await gapNow()).toBe(1_000);
  });

  it('lets two through at a time, and forgets one that never ends', async () => {
    for (const token of ['a', 'b']) {
      expect((await gate().pass(token)).answer).toBe('pass');
      await gate().begin(token);
    }
    expect((await gate().pass('c')).answer).toBe('wait');
    await redis.hset(redisKeys.crawlGate(HOST), 't:a', 1);
    expect((await gate().pass('c')).answer).toBe('pass');
  });

  it('takes back a pass that was not used', async () => {
    expect((await gate(60_000).pass('a')).answer).toBe('pass');
    await gate(60_000).end('a', 'unused');
    expect((await gate(60_000).pass('b')).answer).toBe('pass');
  });

  it('doubles the gap when the host refuses, waits as it asks, and shortens it slowly', async () => {
    expect((await request('refused', 30_000)).waitMs).toBeGreaterThan(25_000);
    await pass();
    expect(await gapNow()).toBe(2_000);
    await gate(1_000).end('probe', 'unused');
    await request('refused');
    await pass();
    expect(await gapNow()).toBe(4_000);
    await gate(1_000).end('probe', 'unused');
    await request('answered');
    await pass();
    expect(await gapNow()).toBe(3_600);
    await gate(1_000).end('probe', 'unused');
    for (let at = 0; at < 15; at += 1) await request('answered');
    await pass();
    expect(await gapNow()).toBe(1_000);
  });

  it('leaves a host alone that refuses five times in a row', async () => {
    for (let at = 0; at < 4; at += 1) expect((await request('refused')).isRefusing).toBe(false);
    expect((await request('refused')).isRefusing).toBe(true);
    await pass();
    expect((await gate().pass('a')).answer).toBe('refusing');
  });
});
