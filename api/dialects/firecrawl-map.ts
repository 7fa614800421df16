import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { searchIn } from '../../lib/limits/cost.ts';
import { mapSite } from '../lookups/site-map.ts';
import type { Services } from '../services.ts';
import { addDialectRoute, type DialectRoute } from './dialect.ts';
import { mapParams, sitemapOf } from './firecrawl-crawl-params.ts';
import { unreadable } from './firecrawl-pages.ts';
import type { Version } from './firecrawl-params.ts';

/** Firecrawl's map: what is known by the deadline. */
export function firecrawlMap(
  app: FastifyInstance,
  services: Services,
  {
    version,
    at,
    common,
  }: {
    version: Version;
    at: (path: string) => string[];
    common: Pick<DialectRoute<z.ZodObject>, 'methods' | 'credentials' | 'errorBody'>;
  },
): void {
  addDialectRoute(app, services, {
    ...common,
    urls: at('map'),
    params: mapParams,
    cost: () => searchIn('map'),
    async handle({ params, services, request, reply: _, ...requester }) {
      const { url, search, limit, includeSubdomains: subdomains, timeout, ignoreQueryParameters } = params;
      // Version 1 knows no such parameter.
      const ignoresQuery = ignoreQueryParameters ?? version === 'v2';
      // Version 1 has a switch that skips sitemaps, and its clients send it as they like: more links do no harm.
      const sitemap = sitemapOf({ ...params, skip: false, only: params.sitemapOnly });
      const wanted = { url, q: search, limit, subdomains, sitemap, ignoresQuery, withinMs: timeout } as const;
      const { links, failed, fetched, hasMore } = await mapSite(wanted, services, requester);
      // Also of a site that was asked and could not be read.
      request.charge?.settle(Number(fetched));
      const start = failed.find((one) => one.url === url);
      // An empty success would be taken for an empty site.
      if (links.length === 0 && start) throw unreadable('site', 'mapped', start.reason);
      const warning = warningOf(failed, hasMore && links.length < limit);
      const shown = links.map((link) => (version === 'v1' ? link.url : { url: link.url, ...titleOf(link) }));
      return { success: true, ...(version === 'v2' && { id: request.id }), links: shown, ...warning };
    },
  });
}

const titleOf = ({ title }: { title: string }) => (title === '' ? {} : { title });

/** A map that ended early says so. */
function warningOf(failed: readonly { url: string; reason: string }[], isPartial: boolean): { warning?: string } {
  const lines = [
    isPartial ? 'The site may have more pages: time was up.' : '',
    ...failed.slice(0, 3).map(({ url, reason }) => `${url} could not be read: ${reason}.`),
  ];
  const warning = lines.filter(Boolean).join(' ');
  return warning === '' ? {} : { warning };
}
