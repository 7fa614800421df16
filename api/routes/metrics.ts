import type { Server } from 'node:http';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { readDepths } from '../../jobs/queue-depths.ts';
import { metricsRefusal } from '../../lib/metrics/metrics-access.ts';
import type { Services } from '../services.ts';

/** Serves this process's metrics to Prometheus. */
export function metricsRoute(app: FastifyInstance, services: Services): void {
  const { metrics, config, instantPool } = services;
  app.get('/metrics', { schema: { hide: true }, config: { traced: false } }, async (request, reply) => {
    const refusal = metricsRefusal(request.headers, request.socket.remoteAddress ?? '', config);
    if (refusal) throw refusal;
    metrics.showPool(instantPool.figures());
    metrics.showConnections(await countConnections(app.server));
    await showDepths(services);
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

/** Updates the queue depths. Skips them while Redis is down, so that the other metrics are still served. */
async function showDepths(services: Services): Promise<void> {
  const { redis, queueRedis, queues, providers, metrics, errors } = services;
  if (!queues.connected) return;
  const reading = readDepths(redis, queueRedis, queues, providers.roster.providers.values(), services.fanOutQueues());
  const depths = await reading.catch(errors.unlessAway('count waiting calls'));
  for (const [provider, depth] of depths ?? []) metrics.showDepth(provider, depth);
}

function countConnections(server: Server): Promise<number> {
  return promisify(server.getConnections.bind(server))();
}
