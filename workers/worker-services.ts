import type { JobReceiver } from '../jobs/job-queue.ts';
import type { InstanceSecret } from '../lib/instance-secret.ts';
import type { ErrorReporter } from '../lib/log/error-reporter.ts';
import type { Log } from '../lib/log/log.ts';
import type { HealthView } from '../lib/providers/health-view.ts';
import type { OutcomeRecorder } from '../lib/providers/outcome-recorder.ts';
import type { Roster } from '../lib/providers/roster.ts';
import type { Redis } from '../lib/redis/redis.ts';
import type { ReplySample } from '../lib/statistics/reply-sample.ts';
import type { Tracing } from '../lib/tracing/span.ts';
import type { CacheLife } from './cache-life.ts';
import type { Pages } from './pages/pages.ts';
import type { AllPermits } from './permits.ts';
import type { UpstreamHttp } from './upstream-http.ts';

/** Services that all jobs of a worker process share. */
export interface WorkerServices {
  roster: Roster;
  permits: AllPermits;
  /** Connection for health, cache and the instance secret; fails fast. */
  redis: Redis;
  /** How long answers stay in the cache. */
  cacheLife: CacheLife;
  secret: InstanceSecret;
  health: HealthView;
  outcomes: OutcomeRecorder;
  replySample: ReplySample;
  receiver: JobReceiver;
  http: UpstreamHttp;
  /** The operations that this process does itself. */
  own: Pages['own'];
  log: Log;
  errors: ErrorReporter;
  /** Undefined if nothing is traced. */
  tracing?: Tracing | undefined;
  probeIntervalS: number;
}
