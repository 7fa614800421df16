import type { z } from 'zod';
import type { BestAnswerLookup, InfoboxLookup, WikipediaLookup } from '../cards/cards.ts';
import type { Rate } from '../limits/rate.ts';
import type {
  DefineInput,
  Definition,
  ExchangeRate,
  FindPlaceInput,
  Forecast,
  ForecastInput,
  FoundPlace,
  RateInput,
} from '../lookups/instant-lookups.ts';
import type { Places } from '../maps/place.ts';
import type { GeocodeInput, LookupInput, ReverseInput, SearchInput } from '../search/query.ts';
import type { ImageSlice, NewsSlice, VideoSlice, WebSlice } from '../search/results.ts';
import type { Suggestions } from '../search/suggestions.ts';
import type { Languages, LanguagesInput, TranslateInput, Translation } from '../translate/translation.ts';

/**
 * The one shape of every upstream. An adapter is metadata plus pure functions, in a file of its own; only workers/
 * touch the network.
 */
export interface Adapter {
  /** Name in settings, queues and Redis: `brave`, read from `BRAVE_API_KEY` and `BRAVE_URL`. */
  slug: string;
  /** Name for people. */
  name: string;
  /** Base address used unless `<SLUG>_URL` is set; null when there is no public service. */
  defaultUrl: string | null;
  /** Further addresses by the setting that changes them: `{ COMMONS_URL: 'https://commons.wikimedia.org' }`. */
  otherUrls?: Readonly<Record<string, string>>;
  /** `required`: configured once `<SLUG>_API_KEY` is set. `optional`: used when set. `none`: there are no keys. */
  apiKey: 'required' | 'optional' | 'none';
  /** Where a group of operations is a subscription of its own: the setting that holds its key. */
  groupApiKeys?: Partial<Record<ProviderGroup, string>>;
  /** A key that anyone may use, taken when a slot names this adapter outright and no key is set. */
  publicApiKey?: string;
  /** The longest that its terms let us keep an answer. */
  cacheCeilingS?: number;
  /** What the public service allows, all processes together; `<SLUG>_RATE` sets it for a private one. */
  publicRate?: Rate;
  operations: Partial<Operations>;
  /** The cheapest call that shows whether it works. Only for what neither bills nor limits calls. */
  probe?: Probe;
}

/** A call that looks at a provider's health; `parse` throws an UpstreamFailure when it is not well. */
export interface Probe {
  request(settings: ProviderSettings): UpstreamRequest;
  parse(response: UpstreamResponse): void;
}

/** Everything that some upstream can do. */
export interface Operations {
  web: Operation<SearchInput, WebSlice>;
  images: Operation<SearchInput, ImageSlice>;
  news: Operation<SearchInput, NewsSlice>;
  videos: Operation<SearchInput, VideoSlice>;
  /** What a search engine itself knows about a thing. */
  infobox: Operation<LookupInput, InfoboxLookup>;
  suggest: Operation<LookupInput, Suggestions>;
  /** The encyclopedia's article about a thing. */
  article: Operation<LookupInput, WikipediaLookup>;
  /** The best answer to a question. */
  answer: Operation<LookupInput, BestAnswerLookup>;
  geocode: Operation<GeocodeInput, Places>;
  /** The place at a point. */
  reverse: Operation<ReverseInput, Places>;
  translate: Operation<TranslateInput, Translation>;
  /** What can be translated. */
  languages: Operation<LanguagesInput, Languages>;
  /** Where a place is. */
  findPlace: Operation<FindPlaceInput, FoundPlace>;
  /** The weather at a point. */
  forecast: Operation<ForecastInput, Forecast>;
  /** What a currency is worth in another. */
  rate: Operation<RateInput, ExchangeRate>;
  /** What a word means. */
  define: Operation<DefineInput, Definition>;
}

/** Operations that are served, watched and suspended together: an adapter in one group is one provider. */
export const operationGroups = {
  web: 'web',
  images: 'web',
  news: 'web',
  videos: 'web',
  infobox: 'web',
  suggest: 'suggest',
  article: 'cards',
  answer: 'cards',
  geocode: 'maps',
  reverse: 'maps',
  translate: 'translate',
  languages: 'translate',
  findPlace: 'instant',
  forecast: 'instant',
  rate: 'instant',
  define: 'instant',
} as const satisfies Record<keyof Operations, string>;

export type ProviderGroup = (typeof operationGroups)[keyof Operations];

export type OperationName = keyof Operations;
export const operationNames = Object.keys(operationGroups) as OperationName[];
export type InputOf<Name extends OperationName> =
  Operations[Name] extends Operation<infer Input, infer _> ? Input : never;
export type OutputOf<Name extends OperationName> =
  Operations[Name] extends Operation<infer _, infer Output> ? Output : never;

/** One thing an upstream can do. Pure on both sides. */
export interface Operation<Input, Output> {
  input: z.ZodType<Input>;
  /** What `parse` returns, whatever comes: the contract tests hold every adapter to it. */
  output: z.ZodType<Output>;
  /** How long its answers are cached, where that is not `CACHE_TTL_S`: places and languages hardly change. */
  cacheTtlS?: number;
  /** How long one call may take, where that is not the usual three seconds. */
  timeoutMs?: number;
  /**
   * Whether the upstream can do this: true, or the reason why not (page too deep, filter unknown). Then it is skipped
   * without a call. Every input is supported where this is left out.
   */
  supports?(input: Input): true | string;
  request(input: Input, settings: ProviderSettings): UpstreamRequest;
  /** Throws UpstreamFailure, and nothing else, when the response is not an answer. `first` came before a second request. */
  parse(response: UpstreamResponse, input: Input, first?: UpstreamResponse): Output;
  /** A second request, at most one, where the first response shows that it takes two, or wants to be asked differently. */
  followUp?(response: UpstreamResponse, input: Input, settings: ProviderSettings): UpstreamRequest | null;
}

/** What the configuration says of a provider. */
export interface ProviderSettings {
  /** Base address, without a trailing slash. */
  url: string;
  /** By the name of the setting. */
  otherUrls: Readonly<Record<string, string>>;
  /** Empty where there is none. */
  apiKey: string;
  /** Names the application and its operator, as public services ask. */
  userAgent: string;
}

export interface UpstreamRequest {
  url: string;
  method?: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string;
}

export interface UpstreamResponse {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Decoded, at most 2 MiB. */
  body: string;
}
