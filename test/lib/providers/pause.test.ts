import { afterEach, beforeEach, expect, test } from 'vitest';
import { readAudit } from '../../../lib/audit/read-audit.ts';
import { readConfig } from '../../../lib/config/config.ts';
import type { Actor } from '../../../lib/keys/authority.ts';
import { HealthView } from '../../../lib/providers/health-view.ts';
import { readPauses } from '../../../lib/providers/pause.ts';
import { pauseFields, pauseProvider, providerNamed, resumeProvider } from '../../../lib/providers/pause-by-hand.ts';
import { buildRoster } from '../../../lib/providers/roster.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { OPERATOR, TESTER } from '../../harness/as-tester.ts';
import { testErrors } from '../../harness/health.ts';
import { eventually } from '../../harness/processes.ts';
import { redisForSuite } from '../../harness/redis.ts';

const redis = await redisForSuite();
const roster = buildRoster(readConfig({ BRAVE_API_KEY: 'key' }));
const brave = providerNamed(roster, 'engine_a');
const fields = (given: unknown = {}) => pauseFields.parse(given);
const entries = async () =>
  (await readAudit(redis, {}, { limit: 10 })).items.map(({ action, target, after }) => ({ action, target, after }));

let view: HealthView;
beforeEach(async () => {
  await redis.flushdb();
  const { errors } = testErrors();
  view = new HealthView(redis, redis.duplicate(), errors);
  view.start();
  await view.refresh();
});
afterEach(() => view.stop());

test('a pause is a record with its entry in the audit log, and every process knows of it at once', async () => {
  expect(view.refusal('brave')).toBeNull();
  const now = view.clock.now();
  await pauseProvider(redis, OPERATOR, brave, fields({ reason: 'no dates', for: '1h' }), now);
  expect(Object.fromEntries(await readPauses(redis))).toEqual({
    brave: { reason: 'no dates', until: Math.round(now) + 3_600_000, by: '', at: Math.round(now) },
  });
  expect(await redis.ttl(redisKeys.pausedProviders)).toBe(-1);
  expect(await entries()).toEqual([
    { action: 'engine paused', target: 'engine_a', after: { paused_for: '1h', reason: 'no dates' } },
  ]);
  // Long before it would look by itself.
  const refusal = await eventually('the process has heard of it', () => view.refusal('brave') ?? false);
  expect(refusal).toMatchObject({ code: 'suspended', reason: 'an administrator has paused it' });
  expect(refusal.retryAfterMs).toBeGreaterThan(3_500_000);
  expect(view.refusal('mojeek')).toBeNull();

  expect(await resumeProvider(redis, OPERATOR, brave)).toBe(true);
  await eventually('the process has heard of the end', () => view.refusal('brave') === null);
  expect((await entries())[0]).toMatchObject({ action: 'engine resumed', target: 'engine_a' });
});

test('a pause without an end says nothing of when to ask again', async () => {
  await pauseProvider(redis, OPERATOR, brave, fields(), view.clock.now());
  await view.refresh();
  expect(view.refusal('brave')).toEqual({ code: 'suspended', reason: 'an administrator has paused it' });
});

test('a pause ends with its time', async () => {
  // A second ago: each refresh estimates the clock of Redis anew, and may be a millisecond behind the last.
  await pauseProvider(redis, OPERATOR, brave, fields({ for: '1h' }), view.clock.now() - 3_601_000);
  await view.refresh();
  expect(view.refusal('brave')).toBeNull();
});

test('resuming what is not paused leaves no entry', async () => {
  expect(await resumeProvider(redis, OPERATOR, brave)).toBe(false);
  expect(await entries()).toEqual([]);
});

test('without its entry, nothing is paused', async () => {
  await redis.set(redisKeys.audit, 'not a stream');
  await expect(pauseProvider(redis, OPERATOR, brave, fields(), view.clock.now())).rejects.toThrow('WRONGTYPE');
  expect((await readPauses(redis)).size).toBe(0);
});

test('only administrators pause and resume, and only what there is', async () => {
  const person: Actor = { username: 'ann', isAdmin: false, roles: new Map(), proof: 'session', source: TESTER };
  await expect(pauseProvider(redis, person, brave, fields(), view.clock.now())).rejects.toThrow('administrator');
  await expect(resumeProvider(redis, person, brave)).rejects.toThrow('administrator');
  expect(() => providerNamed(roster, 'engine_z')).toThrow('engine_z');
});

test('a reason has at most 200 characters, and a pause one of three lengths', () => {
  expect(pauseFields.safeParse({ reason: 'x'.repeat(201) }).error?.issues[0]?.path).toEqual(['reason']);
  expect(pauseFields.safeParse({ for: '2h' }).error?.issues[0]?.path).toEqual(['for']);
});
