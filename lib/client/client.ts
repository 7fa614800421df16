import { type AdminMethod, adminMethod } from './admin.ts';
import type { components, operations } from './api-types.ts';
import { type CallOptions, call, type EndpointRequest } from './call.ts';
import { type ClientOptions, checkOptions } from './client-options.ts';
import { type Crawls, crawlMethods } from './crawls.ts';
import { events } from './events.ts';

/**
 * `tributary/client`, and the package `tributary-client`: a typed client of the API for programs in TypeScript and
 * JavaScript. It needs `fetch` and nothing else, so it runs in browsers and workers too. It imports nothing from outside
 * this folder.
 */

export type { AdminOperation, AdminReply, AdminRequest } from './admin.ts';
export type { CallOptions, ReplyHeaders } from './call.ts';
export type { ClientOptions } from './client-options.ts';
export type { Crawl, CrawlPage, CrawlRequest, Crawls } from './crawls.ts';
export { type ErrorDetails, TributaryError } from './tributary-error.ts';

type Schemas = components['schemas'];
/** A result of a web search. */
export type WebResult = Schemas['WebResult'];
/** A result of an image search. */
export type ImageResult = Schemas['ImageResult'];
/** A result of a news search. */
export type NewsResult = Schemas['NewsResult'];
/** A result of a video search. */
export type VideoResult = Schemas['VideoResult'];
/** A place on the map. */
export type Place = Schemas['Place'];
/** An instant answer; `data.kind` tells which fields its data have. */
export type InstantAnswer = NonNullable<Reply<'instant'>>;

/** The operations of the API with a reply in JSON to a GET, by the names of the document. */
export type Operation = Exclude<
  keyof operations,
  'root' | 'batch' | `${string}_post` | `${string}_stream` | `admin_${string}` | `crawl${string}`
>;
type Query<Name extends Operation> = operations[Name]['parameters']['query'];
/** The parameters of an operation. */
export type Params<Name extends Operation> = [Query<Name>] extends [undefined]
  ? Record<string, never>
  : NonNullable<Query<Name>>;
/** The body of an operation's reply. */
export type Reply<Name extends Operation> = operations[Name]['responses'][200]['content']['application/json'];

/** A call of an operation. The parameters may be left out if none is required. */
export type Method<Name extends Operation> = (
  ...args: undefined extends Query<Name>
    ? [params?: Params<Name>, options?: CallOptions]
    : [params: Params<Name>, options?: CallOptions]
) => Promise<Reply<Name>>;

/** `similar_images` → `similarImages`. */
type CamelCase<Text extends string> = Text extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Text;

type Batch = operations['batch'];
/** Several searches in one request. */
type BatchMethod = (
  requests: Batch['requestBody']['content']['application/json'],
  options?: CallOptions,
) => Promise<Batch['responses'][200]['content']['application/json']>;

/** The operations that are also streamed. */
export type Streamed =
  Exclude<Extract<keyof operations, `${string}_stream`>, 'crawl_stream'> extends `${infer Name}_stream` ? Name : never;
/** An event of a stream. The last one is `done`, with the reply of the plain operation. */
export type TributaryEvent<Name extends Streamed & Operation> =
  | { event: 'done'; data: Reply<Name> }
  | { event: 'engine' | 'results' | 'sources' | 'page'; data: unknown };
/** Searches as a stream: events as they arrive. */
type StreamMethod = <Name extends Streamed & Operation>(
  name: Name,
  params: Params<Name>,
  options?: CallOptions,
) => AsyncGenerator<TributaryEvent<Name>, void, undefined>;

/** A method for each operation, with its name in camel case, one for all streams, one for the management API, and those of crawls. */
export type Client = { [Name in Operation as CamelCase<Name>]: Method<Name> } & {
  admin: AdminMethod;
  batch: BatchMethod;
  crawl: Crawls;
  stream: StreamMethod;
};

/** Creates a client of an instance. Throws a TypeError if an option makes no sense. */
export function createClient(options: ClientOptions): Client {
  checkOptions(options);
  const endpoint =
    (path: string, method: EndpointRequest['method'] = 'GET') =>
    (params: object = {}, callOptions?: CallOptions) =>
      call(options, { path, params, method }, callOptions);
  const stream = (name: string, params: object, callOptions?: CallOptions) =>
    events(options, { path: `${name}/stream/`, params, method: 'GET' }, callOptions);
  const client: Record<Exclude<keyof Client, 'stream' | 'admin' | 'crawl'>, ReturnType<typeof endpoint>> = {
    web: endpoint('web/'),
    images: endpoint('images/'),
    similarImages: endpoint('images/similar/'),
    news: endpoint('news/'),
    videos: endpoint('videos/'),
    maps: endpoint('maps/'),
    // Keeps texts out of addresses, which are logged and limited in length.
    translate: endpoint('translate/', 'POST'),
    translateLanguages: endpoint('translate/languages/'),
    instant: endpoint('instant/'),
    cards: endpoint('cards/'),
    // Keeps addresses out of the address.
    extract: endpoint('extract/', 'POST'),
    // Takes several questions.
    context: endpoint('context/', 'POST'),
    rerank: endpoint('rerank/', 'POST'),
    map: endpoint('map/', 'POST'),
    batch: endpoint('batch/', 'POST'),
    suggest: endpoint('suggest/'),
    status: endpoint('status/'),
    key: endpoint('key/'),
  };
  return { ...client, stream, admin: adminMethod(options), crawl: crawlMethods(options) } as Client;
}
