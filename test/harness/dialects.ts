import { expect } from 'vitest';
import type { GetOptions, Reply, TestSystem } from './test-system.ts';

/** A dialect whose clients post JSON: where, what, and what its errors look like. */
export interface PostedDialect {
  name: string;
  path: string;
  /** The body of a search, without its key. */
  search(query: string): Record<string, unknown>;
  /** The body of an error with this text. */
  error(text: string): unknown;
  /** The body of a 400 for one field. */
  fieldError(field: string, text: string): unknown;
  isSearchReply(body: unknown): boolean;
}

export const tavily: PostedDialect = {
  name: 'tavily',
  path: '/compat/tavily/search',
  search: (query) => ({ query }),
  error: (error) => ({ detail: { error } }),
  fieldError: (field, text) => ({ detail: { error: `${field}: ${text}` } }),
  isSearchReply: (body) => Array.isArray((body as { results?: unknown }).results),
};

export const openwebui: PostedDialect = {
  name: 'openwebui',
  path: '/compat/openwebui/search',
  search: (query) => ({ query, count: 3 }),
  error: (detail) => ({ detail }),
  fieldError: (field, text) => ({ [field]: [text] }),
  isSearchReply: Array.isArray,
};

export const firecrawl: PostedDialect = {
  name: 'firecrawl',
  path: '/compat/firecrawl/v2/search',
  search: (query) => ({ query }),
  error: (error) => ({ success: false, error, code: expect.stringMatching(/^[A-Z_]+$/) }),
  fieldError: (field, text) => firecrawl.error(`${field}: ${text}`),
  isSearchReply: (body) => Array.isArray((body as { data?: { web?: unknown } }).data?.web),
};

export const exa: PostedDialect = {
  name: 'exa',
  path: '/compat/exa/search',
  search: (query) => ({ query, numResults: 3 }),
  error: (error) => ({ requestId: expect.any(String), error, tag: expect.stringMatching(/^[A-Z_]+$/) }),
  fieldError: (field, text) => exa.error(`${field}: ${text}`),
  isSearchReply: (body) => Array.isArray((body as { results?: unknown }).results),
};

/** Posts a body as it is, by default with the system's key as a bearer token. */
export function post(
  system: TestSystem,
  path: string,
  body: string,
  { key = system.key, headers = {}, ...options }: GetOptions = {},
): Promise<Reply> {
  const authorization: Record<string, string> = key === '' ? {} : { authorization: `Bearer ${key}` };
  return system.get(path, {
    ...options,
    method: 'POST',
    key: '',
    body,
    headers: { 'content-type': 'application/json', ...authorization, ...headers },
  });
}

/** Searches in a dialect. */
export function searchIn(
  system: TestSystem,
  dialect: PostedDialect,
  query: string,
  options: GetOptions = {},
): Promise<Reply> {
  return post(system, dialect.path, JSON.stringify(dialect.search(query)), options);
}
