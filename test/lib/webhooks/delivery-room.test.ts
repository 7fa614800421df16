import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, expect, test } from 'vitest';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { readDelivery } from '../../../lib/webhooks/delivery-log.ts';
import { settle, takeDue } from '../../../lib/webhooks/due-deliveries.ts';
import { type Enqueued, enqueueDelivery } from '../../../lib/webhooks/enqueue-delivery.ts';
import { NOTHING_KEPT, TestRedis } from '../../harness/test-redis.ts';
import { heldBytes, testSecret } from '../../harness/webhooks.ts';

/** Of which deliveries may hold a tenth: 6.4 MB. */
const server = await TestRedis.start([...NOTHING_KEPT, '--maxmemory', '64mb']);
const redis = new Redis(server.url);
afterAll(async () => {
  redis.disconnect();
  await server.dispose();
});

const ROOM = 6.4 * 1024 * 1024;
/** Noise of half a megabyte as it is stored, which no compression makes smaller. */
const large = () => ({ noise: randomBytes(384 * 1024).toString('base64') });
/** An event of a crawl, at its place. */
const page = (stream: string, sequence: number) =>
  enqueueDelivery(redis, testSecret, { endpoint: `wh_${stream}`, stream, type: 'crawl.page', data: large(), sequence });
const alert = (endpoint: string, data: Record<string, unknown>) =>
  enqueueDelivery(redis, testSecret, { endpoint, stream: endpoint, type: 'alert.began', data });

test('receivers that are down fill a part of the room; those of others still have one delivery, and alerts the rest', async () => {
  let sequence = 0;
  let last: Enqueued;
  do {
    sequence += 1;
    last = await page('dead', sequence);
  } while (typeof last === 'object');
  // The crawl tells it again later, at the same place.
  expect(last).toBe('full');
  const { counted, stored } = await heldBytes(redis);
  expect([counted, counted > 0.5 * ROOM, counted < 0.7 * ROOM]).toEqual([stored, true, true]);
  expect(await page('dead', sequence)).toBe('full');

  expect(await page('alive', 1)).toMatchObject({ sequence: 1 });
  expect(await page('alive', 2)).toBe('full');
  for (let at = 0; (await heldBytes(redis)).counted < 0.85 * ROOM; at += 1) await page(`other-${at}`, 1);
  expect(await page('late', 1)).toBe('refused');
  expect(await page('late', 1)).toBe('known');
  const [id = ''] = await redis.zrevrange(redisKeys.webhookLog('wh_late'), 0, -1);
  expect(await readDelivery(redis, id)).toMatchObject({
    ...{ state: 'failed', tries: 0, isKept: false, sequence: 1 },
    error: 'too much waits to be sent on this instance',
  });

  expect(await alert('wh_ops', { name: 'one' })).toMatchObject({ sequence: 1 });
  expect(await alert('wh_ops', { name: 'two' })).toMatchObject({ sequence: 2 });
  expect(await alert('wh_ops', { noise: randomBytes(2_000_000).toString('base64') })).toBe('refused');
  const held = await heldBytes(redis);
  expect([held.counted, held.counted <= ROOM]).toEqual([held.stored, true]);
});

test('what was delivered is kept for sending it again as long as it takes no more than half of the room', async () => {
  await redis.flushdb();
  const DELIVERED = 100;
  let kept = 0;
  let most = 0;
  for (let at = 0; at < DELIVERED; at += 1) {
    const data = { noise: randomBytes(33_000).toString('base64') };
    await enqueueDelivery(redis, testSecret, {
      endpoint: 'wh_up',
      stream: 'up',
      type: 'crawl.page',
      data,
      sequence: at + 1,
    });
    const [taken] = await takeDue(redis, 1, 60_000);
    expect(await settle(redis, taken as never, { state: 'delivered', status: 204 })).toBe(false);
    kept += Number((await readDelivery(redis, taken?.id ?? ''))?.isKept);
    const { counted, stored } = await heldBytes(redis);
    expect(counted).toBe(stored);
    most = Math.max(most, counted);
  }
  expect(kept).toBeGreaterThan(50);
  expect(kept).toBeLessThan(DELIVERED);
  expect(most).toBeLessThan(0.52 * ROOM);
});
