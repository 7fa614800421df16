import { STATUS_CODES } from 'node:http';
import type { ReadPage } from '../pages/read-operation.ts';

/** A page in Firecrawl's shape, in replies and in webhooks. */
type FirecrawlDocument = Record<string, unknown>;

/**
 * Writes a page in Firecrawl's shape. `names` are the names of its texts, in their order; `ignored`, what was asked for and
 * changes nothing.
 */
export function firecrawlDocument(
  sourceURL: string,
  page: ReadPage,
  names: readonly string[],
  ignored = '',
): FirecrawlDocument {
  const texts = [page.content, ...(page.also ?? [])];
  const warning = [
    page.partial ? `Only a part of the page could be read: ${page.partial}.` : '',
    page.truncated ? 'The page was too long and has been truncated.' : '',
    page.screenshot?.cut ? 'The page goes on below its screenshot.' : '',
    ignored,
  ];
  const line = warning.filter(Boolean).join(' ');
  return {
    ...Object.fromEntries(names.map((name, at) => [name, texts[at]])),
    ...(page.links && { links: page.links.map(({ url }) => url) }),
    ...(page.images && { images: page.images.map(({ url }) => url) }),
    ...(page.screenshot && { screenshot: page.screenshot.dataUri }),
    metadata: metadataOf(sourceURL, page),
    ...(line && { warning: line }),
  };
}

/** A page that says "not found" is a page, too: its status is there for the caller to see. */
function metadataOf(sourceURL: string, page: ReadPage): Record<string, unknown> {
  const { title, description, lang, finalUrl, status, contentType, author, published, site } = page;
  return {
    title,
    description,
    language: lang,
    ...(author && { author }),
    ...(published && { publishedTime: published }),
    ...(site && { ogSiteName: site }),
    sourceURL,
    url: finalUrl,
    statusCode: status,
    contentType,
    ...(status >= 400 && { error: STATUS_CODES[status] ?? `Status ${status}` }),
  };
}
