import { joinedTiming } from '../ask/timing.ts';
import type { RequestContext } from '../contract/endpoint.ts';
import type { TabQuery } from '../contract/tab-params.ts';
import { images } from '../endpoints/images.ts';
import { news } from '../endpoints/news.ts';
import { videos } from '../endpoints/videos.ts';
import { web } from '../endpoints/web.ts';
import type { TabName } from '../search/engines.ts';
import type { Found } from '../search/search-reply.ts';
import { type BraveParams, tabParamsOf } from './brave-params.ts';
import { imageRow, newsRow, videoRow, webRow } from './brave-results.ts';

/** What a tab found: its results in Brave's shape, and what is said of the query. */
interface Part {
  results: object[];
  correction?: string;
  has_more?: boolean | undefined;
}

type SearchPart = (context: RequestContext<TabQuery>) => Promise<Found<Part>>;

const searches: Readonly<Record<TabName, SearchPart>> = {
  async web(context) {
    const { body, ...found } = await web.find(context);
    return { ...found, body: { ...body, results: body.results.map(webRow) } };
  },
  async news(context) {
    const { body, ...found } = await news.find(context);
    return { ...found, body: { ...body, results: body.results.map(newsRow) } };
  },
  async videos(context) {
    const { body, ...found } = await videos.find(context);
    return { ...found, body: { ...body, results: body.results.map(videoRow) } };
  },
  async images(context) {
    const { body, ...found } = await images.find(context);
    return { ...found, body: { ...body, results: body.results.map(imageRow) } };
  },
};

/** Searches the tabs at once. A web search has a part of its reply for each; the other kinds are a bare list. */
export async function braveSearch(
  context: RequestContext<BraveParams>,
  kind: TabName,
  tabs: readonly TabName[],
): Promise<Found<object>> {
  const params = tabParamsOf(context.params);
  const found = await Promise.all(tabs.map((tab) => searches[tab]({ ...context, params })));
  const [first] = found;
  const query = {
    original: params.q,
    ...(first?.body.correction && { altered: first.body.correction }),
    more_results_available: found.some(({ body }) => body.has_more),
  };
  const parts = tabs.map((tab, at) => [tab, { type: PART_TYPES[tab], results: found[at]?.body.results ?? [] }]);
  return {
    answers: found.flatMap(({ answers }) => answers),
    timing: joinedTiming(found.map(({ timing }) => timing)),
    failure: found.every(({ failure }) => failure) ? (first?.failure ?? null) : null,
    body:
      kind === 'web'
        ? { type: 'search', query, ...Object.fromEntries(parts) }
        : { type: kind, query, results: first?.body.results ?? [] },
    isLasting: found.every(({ isLasting = true }) => isLasting),
    ...(found.every(({ searches }) => searches === 0) && { searches: 0 }),
  };
}

const PART_TYPES: Readonly<Record<TabName, string>> = {
  web: 'search',
  news: 'news',
  videos: 'videos',
  images: 'images',
};
