import { Redis } from 'ioredis';
import { beforeEach, describe, expect, it } from 'vitest';
import { unknownHealth, withTrial } from '../../../lib/providers/breaker.ts';
import { healthChannel, readHealth, updateHealth } from '../../../lib/providers/health.ts';
import { HealthView } from '../../../lib/providers/health-view.ts';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { changeHealth, healthOf, reportCall, testErrors } from '../../harness/health.ts';
import { eventually } from '../../harness/processes.ts';
import { freshDatabase, redisForSuite } from '../../harness/redis.ts';
import { TcpProxy } from '../../harness/tcp-proxy.ts';

const PROVIDER = 'brave';
const redis = await redisForSuite();
beforeEach(async () => {
  await redis.flushdb();
});

const failure = () => reportCall(redis, PROVIDER, { code: 'upstream', reason: 'broken' });

describe('the stored health', () => {
  it('is unknown before the first call, and separate for each provider', async () => {
    expect(await healthOf(redis, PROVIDER)).toEqual(unknownHealth);
    await failure();
    await reportCall(redis, 'mojeek', null);
    const health = await readHealth(redis, ['brave', 'mojeek', 'marginalia']);
    expect([...health].map(([provider, { state, failures }]) => [provider, state, failures])).toEqual([
      ['brave', 'unknown', 1],
      ['mojeek', 'up', 0],
      ['marginalia', 'unknown', 0],
    ]);
  });

  it('counts every concurrent failure and opens once', async () => {
    await Promise.all(Array.from({ length: 20 }, failure));
    expect(await healthOf(redis, PROVIDER)).toMatchObject({ state: 'down', failures: 20, opened: 1 });
  });

  it('gives a trial to one of twenty that ask at once', async () => {
    await changeHealth(redis, PROVIDER, { state: 'down', openUntil: 1, openedAt: 1 });
    const take = () => updateHealth(redis, PROVIDER, Date.now(), (health) => withTrial(health, Date.now()));
    const trials = await Promise.all(Array.from({ length: 20 }, take));
    expect(trials.filter(({ changed }) => changed)).toHaveLength(1);
  });

  it('of another version of Tributary counts as unknown', async () => {
    await redis.hset(redisKeys.health, PROVIDER, '{"state":"asleep"}');
    expect(await healthOf(redis, PROVIDER)).toEqual(unknownHealth);
    expect(await failure()).toMatchObject({ failures: 1 });
  });
});

