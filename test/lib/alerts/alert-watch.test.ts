import { Redis } from 'ioredis';
import { beforeEach, describe, expect, it } from 'vitest';
import { readAlertHistory, readOpenAlerts } from '../../../lib/alerts/alert-store.ts';
import { AlertWatch } from '../../../lib/alerts/alert-watch.ts';
import { fieldOf } from '../../../lib/budgets/budget.ts';
import { readConfig } from '../../../lib/config/config.ts';
import { createLog } from '../../../lib/log/log.ts';
import type { Failure } from '../../../lib/outcome.ts';
import { CallBatch } from '../../../lib/providers/call-batch.ts';
import { HealthView } from '../../../lib/providers/health-view.ts';
import { buildRoster } from '../../../lib/providers/roster.ts';
import { recordStatistics } from '../../../lib/providers/statistics.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { readDeliveries } from '../../../lib/webhooks/delivery-log.ts';
import { letAlertsPass } from '../../harness/alerts.ts';
import { addMember, createKey, createTeam, createUser } from '../../harness/as-tester.ts';
import { reportCall, testErrors } from '../../harness/health.ts';
import { redisForSuite } from '../../harness/redis.ts';
import { testEndpoint, testSecret } from '../../harness/webhooks.ts';

const redis = await redisForSuite();
const roster = buildRoster(
  readConfig({ BRAVE_API_KEY: 'a', BRAVE_SUGGEST_API_KEY: 'b', MOJEEK_API_KEY: 'c', SUGGEST: 'brave' }),
);
const { errors, output } = testErrors();
const health = new HealthView(redis, redis, errors);
const options = { redis, queueRedis: redis, secret: testSecret, health, roster, countWorkers: () => 1, errors };
const watch = new AlertWatch({ ...options, log: createLog('test', 'silent') });
beforeEach(() => redis.flushdb());

const TEN_MINUTES = 600_000;
const upstream: Failure = { code: 'upstream', reason: 'HTTP 502' };
const slowDown: Failure = { code: 'rate_limited', reason: 'HTTP 429', retryAfterMs: 60_000 };

async function look(on = watch): Promise<void> {
  await health.refresh();
  await on.look();
}

/** Looks, lets the time pass after which an engine is told to fail, and looks again. */
async function lookForTenMinutes(on = watch): Promise<string[]> {
  await look(on);
  await letAlertsPass(redis, TEN_MINUTES);
  await look(on);
  return (await readOpenAlerts(redis)).map(({ id }) => id).sort();
}

async function fail(provider: string, failure = upstream, times = 3): Promise<void> {
  for (let i = 0; i < times; i++) await reportCall(redis, provider, failure);
}

/** Records calls as workers do once a second. */
async function count(provider: string, failed: number, answered: number, failure = upstream): Promise<void> {
  const batch = new CallBatch();
  const report = { startedAt: Date.now(), endedAt: Date.now() };
  for (let i = 0; i < failed; i++) batch.add({ ...report, failure }, {});
  for (let i = 0; i < answered; i++) batch.add({ ...report, failure: null }, {});
  await recordStatistics(redis, provider, batch, Date.now());
}

describe('an alert about an engine', () => {
  it('names the engine by its slug, with its name and why it fails', async () => {
    await fail('brave');
    await count('brave', 3, 0);
    await fail('brave-suggest');
    expect(await lookForTenMinutes()).toEqual(['engine_failing:brave', 'engine_failing:engine_a']);
    expect(await readOpenAlerts(redis)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          subject: 'engine_a',
          facts: { name: 'Brave', group: 'web', error: 'HTTP 502', code: 'upstream' },
        }),
        expect.objectContaining({ subject: 'brave', facts: { name: 'Brave', group: 'suggest', error: 'HTTP 502' } }),
      ]),
    );
  });

  it('does not begin while an administrator has paused it', async () => {
    await fail('mojeek');
    const pause = { reason: '', until: 0, by: 'root', at: Date.now() };
    await redis.hset(redisKeys.pausedProviders, 'mojeek', JSON.stringify(pause));
    expect(await lookForTenMinutes()).toEqual([]);
    await redis.del(redisKeys.pausedProviders);
    expect(await lookForTenMinutes()).toEqual(['engine_failing:engine_b']);
  });

  it('begins if it says "wait" with each failure', async () => {
    await fail('mojeek', slowDown);
    expect(await lookForTenMinutes()).toEqual(['engine_failing:engine_b']);
  });

  it('begins if most calls fail, although one succeeds now and then', async () => {
    await fail('mojeek', slowDown);
    await reportCall(redis, 'mojeek', null);
    await reportCall(redis, 'mojeek', slowDown);
    await count('mojeek', 9, 1, slowDown);
    expect(await lookForTenMinutes()).toEqual(['engine_failing:engine_b']);
  });

  it('does not begin for failures that are not its own', async () => {
    await count('mojeek', 9, 1, { code: 'rejected', reason: 'HTTP 400' });
    await count('mojeek', 9, 1, { code: 'refused', reason: 'HTTP 403', perhapsByQuery: true });
    expect(await lookForTenMinutes()).toEqual([]);
  });

  it('of an earlier version, by its name, ends', async () => {
    const old = { id: 'engine_failing:Mojeek', kind: 'engine_failing', subject: 'Mojeek', account: null };
    const record = { ...old, since: Date.now(), until: null, facts: { error: 'HTTP 502' } };
    await redis.hset(redisKeys.openAlerts, old.id, JSON.stringify(record));
    await fail('mojeek');
    expect(await lookForTenMinutes()).toEqual(['engine_failing:engine_b']);
    expect(await readAlertHistory(redis, 9)).toMatchObject([{ id: old.id }]);
  });
});

