import type { Redis } from 'ioredis';
import type { InstanceSecret } from '../lib/instance-secret.ts';
import type { Log } from '../lib/log.ts';
import type { HealthView } from '../lib/providers/health-view.ts';
import type { UpstreamHttp } from './upstream-http.ts';

/** What the workers of all providers share within a process. */
export interface WorkerServices {
  /** Accounts, health and cache; fails fast. */
  redis: Redis;
  /** Replies; fails fast. */
  queueRedis: Redis;
  /** BullMQ's own, which waits. */
  blockingRedis: Redis;
  secret: InstanceSecret;
  health: HealthView;
  http: UpstreamHttp;
  log: Log;
  probeIntervalS: number;
}
