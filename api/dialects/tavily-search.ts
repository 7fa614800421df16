import type { ReadPage } from '../../lib/pages/read-operation.ts';
import { allows, withSiteOperators } from '../../lib/search/domains.ts';
import { joinedTiming } from '../ask/timing.ts';
import type { RequestContext } from '../contract/endpoint.ts';
import { refuseErrorPage } from '../contract/extracted-page.ts';
import { images } from '../endpoints/images.ts';
import { news } from '../endpoints/news.ts';
import { web } from '../endpoints/web.ts';
import { type PageResult, readingCost } from '../lookups/pages.ts';
import { haveTab } from '../search/engines.ts';
import type { Found } from '../search/search-reply.ts';
import type { Services } from '../services.ts';
import { partialField, readFound } from './page-reading.ts';
import { freshnessOf, type TavilyParams, tagOf } from './tavily-params.ts';

const MAX_IMAGES = 5;
/** Brave's limit. With a longer query, engines would cut the operators. */
const MAX_OPERATOR_CHARS = 400;

interface TavilyResult {
  title: string;
  url: string;
  content: string;
  score: number;
  raw_content: string | null;
  /** Beside a text that is only a part of the page's. */
  warning?: string;
  published_date?: string;
  favicon?: string;
}

/** The fields of Tavily's reply that are the same for every request with the same parameters. */
export interface TavilyBody {
  query: string;
  follow_up_questions: null;
  images: (string | { url: string; description: string })[];
  results: TavilyResult[];
  usage?: { credits: number };
}

/** What every tab knows of a result. */
interface TabResult {
  title: string;
  url: string;
  description: string;
  score?: number | undefined;
  published?: string | undefined;
  favicon_url?: string;
}

/** The tabs that a request searches: that of its topic and, if it asks for them and an engine has them, images. */
export function tabsOf(
  { topic, include_images }: TavilyParams,
  { providers }: Services,
): ('web' | 'news' | 'images')[] {
  const hasImages = include_images && haveTab(providers.roster.slots, 'images');
  return [topic === 'news' ? 'news' : 'web', ...(hasImages ? (['images'] as const) : [])];
}

/** Searches the tab of the topic and, if they are asked for, images. Without images, the search still succeeds. */
export async function tavilySearch(context: RequestContext<TavilyParams>): Promise<Found<TavilyBody>> {
  const { params, services } = context;
  const filter = { include: params.include_domains, exclude: params.exclude_domains };
  const q = withSiteOperators(params.query, filter, MAX_OPERATOR_CHARS);
  const shared = { q, safe: params.safe_search, lang: tagOf(params), detail: 'full' as const };
  const tab = params.topic === 'news' ? news : web;
  const [found, pictures] = await Promise.all([
    tab.searchFor(context, { ...shared, date: freshnessOf(params, Date.now()) }),
    tabsOf(params, services).includes('images') ? images.searchFor(context, shared) : null,
  ]);
  const results = (found.body.results as TabResult[])
    .filter((result) => allows(filter, result.url) && isWithin(params, result.published ?? ''))
    .slice(0, params.max_results);
  const read = await rawPages(context, results);
  const pages = read.map((result) => ('page' in result ? result.page : null));
  return {
    answers: [...found.answers, ...(pictures?.answers ?? [])],
    timing: joinedTiming([found.timing, ...(pictures ? [pictures.timing] : [])]),
    failure: found.failure,
    body: {
      query: params.query,
      follow_up_questions: null,
      images: (pictures?.body.results ?? [])
        .map(({ url, title, thumbnail, image_url }) => ({ page: url, url: image_url || thumbnail, description: title }))
        .filter(({ page, url }) => url !== '' && allows(filter, page))
        .slice(0, MAX_IMAGES)
        .map(({ url, description }) => (params.include_image_descriptions ? { url, description } : url)),
      results: results.map((result, index) => toTavily(result, pages[index] ?? null, params)),
      ...(params.include_usage && { usage: { credits: 1 } }),
    },
    // What was read is not kept: pages have a cache of their own.
    isLasting: params.include_raw_content === false,
    searches: tabsOf(params, services).length + readingCost(read),
  };
}

/** The results' pages, if they are asked for. */
async function rawPages(context: RequestContext<TavilyParams>, results: readonly TabResult[]): Promise<PageResult[]> {
  const { include_raw_content: wanted } = context.params;
  if (wanted === false) return [];
  const urls = results.map(({ url }) => url);
  const read = await readFound(context, urls, { format: wanted === 'text' ? 'text' : 'markdown' });
  return read.map(refuseErrorPage);
}

function toTavily(result: TabResult, page: ReadPage | null, { include_favicon }: TavilyParams): TavilyResult {
  const { title, url, description, score = 0, published = '', favicon_url } = result;
  return {
    title,
    url,
    content: description,
    score,
    raw_content: page?.content ?? null,
    ...partialField(page),
    ...(published && { published_date: new Date(published).toUTCString() }),
    ...(include_favicon && { favicon: favicon_url ?? new URL('/favicon.ico', url).href }),
  };
}

/** Whether a result is from the days asked for. One without a known date may be. */
function isWithin({ start_date, end_date }: TavilyParams, published: string): boolean {
  if (published === '') return true;
  const day = published.slice(0, 10);
  return (start_date === undefined || day >= start_date) && (end_date === undefined || day <= end_date);
}
