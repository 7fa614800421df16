import { decodeText } from '../../lib/pages/charset.ts';
import { pageKind } from '../../lib/pages/page-kind.ts';
import { linksOf, type PageLink } from '../../lib/sites/links.ts';
import { readSitemap, type Sitemap } from '../../lib/sites/sitemap.ts';
import { type PageTask, type PageWork, pageWork } from '../pages/page-work.ts';

/** A page of a crawl: its text, or why there is none, and its links, which are followed in either case. */
export interface CrawledWork {
  work: PageWork;
  links: PageLink[];
  canonical: string | null;
}

/** Reads a page with its links. Runs in a thread. */
export async function crawlWork(task: PageTask): Promise<CrawledWork> {
  const { fetched } = task;
  const isHtml = fetched !== null && pageKind(fetched.contentType, fetched.body) === 'html';
  const found = isHtml ? linksOf(decodeText(fetched.body, fetched.contentType), fetched.url) : null;
  return { work: await pageWork(task), links: found?.links ?? [], canonical: found?.canonical ?? null };
}

/**
 * Reads a sitemap; null if it is a page that says "not found" with a status that says the opposite. Its pages come with the
 * newest first, so that a limit leaves out the oldest; those without a date come after them, in their order. Runs in a thread.
 */
export function sitemapWork(file: Uint8Array): Sitemap | null {
  if (/^[\s\ufeff]*<(?:!doctype html|html)/i.test(new TextDecoder().decode(file.subarray(0, 1_000)))) return null;
  const { pages, ...sitemap } = readSitemap(decoded(file));
  const dated = pages.map((page) => ({ page, at: Date.parse(page.lastmod ?? '') || 0 }));
  return { ...sitemap, pages: dated.sort((one, other) => other.at - one.at).map(({ page }) => page) };
}

const PIECE_BYTES = 1024 * 1024;

function* decoded(file: Uint8Array): Generator<string> {
  const decoder = new TextDecoder();
  for (let at = 0; at < file.length; at += PIECE_BYTES) {
    yield decoder.decode(file.subarray(at, at + PIECE_BYTES), { stream: true });
  }
  yield decoder.decode();
}
