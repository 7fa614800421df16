import { z } from 'zod';
import { parseNatMap, parseRedisServer, type RedisServer } from '../redis/redis-server.ts';
import { apiKey, integer, isPlaceholder, parsedWith } from './config-values.ts';
import type { ReadSetting } from './settings-reader.ts';

/** Where Redis is. */
export interface RedisConfig {
  redis: RedisServer;
  /** The Redis for queues and replies; the same object unless it is another one. */
  queueRedis: RedisServer;
  /** How many replicas must have what is acknowledged to a person: keys, revocations, passwords. */
  redisWaitReplicas: number;
}

const address = z
  .string()
  .transform(parsedWith(parseRedisServer))
  .refine(({ password }) => !isPlaceholder(password ?? ''), 'has a placeholder password: replace it with your own')
  .transform(({ url }) => url);
const natMap = z.string().transform(parsedWith(parseNatMap));

/** Reads the settings of Redis. */
export function readRedis(read: ReadSetting): RedisConfig {
  const url = read('REDIS_URL', address, 'redis://127.0.0.1:6379');
  const queueUrl = read('QUEUE_REDIS_URL', address, url);
  const sentinelPassword = read('SENTINEL_PASSWORD', apiKey, '');
  const mapped = read('REDIS_NAT_MAP', natMap, {});
  const serverAt = (text: string): RedisServer => ({
    ...parseRedisServer(text),
    ...(sentinelPassword === '' ? {} : { sentinelPassword }),
    natMap: mapped,
  });
  const redis = serverAt(url);
  return {
    redis,
    queueRedis: queueUrl === url ? redis : serverAt(queueUrl),
    redisWaitReplicas: read('REDIS_WAIT_REPLICAS', integer(0, 10), 0),
  };
}
