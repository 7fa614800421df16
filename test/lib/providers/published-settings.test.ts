import { expect, it } from 'vitest';
import { readConfig } from '../../../lib/config.ts';
import { PublishedSettings, settingsOfWebProcesses } from '../../../lib/providers/published-settings.ts';
import { RedisClock } from '../../../lib/redis-clock.ts';
import { redisKeys } from '../../../lib/redis-keys.ts';
import { testErrors } from '../../harness/health.ts';
import { eventually } from '../../harness/processes.ts';
import { redisForSuite } from '../../harness/redis.ts';

const redis = await redisForSuite();
const clock = new RedisClock(redis);

it('published settings can be read until their process takes them back', async () => {
  const { errors, output } = testErrors();
  const settings = new PublishedSettings(redis, clock, readConfig({}), errors);
  settings.start();
  await eventually('they are there', async () => (await settingsOfWebProcesses(redis, clock.now())).length === 1);
  await settings.stop();
  expect(await settingsOfWebProcesses(redis, clock.now())).toEqual([]);
  expect(output()).toBe('');
});

it('settings that cannot be published are in the log, with the reason', async () => {
  await redis.set(redisKeys.webSettings, 'something else');
  const { errors, output } = testErrors();
  const settings = new PublishedSettings(redis, clock, readConfig({}), errors);
  settings.start();
  await eventually('it is reported', () => output().includes('WRONGTYPE'));
  await settings.stop();
  // Removing expired entries, adding this one, and taking it back.
  expect(errors.counts.get('publish settings')).toBe(3);
});
