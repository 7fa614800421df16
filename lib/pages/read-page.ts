import { mainContent } from './article.ts';
import { boundedHtml } from './bounded-html.ts';
import { decodeText } from './charset.ts';
import { metadata } from './metadata.ts';
import { type FetchedPage, type ReadablePage, UnreadablePage } from './page.ts';
import { safeHtml } from './safe-html.ts';

export interface ReadOptions {
  /** The whole page, not only its main content. */
  whole?: boolean;
}

/** Reads a page's bytes. Throws UnreadablePage, and nothing else. */
export async function readPage(page: FetchedPage, options: ReadOptions = {}): Promise<ReadablePage> {
  return readHtml(decodeText(page.body, page.contentType), page.url, options);
}

function readHtml(html: string, url: string, { whole = false }: ReadOptions): ReadablePage {
  const bounded = boundedHtml(html, url, { whole });
  const about = metadata(bounded, url);
  // The first document has only been looked at, and is as good as new.
  const documents = [bounded.document];
  const build = () => documents.pop() ?? boundedHtml(html, url).document;
  const safe = safeHtml(whole ? bounded.document.body : mainContent(build, about));
  if (!/<img|[^\s<>](?![^<]*>)/.test(safe.html)) throw new UnreadablePage('no text');
  return { ...about, contentType: 'text/html', text: '', truncated: bounded.truncated, ...safe };
}
