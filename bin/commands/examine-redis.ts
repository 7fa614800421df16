import type { RedisConfig } from '../../lib/config/config-redis.ts';
import { type Redis, whenReady } from '../../lib/redis/redis.ts';
import { checkRedis, type RedisRole } from '../../lib/redis/redis-check.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { describeMemory, fullness, NEARLY_FULL, type RedisMemory, readMemory } from '../../lib/redis/redis-memory.ts';
import type { RedisServer } from '../../lib/redis/redis-server.ts';
import { isPartOfCluster, type Primary, readTopology, type Topology } from '../../lib/redis/redis-topology.ts';
import type { Finding } from './finding.ts';

/** Checks one Redis: that it answers, its settings, and what it consists of. */
export async function examineRedis(
  role: RedisRole,
  redis: Redis,
  server: RedisServer,
  { redisWaitReplicas }: Pick<RedisConfig, 'redisWaitReplicas'>,
): Promise<Finding[]> {
  const what = role === 'main' ? 'redis' : 'queue redis';
  try {
    await whenReady(redis);
    const { version, warnings } = await checkRedis(redis, role);
    const topology = await readTopology(redis, server);
    const memory = await readMemory(redis);
    return [
      { what, level: 'ok', text: `version ${version} answers and uses ${describeMemory(memory)}` },
      ...(await examineWriting(what, redis, memory)),
      ...describe(topology).map((text): Finding => ({ what, level: 'ok', text })),
      ...[...warnings, ...problemsOf(topology, role === 'main' ? redisWaitReplicas : 0)].map(
        (text): Finding => ({ what, level: 'warn', text }),
      ),
      ...((await isPartOfCluster(redis)) ? [{ what, level: 'fail' as const, text: PART_OF_CLUSTER }] : []),
    ];
  } catch (error) {
    return [{ what, level: 'fail', text: `cannot be reached: ${(error as Error).message}` }];
  }
}

/** Tries a write: a Redis without memory or disk still answers, and whatever announces itself there is not seen. */
async function examineWriting(what: string, redis: Redis, memory: RedisMemory): Promise<Finding[]> {
  try {
    await redis.set(redisKeys.writeCheck, '1', 'PX', WRITE_CHECK_MS);
  } catch (error) {
    return [{ what, level: 'fail', text: `does not accept writes, so nothing works: ${(error as Error).message}` }];
  }
  if (fullness(memory) <= NEARLY_FULL) return [];
  const text = 'nearly full: result lists are kept for a shorter time. Raise its maxmemory, or lower STALE_TTL_S';
  return [{ what, level: 'warn', text }];
}

const WRITE_CHECK_MS = 10_000;
const PART_OF_CLUSTER = 'it is part of a cluster: use a redis+cluster:// address';

/** What Redis consists of; nothing if it is one server alone. */
function describe({ primaries, sentinels }: Topology): string[] {
  const isOne = primaries.length === 1 && primaries[0]?.slots === null && primaries[0].replicas.length === 0;
  return [
    ...(isOne && sentinels.length === 0 ? [] : primaries.map(describePrimary)),
    ...sentinels.flatMap(({ address, primary }) =>
      primary ? [`Sentinel ${address} names ${primary} as primary`] : [],
    ),
  ];
}

function describePrimary({ address, slots, replicas }: Primary): string {
  const copies = replicas.map((replica) =>
    replica.isOnline ? `${replica.address} (${replica.lagBytes} bytes behind)` : `${replica.address} (not in sync)`,
  );
  const share = slots === null ? '' : ` with ${slots} slots`;
  return `primary ${address}${share}, ${copies.length === 0 ? 'no replica' : `replicas: ${copies.join(', ')}`}`;
}

function problemsOf({ primaries, sentinels, slotsMissing }: Topology, replicasWanted: number): string[] {
  const named = new Set(sentinels.flatMap(({ primary }) => primary ?? []));
  const lacking = primaries.filter(
    ({ replicas }) => replicas.filter(({ isOnline }) => isOnline).length < replicasWanted,
  );
  return [
    ...sentinels.flatMap(({ address, primary }) => (primary ? [] : [`Sentinel ${address} names no primary`])),
    ...(named.size > 1 ? [`the Sentinels do not agree on the primary: ${[...named].join(', ')}`] : []),
    ...(slotsMissing > 0 ? [`no node serves ${slotsMissing} slots`] : []),
    ...lacking.map(
      ({ address }) =>
        `${address} has fewer replicas than REDIS_WAIT_REPLICAS (${replicasWanted}): keys and accounts cannot be changed`,
    ),
  ];
}
