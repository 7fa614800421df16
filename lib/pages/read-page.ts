import { mainContent } from './article.ts';
import { boundedHtml } from './bounded-html.ts';
import { decodeText } from './charset.ts';
import { withoutControls } from './control-characters.ts';
import { readFeed } from './feed.ts';
import { metadata } from './metadata.ts';
import { type FetchedPage, type ReadablePage, UnreadablePage } from './page.ts';
import { pageKind } from './page-kind.ts';
import { readPdf } from './pdf.ts';
import { safeHtml } from './safe-html.ts';
import { arrange } from './structure.ts';

/** More than is fetched; a page that is larger was not cut by us. */
const MAX_BODY_BYTES = 5 * 1024 * 1024;
const MAX_TEXT_CHARS = 1_000_000;

export interface ReadOptions {
  /** The whole page, not only its main content. */
  whole?: boolean;
}

/** Reads a page's bytes. Throws UnreadablePage, and nothing else. */
export async function readPage(
  { url, contentType, body }: FetchedPage,
  options: ReadOptions = {},
): Promise<ReadablePage> {
  if (body.length > MAX_BODY_BYTES) throw new UnreadablePage('too large');
  const kind = pageKind(contentType, body);
  if (kind === null) throw new UnreadablePage('unsupported type');
  if (kind === 'pdf') return readPdf(body, url);
  const text = decodeText(body, contentType);
  if (kind === 'html') return readable(readHtml(text, url, options));
  if (kind === 'feed') return readable(readFeed(text, url));
  return readable(readText(text, url, kind));
}

/** The page, if a reader would find something on it. */
function readable(page: ReadablePage): ReadablePage {
  if (/\S/.test(page.text) || page.images.length > 0 || /\S/.test(page.html.replace(/<[^>]*>/g, ''))) return page;
  throw new UnreadablePage('no text');
}

function readHtml(html: string, url: string, { whole = false }: ReadOptions): ReadablePage {
  const bounded = boundedHtml(html, url, { whole });
  const about = metadata(bounded, url);
  arrange(bounded.document.body);
  const content = whole ? bounded.document.body : mainContent(bounded.document, about);
  return { ...about, contentType: 'text/html', text: '', truncated: bounded.truncated, ...safeHtml(content) };
}

const TYPES = { json: 'application/json', markdown: 'text/markdown', text: 'text/plain' };

/** A page that is a text already. */
function readText(decoded: string, url: string, kind: 'json' | 'markdown' | 'text'): ReadablePage {
  const text = withoutControls(decoded.replace(/\r\n?/g, '\n'))
    .replace(/^\ufeff/, '')
    .trim();
  return {
    title: kind === 'markdown' ? (/^#{1,2} +(.+)$/m.exec(text.slice(0, 10_000))?.[1]?.trim() ?? '') : '',
    description: '',
    author: '',
    published: '',
    lang: '',
    site: new URL(url).hostname.replace(/^www\./, ''),
    contentType: TYPES[kind],
    html: '',
    text: text.slice(0, MAX_TEXT_CHARS),
    truncated: text.length > MAX_TEXT_CHARS,
    links: [],
    images: [],
  };
}
