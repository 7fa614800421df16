import type { FastifyReply } from 'fastify';
import type { ReadPage } from '../../lib/pages/read-operation.ts';
import type { RequestContext } from '../contract/endpoint.ts';
import { refuseErrorPage } from '../contract/extracted-page.ts';
import { readingCost } from '../lookups/pages.ts';
import { partialField, readFor } from './page-reading.ts';
import type { TavilyExtractParams } from './tavily-params.ts';

/** Between two passages of a page. */
export const GAP = ' [...] ';

/** Reads pages. Both lists are always there, because clients read them without a check. */
export async function tavilyExtract(context: RequestContext<TavilyExtractParams>): Promise<unknown> {
  const { params, request, reply } = context;
  const { urls, format, query, chunks_per_source: chunks, include_images: images, timeout } = params;
  const wanted = { format, query, chunks, images };
  const read = (await readFor(context, urls, wanted, timeout && timeout * 1_000)).map(refuseErrorPage);
  const results = read.flatMap((result) => ('page' in result ? [toTavily(result.url, result.page, params)] : []));
  const credits = readingCost(read);
  request.charge?.settle(credits);
  return {
    results,
    failed_results: read.flatMap((result) => ('reason' in result ? [{ url: result.url, error: result.reason }] : [])),
    response_time: secondsOf(reply),
    ...(params.include_usage && { usage: { credits } }),
    request_id: request.id,
  };
}

/** A page. With a query, its text is the passages that are nearest to it. */
function toTavily(url: string, page: ReadPage, params: TavilyExtractParams): Record<string, unknown> {
  const { title, content, chunks = [], images = [], finalUrl } = page;
  return {
    url,
    title,
    raw_content: params.query === '' ? content : chunks.map(({ text }) => text).join(GAP),
    ...partialField(page),
    ...(params.include_images && { images: images.map((image) => image.url) }),
    ...(params.include_favicon && { favicon: new URL('/favicon.ico', finalUrl).href }),
  };
}

/** How long a request has taken so far. */
export function secondsOf({ elapsedTime }: FastifyReply): number {
  return Number((elapsedTime / 1_000).toFixed(3));
}
