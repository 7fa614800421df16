import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Dispatcher } from '../../jobs/dispatcher.ts';
import { ApiError } from '../../lib/errors.ts';
import type { Roster } from '../../lib/providers/roster.ts';
import type { Metrics } from '../metrics.ts';
import type { Services } from '../services.ts';

/** Serves this process's metrics to Prometheus. */
export function metricsRoute(
  app: FastifyInstance,
  { metrics, config, instantPool, dispatcher, providers }: Services,
): void {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    requireScraper(request, config.metricsToken);
    metrics.showPool(instantPool.figures());
    await showDepths(providers.roster, dispatcher, metrics);
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

/** Requires the token if one is set. Otherwise allows only requests from this machine that no proxy forwarded. */
function requireScraper(request: FastifyRequest, token: string): void {
  if (token === '') {
    const forwarded = request.headers['x-forwarded-for'] ?? request.headers.forwarded;
    if (isLoopback(request.socket.remoteAddress ?? '') && forwarded === undefined) return;
    throw new ApiError(403, 'Metrics are for this machine only, unless METRICS_TOKEN is set.');
  }
  const given = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  if (timingSafeEqual(digest(given), digest(token))) return;
  throw new ApiError(401, 'Give the metrics token.', { 'www-authenticate': 'Bearer' });
}

/** Updates the queue depths. Skips them while Redis is down, so that the other metrics are still served. */
async function showDepths(roster: Roster, dispatcher: Dispatcher, metrics: Metrics): Promise<void> {
  if (!dispatcher.connected) return;
  await Promise.all(
    [...roster.providers.keys()].map(async (provider) => {
      const counts = await dispatcher.depth(provider).catch(() => null);
      if (counts) metrics.showDepth(provider, counts);
    }),
  );
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
