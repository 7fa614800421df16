import type { z } from 'zod';
import type { BestAnswerLookup, WikipediaLookup } from '../cards/cards.ts';
import type { Rate } from '../limits/rate.ts';
import type {
  Air,
  AirInput,
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
import type { ClientInput, ClientReply } from '../oauth/client-operation.ts';
import type { PageReading, ReadInput } from '../pages/read-operation.ts';
import type { PictureInput, PictureReply } from '../pictures/picture-operation.ts';
import type { RerankInput, RerankOutput } from '../rerank/rerank-operation.ts';
import type { GeocodeInput, LookupInput, ReverseInput, SearchInput } from '../search/query.ts';
import type { ImageSlice, NewsSlice, VideoSlice, WebSlice } from '../search/results.ts';
import type { Suggestions } from '../search/suggestions.ts';
import type { MapInput, MapReply } from '../sites/map-operation.ts';
import type { Languages, LanguagesInput, TranslateInput, Translation } from '../translate/translation.ts';
import type { StandIn } from './stand-in.ts';

/**
 * An upstream service. An adapter consists of metadata and pure functions in one file; only workers/ use the network.
 * Settings, documentation and sandbox are derived from it.
 */
export interface Adapter {
  /** Name in settings, jobs and Redis. For `brave` the settings are `BRAVE_API_KEY` and `BRAVE_URL`. */
  slug: string;
  /** Display name. */
  name: string;
  /** What people who choose engines read. Every engine has it; README.md and .env.example are generated from it. */
  docs?: EngineDocs;
  /** Names that stand for several engines at once in a slot: `ENGINE_C=papers`. */
  groups?: readonly EngineGroup[];
  /** The index behind its results if it is another company's. Engines with one index agree by construction. */
  index?: 'google' | 'bing';
  /** Base address unless `<SLUG>_URL` is set; null if there is no public service. */
  defaultUrl: string | null;
  /** Further addresses by the name of their setting: `{ COMMONS_URL: 'https://commons.wikimedia.org' }`. */
  otherUrls?: Readonly<Record<string, string>>;
  /** Further settings of its own, by their names: `{ STACKEXCHANGE_SITES: … }`. */
  ownSettings?: Readonly<Record<string, OwnSetting>>;
  /**
   * `required`: the adapter works only if `<SLUG>_API_KEY` is set. `optional`: the key is used if set. `none`: no key.
   */
  apiKey: 'required' | 'optional' | 'none';
  /** Names of the settings for keys of operation groups that need a separate subscription. */
  groupApiKeys?: Partial<Record<ProviderGroup, string>>;
  /** A key that anyone may use. It applies if the operator assigns the adapter to a slot without setting a key. */
  publicApiKey?: string;
  /** Longest time that the terms of the service allow us to cache an answer. */
  cacheCeilingS?: number;
  /**
   * Rate limit of the public service, without a key of one's own, for all processes together. `<SLUG>_RATE` can
   * lower it, and sets that of another address, or with a key.
   */
  publicRate?: Rate;
  /** The limit of those whose User-Agent names the operator (`CONTACT`), if the public service has another for them. */
  contactRate?: Rate;
  /** Calls at a time that the public service allows. */
  publicMaxConcurrent?: number;
  /**
   * How much its lists of search results count in the merge unless `<SLUG>_WEIGHT` is set. Default: 1. Two defaults
   * together exceed any single one, so that two engines that agree on their first result beat a third.
   */
  weight?: number;
  operations: Partial<Operations>;
  /** Whether its web search also returns infoboxes. Cards take them from the first page and ask no other engine. */
  hasInfobox?: true;
  /** How long the service asks us to pause in a response that was parsed without a failure; 0 if it does not ask. */
  pauseMs?(response: UpstreamResponse): number;
  /** The cheapest call that shows whether the service works. Only for services that do not bill or limit calls. */
  probe?: Probe;
  /** Its answers in the sandbox. Older and larger ones are in `sandbox/`. */
  standIn?: StandIn;
}

/** What people should know about an engine, besides what the adapter says anyway: tabs, key, rate and weight. */
export interface EngineDocs {
  /** What it searches, and what to mind, in one or two sentences. */
  about: string;
  /** Where to get a key. */
  keyFrom?: string;
  /** An address as an example, if there is no public service. */
  exampleUrl?: string;
}

/** Groups of engines by what they are for. */
export const engineGroups = ['papers', 'code'] as const;
export type EngineGroup = (typeof engineGroups)[number];

/** A setting of one adapter. Its value is a text, so that it can be part of a cache key. */
export interface OwnSetting {
  /** What it is for, as .env.example says it. */
  about: string;
  /** Its value if it is not set. */
  standard: string;
  /** Checks the value. Messages follow the setting's name: "must be …". */
  schema: z.ZodType<string, string>;
}

/** A health check; `parse` throws an UpstreamFailure if the provider is unhealthy. */
export interface Probe {
  request(settings: ProviderSettings): UpstreamRequest;
  parse(response: UpstreamResponse): void;
}

/** All operations that adapters can implement. */
export interface Operations {
  web: Operation<SearchInput, WebSlice>;
  images: Operation<SearchInput, ImageSlice>;
  news: Operation<SearchInput, NewsSlice>;
  videos: Operation<SearchInput, VideoSlice>;
  suggest: Operation<LookupInput, Suggestions>;
  /** The Wikipedia article about a topic. */
  article: Operation<LookupInput, WikipediaLookup>;
  /** The best answer to a programming question. */
  answer: Operation<LookupInput, BestAnswerLookup>;
  geocode: Operation<GeocodeInput, Places>;
  /** The place at a point. */
  reverse: Operation<ReverseInput, Places>;
  translate: Operation<TranslateInput, Translation>;
  /** The languages of a translation backend. */
  languages: Operation<LanguagesInput, Languages>;
  /** The coordinates of a place. */
  findPlace: Operation<FindPlaceInput, FoundPlace>;
  /** The weather at a point. */
  forecast: Operation<ForecastInput, Forecast>;
  /** The quality of the air at a point. */
  airQuality: Operation<AirInput, Air>;
  /** The exchange rate of two currencies. */
  rate: Operation<RateInput, ExchangeRate>;
  /** The definition of a word. */
  define: Operation<DefineInput, Definition>;
  /** The relevance of texts to a query. */
  rerank: Operation<RerankInput, RerankOutput>;
  /** The text of a page. No adapter has it: workers read pages themselves. */
  read: OperationContract<ReadInput, PageReading>;
  /** The addresses of a site's pages. No adapter has it either. */
  map: OperationContract<MapInput, MapReply>;
  /** A picture that a page shows. No adapter has it either. */
  picture: OperationContract<PictureInput, PictureReply>;
  /** The metadata document of an OAuth client. Nor has any adapter this one. */
  client: OperationContract<ClientInput, ClientReply>;
}

/** Groups of operations. An adapter in one group is one provider, with its own places, health record and breaker. */
export const operationGroups = {
  web: 'web',
  images: 'web',
  news: 'web',
  videos: 'web',
  suggest: 'suggest',
  article: 'cards',
  answer: 'cards',
  geocode: 'maps',
  reverse: 'maps',
  translate: 'translate',
  languages: 'translate',
  findPlace: 'instant',
  forecast: 'instant',
  airQuality: 'instant',
  rate: 'instant',
  define: 'instant',
  rerank: 'rerank',
  read: 'pages',
  map: 'pages',
  picture: 'pictures',
  client: 'clients',
} as const satisfies Record<keyof Operations, string>;

export type ProviderGroup = (typeof operationGroups)[keyof Operations];

/** The name of an operation. */
export type OperationName = keyof Operations;
/** What workers do themselves. */
const OWN_OPERATIONS = ['read', 'map', 'picture', 'client'] as const satisfies readonly OperationName[];
/** The name of an operation that adapters have. */
export type AdapterOperationName = Exclude<OperationName, (typeof OWN_OPERATIONS)[number]>;
/** The names of all operations. */
export const operationNames = Object.keys(operationGroups) as OperationName[];
export const adapterOperationNames = operationNames.filter(
  (name): name is AdapterOperationName => !(OWN_OPERATIONS as readonly string[]).includes(name),
);
/** The input type of an operation. */
export type InputOf<Name extends OperationName> =
  Operations[Name] extends OperationContract<infer Input, infer _> ? Input : never;
/** The output type of an operation. */
export type OutputOf<Name extends OperationName> =
  Operations[Name] extends OperationContract<infer _, infer Output> ? Output : never;

/** What is asked and answered, whoever does it. */
export interface OperationContract<Input, Output> {
  input: z.ZodType<Input>;
  /** The output of `parse` for any response; the contract tests check every adapter. */
  output: z.ZodType<Output>;
  /** Cache time of its answers if it differs from `CACHE_TTL_S`: places and languages rarely change. */
  cacheTtlS?: number;
  /** Whether an answer is kept in the cache. If this is omitted, every answer is. */
  isKept?(output: Output): boolean;
  /** Timeout of a call if it differs from the usual three seconds. */
  timeoutMs?: number;
  /**
   * Whether the upstream supports this input: true, or the reason why not (page too deep, unknown filter). An
   * unsupported call is skipped. If this is omitted, every input is supported.
   */
  supports?(input: Input): true | string;
}

/** One operation of an adapter, as pure functions. */
export interface Operation<Input, Output> extends OperationContract<Input, Output> {
  /** Number of results of a full page, if the upstream always fills it while it has more. */
  pageSize?: number;
  /** Whether its requests keep to the first and last day of a search, so that results without a date do as well. */
  keepsToDays?: true;
  /** How many units of its budget the request for this input takes. Default: 1. */
  units?(input: Input): number;
  request(input: Input, settings: ProviderSettings): UpstreamRequest;
  /** Parses the response; throws only UpstreamFailure. `first` is the response before a follow-up request, if any. */
  parse(
    response: UpstreamResponse,
    input: Input,
    first: UpstreamResponse | undefined,
    settings: ProviderSettings,
  ): Output;
  /** At most one follow-up request, if the first response shows that one is needed. */
  followUp?(response: UpstreamResponse, input: Input, settings: ProviderSettings): UpstreamRequest | null;
}

/** The settings of a provider that its adapter can use. */
export interface ProviderSettings {
  /** Base address, without a trailing slash. */
  url: string;
  /** Further addresses, by the name of their setting. */
  otherUrls: Readonly<Record<string, string>>;
  /** Settings of its own, by their names. */
  own: Readonly<Record<string, string>>;
  /** Empty if there is none. */
  apiKey: string;
  /** Names the application and its operator, as public services require. */
  userAgent: string;
}

/** An HTTP request to an upstream. */
export interface UpstreamRequest {
  url: string;
  method?: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string;
}

/** An HTTP response of an upstream. */
export interface UpstreamResponse {
  status: number;
  /** Header names are in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Decoded, at most 2 MiB. */
  body: string;
}