describe('a copy of the health', () => {
  async function views(count: number): Promise<HealthView[]> {
    const all = Array.from({ length: count }, () => {
      const subscriber = redis.duplicate();
      const view = new HealthView(redis, subscriber, testErrors().errors);
      view.start();
      return { view, subscriber };
    });
    await Promise.all(all.map(({ view }) => view.refresh()));
    await eventually('all are subscribed', async () => {
      const [, subscribers] = (await redis.pubsub('NUMSUB', healthChannel(redis))) as [string, number];
      return Number(subscribers) >= count;
    });
    return all.map(({ view }) => view);
  }

  it('hears of a change in another process at once, without reading', async () => {
    const [here, there] = (await views(2)) as [HealthView, HealthView];
    const now = here.clock.now();
    const refused = { code: 'refused' as const, reason: 'no' };
    await here.record(PROVIDER, { failure: refused, startedAt: now - 1, endedAt: now });
    expect(here.gate(PROVIDER)).toBe('open');
    await eventually('the other one knows', () => there.gate(PROVIDER) === 'open');
    for (const view of [here, there]) view.stop();
  });

  it('hears nothing of another database on the same Redis server, whose channels are the same', async () => {
    const [view] = (await views(1)) as [HealthView];
    const other = new Redis(await freshDatabase());
    await changeHealth(other, PROVIDER, { state: 'down', openUntil: Date.now() + 60_000 });
    await changeHealth(redis, 'mojeek', { state: 'down', openUntil: Date.now() + 60_000 });
    await eventually('the later announcement has arrived', () => view.gate('mojeek') === 'open');
    expect(view.gate(PROVIDER)).toBe('closed');
    other.disconnect();
    view.stop();
  });

  it('keeps the newer record when an older announcement comes late', async () => {
    const [view] = (await views(1)) as [HealthView];
    const old = await updateHealth(redis, PROVIDER, 1_000, () => ({ ...unknownHealth, failures: 1 }));
    await view.record(PROVIDER, { failure: null, startedAt: view.clock.now(), endedAt: view.clock.now() });
    await redis.publish(healthChannel(redis), `${PROVIDER} ${old.stored.text}`);
    await redis.publish(healthChannel(redis), `mojeek ${old.stored.text}`);
    await eventually('both messages have arrived', () => view.of('mojeek').failures === 1);
    expect(view.of(PROVIDER)).toMatchObject({ state: 'up', failures: 0 });
    view.stop();
  });

  /** A copy that reads through a proxy, which can hold the replies back. */
  async function slowView(): Promise<{ view: HealthView; proxy: TcpProxy; close(): Promise<void> }> {
    const proxy = await TcpProxy.to(redis.options.port);
    const slow = new Redis(proxy.url, { db: redis.options.db ?? 0 });
    const subscriber = redis.duplicate();
    const view = new HealthView(slow, subscriber, testErrors().errors);
    view.start();
    await view.refresh();
    await eventually('it is subscribed', async () => {
      const [, subscribers] = (await redis.pubsub('NUMSUB', healthChannel(redis))) as [string, number];
      return Number(subscribers) > 0;
    });
    const close = async () => {
      view.stop();
      for (const connection of [slow, subscriber]) connection.disconnect();
      await proxy.close();
    };
    return { view, proxy, close };
  }

  it('keeps what it was told while an older state was read', async () => {
    const { view, proxy, close } = await slowView();
    proxy.holdReplies();
    const reading = view.refresh();
    await eventually('the older state is read', () => proxy.isHolding);
    await changeHealth(redis, PROVIDER, { state: 'down', openUntil: Date.now() + 60_000 });
    await eventually('it hears of the newer one', () => view.gate(PROVIDER) === 'open');
    proxy.letGo();
    await reading;
    expect(view.gate(PROVIDER)).toBe('open');
    await close();
  });

  it('takes what it reads, although it is told once more of what it knew before', async () => {
    const { view, proxy, close } = await slowView();
    await changeHealth(redis, PROVIDER, { state: 'down', openUntil: Date.now() + 60_000 });
    await eventually('it is open', () => view.gate(PROVIDER) === 'open');
    const known = (await redis.hget(redisKeys.health, PROVIDER)) ?? '';
    await redis.flushdb();
    proxy.holdReplies();
    const reading = view.refresh();
    await eventually('the newer state is read', () => proxy.isHolding);
    for (const provider of [PROVIDER, 'mojeek']) await redis.publish(healthChannel(redis), `${provider} ${known}`);
    await eventually('both messages have arrived', () => view.gate('mojeek') === 'open');
    proxy.letGo();
    await reading;
    expect(view.gate(PROVIDER)).toBe('closed');
    await close();
  });

  it('is right again after Redis was emptied', async () => {
    const [view] = (await views(1)) as [HealthView];
    await changeHealth(redis, PROVIDER, { state: 'down', openUntil: Date.now() + 60_000 });
    await eventually('it is open', () => view.gate(PROVIDER) === 'open');
    await redis.flushdb();
    await view.refresh();
    expect(view.gate(PROVIDER)).toBe('closed');
    await view.record(PROVIDER, { failure: null, startedAt: view.clock.now(), endedAt: view.clock.now() });
    expect(await healthOf(redis, PROVIDER)).toMatchObject({ state: 'up' });
    view.stop();
  });
});