describe('a budget', () => {
  it('is named by the service in whose name calls are limited', async () => {
    const limited = buildRoster(
      readConfig({ BRAVE_API_KEY: 'a', BRAVE_SUGGEST_API_KEY: 'b', SUGGEST: 'brave', BRAVE_BUDGET: '10/month' }),
    );
    const month = fieldOf('month', Date.now());
    for (const provider of limited.providers.values())
      if (provider.budget) await redis.hset(redisKeys.providerSpent(provider.limitedAs), month, 8);
    await look(new AlertWatch({ ...options, roster: limited, log: createLog('test', 'silent') }));
    expect((await readOpenAlerts(redis)).map(({ id }) => id).sort()).toEqual([
      'budget_80:brave:month',
      'budget_80:engine_a:month',
    ]);
  });
});

describe('a look', () => {
  const full = { id: 'redis_full:', kind: 'redis_full', subject: '', account: null, since: 1, until: null, facts: {} };
  const openFull = () => redis.hset(redisKeys.openAlerts, full.id, JSON.stringify(full));

  it('goes on if a part of it fails, whose alerts neither begin nor end', async () => {
    const away = new Redis({ port: 1, lazyConnect: true, retryStrategy: () => null, enableOfflineQueue: false });
    away.on('error', () => {});
    await openFull();
    await fail('mojeek');
    const one = new AlertWatch({ ...options, queueRedis: away, log: createLog('test', 'silent') });
    expect(await lookForTenMinutes(one)).toEqual(['engine_failing:engine_b', 'redis_full:']);
    expect(await lookForTenMinutes()).toEqual(['engine_failing:engine_b']);
  });

  it('at keys is repeated with the next one if it fails, and once an hour otherwise', async () => {
    const isDone = async () => (await redis.exists(redisKeys.alertTurn('keys'))) === 1;
    await redis.set(redisKeys.users, 'not what is expected there');
    await openFull();
    expect(await lookForTenMinutes()).toEqual([]);
    expect(await isDone()).toBe(false);
    expect(output()).toContain('failed: look for alerts');
    await redis.del(redisKeys.users);
    await look();
    expect(await isDone()).toBe(true);
  });
});

describe('who is told', () => {
  const deliveries = async (id: string) => (await readDeliveries(redis, id, 10)).map(({ type }) => type);
  const inAWeek = () => new Date(Date.now() + 7 * 86_400_000);

  it('of the key of a team that ends are its owners', async () => {
    for (const name of ['ada', 'bob']) await createUser(redis, name);
    await createTeam(redis, 'crew');
    await addMember(redis, 'crew', 'ada', 'owner');
    await addMember(redis, 'crew', 'bob', 'member');
    await createKey(redis, 'crew', { name: 'program', expiresAt: inAWeek() });
    const mail = { kind: 'mail', language: 'en' } as const;
    const { endpoint: ada } = await testEndpoint(redis, 'ada@example.org', { ...mail, owner: 'ada' });
    const { endpoint: bob } = await testEndpoint(redis, 'bob@example.org', { ...mail, owner: 'bob' });
    await look();
    expect(await deliveries(ada.id)).toEqual(['alert.began']);
    expect(await deliveries(bob.id)).toEqual([]);
  });

  it('are all whose endpoints can be read', async () => {
    const { endpoint: good } = await testEndpoint(redis, 'https://example.org/hooks');
    const { endpoint: strange } = await testEndpoint(redis, 'https://example.org/of-a-newer-version');
    await redis.hset(redisKeys.webhook(strange.id), 'kind', 'pigeon');
    await fail('mojeek');
    await lookForTenMinutes();
    expect(await deliveries(good.id)).toEqual(['alert.began']);
    expect(await redis.hlen(redisKeys.alertNews)).toBe(0);
  });

  it('hears of each alert, although another could not be told, which is told after the next look', async () => {
    const { endpoint } = await testEndpoint(redis, 'https://example.org/hooks');
    await fail('mojeek');
    await fail('brave');
    let loads = 0;
    const load = async () => {
      loads += 1;
      if (loads === 1) throw new Error('the secret cannot be read');
      return testSecret.load();
    };
    const one = new AlertWatch({ ...options, secret: { load }, log: createLog('test', 'silent') });
    expect(await lookForTenMinutes(one)).toHaveLength(2);
    expect(await deliveries(endpoint.id)).toHaveLength(1);
    expect(output()).toContain('failed: tell of an alert');
    await look(one);
    expect(await deliveries(endpoint.id)).toHaveLength(2);
  });
});
