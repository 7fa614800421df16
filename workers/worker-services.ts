import type { Redis } from 'ioredis';
import type { InstanceSecret } from '../lib/instance-secret.ts';
import type { Log } from '../lib/log.ts';
import type { HealthView } from '../lib/providers/health-view.ts';
import type { UpstreamHttp } from './upstream-http.ts';

/** Services that all provider workers of a process share. */
export interface WorkerServices {
  /** Connection for health, cache and the instance secret; fails fast. */
  redis: Redis;
  /** Connection for replies; fails fast. */
  queueRedis: Redis;
  /** Connection for BullMQ's blocking reads; waits for Redis. */
  blockingRedis: Redis;
  secret: InstanceSecret;
  health: HealthView;
  http: UpstreamHttp;
  log: Log;
  probeIntervalS: number;
}
