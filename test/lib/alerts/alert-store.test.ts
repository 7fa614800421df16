import { beforeEach, describe, expect, it } from 'vitest';
import type { Condition } from '../../../lib/alerts/alert-rules.ts';
import {
  changeAlerts,
  forgetNews,
  type News,
  noteDevice,
  readAccountAlerts,
  readAlertHistory,
  readOpenAlerts,
} from '../../../lib/alerts/alert-store.ts';
import { tellNews } from '../../../lib/alerts/tell-news.ts';
import { readDeliveries } from '../../../lib/webhooks/delivery-log.ts';
import { letAlertsPass, letNewsPass } from '../../harness/alerts.ts';
import { createUser } from '../../harness/as-tester.ts';
import { redisForSuite } from '../../harness/redis.ts';
import { testEndpoint, testSecret } from '../../harness/webhooks.ts';

const HOUR_MS = 3_600_000;
const redis = await redisForSuite();
beforeEach(() => redis.flushdb());

const full: Condition = { id: 'redis_full:', kind: 'redis_full', subject: '', account: null, facts: { percent: 80 } };
const failing: Condition = {
  id: 'engine_failing:Brave',
  kind: 'engine_failing',
  subject: 'Brave',
  account: null,
  facts: { error: 'timed out' },
};
const KINDS = ['redis_full', 'engine_failing', 'key_ends'] as const;
const look = (...conditions: Condition[]) => changeAlerts(redis, conditions, KINDS);
const phases = (news: readonly News[]) => news.map(({ phase, alert }) => `${phase} ${alert.kind}`);
const told = async (news: readonly News[]) => Promise.all(news.map((one) => forgetNews(redis, one)));

const letPass = (ms: number) => letAlertsPass(redis, ms);

describe('an alert', () => {
  it('begins once and ends once, and is then in the history', async () => {
    const began = await look(full);
    expect(phases(began)).toEqual(['began redis_full']);
    await told(began);
    expect(await look(full)).toEqual([]);
    expect(await readOpenAlerts(redis)).toMatchObject([{ kind: 'redis_full', facts: { percent: 80 }, until: null }]);
    expect(await look()).toEqual([]);
    await letPass(60_000);
    const ended = await look();
    expect(phases(ended)).toEqual(['ended redis_full']);
    await told(ended);
    expect(await look()).toEqual([]);
    expect(await readOpenAlerts(redis)).toEqual([]);
    expect(await readAlertHistory(redis, 10)).toMatchObject([{ kind: 'redis_full', until: expect.any(Number) }]);
  });

  it('about an engine begins after ten minutes, and not if it recovers before', async () => {
    expect(await look(failing)).toEqual([]);
    await letPass(599_000);
    expect(await look(failing)).toEqual([]);
    await look();
    await letPass(600_000);
    expect(await look(failing)).toEqual([]);
    await letPass(600_000);
    const began = await look(failing);
    expect(phases(began)).toEqual(['began engine_failing']);
    expect(Date.now() - (began[0]?.alert.since ?? 0)).toBeGreaterThanOrEqual(600_000);
  });

  it('about an engine begins although it recovered for a moment', async () => {
    await look(failing);
    await letPass(300_000);
    await look();
    await letPass(119_000);
    await look(failing);
    await letPass(181_000);
    expect(phases(await look(failing))).toEqual(['began engine_failing']);
  });

  it('does not end at a moment without its cause', async () => {
    await told(await look(full));
    expect(await look()).toEqual([]);
    expect(await look(full)).toEqual([]);
    await letPass(60_000);
    expect(await look(full)).toEqual([]);
  });

  it('of a kind that was not looked at stays', async () => {
    await told(await look(full));
    await changeAlerts(redis, [], ['key_ends']);
    await letPass(60_000);
    expect(await changeAlerts(redis, [], ['key_ends'])).toEqual([]);
    expect(await readOpenAlerts(redis)).toHaveLength(1);
  });

  it('is told by a later process if the one that saw it has died', async () => {
    await look(full);
    expect(phases(await look(full))).toEqual(['began redis_full']);
  });

  it('begins once if two processes look together', async () => {
    const { endpoint } = await testEndpoint(redis, 'https://example.org/hooks');
    const both = await Promise.all([look(full), look(full)]);
    for (const news of both) for (const one of news) await tellNews(redis, testSecret, one);
    expect(await readDeliveries(redis, endpoint.id, 10)).toHaveLength(1);
    const first = await Promise.all(both.map(told));
    expect(first.flat().filter(Boolean)).toHaveLength(1);
  });
});

