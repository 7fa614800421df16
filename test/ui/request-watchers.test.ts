import { expect, test } from 'vitest';
import { RequestWatchers } from '../../api/ui/requests/request-watchers.ts';
import { onBeats } from '../../lib/beats.ts';
import { ErrorReporter } from '../../lib/log/error-reporter.ts';
import { createLog } from '../../lib/log/log.ts';
import { CLASSES } from '../../lib/requests/request-block.ts';
import { RequestLog } from '../../lib/requests/request-log.ts';
import { eventually } from '../harness/processes.ts';
import { redisForSuite } from '../harness/redis.ts';
import { sampleRequest } from '../lib/requests/sample-requests.ts';

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
  const before = await looks();
  await beats(3);
  expect((await looks()) - before).toBeLessThanOrEqual(1);
});

test('Watchers of the same logs share their reading, and each hears of what fits its filter, once', async () => {
  const watchers = new RequestWatchers(redis, new ErrorReporter(createLog('test', 'silent')));
  const heard: string[][] = [[], [], []];
  const filters = [{}, { endpoint: 'images' }, { status: '429' }];
  const ends = filters.map((filter, at) =>
    watchers.watch({
      whose: ['ada'],
      filter,
      newestAt: Date.now(),
      onRequests: (requests) => heard[at]?.push(...requests.map(({ id }) => id)),
    }),
  );
  const log = new RequestLog(redis, { hours: 24, bytes: 1_000_000 });
  await beats(2);
  const reads = async () => Number(/cmdstat_lrange:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1] ?? 0);
  const before = await reads();
  // Two requests of the same millisecond have no order between them.
  const now = Date.now();
  const [web, images] = [sampleRequest({ at: now - 1 }), sampleRequest({ at: now, endpoint: 'images' })];
  await log.keep([web]);
  await log.keep([images]);
  await eventually('both are heard of', () => (heard[0]?.length ?? 0) === 2 && heard[1]?.length === 1);
  await beats(2);
  for (const end of ends) end();
  expect(heard).toEqual([[web.id, images.id], [images.id], []]);
  // A list for each class, at most twice: the requests may have come on two beats. Two of the same class are the two blocks
  // that a look reads of a list first, so that it reads on there.
  expect((await reads()) - before).toBeLessThanOrEqual(2 * CLASSES + 1);
});
