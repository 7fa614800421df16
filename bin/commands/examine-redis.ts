import type { RedisConfig } from '../../lib/config-redis.ts';
import { type Redis, whenReady } from '../../lib/redis.ts';
import { checkRedis, type RedisRole } from '../../lib/redis-check.ts';
import type { RedisServer } from '../../lib/redis-server.ts';
import { isPartOfCluster, type Primary, readTopology, type Topology } from '../../lib/redis-topology.ts';
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
    return [
      { what, level: 'ok', text: `version ${version} answers` },
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

const PART_OF_CLUSTER = 'it is one node of a cluster: write its address as redis+cluster://';

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
    replica.isOnline ? `${replica.address} (${replica.lagBytes} bytes behind)` : `${replica.address} (not in step)`,
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
    ...(slotsMissing > 0 ? [`${slotsMissing} slots are served by no node`] : []),
    ...lacking.map(
      ({ address }) =>
        `${address} has fewer replicas than REDIS_WAIT_REPLICAS (${replicasWanted}): keys and accounts cannot be changed`,
    ),
  ];
}
