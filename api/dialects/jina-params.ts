import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { parseHttpUrl } from '../../lib/search/canonical-url.ts';
import { MAX_URLS, numberParam } from '../contract/page-params.ts';
import { langParam, MAX_PAGE, queryField, REQUIRED } from '../contract/params.ts';
import { tabParams } from '../contract/tab-params.ts';
import { cutIfLong } from './long-query.ts';

/** The parameters of Jina's reader and search. Those that change nothing here are ignored like unknown ones. */

export const PREFIX = '/compat/jina/';

const formats = ['markdown', 'html', 'text'] as const;
export type PageFormat = (typeof formats)[number];

const DEFAULT_RESULTS = 5;
const number = (max: number) => numberParam(1, max, '');

export const jinaParams = z
  .object({
    url: z
      .string('Not a valid string.')
      .refine((url) => parseHttpUrl(url) !== null, `Put an http:// or https:// URL after ${PREFIX}.`)
      .optional(),
    q: cutIfLong(queryField.optional()),
    count: number(MAX_URLS),
    num: number(MAX_URLS),
    page: number(MAX_PAGE),
    gl: tabParams.shape.country,
    hl: langParam,
    'X-Site': tabParams.shape.site,
    'X-Respond-With': z.string().optional(),
    'X-Return-Format': z
      .preprocess(
        (format) => (format === 'content' ? 'markdown' : format),
        z.enum(formats, `Use ${formats.join(', ')}: pages are read without a browser.`),
      )
      .default('markdown'),
    'X-No-Cache': z.string().optional(),
    'X-Timeout': z.coerce.number('A valid number is required.').positive('Use a number of seconds.').optional(),
    'X-With-Links-Summary': z.string().optional(),
  })
  .refine(({ url, q }) => url !== undefined || q !== undefined, { path: ['q'], message: REQUIRED });
export type JinaParams = z.infer<typeof jinaParams>;

/** How many results a search returns. */
export function resultsWanted({ count, num }: JinaParams): number {
  return num ?? count ?? DEFAULT_RESULTS;
}

/** How many pages a search reads. */
export function pagesWanted(params: JinaParams): number {
  return params['X-Respond-With'] === 'no-content' ? 0 : resultsWanted(params);
}

/** The parameters of a request: the headers, and the body or what follows the address of the service. */
export function givenIn(request: FastifyRequest): Record<string, unknown> {
  const { headers, body } = request;
  const names = Object.keys(jinaParams.shape).filter((name) => name.startsWith('X-'));
  const fromHeaders = names.map((name) => [name, headers[name.toLowerCase()]] as const);
  const fields = request.method === 'POST' ? ((body ?? {}) as Record<string, unknown>) : inAddress(request);
  const present = Object.entries(fields).filter(([, value]) => value !== null && value !== '');
  return Object.fromEntries([...present, ...fromHeaders]);
}

/** A page's address is taken as it is, with its query string. Everything else is a query. */
function inAddress({ url, query }: FastifyRequest): Record<string, unknown> {
  const path = url.slice(PREFIX.length - 1).replace(/^\//, '');
  if (/^([a-z][a-z\d+.-]*:\/|https?%3a)/i.test(path)) return { url: addressIn(path) };
  return { q: decoded(path.split('?', 1)[0] ?? ''), ...withoutEmpty(query as object) };
}

function withoutEmpty(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

/** The address in a path, which may be encoded as a whole. Some proxies make one slash of two. */
function addressIn(path: string): string {
  const text = /^https?%3a/i.test(path) ? decoded(path) : path;
  return text.replace(/^(https?):\/+/i, '$1://');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // It contains a percent sign that encodes nothing: it is taken as it is.
    return text;
  }
}
