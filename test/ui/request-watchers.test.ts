import { expect, test } from 'vitest';
import { RequestWatchers } from '../../api/ui/requests/request-watchers.ts';
import { onBeats } from '../../lib/beats.ts';
import { ErrorReporter } from '../../lib/log/error-reporter.ts';
import { createLog } from '../../lib/log/log.ts';
import { redisForSuite } from '../harness/redis.ts';

const redis = await redisForSuite({ ownServer: true });

/** Resolves after so many beats. */
function beats(count: number): Promise<void> {
  return new Promise((resolve) => {
    let left = count;
    const end = onBeats(1, () => {
      left -= 1;
      if (left > 0) return;
      end();
      resolve();
    });
  });
}

/** How often somebody has looked for new requests. */
async function looks(): Promise<number> {
  return Number(/cmdstat_zrangebyscore:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1] ?? 0);
}

test('New requests are looked for once a beat for all watchers, and only while there are any', async () => {
  const watchers = new RequestWatchers(redis, new ErrorReporter(createLog('test', 'silent')));
  const watcher = () => ({ whose: 'all' as const, filter: {}, newestAt: Date.now(), onRequests: () => {} });
  await beats(2);
  expect(await looks()).toBe(0);
  const ends = [watchers.watch(watcher()), watchers.watch(watcher()), watchers.watch(watcher())];
  await beats(3);
  const whileWatched = await looks();
  expect(whileWatched).toBeGreaterThanOrEqual(2);
  expect(whileWatched).toBeLessThanOrEqual(4);
  for (const end of ends) end();
  expect(watchers.count).toBe(0);
  const before = await looks();
  await beats(3);
  expect((await looks()) - before).toBeLessThanOrEqual(1);
});
