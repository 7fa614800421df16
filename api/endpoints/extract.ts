import { z } from 'zod';
import { defineEndpoint } from '../contract/endpoint.ts';
import { extracted, extractedPage, refuseErrorPage } from '../contract/extracted-page.ts';
import { extractParams, renderOf, urlsOf } from '../contract/page-params.ts';
import { pagesFor, readingCost, readPages, searchesFor, USUAL } from '../lookups/pages.ts';

const MAX_BODY_BYTES = 256 * 1024;

/** The text of pages. */
export const extract = defineEndpoint({
  name: 'extract',
  path: '/api/v1/extract/',
  searches: (params) => searchesFor(urlsOf(params).length * pagesFor(renderOf(params))),
  maxBodyBytes: () => MAX_BODY_BYTES,
  summary: 'Read pages',
  description:
    'Reads web pages, feeds, PDF files and plain text. Returns their main content and metadata in the order of the ' +
    'request. A page that cannot be read is listed in `failed`; the others are still returned. If a page only says ' +
    'that a reader needs something else first, `reason` begins with the word for it: `needs_javascript`, `challenge` ' +
    '(a proof of being human), `consent`, `paywall` or `frames`, with their addresses. Counts as one search per five ' +
    'pages fetched.',
  query: extractParams,
  reply: z.object({
    results: z.array(extractedPage),
    failed: z.array(z.object({ url: z.string(), reason: z.string() })),
  }),
  example: {
    results: [
      {
        url: 'https://en.wikipedia.org/wiki/Tributary',
        final_url: 'https://en.wikipedia.org/wiki/Tributary',
        title: 'Tributary',
        description: 'Stream that flows into a larger stream',
        author: '',
        published: '2002-02-25',
        lang: 'en',
        site: 'Wikipedia',
        content: 'A **tributary**, or an affluent, is a stream or river that flows into a larger stream.',
        content_type: 'text/html',
        words: 15,
        truncated: false,
        cached: false,
        partial: '',
      },
    ],
    failed: [],
  },
  async handle({ params, services, request, reply: _, ...requester }) {
    const options = {
      ...USUAL,
      format: params.format ?? USUAL.format,
      maxChars: params.max_chars ?? USUAL.maxChars,
      links: params.links ?? USUAL.links,
      images: params.images ?? USUAL.images,
      query: params.query ?? USUAL.query,
      chunks: params.chunks ?? USUAL.chunks,
      render: renderOf(params) ?? USUAL.render,
      screenshot: params.screenshot,
      maxAgeMs: params.max_age === undefined ? USUAL.maxAgeMs : params.max_age * 1_000,
    };
    const read = (await readPages(urlsOf(params), options, services, requester)).map(refuseErrorPage);
    const results = read.flatMap((result) =>
      'page' in result ? [extracted(result.url, result.page, params.detail, renderOf(params))] : [],
    );
    const failed = read.flatMap((result) => ('reason' in result ? [{ url: result.url, reason: result.reason }] : []));
    request.charge?.settle(readingCost(read));
    return { results, failed };
  },
});
