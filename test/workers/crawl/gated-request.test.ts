import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HostGate } from '../../../lib/crawl/host-gate.ts';
import { GatedRequest } from '../../../workers/crawl/gated-request.ts';
import { redisForSuite } from '../../harness/redis.ts';

const redis = await redisForSuite();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const newRequest = (sendInMs: number) =>
  new GatedRequest(new HostGate(redis, 'host', 0), 'token', { sendBy: performance.now() + sendInMs });
const over = async () => false;
const running = async () => true;

test('a request that waits is not sent any more once its crawl is over', async () => {
  const request = newRequest(12_000);
  // It was looked at a moment ago.
  await request.maySend(over);
  vi.advanceTimersByTime(501);
  await expect(request.maySend(over)).rejects.toThrow('its crawl is over');
  await request.maySend(running);
});

test('a request is not sent, and its page has not failed, while nobody knows whether its crawl goes on', async () => {
  const request = newRequest(12_000);
  vi.advanceTimersByTime(501);
  const away = () => Promise.reject(new Error('Connection is closed.'));
  await expect(request.maySend(away)).rejects.toThrow('too many pages');
});

test('a request is not sent after its gate lets others through', async () => {
  const request = newRequest(12_000);
  vi.advanceTimersByTime(11_999);
  await request.maySend(running);
  expect(request.leftMs).toBe(1);
  vi.advanceTimersByTime(1);
  await expect(request.maySend(running)).rejects.toThrow('too many pages');
});
