import { expect, it } from 'vitest';
import { FAN_OUT_QUEUE, type FanOut, fanOutOptions } from '../../jobs/job.ts';
import { readDepths } from '../../jobs/queue-depths.ts';
import { Queues } from '../../jobs/queues.ts';
import { readConfig } from '../../lib/config/config.ts';
import { buildRoster } from '../../lib/providers/roster.ts';
import { connectForRequests, whenReady } from '../../lib/redis/redis.ts';
import { parseRedisServer } from '../../lib/redis/redis-server.ts';
import { WIRE_VERSION } from '../../lib/wire-version.ts';
import { testErrors } from '../harness/health.ts';
import { freshDatabase } from '../harness/redis.ts';

it('counts the calls of all questions of a job that waits', async () => {
  const redis = connectForRequests(parseRedisServer(await freshDatabase()), 'test');
  await whenReady(redis);
  const queues = new Queues(redis, testErrors().errors);
  const call = (provider: string) => ({ provider, key: provider, cache: false });
  const [operation, input, deadlineAt] = ['web' as const, '', 0];
  const job: FanOut = {
    kind: 'fan-out',
    v: WIRE_VERSION,
    ...{ requestId: 'r', account: 'ann', replyTo: 'web', shared: false, addedAt: 0, operation, input, deadlineAt },
    calls: [call('brave'), call('marginalia')],
    more: [{ operation, input, deadlineAt, calls: [call('brave'), call('mojeek')] }],
  };
  await queues.get(FAN_OUT_QUEUE).add(operation, job, { ...fanOutOptions, jobId: 'a-job' });
  const { providers } = buildRoster(
    readConfig({ BRAVE_API_KEY: 'key', MOJEEK_API_KEY: 'key', MARGINALIA_API_KEY: 'public' }),
  );
  const depths = await readDepths(redis, redis, queues, providers.values(), 1);
  expect(['brave', 'mojeek', 'marginalia'].map((id) => depths.get(id)?.waiting)).toEqual([2, 1, 1]);
  redis.disconnect();
});
