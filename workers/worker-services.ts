import type { Redis } from 'ioredis';
import type { JobClaims } from '../jobs/job-claims.ts';
import type { ReplySender } from '../jobs/reply-sender.ts';
import type { InstanceSecret } from '../lib/instance-secret.ts';
import type { Log } from '../lib/log.ts';
import type { HealthView } from '../lib/providers/health-view.ts';
import type { Roster } from '../lib/providers/roster.ts';
import type { OutcomeRecorder } from './outcome-recorder.ts';
import type { AllPlaces } from './places.ts';
import type { UpstreamHttp } from './upstream-http.ts';

/** Services that all jobs of a worker process share. */
export interface WorkerServices {
  roster: Roster;
  places: AllPlaces;
  /** Connection for health, cache and the instance secret; fails fast. */
  redis: Redis;
  /** Connection for replies; fails fast. */
  queueRedis: Redis;
  /** Connection for BullMQ's blocking reads; waits for Redis. */
  blockingRedis: Redis;
  secret: InstanceSecret;
  health: HealthView;
  outcomes: OutcomeRecorder;
  replies: ReplySender;
  claims: JobClaims;
  http: UpstreamHttp;
  log: Log;
  probeIntervalS: number;
}
