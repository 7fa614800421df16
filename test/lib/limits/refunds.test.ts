import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type PresentedKey, parseKey } from '../../../lib/keys/key-format.ts';
import { admit } from '../../../lib/limits/admission.ts';
import { searchIn } from '../../../lib/limits/cost.ts';
import { Refunds } from '../../../lib/limits/refunds.ts';
import { type Charge, readUsage, refund } from '../../../lib/limits/usage.ts';
import { createLog } from '../../../lib/log/log.ts';
import { createKey, createUser } from '../../harness/as-tester.ts';
import { eventually } from '../../harness/processes.ts';
import { redisForSuite } from '../../harness/redis.ts';
import { TcpProxy } from '../../harness/tcp-proxy.ts';

const NOW = new Date('2026-11-15T12:00:00Z');
const off = { burst: null, sustained: null, monthly: null };
const log = createLog('test', 'silent');

const direct = await redisForSuite();
let proxy: TcpProxy;
/** Fails fast like the connections of a process. */
let redis: Redis;
let key: PresentedKey;
let refunds: Refunds;

beforeEach(async () => {
  await direct.flushdb();
  await createUser(direct, 'ada');
  key = parseKey((await createKey(direct, 'ada')).key) as PresentedKey;
  proxy = await TcpProxy.to(direct.options.port);
  redis = new Redis(proxy.url, {
    db: direct.options.db ?? 0,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => 20,
  });
  redis.on('error', () => {});
  await eventually('it is connected', () => redis.status === 'ready');
  refunds = new Refunds(redis, log);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await refunds.close();
  redis.disconnect();
  await proxy.close();
});

const searches = async () => (await readUsage(direct, { key: key.prefix }, '2026-11')).searches;

/** Charges for searches that were counted. */
async function counted(count: number): Promise<Charge[]> {
  const admissions = await Promise.all(
    Array.from({ length: count }, () => admit(direct, key, off, searchIn('web'), NOW)),
  );
  return admissions.flatMap((admission) => (admission.verdict === 'admitted' ? (admission.charge ?? []) : []));
}

async function loseRedis(): Promise<void> {
  proxy.refuse();
  await eventually('Redis is away', () => redis.status !== 'ready');
}

/** The number of charges in each script call from now on, and the highest number of calls that waited for a reply. */
function watchCalls(): { batches: number[]; mostAtOnce: () => number } {
  const [call, batches] = [redis.evalsha.bind(redis), [] as number[]];
  let [underWay, most] = [0, 0];
  vi.spyOn(redis, 'evalsha').mockImplementation(async (...args: unknown[]) => {
    batches.push(Number(args[1]) / 2);
    underWay += 1;
    most = Math.max(most, underWay);
    return await call(...(args as Parameters<typeof call>)).finally(() => {
      underWay -= 1;
    });
  });
  return { batches, mostAtOnce: () => most };
}

it('a refund is sent at once, before what the same connection sends next', async () => {
  const [first, second] = await counted(2);
  refunds.give(first as Charge);
  await eventually('Redis has the script', async () => (await searches()) === 1);
  refunds.give(second as Charge);
  await redis.ping();
  expect(await searches()).toBe(0);
});

it('after an outage, refunds are sent in batches of at most 50, one after the other', async () => {
  const charges = await counted(120);
  await loseRedis();
  for (const charge of charges) refunds.give(charge);
  const { batches, mostAtOnce } = watchCalls();
  proxy.admit();
  await eventually('all are refunded', async () => (await searches()) === 0);
  expect(batches).toEqual([50, 50, 20]);
  expect(mostAtOnce()).toBe(1);
});

it('a batch without a reply is sent again, and each refund applies once', async () => {
  const [loaded, ...charges] = await counted(61);
  // From here on, Redis has the script.
  await refund(direct, [loaded as Charge]);
  await loseRedis();
  for (const charge of charges) refunds.give(charge);
  proxy.holdReplies('evalsha');
  proxy.admit();
  await eventually('the first batch has arrived', async () => (await searches()) === 10);
  proxy.cut();
  proxy.letGo();
  await eventually('all are refunded', async () => (await searches()) === 0);
  await refunds.close();
  expect(await searches()).toBe(0);
});

it('closing waits for all refunds, also for those that waited for Redis', async () => {
  const [waited, ...fresh] = await counted(3);
  await loseRedis();
  refunds.give(waited as Charge);
  await new Promise(setImmediate);
  redis.removeAllListeners('ready');
  proxy.admit();
  await eventually('Redis is back', () => redis.status === 'ready');
  for (const charge of fresh) refunds.give(charge);
  await refunds.close();
  expect(await searches()).toBe(0);
});

it('closing while Redis is away does not wait for it, and says how many searches stay counted', async () => {
  const charges = await counted(3);
  await loseRedis();
  for (const charge of charges) refunds.give(charge);
  const warn = vi.spyOn(log, 'warn');
  await refunds.close();
  expect(warn).toHaveBeenCalledWith({ requests: 3, reason: 'Redis is away' }, expect.any(String));
});
