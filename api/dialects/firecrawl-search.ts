import { allows, withSiteOperators } from '../../lib/search/domains.ts';
import { noAnswerError } from '../ask/outcomes.ts';
import { joinedTiming, type Timing } from '../ask/timing.ts';
import type { RequestContext } from '../contract/endpoint.ts';
import { MAX_URLS } from '../contract/page-params.ts';
import type { TabQuery } from '../contract/tab-params.ts';
import { images } from '../endpoints/images.ts';
import { news } from '../endpoints/news.ts';
import { web } from '../endpoints/web.ts';
import { searchesFor } from '../lookups/pages.ts';
import type { Found } from '../search/search-reply.ts';
import { type Scraped, scrape } from './firecrawl-pages.ts';
import { type SearchParams, type Source, sourcesIn, type TimeFilter, timeOf } from './firecrawl-params.ts';
import { readFound } from './page-reading.ts';
import { tagOf } from './tavily-params.ts';

/** Brave's limit. With a longer query, engines would cut the operators. */
const MAX_OPERATOR_CHARS = 400;

/** A result, with its page if that was read. */
export interface FirecrawlRow {
  title: string;
  url: string;
  [field: string]: unknown;
}

/** The fields of Firecrawl's reply that are the same for every request with the same parameters. */
export interface FirecrawlFound {
  data: Partial<Record<Source, FirecrawlRow[]>>;
  warning: string | null;
}

/** Searches the tabs of the sources at once. Pages of web results are read if that is asked for. */
export async function firecrawlSearch(
  context: RequestContext<SearchParams>,
  sources: readonly Source[],
): Promise<Found<FirecrawlFound> & { searches: number }> {
  const { params } = context;
  const filter = { include: params.includeDomains, exclude: params.excludeDomains };
  const time = (params.tbs === undefined ? null : timeOf(params.tbs)) ?? {};
  const tabParams: TabQuery = {
    q: withSiteOperators(params.query, filter, MAX_OPERATOR_CHARS),
    safe: params.safe,
    lang: tagOf(params),
    date: time.freshness,
    detail: 'full',
  };
  const found = await Promise.all(sources.map((source) => searches[source](context, tabParams)));
  const answers = found.flatMap((one) => one.answers);
  const kept = found.map(({ rows }) =>
    rows.filter((row) => allows(filter, row.url) && isWithin(time, row.published)).slice(0, params.limit),
  );
  const data = Object.fromEntries(
    sources.map((source, index) => [source, (kept[index] ?? []).map(({ published: _, ...row }) => row)]),
  ) as FirecrawlFound['data'];
  const wanted = pagesWanted(params);
  const pages = await pagesOf((data.web ?? []).slice(0, wanted), context);
  if (data.web) data.web = data.web.map((row, at) => withPage(row, pages[at]));
  const fetched = pages.filter((page) => 'document' in page || page.fetched);
  const others = params.sources.filter((name) => sourcesIn([name]).length === 0);
  const ignored = [...(['categories', 'location'] as const).filter((name) => params[name] !== undefined), ...others];
  return {
    answers,
    timing: joinedTiming(found.map(({ timing }) => timing)),
    failure: noAnswerError(answers),
    body: { data, warning: ignored.length > 0 ? `Ignored: ${ignored.join(', ')}.` : null },
    // What was read is not kept: pages have a cache of their own.
    isLasting: wanted === 0,
    searches: sources.length + searchesFor(fetched.length),
  };
}

/** How many pages a search reads at most. An empty list of formats means that none is to be read. */
export function pagesWanted({ scrapeOptions, limit }: SearchParams): number {
  return scrapeOptions && scrapeOptions.formats.length > 0 ? Math.min(limit, MAX_URLS) : 0;
}

/** The pages of these results, if they are asked for. */
async function pagesOf(rows: readonly FirecrawlRow[], context: RequestContext<SearchParams>): Promise<Scraped[]> {
  const { scrapeOptions, timeout } = context.params;
  const urls = rows.map(({ url }) => url);
  if (!scrapeOptions || urls.length === 0) return [];
  return scrape(urls, scrapeOptions, (given, wanted) =>
    readFound(context, given, wanted, scrapeOptions.timeout ?? timeout),
  );
}

function withPage(row: FirecrawlRow, page: Scraped | undefined): FirecrawlRow {
  if (!page) return row;
  if ('document' in page) return { ...page.document, ...row };
  return { ...row, metadata: { sourceURL: row.url, url: row.url, error: page.reason } };
}

/** A row with what the filter by time needs. */
type DatedRow = FirecrawlRow & { published?: string | undefined };

interface SourceFound {
  answers: Found<unknown>['answers'];
  timing: Timing;
  rows: DatedRow[];
}

type SearchSource = (...args: Parameters<typeof web.searchFor>) => Promise<SourceFound>;

const searches: Readonly<Record<Source, SearchSource>> = {
  async web(...args) {
    const { answers, timing, body } = await web.searchFor(...args);
    const rows = body.results.map(({ title, description, url, published }) => ({ title, description, url, published }));
    return { answers, timing, rows };
  },
  async news(...args) {
    const { answers, timing, body } = await news.searchFor(...args);
    const rows = body.results.map(({ title, description, url, age, thumbnail, published }, index) => ({
      title,
      snippet: description,
      url,
      date: published || age,
      imageUrl: thumbnail,
      position: index + 1,
      published,
    }));
    return { answers, timing, rows };
  },
  async images(...args) {
    const { answers, timing, body } = await images.searchFor(...args);
    const rows = body.results
      .map(({ title, url, thumbnail, image_url, width = 0, height = 0 }) => ({
        title,
        imageUrl: image_url || thumbnail,
        imageWidth: width,
        imageHeight: height,
        url,
      }))
      .filter(({ imageUrl }) => imageUrl !== '')
      .map((row, index) => ({ ...row, position: index + 1 }));
    return { answers, timing, rows };
  },
};

/** Whether a result is from the days asked for. One without a known date may be. */
function isWithin({ from, to }: TimeFilter, published = ''): boolean {
  const day = published.slice(0, 10);
  return day === '' || ((from === undefined || day >= from) && (to === undefined || day <= to));
}
