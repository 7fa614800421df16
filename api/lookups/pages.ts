import type { Config } from '../../lib/config/config.ts';
import { ApiError, lineOf, unavailable } from '../../lib/errors.ts';
import type { Cost } from '../../lib/limits/cost.ts';
import type { Outcome, ProviderOutcome } from '../../lib/outcome.ts';
import type { PageReading, ReadInput, ReadPage } from '../../lib/pages/read-operation.ts';
import type { Provider } from '../../lib/providers/provider.ts';
import type { CallContext, Requester } from '../ask/call-context.ts';
import { noAnswerError } from '../ask/outcomes.ts';
import type { ProviderClient } from '../ask/provider-client.ts';
import { DEFAULT_CHARS, DEFAULT_CHUNKS } from '../contract/page-params.ts';

/** One search is counted for so many pages. */
const PAGES_PER_SEARCH = 5;
/** The pages of one request that are read at a time, so that requests with many leave room for others. */
const PAGES_AT_A_TIME = 5;
const PROVIDER = 'pages';

/** The services that reading uses. */
export interface PageServices {
  providers: ProviderClient;
  config: Pick<Config, 'extract' | 'cacheTtlS'>;
  cacheScope(account: string): string;
}

/** What is wanted of pages. */
export type PageOptions = Omit<ReadInput, 'url' | 'scope'>;

/** What is wanted of pages, as far as a request does not say otherwise. */
export const USUAL: PageOptions = {
  format: 'markdown',
  whole: false,
  also: [],
  maxChars: DEFAULT_CHARS,
  links: false,
  images: false,
  query: '',
  chunks: DEFAULT_CHUNKS,
  render: 'off',
  maxAgeMs: Number.MAX_SAFE_INTEGER,
};

/** What became of a page, by the address that was asked for. */
export type PageResult = { url: string } & ({ page: ReadPage } | { reason: string; fetched: boolean });

/** How many searches so many pages count as. */
export function searchesFor(pages: number): number {
  return Math.ceil(pages / PAGES_PER_SEARCH);
}

/** How many pages one counts as at the most: a browser costs as much as reading a page does. */
export function pagesFor(render: PageOptions['render'] = 'off'): number {
  return render === 'off' ? 1 : 2;
}

/** How many searches these pages count as: those that were read, and those that were fetched and failed. */
export function readingCost(results: readonly PageResult[]): number {
  const pages = results.map((result) => {
    if (!('page' in result)) return Number(result.fetched);
    return pagesFor(result.page.renderedMs === undefined ? 'off' : 'on');
  });
  return searchesFor(pages.reduce((sum, one) => sum + one, 0));
}

/** The cost of a search that then reads up to so many of its pages: that of the search and of reading. */
export function withReading(search: Cost, pages: number): Cost {
  if (pages === 0) return search;
  const extract = searchesFor(pages);
  return { entries: search.entries + extract, searches: { ...search.searches, extract } };
}

/** Reads pages at once, within the deadline of the setting. Throws a 503 if reading is off, or if no worker could read. */
export function readPages(
  urls: readonly string[],
  options: PageOptions,
  services: PageServices,
  requester: Requester,
  manner?: ReadingManner,
): Promise<PageResult[]> {
  const context = services.providers.callsFor(requester, services.config.extract.deadlineMs);
  return readWithin(urls, options, services, context, manner);
}

/**
 * Waits for the pages that a search has found. The search succeeds without them: if nothing can be read, for example
 * because too many pages are being read, that is the reason for each.
 */
export async function orReasons(urls: readonly string[], reading: Promise<PageResult[]>): Promise<PageResult[]> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return urls.map((url) => ({ url, reason: lineOf(error), fetched: false }));
  }
}

/** The provider of pages. Throws a 503 if reading is off. */
export function pagesProvider({ roster: { pages } }: ProviderClient): Provider {
  if (!pages) throw unavailable('Reading pages is switched off on this instance (EXTRACT=off).', 1, 'not_configured');
  return pages;
}

/** How the pages of a request are read. */
interface ReadingManner {
  /** How many at a time. */
  atATime?: number;
  /** Hears of each page, by its place among the URLs, as soon as it is known what became of it. */
  onPage?: (result: PageResult, at: number) => void;
  /** Gets how the reading of each page ended, for the record of the request. */
  providerOutcomes?: ProviderOutcome[];
}

/** Reads pages for a request that is under way. A page that is asked for twice is read once. */
export async function readWithin(
  urls: readonly string[],
  options: PageOptions,
  { providers, config, cacheScope }: PageServices,
  context: CallContext,
  { atATime = PAGES_AT_A_TIME, onPage, providerOutcomes }: ReadingManner = {},
): Promise<PageResult[]> {
  const pages = pagesProvider(providers);
  const scope = cacheScope(context.account);
  const maxAgeMs = config.cacheTtlS === 0 ? 0 : options.maxAgeMs;
  const outcomes: Outcome<PageReading>[] = [];
  const left = urls.entries();
  const lane = async () => {
    for (const [at, url] of left) {
      const [outcome] = await providers.askAll('read', { url, ...options, maxAgeMs, scope }, [pages], context);
      outcomes[at] = outcome as Outcome<PageReading>;
      providerOutcomes?.push({ provider: PROVIDER, outcome: asCall(outcomes[at]) });
      onPage?.({ url, ...resultOf(outcomes[at]) }, at);
    }
  };
  await Promise.all(Array.from({ length: atATime }, lane));
  const failure = noAnswerError(
    outcomes.map((outcome) => ({ provider: PROVIDER, outcome })),
    'No page could be read in time.',
  );
  // Time is up for these pages; that is what became of them, and no fault of the service.
  const isLate = outcomes.some((outcome) => !outcome.ok && outcome.failure.code === 'timeout');
  if (failure && !isLate) throw failure;
  return urls.map((url, at) => ({ url, ...resultOf(outcomes[at] as Outcome<PageReading>) }));
}

function resultOf(outcome: Outcome<PageReading>): { page: ReadPage } | { reason: string; fetched: boolean } {
  if (!outcome.ok) return { reason: FAILURES[outcome.failure.code] ?? 'it could not be read', fetched: false };
  if (!outcome.value.ok) return { reason: outcome.value.reason, fetched: outcome.value.fetched ?? false };
  return { page: outcome.value };
}

/** The outcome of a call that reads a page. The worker answers also if its site did not. */
function asCall(outcome: Outcome<PageReading>): Outcome<PageReading> {
  if (!outcome.ok || outcome.value.ok) return outcome;
  return { ok: false, failure: { code: 'upstream', reason: outcome.value.reason }, ms: outcome.ms };
}

/** Why a page was not read if time ran out. */
export const LATE = 'it did not come in time';

const FAILURES: Readonly<Record<string, string>> = {
  timeout: LATE,
  expired: LATE,
  overloaded: 'too many pages are being read',
};
