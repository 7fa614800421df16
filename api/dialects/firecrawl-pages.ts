import { STATUS_CODES } from 'node:http';
import type { ReadPage } from '../../lib/pages/read-operation.ts';
import type { PageOptions, PageResult } from '../lookups/pages.ts';
import { ignoredIn, type PageFormat, type ScrapeOptions } from './firecrawl-params.ts';
import { partialWarning } from './page-reading.ts';

/** Reads pages in one format. */
export type ReadFormat = (urls: readonly string[], wanted: Partial<PageOptions>) => Promise<PageResult[]>;

/** A page in Firecrawl's shape, or why it could not be read. */
export type Scraped = { document: Record<string, unknown> } | { reason: string; fetched: boolean };

/** The formats that are texts. */
const TEXTS = ['markdown', 'html', 'rawHtml'] as const satisfies PageFormat[];

/** Reads pages in all formats that are asked for. */
export async function scrape(urls: readonly string[], options: ScrapeOptions, read: ReadFormat): Promise<Scraped[]> {
  const { formats, onlyMainContent, maxAge } = options;
  const lists = { links: formats.includes('links'), images: formats.includes('images') };
  const names = TEXTS.filter((format) => formats.includes(format));
  const [text = { format: 'markdown' as const, whole: !onlyMainContent }, ...also] = names.map((name) => ({
    format: name === 'markdown' ? ('markdown' as const) : ('html' as const),
    whole: !onlyMainContent || name === 'rawHtml',
  }));
  // Without a text, the page is read for its links or its metadata.
  const wanted = { ...text, also, ...lists, ...(maxAge !== undefined && { maxAgeMs: maxAge }) };
  return (await read(urls, wanted)).map((result) => scrapedFrom(result, names, options));
}

function scrapedFrom(result: PageResult, names: readonly string[], options: ScrapeOptions): Scraped {
  if (!('page' in result)) return { reason: result.reason, fetched: result.fetched };
  const { page } = result;
  const warning = warningOf(page, options);
  const texts = [page.content, ...(page.also ?? [])];
  return {
    document: {
      ...Object.fromEntries(names.map((name, at) => [name, texts[at]])),
      ...(page.links && { links: page.links.map(({ url }) => url) }),
      ...(page.images && { images: page.images.map(({ url }) => url) }),
      metadata: metadataOf(result.url, page),
      ...(warning && { warning }),
    },
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

function warningOf(page: ReadPage, options: ScrapeOptions): string {
  const ignored = ignoredIn(options);
  const lines = [
    partialWarning(page),
    page.truncated ? 'The page was too long and has been truncated.' : '',
    ignored.length > 0 ? `Ignored: ${ignored.join(', ')}.` : '',
  ];
  return lines.filter(Boolean).join(' ');
}
