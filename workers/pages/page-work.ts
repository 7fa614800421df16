import { chunks } from '../../lib/pages/chunks.ts';
import type { FetchedPage, ReadablePage } from '../../lib/pages/page.ts';
import { UnreadablePage } from '../../lib/pages/page.ts';
import type { ReadInput, ReadPage } from '../../lib/pages/read-operation.ts';
import { readPage } from '../../lib/pages/read-page.ts';
import { render } from '../../lib/pages/render.ts';

/** What a thread is given: a page as it was fetched, or as it was read before, and what is wanted of it. */
export interface PageTask {
  fetched: FetchedPage | null;
  page: ReadablePage | null;
  input: ReadInput;
}

/** The part of a reading that is made from the page alone. */
export type PageView = Omit<ReadPage, 'ok' | 'finalUrl' | 'status' | 'cached'>;

/** What a thread returns: the page to be kept, and the view of it; or why it cannot be read. */
export type PageWork = { page: ReadablePage; view: PageView } | { unreadable: string };

/** Turns a page into what was asked for. Runs in a thread: it takes milliseconds, or longer for a hostile page. */
export async function pageWork({ fetched, page: known, input }: PageTask): Promise<PageWork> {
  try {
    const page = known ?? (await readPage(fetched as FetchedPage, { whole: input.whole }));
    return { page, view: viewOf(page, input) };
  } catch (error) {
    if (error instanceof UnreadablePage) return { unreadable: error.reason };
    throw error;
  }
}

/** Passages are looked for in all of the page, whatever of it the caller wants. */
function markdownOf(page: ReadablePage): string {
  return render(page, 'markdown', Number.POSITIVE_INFINITY).content;
}

function viewOf(page: ReadablePage, input: ReadInput): PageView {
  const { title, description, author, published, lang, site, contentType, links, images } = page;
  return {
    title,
    description,
    author,
    published,
    lang,
    site,
    contentType,
    ...render(page, input.format, input.maxChars),
    ...(input.links ? { links } : {}),
    ...(input.images ? { images } : {}),
    ...(input.query === '' ? {} : { chunks: chunks(markdownOf(page), input.query, input.chunks) }),
  };
}
