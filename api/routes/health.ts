import type { FastifyInstance } from 'fastify';
import { checkedAtMostEvery } from '../../lib/at-most-every.ts';
import { type Redis, whyAway } from '../../lib/redis.ts';
import { redisKeys } from '../../lib/redis-keys.ts';
import { isPartOfCluster } from '../../lib/redis-topology.ts';
import { VERSION } from '../../lib/version.ts';
import type { Services } from '../services.ts';

type Checked = Pick<Services, 'redis' | 'queueRedis' | 'workers' | 'secret' | 'stopping'>;

/** How long a check counts. Anyone may ask, and each check writes to Redis. */
const CHECK_COUNTS_MS = 1_000;

/** `/healthz` (alive) and `/readyz` (able to serve), for load balancers and supervisors. They need no key. */
export function healthRoutes(app: FastifyInstance, services: Checked): void {
  const readiness = checkedAtMostEvery(CHECK_COUNTS_MS, () => reasonsNotReady(services));
  app.get('/healthz', { schema: { hide: true }, config: { traced: false }, exposeHeadRoute: true }, async () => ({
    status: 'ok',
    version: VERSION,
  }));
  app.get(
    '/readyz',
    { schema: { hide: true }, config: { traced: false }, exposeHeadRoute: true },
    async (_request, reply) => {
      const reasons = services.stopping.signal.aborted ? ['This process is stopping.'] : await readiness();
      if (reasons.length === 0) return { status: 'ready' };
      return reply.code(503).header('retry-after', '1').send({ status: 'unavailable', reasons });
    },
  );
}

async function reasonsNotReady({ redis, queueRedis, workers, secret }: Checked): Promise<string[]> {
  const reasons: string[] = [];
  try {
    // A write, because a Redis that is out of disk space or memory still answers reads.
    if (!(await isPartOfCluster(redis))) await redis.set(redisKeys.writeCheck, '1', 'PX', 10_000);
    else reasons.push('Redis is one node of a cluster: write REDIS_URL as redis+cluster://.');
  } catch (error) {
    reasons.push(`Redis cannot be written to: ${describe(redis, error)}`);
  }
  try {
    if (queueRedis !== redis && (await isPartOfCluster(queueRedis)))
      reasons.push("The queues' Redis is one node of a cluster: write QUEUE_REDIS_URL as redis+cluster://.");
    // Searches use the same view, so they find a worker once this endpoint reports ready.
    await workers.look();
    // Workers cannot announce themselves in a Redis that takes no writes.
    if (workers.count === 0 && reasons.length === 0) reasons.push('No worker process is running.');
    const [own = ''] = await secret.fingerprints();
    if (!workers.know(own)) reasons.push('A worker process has another INSTANCE_SECRET and cannot read its jobs.');
  } catch (error) {
    reasons.push(`The queues' Redis does not answer: ${describe(queueRedis, error)}`);
  }
  return reasons;
}

/** What Node and Redis add to a message: where they tried to connect, whose name a certificate lacks, where a key is. */
const ADDRESS = /(?<=^\w+ E[A-Z_]+) .*|(?<=altnames): .*|\s\S+:\d+\b/gs;

/** The reason without the address of Redis, which is not for everyone. The log has it. */
function describe(redis: Redis, error: unknown): string {
  const message = whyAway(redis) ?? (error instanceof Error ? error.message : 'unknown error');
  return message.replace(ADDRESS, '').slice(0, 200);
}
