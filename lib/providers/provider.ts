import type { z } from 'zod';
import type { SearchInput } from '../search/query.ts';
import type { WebSlice } from '../search/results.ts';

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
  /** `required`: configured once `<SLUG>_API_KEY` is set. `none`: configured by its address alone. */
  apiKey: 'required' | 'none';
  /** A key that anyone may use, taken when a slot names this adapter outright and no key is set. */
  publicApiKey?: string;
  /** The longest that its terms let us keep an answer. */
  cacheCeilingS?: number;
  operations: Partial<Operations>;
}

/** Everything that some upstream can do. */
export interface Operations {
  web: Operation<SearchInput, WebSlice>;
}

export type OperationName = keyof Operations;
export type InputOf<Name extends OperationName> =
  Operations[Name] extends Operation<infer Input, infer _> ? Input : never;
export type OutputOf<Name extends OperationName> =
  Operations[Name] extends Operation<infer _, infer Output> ? Output : never;

/** One thing an upstream can do. Pure on both sides. */
export interface Operation<Input, Output> {
  input: z.ZodType<Input>;
  /** What `parse` returns, whatever comes: the contract tests hold every adapter to it. */
  output: z.ZodType<Output>;
  /** A Skip when the upstream cannot do this (page too deep, filter unknown): nothing is called. */
  request(input: Input, settings: ProviderSettings): UpstreamRequest | Skip;
  /** Throws UpstreamFailure, and nothing else, when the response is not an answer. */
  parse(response: UpstreamResponse, input: Input): Output;
  /** A second request, at most one, where the first response shows that this upstream wants it asked differently. */
  again?(response: UpstreamResponse, input: Input, settings: ProviderSettings): UpstreamRequest | null;
}

/** What the configuration says of a provider. */
export interface ProviderSettings {
  /** Base address, without a trailing slash. */
  url: string;
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

export interface Skip {
  skip: string;
}

export function isSkip(request: UpstreamRequest | Skip): request is Skip {
  return 'skip' in request;
}
