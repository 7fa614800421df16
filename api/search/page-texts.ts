import type { RequestContext } from '../contract/endpoint.ts';
import { extracted, extractedPage, refuseErrorPage } from '../contract/extracted-page.ts';
import type { TabQuery } from '../contract/tab-params.ts';
import { orReasons, type PageResult, readingCost, readWithin, USUAL } from '../lookups/pages.ts';
import type { Found } from './search-reply.ts';

const {
  final_url,
  author,
  lang,
  site,
  content,
  content_type,
  words,
  truncated,
  cached,
  partial,
  kind,
  accessible_for_free,
  hidden_removed,
  usage,
} = extractedPage.shape;

/** The fields that `extract` adds to the first results: the text, and with `detail=full` what else is known of the page. */
export const pageTexts = {
  content: content.optional().describe('Only with `extract`: the text of the page as Markdown, or empty.'),
  final_url: final_url
    .optional()
    .describe('This and the fields below: only with `extract` and `detail=full`, as in `extract/`.'),
  author: author.optional(),
  lang: lang.optional(),
  site: site.optional(),
  content_type: content_type.optional(),
  words: words.optional(),
  truncated: truncated.optional(),
  cached: cached.optional(),
  partial: partial.optional(),
  kind,
  accessible_for_free,
  hidden_removed,
  usage,
};

/** What is known of a page that did not come. */
const UNKNOWN = {
  final_url: '',
  author: '',
  lang: '',
  site: '',
  content_type: '',
  words: 0,
  truncated: false,
  cached: false,
  partial: '',
  kind: '',
  accessible_for_free: null,
  hidden_removed: {},
  usage: {},
};

interface Result {
  url: string;
  published?: string;
}

/** Reads the pages of the first results in the time that is left, and adds their texts. */
export async function withTexts<Body>(
  found: Found<Body>,
  { params, services, ...requester }: RequestContext<TabQuery & { extract: number }>,
  leftMs: number,
): Promise<Found<Body>> {
  const { results } = found.body as { results: Result[] };
  const urls = results.slice(0, params.extract).map(({ url }) => url);
  const calls = services.providers.callsFor(requester, leftMs);
  const reading = urls.length > 0 && orReasons(urls, readWithin(urls, USUAL, services, calls));
  const read = ((await reading) || []).map(refuseErrorPage);
  const shown = results.map((result, at) => withText(result, read[at], params.detail));
  const { searches = 1 } = found;
  // What was read is not kept: pages have a cache of their own.
  return {
    ...found,
    body: { ...found.body, results: shown },
    isLasting: false,
    searches: searches + readingCost(read),
  };
}

/** A result with the text of its page. What the engines say of a page is not replaced by what it says of itself. */
function withText(result: Result, read: PageResult | undefined, detail?: 'full'): Result {
  if (!read) return result;
  if (!('page' in read)) return { ...result, content: '', ...(detail && UNKNOWN) } as Result;
  const {
    url: _,
    title: _title,
    description: _description,
    published,
    content,
    ...about
  } = extracted(read.url, read.page, detail);
  const more = detail && { published: result.published || published, ...about };
  return { ...result, content, ...more } as Result;
}
