import { Cluster, type Redis as SingleRedis } from 'ioredis';
import type { Redis } from './redis.ts';
import { parseInfo } from './redis-check.ts';

/** The memory of a Redis: in a cluster, of its fullest node, because a command fails if its node is full. */
export interface RedisMemory {
  usedBytes: number;
  /** 0 if Redis has no limit, or does not tell. */
  maxBytes: number;
  /** The number of primaries that share the data. */
  nodes: number;
}

/** The share of its memory above which a Redis counts as nearly full: lists of results must not take the rest. */
export const NEARLY_FULL = 0.75;

/** Reads how much memory a Redis uses. */
export async function readMemory(redis: Redis): Promise<RedisMemory> {
  const nodes = redis instanceof Cluster ? redis.nodes('master') : [redis];
  const [first, ...others] = await Promise.all(nodes.map(memoryOf));
  const fullest = others.reduce(
    (most, node) => (fullness(node) > fullness(most) ? node : most),
    first ?? { usedBytes: 0, maxBytes: 0 },
  );
  return { ...fullest, nodes: nodes.length };
}

async function memoryOf(redis: SingleRedis): Promise<Omit<RedisMemory, 'nodes'>> {
  const info = parseInfo(await redis.info('memory').catch(unlessForbidden));
  const number = (name: string) => Number(info[name] ?? 0);
  // Redis counts what it buffers for replicas and its log as used, but not against its limit.
  return {
    usedBytes: number('used_memory') - number('mem_not_counted_for_evict'),
    maxBytes: number('maxmemory'),
  };
}

/** Some services do not let clients read how Redis is: then nobody knows how full it is. */
function unlessForbidden(error: Error): string {
  if (!error.message.startsWith('NOPERM')) throw error;
  return '';
}

/** How full a Redis is, from 0 to 1 or a little more; 0 if it has no limit. */
export function fullness({ usedBytes, maxBytes }: Pick<RedisMemory, 'usedBytes' | 'maxBytes'>): number {
  return maxBytes === 0 ? 0 : usedBytes / maxBytes;
}

/** The use of memory for people: `12 MB of 512 MB (2 %)`. */
export function describeMemory(memory: RedisMemory): string {
  const inMb = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;
  const { usedBytes, maxBytes } = memory;
  if (maxBytes === 0) return `${inMb(usedBytes)} of memory, without a limit`;
  return `${inMb(usedBytes)} of ${inMb(maxBytes)} of memory (${Math.round(fullness(memory) * 100)} %)`;
}
