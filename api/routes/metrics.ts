import { createHash, timingSafeEqual } from 'node:crypto';
import type { Server } from 'node:http';
import { promisify } from 'node:util';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readDepths } from '../../jobs/queue-depths.ts';
import type { Config } from '../../lib/config.ts';
import { ApiError } from '../../lib/errors.ts';
import type { Services } from '../services.ts';

/** Serves this process's metrics to Prometheus. */
export function metricsRoute(app: FastifyInstance, services: Services): void {
  const { metrics, config, instantPool } = services;
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    requireScraper(request, config);
    metrics.showPool(instantPool.figures());
    metrics.showConnections(await countConnections(app.server));
    await showDepths(services);
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

/**
 * Requires the token if one is set. Otherwise allows only requests from this machine that no proxy forwarded, and only
 * on an instance for this machine: elsewhere a proxy on the same machine may forward without saying so.
 */
function requireScraper(request: FastifyRequest, { metricsToken: token, host, publicUrl }: Config): void {
  if (token === '') {
    if (!isLoopbackHost(host) || (publicUrl !== '' && !isLoopbackHost(new URL(publicUrl).hostname))) {
      throw new ApiError(403, 'Set METRICS_TOKEN to read the metrics of an instance that other machines can reach.');
    }
    const forwarded = request.headers['x-forwarded-for'] ?? request.headers.forwarded;
    if (isLoopbackHost(request.socket.remoteAddress ?? '') && forwarded === undefined) return;
    throw new ApiError(403, 'Metrics are for this machine only, unless METRICS_TOKEN is set.');
  }
  const given = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  if (timingSafeEqual(digest(given), digest(token))) return;
  throw new ApiError(401, 'Give the metrics token.', { 'www-authenticate': 'Bearer' });
}

/** Updates the queue depths. Skips them while Redis is down, so that the other metrics are still served. */
async function showDepths({ redis, queueRedis, queues, providers, metrics, errors }: Services): Promise<void> {
  if (!queues.connected) return;
  const reading = readDepths(redis, queueRedis, queues, providers.roster.providers.values());
  const depths = await reading.catch(errors.unlessAway('count waiting calls'));
  for (const [provider, depth] of depths ?? []) metrics.showDepth(provider, depth);
}

function countConnections(server: Server): Promise<number> {
  return promisify(server.getConnections.bind(server))();
}

function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || /^(\[?::1\]?|(::ffff:)?127\.[\d.]+)$/.test(host);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
