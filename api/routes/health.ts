import type { FastifyInstance } from 'fastify';
import { whyAway } from '../../lib/redis.ts';
import { redisKeys } from '../../lib/redis-keys.ts';
import type { Services } from '../services.ts';

/** `/healthz` (alive) and `/readyz` (able to serve), for load balancers and supervisors. They need no key. */
export function healthRoutes(app: FastifyInstance, services: Pick<Services, 'redis' | 'queueRedis' | 'workers'>): void {
  app.get('/healthz', { schema: { hide: true }, exposeHeadRoute: true }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true }, exposeHeadRoute: true }, async (_request, reply) => {
    const reasons = await reasonsNotReady(services);
    if (reasons.length === 0) return { status: 'ready' };
    return reply.code(503).header('retry-after', '1').send({ status: 'unavailable', reasons });
  });
}

async function reasonsNotReady({
  redis,
  queueRedis,
  workers,
}: Pick<Services, 'redis' | 'queueRedis' | 'workers'>): Promise<string[]> {
  const reasons: string[] = [];
  try {
    // A write, because a Redis that is out of disk space or memory still answers reads.
    await redis.set(redisKeys.writeCheck, '1', 'PX', 10_000);
  } catch (error) {
    reasons.push(`Redis cannot be written to: ${whyAway(redis) ?? describe(error)}`);
  }
  try {
    // Searches use the same view, so they find a worker once this endpoint reports ready.
    await workers.look();
    if (workers.count === 0) reasons.push('No worker process is running.');
  } catch (error) {
    reasons.push(`The queues' Redis does not answer: ${whyAway(queueRedis) ?? describe(error)}`);
  }
  return reasons;
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 200) : 'unknown error';
}
