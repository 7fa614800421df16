import { decodeText } from '../../lib/pages/charset.ts';
import { pageKind } from '../../lib/pages/page-kind.ts';
import { linksOf, type PageLink } from '../../lib/sites/links.ts';
import { readSitemap } from '../../lib/sites/sitemap.ts';
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
 * Reads a sitemap. Its pages come with the newest first, so that a limit leaves out the oldest; those without a date come
 * after them, in their order. Runs in a thread.
 */
export function sitemapWork(file: Uint8Array): ReturnType<typeof readSitemap> {
  const { sitemaps, pages } = readSitemap(new TextDecoder().decode(file));
  const dated = pages.map((page) => ({ page, at: Date.parse(page.lastmod ?? '') || 0 }));
  return { sitemaps, pages: dated.sort((one, other) => other.at - one.at).map(({ page }) => page) };
}
