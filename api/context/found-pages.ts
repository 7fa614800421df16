import { canonicalKey, parseHttpUrl } from '../../lib/search/canonical-url.ts';
import { joinedTiming } from '../ask/timing.ts';
import type { ContextWish } from '../contract/context-params.ts';
import type { RequestContext } from '../contract/endpoint.ts';
import { web } from '../endpoints/web.ts';
import type { EngineOutcome } from '../search/engines.ts';
import type { Found } from '../search/search-reply.ts';

/** A result of the search, whose page may be read. */
export interface FoundPage {
  url: string;
  title: string;
  description: string;
  /** An ISO date, or empty. */
  published: string;
  /** The number of the question that found it first. */
  question: number;
}

/** The results that one page of the engines certainly has. */
const RESULTS_OF_A_PAGE = 10;

/**
 * Searches the web for each question, as `web/` does, so that both share their caches. The lists become one: the first
 * results of all questions, then the second ones. Whatever a search does with its list, such as rules for sites, it does
 * here as well: it gets the filters as they are.
 */
export async function findPages(
  { questions, filters, pages }: ContextWish,
  context: RequestContext<unknown>,
): Promise<Found<FoundPage[], EngineOutcome<unknown>>> {
  const limit = pages > RESULTS_OF_A_PAGE ? pages : undefined;
  const found = await Promise.all(
    questions.map((q) =>
      web.find({ ...context, params: { ...filters, q, extract: pages, detail: 'full', ...(limit && { limit }) } }),
    ),
  );
  const lists = found.map(({ body }, question) =>
    body.results.map(({ url, title, description, published = '' }) => ({
      url,
      title,
      description,
      published,
      question,
    })),
  );
  return {
    answers: found.flatMap(({ answers }) => answers),
    timing: joinedTiming(found.map(({ timing }) => timing)),
    failure: found.every(({ failure }) => failure) ? (found[0]?.failure ?? null) : null,
    body: inTurn(lists),
    searches: found.reduce((sum, { searches = 1 }) => sum + searches, 0),
    staleMs: found.map(({ staleMs }) => staleMs).find((ms) => ms !== undefined),
  };
}

/** One list of several, without a page that is in an earlier place. */
function inTurn(lists: readonly FoundPage[][]): FoundPage[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  const all = Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
  const seen = new Set<string>();
  return all.filter(({ url }) => {
    const address = parseHttpUrl(url);
    const key = address ? canonicalKey(address) : url;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
