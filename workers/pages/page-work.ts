import { createHash } from 'node:crypto';
import { chunks } from '../../lib/pages/chunks.ts';
import type { FetchedPage, ReadablePage } from '../../lib/pages/page.ts';
import { UnreadablePage } from '../../lib/pages/page.ts';
import type { ReadInput, ReadPage } from '../../lib/pages/read-operation.ts';
import { readPage } from '../../lib/pages/read-page.ts';
import { markdownBlocks, type RenderedPage, render } from '../../lib/pages/render.ts';
import type { PageForms } from './page-cache.ts';
import { readPdfApart } from './pdf-reading.ts';

/** What a thread is given: a page as it was fetched, or as it was read before, and what is wanted of it. */
export interface PageTask {
  fetched: FetchedPage | null;
  /** The page as it was read before. */
  pages: PageForms;
  /** The forms in which it is to be read. */
  forms: readonly Form[];
  /** Whether the page is to be kept. If not, it stays in the thread: to send it takes as long as to find its passages. */
  isKept: boolean;
  input: ReadInput;
}

/** How the reason begins why a page cannot be read without running its scripts. */
export const NEEDS_BROWSER = 'needs_javascript';

type Form = keyof PageForms;
const formOf = ({ whole }: Pick<ReadInput, 'whole'>): Form => (whole ? 'whole' : 'main');

/** The forms of a page that are needed for what is wanted of it. */
export function formsFor(input: ReadInput): Form[] {
  return [...new Set([input, ...input.also].map(formOf))];
}

/** The part of a reading that is made from the page alone. */
export type PageView = Omit<ReadPage, 'ok' | 'finalUrl' | 'status' | 'usage' | 'cached'>;

/**
 * What a thread returns: the page if it is to be kept, the view of it, and a digest of all its text, of which the view may be
 * a part; or why it cannot be read.
 */
export type PageWork = { pages: PageForms; view: PageView; digest: string } | { unreadable: string };

type Read = typeof readPage;

/** Turns a page into what was asked for. Runs in a thread: it takes milliseconds, or longer for a hostile page. */
export const pageWork = (task: PageTask): Promise<PageWork> => workOn(task, readPage);

/** Does the same for a PDF. */
export const pdfWork = (task: PageTask): Promise<PageWork> => workOn(task, readPdfApart);

async function workOn({ fetched, pages: known, forms, isKept, input }: PageTask, read: Read): Promise<PageWork> {
  try {
    const pages = fetched ? await readForms(fetched, forms, input.maxChars, read) : known;
    return { pages: isKept ? pages : {}, view: viewOf(pages, input), digest: digestOf(pageIn(pages, input)) };
  } catch (error) {
    if (error instanceof UnreadablePage) return { unreadable: error.reason };
    throw error;
  }
}

async function readForms(
  fetched: FetchedPage,
  forms: readonly Form[],
  maxChars: number,
  read: Read,
): Promise<PageForms> {
  const pages: PageForms = {};
  for (const form of forms) {
    const [known] = Object.values(pages);
    // All of what is not HTML is its main content.
    const isSame = known && known.contentType !== 'text/html';
    pages[form] = isSame ? known : await read(fetched, { whole: form === 'whole', maxChars });
  }
  return pages;
}

function pageIn(pages: PageForms, wanted: Pick<ReadInput, 'whole'>): ReadablePage {
  return pages[formOf(wanted)] as ReadablePage;
}

function digestOf({ title, html, text }: ReadablePage): string {
  return createHash('sha256')
    .update(`${title}\n${html || text}`)
    .digest('base64');
}

/** What is said of a text that nobody wants: writing it takes longer than finding passages. */
function noText({ truncated }: ReadablePage): RenderedPage {
  return { content: '', words: 0, truncated };
}

function viewOf(pages: PageForms, input: ReadInput): PageView {
  const page = pageIn(pages, input);
  const text = input.maxChars === 0 ? noText(page) : render(page, input.format, input.maxChars);
  const also = input.also.map((wanted) => render(pageIn(pages, wanted), wanted.format, input.maxChars));
  const {
    title,
    description,
    author,
    published,
    lang,
    site,
    contentType,
    partial = '',
    kind = '',
    free,
    hidden = {},
    links,
    images,
  } = page;
  return {
    title,
    description,
    author,
    published,
    lang,
    site,
    contentType,
    partial,
    kind,
    ...(free === undefined ? {} : { free }),
    hidden,
    ...text,
    truncated: [text, ...also].some(({ truncated }) => truncated),
    ...(also.length > 0 ? { also: also.map(({ content }) => content) } : {}),
    ...(input.links ? { links } : {}),
    ...(input.images ? { images } : {}),
    // Passages are looked for in all of the page, whatever of it the caller wants.
    ...(input.query === '' ? {} : { chunks: chunks(markdownBlocks(page), input.query, input.chunks, page.lang) }),
  };
}
