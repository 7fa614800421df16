import { z } from 'zod';
import type { Adapter } from '../providers/adapter.ts';
import { looseObject } from '../providers/loose-json.ts';
import { searchInputSchema } from '../search/query.ts';
import { correctionFrom, webRows } from '../search/result-rows.ts';
import { webSliceSchema } from '../search/results.ts';
import { apiRequest, PER_PAGE, pagesFound, readApi, searchParams, supportsDate, titleInUrl } from './mediawiki-wire.ts';

/** A search and, in the same reply, the form of the wiki's addresses. */
const responseSchema = z.object({
  query: z.object({
    search: z.array(looseObject),
    searchinfo: looseObject.optional(),
    general: z.object({ server: z.string(), articlepath: z.string().includes('$1') }),
  }),
});

/** The address of the API, which most wikis have beside their pages. */
function apiOf(url: string): string {
  return url.endsWith('/api.php') ? url : `${url}/api.php`;
}

/** The address of a page. A wiki that is served with and without TLS tells its server without a scheme. */
function pageUrl(title: string, server: string, articlePath: string): string {
  return `${server.replace(/^\/\//, 'https://')}${articlePath.replace('$1', () => titleInUrl(title))}`;
}

/** Any wiki that runs MediaWiki, such as the ArchWiki or your own. */
export const mediawiki: Adapter = {
  slug: 'mediawiki',
  name: 'MediaWiki',
  docs: {
    about:
      'Any wiki that runs MediaWiki: the address of its api.php, or of the folder with it. Name the slot after it.',
    exampleUrl: 'https://wiki.archlinux.org',
  },
  defaultUrl: null,
  apiKey: 'none',
  // It searches one site, so its first result may be far from the query.
  weight: 0.6,
  operations: {
    web: {
      input: searchInputSchema,
      output: webSliceSchema,
      pageSize: PER_PAGE,
      supports: supportsDate,
      request: ({ q, page }, { url }) =>
        apiRequest(apiOf(url), {
          ...searchParams(q, (page - 1) * PER_PAGE, PER_PAGE, 'snippet'),
          meta: 'siteinfo',
          siprop: 'general',
        }),
      parse(response) {
        const { search, searchinfo, general } = readApi(response, responseSchema).query;
        return {
          correction: correctionFrom(searchinfo?.suggestion),
          results: webRows(pagesFound(search, (title) => pageUrl(title, general.server, general.articlepath))),
        };
      },
    },
  },
};
