import { chunks } from '../../lib/pages/chunks.ts';
import type { FetchedPage, ReadablePage } from '../../lib/pages/page.ts';
import { UnreadablePage } from '../../lib/pages/page.ts';
import type { ReadInput, ReadPage } from '../../lib/pages/read-operation.ts';
import { readPage } from '../../lib/pages/read-page.ts';
import { markdownBlocks, render } from '../../lib/pages/render.ts';
import type { PageForms } from './page-cache.ts';

/** What a thread is given: a page as it was fetched, or as it was read before, and what is wanted of it. */
export interface PageTask {
  fetched: FetchedPage | null;
  /** The page as it was read before. */
  pages: PageForms;
  /** The forms in which it is to be read. */
  forms: readonly Form[];
  input: ReadInput;
}

type Form = keyof PageForms;
const formOf = ({ whole }: Pick<ReadInput, 'whole'>): Form => (whole ? 'whole' : 'main');

/** The forms of a page that are needed for what is wanted of it. */
export function formsFor(input: ReadInput): Form[] {
  return [...new Set([input, ...input.also].map(formOf))];
}

/** The part of a reading that is made from the page alone. */
export type PageView = Omit<ReadPage, 'ok' | 'finalUrl' | 'status' | 'cached'>;

/** What a thread returns: the page to be kept, and the view of it; or why it cannot be read. */
export type PageWork = { pages: PageForms; view: PageView } | { unreadable: string };

/** Turns a page into what was asked for. Runs in a thread: it takes milliseconds, or longer for a hostile page. */
export async function pageWork({ fetched, pages: known, forms, input }: PageTask): Promise<PageWork> {
  try {
    const pages = fetched ? await readForms(fetched, forms) : known;
    return { pages, view: viewOf(pages, input) };
  } catch (error) {
    if (error instanceof UnreadablePage) return { unreadable: error.reason };
    throw error;
  }
}

async function readForms(fetched: FetchedPage, forms: readonly Form[]): Promise<PageForms> {
  const pages: PageForms = {};
  for (const form of forms) {
    const [read] = Object.values(pages);
    // All of what is not HTML is its main content.
    const isSame = read && read.contentType !== 'text/html';
    pages[form] = isSame ? read : await readPage(fetched, { whole: form === 'whole' });
  }
  return pages;
}

function pageIn(pages: PageForms, wanted: Pick<ReadInput, 'whole'>): ReadablePage {
  return pages[formOf(wanted)] as ReadablePage;
}

function viewOf(pages: PageForms, input: ReadInput): PageView {
  const page = pageIn(pages, input);
  const text = render(page, input.format, input.maxChars);
  const also = input.also.map((wanted) => render(pageIn(pages, wanted), wanted.format, input.maxChars));
  const { title, description, author, published, lang, site, contentType, links, images } = page;
  return {
    title,
    description,
    author,
    published,
    lang,
    site,
    contentType,
    ...text,
    truncated: [text, ...also].some(({ truncated }) => truncated),
    ...(also.length > 0 ? { also: also.map(({ content }) => content) } : {}),
    ...(input.links ? { links } : {}),
    ...(input.images ? { images } : {}),
    // Passages are looked for in all of the page, whatever of it the caller wants.
    ...(input.query === '' ? {} : { chunks: chunks(markdownBlocks(page), input.query, input.chunks) }),
  };
}
