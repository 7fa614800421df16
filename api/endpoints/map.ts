import { z } from 'zod';
import { MAX_MAP_LINKS } from '../../lib/sites/map-operation.ts';
import { defineEndpoint } from '../contract/endpoint.ts';
import { mapParams } from '../contract/map-params.ts';
import { mapSite } from '../lookups/site-map.ts';

const MAX_BODY_BYTES = 64 * 1024;

/** The pages of a site. */
export const map = defineEndpoint({
  name: 'map',
  path: '/api/v1/map/',
  searches: () => 1,
  maxBodyBytes: () => MAX_BODY_BYTES,
  summary: 'Map a site',
  description:
    'Lists the addresses of a site’s pages, by its sitemaps and by its links, without reading the pages. Returns what ' +
    `was found when the time is up (\`EXTRACT_DEADLINE_MS\`), at most ${MAX_MAP_LINKS.toLocaleString('en')} addresses. The site is asked as ` +
    'for any page: its robots.txt counts, and its `Crawl-delay`. Counts as one search if the site was asked for ' +
    'something.',
  query: mapParams,
  reply: z.object({
    url: z.string().describe('The URL as requested.'),
    links: z.array(
      z.object({
        url: z.string(),
        title: z
          .string()
          .describe('The title of the page, or the text of the first link to it; empty if neither is known.'),
      }),
    ),
    has_more: z
      .boolean()
      .describe('Whether the site may have pages that are not in `links`: `limit` or the time ended it.'),
    failed: z
      .array(z.object({ url: z.string(), reason: z.string() }))
      .describe('What could not be read on the way: the first page, sitemaps or lists; at most 20.'),
  }),
  example: {
    url: 'https://example.org/',
    links: [
      { url: 'https://example.org/', title: 'Example' },
      { url: 'https://example.org/rivers/tributaries', title: 'Tributaries' },
    ],
    has_more: false,
    failed: [],
  },
  async handle({ params, services, request, reply: _, ...requester }) {
    const { links, hasMore, failed, fetched } = await mapSite(params, services, requester);
    if (!fetched) request.charge?.settle(0);
    return { url: params.url, links, has_more: hasMore, failed };
  },
});