describe('who is told', () => {
  const keyEnds: Condition = {
    id: 'key_ends:trib_abc',
    kind: 'key_ends',
    subject: 'trib_abc',
    account: 'ada',
    facts: { ends_at: '2026-12-01T00:00:00.000Z' },
  };
  const deliveriesTo = async (id: string) => (await readDeliveries(redis, id, 10)).map(({ type }) => type);

  it('of a key that ends are its owner and the instance, of a new device its person alone', async () => {
    for (const name of ['ada', 'bob']) await createUser(redis, name);
    const { endpoint: instance } = await testEndpoint(redis, 'https://example.org/hooks');
    const mail = { kind: 'mail', events: [] as string[] } as const;
    const { endpoint: ada } = await testEndpoint(redis, 'ada@example.org', { ...mail, owner: 'ada' });
    const { endpoint: bob } = await testEndpoint(redis, 'bob@example.org', { ...mail, owner: 'bob' });
    const use = {
      username: 'ada',
      isKnown: false,
      facts: { browser: 'Firefox', system: 'Linux', network: '203.0.113.0/24' },
    };
    expect(await noteDevice(redis, { ...use, fingerprint: 'first' })).toBe(false);
    expect(await noteDevice(redis, { ...use, fingerprint: 'first' })).toBe(false);
    expect(await noteDevice(redis, { ...use, fingerprint: 'known by its cookie', isKnown: true })).toBe(false);
    expect(await noteDevice(redis, { ...use, fingerprint: 'second' })).toBe(true);
    const news = await look(keyEnds);
    expect(phases(news).sort()).toEqual(['began key_ends', 'began new_device']);
    for (const one of news) await tellNews(redis, testSecret, one);
    expect(await deliveriesTo(instance.id)).toEqual(['alert.began']);
    expect(await deliveriesTo(ada.id)).toEqual(['alert.began', 'alert.began']);
    expect(await deliveriesTo(bob.id)).toEqual([]);
    expect(await readAccountAlerts(redis, 'ada')).toMatchObject([
      { kind: 'new_device', facts: { browser: 'Firefox' } },
    ]);
    expect(await readOpenAlerts(redis)).toMatchObject([{ kind: 'key_ends' }]);
  });

  it('of new devices is their person, once an hour with the number of those since', async () => {
    await createUser(redis, 'ada');
    const use = (fingerprint: string) =>
      noteDevice(redis, { username: 'ada', isKnown: false, fingerprint, facts: { browser: fingerprint } });
    const newsOfDevices = async () => (await look()).map(({ alert }) => alert.facts);
    await use('the first, which is no news');
    await use('Firefox');
    const [first] = await look();
    expect(first?.alert.facts).toEqual({ browser: 'Firefox' });
    await told(first ? [first] : []);
    for (const later of ['Chrome', 'Safari', 'Opera']) await use(later);
    expect(await newsOfDevices()).toEqual([]);
    // Each of them is on the page at once.
    expect(await readAccountAlerts(redis, 'ada')).toHaveLength(4);
    await letNewsPass(redis, HOUR_MS);
    expect(await newsOfDevices()).toEqual([{ browser: 'Chrome', more: 2 }]);
  });
});
