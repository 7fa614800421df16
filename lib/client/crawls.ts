import type { operations } from './api-types.ts';
import { type CallOptions, call } from './call.ts';
import type { ClientOptions } from './client-options.ts';
import type { Signal } from './platform.ts';

type Json<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : never;
/** What a crawl is asked for. */
export type CrawlRequest = Json<operations['crawl_start']['requestBody']>;
/** The state of a crawl. */
export type Crawl = Json<operations['crawl']['responses'][200]>;
type CrawlPages = Json<operations['crawl_pages']['responses'][200]>;
/** A page of a crawl. */
export type CrawlPage = CrawlPages['items'][number];
type PageState = NonNullable<NonNullable<operations['crawl_pages']['parameters']['query']>['state']>;

/** Crawls of the account. */
export interface Crawls {
  start(request: CrawlRequest, options?: CallOptions): Promise<Json<operations['crawl_start']['responses'][202]>>;
  get(id: string, options?: CallOptions): Promise<Crawl>;
  list(
    params?: operations['crawls']['parameters']['query'],
    options?: CallOptions,
  ): Promise<Json<operations['crawls']['responses'][200]>>;
  cancel(id: string, options?: CallOptions): Promise<Json<operations['crawl_cancel']['responses'][200]>>;
  /** The pages of a crawl as they are read, until it has ended; or those that have failed or were skipped. */
  pages(id: string, params?: { state?: PageState }, options?: CallOptions): AsyncGenerator<CrawlPage, void, undefined>;
}

declare function setTimeout(callback: () => void, ms: number): unknown;

/** How long to wait for more pages of a crawl that runs. */
const NEXT_LOOK_MS = 1_000;

/** The methods for crawls. */
export function crawlMethods(options: ClientOptions): Crawls {
  const at = (id: string) => `crawl/${encodeURIComponent(id)}/`;
  const send = (method: 'GET' | 'POST' | 'DELETE', path: string, params: object = {}, callOptions?: CallOptions) =>
    call(options, { path, params, method }, callOptions);
  const methods = {
    start: (request: object, callOptions?: CallOptions) => send('POST', 'crawl/', request, callOptions),
    get: (id: string, callOptions?: CallOptions) => send('GET', at(id), {}, callOptions),
    list: (params?: object, callOptions?: CallOptions) => send('GET', 'crawl/', params, callOptions),
    cancel: (id: string, callOptions?: CallOptions) => send('DELETE', at(id), {}, callOptions),
    async *pages(id: string, params: object = {}, callOptions: CallOptions = {}) {
      let cursor: string | null | undefined;
      do {
        const given = cursor === undefined ? params : { ...params, cursor };
        const part = (await send('GET', `${at(id)}pages/`, given, callOptions)) as CrawlPages;
        yield* part.items;
        // The same place again: the crawl runs, and has no more pages yet.
        const isWaiting = part.items.length === 0 && part.next_cursor !== null;
        cursor = part.next_cursor;
        if (isWaiting) await pause(NEXT_LOOK_MS, callOptions.signal);
      } while (cursor !== null);
    },
  };
  return methods as Crawls;
}

async function pause(ms: number, signal: Signal | undefined): Promise<void> {
  await new Promise<void>((resolve) => void setTimeout(resolve, ms));
  signal?.throwIfAborted();
}
