import { expect, it } from 'vitest';
import { readConfig } from '../../../lib/config/config.ts';
import { Heartbeat } from '../../../lib/presence/heartbeat.ts';
import { WEBS } from '../../../lib/presence/process-kind.ts';
import { settingsOfWebProcesses } from '../../../lib/providers/published-settings.ts';
import { summariseSettings } from '../../../lib/providers/settings-summary.ts';
import { RedisClock } from '../../../lib/redis/redis-clock.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { testErrors } from '../../harness/health.ts';
import { eventually } from '../../harness/processes.ts';
import { redisForSuite } from '../../harness/redis.ts';

const redis = await redisForSuite();
const clock = new RedisClock(redis);

function heartbeat({ errors }: ReturnType<typeof testErrors>): Heartbeat {
  const settings = summariseSettings(readConfig({}));
  return new Heartbeat({ kind: WEBS, redis, clock, says: async () => ({ settings }), errors });
}

it('the settings of a web process can be read until it leaves', async () => {
  const log = testErrors();
  const web = heartbeat(log);
  web.start();
  await eventually('they are there', async () => (await settingsOfWebProcesses(redis, clock.now())).length === 1);
  await web.stop();
  expect(await settingsOfWebProcesses(redis, clock.now())).toEqual([]);
  expect(log.output()).toBe('');
});

it('a process that cannot be listed has the reason in its log', async () => {
  await redis.set(redisKeys.webs, 'something else');
  const log = testErrors();
  const web = heartbeat(log);
  web.start();
  await eventually('it is reported', () => log.output().includes('WRONGTYPE'));
  await expect(web.stop()).rejects.toThrow('WRONGTYPE');
  // A busy machine may have had two beats meanwhile.
  expect(log.errors.counts.get('announce this process')).toBeGreaterThanOrEqual(1);
});
