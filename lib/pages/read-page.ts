import { accessOf } from './access.ts';
import { mainContent } from './article.ts';
import { boundedHtml } from './bounded-html.ts';
import { decodeText } from './charset.ts';
import { withoutControls } from './control-characters.ts';
import { withEmbedded } from './embedded-text.ts';
import { readFeed } from './feed.ts';
import { removeButtons } from './headings.ts';
import { metadata } from './metadata.ts';
import { CHALLENGE, obstacleOf } from './obstacle.ts';
import { type FetchedPage, type ReadablePage, UnreadablePage } from './page.ts';
import { isBinary, pageKind } from './page-kind.ts';
import { readPdf } from './pdf.ts';
import { safeHtml } from './safe-html.ts';
import { seenPage } from './seen-page.ts';
import { arrange } from './structure.ts';

/** More than is fetched; a page that is larger was not cut by us. */
const MAX_BODY_BYTES = 5 * 1024 * 1024;
/** Of a plain text, unless more is asked for. */
const MAX_TEXT_CHARS = 1_000_000;

export interface ReadOptions {
  /** The whole page, not only its main content. */
  whole?: boolean;
  /** The characters that are wanted. */
  maxChars?: number;
}

/** Reads a page's bytes. Throws UnreadablePage, and nothing else. */
export async function readPage(fetched: FetchedPage, options: ReadOptions = {}): Promise<ReadablePage> {
  const { url, contentType, body, status = 200, isChallenge } = fetched;
  if (isChallenge) throw new UnreadablePage(`${CHALLENGE.obstacle}: ${CHALLENGE.about}`);
  if (body.length > MAX_BODY_BYTES) throw new UnreadablePage('too large');
  const kind = pageKind(contentType, body);
  if (kind === null) throw new UnreadablePage('unsupported type');
  if (kind === 'pdf') return readPdf(body, url);
  const text = decodeText(body, contentType);
  if (isBinary(text)) throw new UnreadablePage('unsupported type');
  if (kind === 'html') return readable(readHtml(text, url, status, options));
  if (kind === 'feed') return readable(readFeed(text, url));
  return readable(readText(text, url, kind, Math.max(MAX_TEXT_CHARS, options.maxChars ?? 0)));
}

/** The page, if a reader would find something on it. */
function readable(read: ReadablePage): ReadablePage {
  const page = seenPage(read);
  if (/\S/.test(page.text) || page.images.length > 0 || hasText(page.html)) return page;
  throw new UnreadablePage('no text');
}

/** Whether something but tags and white space is in it. */
const hasText = (html: string) => /(?:^|>)[^<]*[^\s<>]/.test(html);

/** As browsers read HTML: a section for XML is a comment up to the next bracket, and plain text within a script. */
const withoutSections = (html: string): string =>
  html.includes('<![CDATA[')
    ? html.replace(/<script\b[\s\S]*?<\/script|<!\[CDATA\[/gi, (found) => (found[1] === '!' ? '<!-CDATA-' : found))
    : html;

function readHtml(source: string, url: string, status: number, { whole = false }: ReadOptions): ReadablePage {
  const html = withoutSections(source);
  const bounded = boundedHtml(html, url, { whole });
  removeButtons(bounded.marks.headings);
  const about = metadata(bounded, url);
  arrange(bounded.document.body);
  const main = whole ? null : mainContent(bounded.document, about, bounded.head);
  const content = main?.element ?? bounded.document.body;
  const own = safeHtml(content);
  const read = withEmbedded(own, html, bounded.head);
  const access = accessOf(bounded.head);
  const text = () => read.html.replace(/<[^>]*>/g, ' ');
  const chars = read === own ? content.textLength : text().length;
  const found = obstacleOf({ html, url, status, text, chars, images: read.images.length, access });
  // The beginning of what is sold is worth having.
  const isPart = found?.obstacle === 'paywall' && hasText(read.html);
  if (found && !isPart) throw new UnreadablePage(`${found.obstacle}: ${found.about}`);
  return {
    ...about,
    contentType: 'text/html',
    text: '',
    truncated: bounded.truncated,
    ...(isPart ? { partial: 'paywall' as const } : main?.isUncertain && { partial: 'uncertain' as const }),
    ...(main !== null && { kind: main.kind }),
    ...(access.free !== null && { free: access.free }),
    hidden: bounded.hidden,
    ...read,
  };
}

const TYPES = { json: 'application/json', markdown: 'text/markdown', text: 'text/plain' };

/** A page that is a text already. */
function readText(decoded: string, url: string, kind: 'json' | 'markdown' | 'text', maxChars: number): ReadablePage {
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
    text: text.slice(0, maxChars),
    truncated: text.length > maxChars,
    links: [],
    images: [],
  };
}
