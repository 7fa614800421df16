import { z } from 'zod';
import type { ReadPage } from '../../lib/pages/read-operation.ts';
import { type PageResult, readingCost, readPages, searchesFor, USUAL } from '../lookups/pages.ts';
import { defineEndpoint } from './endpoint.ts';
import { extractParams, urlsOf } from './page-params.ts';

const MAX_BODY_BYTES = 256 * 1024;

const link = z.object({ url: z.string(), text: z.string() });
const image = z.object({ url: z.string(), alt: z.string() });
const chunk = z.object({
  heading: z.string().describe('The headings above the passage.'),
  text: z.string(),
  score: z.number().describe('How near it is to the query (BM25). Compare it within one page only.'),
});

/** A page that was read. */
export const extractedPage = z
  .object({
    url: z.string().describe('The address as given.'),
    final_url: z.string().describe('Where it was found, after redirects.'),
    title: z.string(),
    description: z.string(),
    author: z.string(),
    published: z.string().describe('An ISO date, or date and time; empty if the page does not say.'),
    lang: z.string(),
    site: z.string(),
    content: z.string(),
    content_type: z.string(),
    words: z.number().int(),
    truncated: z.boolean().describe('Whether `content` is cut, or the page was too large to be read to its end.'),
    cached: z.boolean(),
    links: z.array(link).optional(),
    images: z.array(image).optional(),
    chunks: z.array(chunk).optional(),
  })
  .meta({ id: 'ExtractedPage' });

/** The text of pages. */
export const extract = defineEndpoint({
  name: 'extract',
  path: '/api/v1/extract/',
  searches: (params) => searchesFor(urlsOf(params).length),
  maxBodyBytes: () => MAX_BODY_BYTES,
  summary: 'Read pages',
  description:
    'Reads web pages, feeds, PDF files and texts, and returns their main content with its metadata, in the order asked. ' +
    'A page that cannot be read is in `failed` and fails no other. Counts as one search per five pages that were fetched.',
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
    };
    const read = (await readPages(urlsOf(params), options, services, requester)).map(refuseErrorPage);
    const results = read.flatMap((result) => ('page' in result ? [extracted(result.url, result.page)] : []));
    const failed = read.flatMap((result) => ('reason' in result ? [{ url: result.url, reason: result.reason }] : []));
    request.charge?.settle(readingCost(read));
    return { results, failed };
  },
});

/** The text of a page that says "not found" is not what was asked for. */
export function refuseErrorPage(result: PageResult): PageResult {
  if (!('page' in result) || result.page.status < 400) return result;
  return { url: result.url, reason: `it answered with status ${result.page.status}`, fetched: true };
}

/** A page in the shape of the API. */
export function extracted(url: string, page: ReadPage): z.infer<typeof extractedPage> {
  const { finalUrl, contentType, ok: _ok, status: _status, links, images, chunks, ...same } = page;
  return {
    url,
    final_url: finalUrl,
    title: same.title,
    description: same.description,
    author: same.author,
    published: same.published,
    lang: same.lang,
    site: same.site,
    content: same.content,
    content_type: contentType,
    words: same.words,
    truncated: same.truncated,
    cached: same.cached,
    ...(links ? { links } : {}),
    ...(images ? { images } : {}),
    ...(chunks ? { chunks } : {}),
  };
}
