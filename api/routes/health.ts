import type { FastifyInstance } from 'fastify';
import { checkedAtMostEvery } from '../../lib/at-most-every.ts';
import { clockProblem, jobWriter, workerProblems } from '../../lib/presence/problems.ts';
import { type Redis, whyAway } from '../../lib/redis/redis.ts';
import { redisKeys } from '../../lib/redis/redis-keys.ts';
import { isPartOfCluster } from '../../lib/redis/redis-topology.ts';
import { VERSION } from '../../lib/version.ts';
import { warmAnswers } from '../instant/answers.ts';
import type { Services } from '../services.ts';

type Checked = Pick<Services, 'config' | 'redis' | 'queueRedis' | 'workers' | 'health' | 'secret' | 'stopping'>;

/** What prevents this process from serving, and what should be mended all the same. */
interface Readiness {
  reasons: string[];
  warnings: string[];
}

/** How long a check counts. Anyone may ask, and each check writes to Redis. */
const CHECK_COUNTS_MS = 1_000;

/** `/healthz` (alive) and `/readyz` (able to serve), for load balancers and supervisors. They need no key. */
export function healthRoutes(app: FastifyInstance, services: Checked): void {
  const readiness = checkedAtMostEvery(CHECK_COUNTS_MS, () => checkReadiness(services));
  app.get('/healthz', { schema: { hide: true }, config: { traced: false }, exposeHeadRoute: true }, async () => ({
    status: 'ok',
    version: VERSION,
  }));
  app.get(
    '/readyz',
    { schema: { hide: true }, config: { traced: false }, exposeHeadRoute: true },
    async (_request, reply) => {
      const isStopping = services.stopping.signal.aborted;
      const { reasons, warnings } = isStopping ? STOPPING : await readiness();
      const found = warnings.length > 0 ? { warnings } : {};
      if (reasons.length === 0) return { status: 'ready', ...found };
      return reply
        .code(503)
        .header('retry-after', '1')
        .send({ status: 'unavailable', reasons, ...found });
    },
  );
}

const STOPPING: Readiness = { reasons: ['This process is stopping.'], warnings: [] };

async function checkReadiness({ config, redis, queueRedis, workers, health, secret }: Checked): Promise<Readiness> {
  const reasons: string[] = [];
  const warnings: string[] = [];
  try {
    // A write, because a Redis that is out of disk space or memory still answers reads.
    if (!(await isPartOfCluster(redis))) await redis.set(redisKeys.writeCheck, '1', 'PX', 10_000);
    else reasons.push('Redis is part of a cluster: REDIS_URL must be a redis+cluster:// address.');
  } catch (error) {
    reasons.push(`Redis cannot be written to: ${describe(redis, error)}`);
  }
  try {
    if (queueRedis !== redis && (await isPartOfCluster(queueRedis)))
      reasons.push("The queues' Redis is part of a cluster: QUEUE_REDIS_URL must be a redis+cluster:// address.");
    // Searches use the same view, so they find a worker once this endpoint reports ready.
    await workers.look();
    const { all, count } = workers;
    // Workers cannot announce themselves in a Redis that takes no writes.
    if (all.length === 0 && reasons.length === 0) reasons.push('No worker process is running.');
    else if (all.length > 0 && count === 0) reasons.push('No worker process can read the jobs of this process.');
    const [own = ''] = await secret.fingerprints();
    warnings.push(...workerProblems(all, jobWriter(own)));
  } catch (error) {
    reasons.push(`The queues' Redis does not answer: ${describe(queueRedis, error)}`);
  }
  try {
    if (config.instantThreads > 0) await warmAnswers();
  } catch (error) {
    reasons.push(`The instant answers cannot be loaded: ${describe(redis, error)}`);
  }
  const clock = clockProblem(health.clock.skewMs());
  if (clock !== null) warnings.push(`This process: ${clock}.`);
  return { reasons, warnings };
}

/** What Node and Redis add to a message: where they tried to connect, whose name a certificate lacks, where a key is. */
const ADDRESS = /(?<=^\w+ E[A-Z_]+) .*|(?<=altnames): .*|\s\S+:\d+\b/gs;

/** The reason without the address of Redis, which is not for everyone. The log has it. */
function describe(redis: Redis, error: unknown): string {
  const message = whyAway(redis) ?? (error instanceof Error ? error.message : 'unknown error');
  return message.replace(ADDRESS, '').slice(0, 200);
}
