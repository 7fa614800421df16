import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, lineOf } from '../../lib/errors.ts';
import { searchIn } from '../../lib/limits/cost.ts';
import type { ReadPage } from '../../lib/pages/read-operation.ts';
import type { RequestContext } from '../contract/endpoint.ts';
import { withReading } from '../lookups/pages.ts';
import { anyHeader } from '../plugins/credentials.ts';
import type { Services } from '../services.ts';
import { addDialectRoute } from './dialect.ts';
import { givenIn, type JinaParams, jinaParams, type PageFormat, PREFIX, pagesWanted } from './jina-params.ts';
import { jinaSearch, jinaSearchAsText } from './jina-search.ts';
import { addNotOffered } from './not-offered.ts';
import { costOfReading, partialWarning, readFor, tokensOf } from './page-reading.ts';
import { addRerankRoutes } from './rerank.ts';

const common = { credentials: anyHeader, errorBody };

/**
 * Jina's reader and search. The address of a page, or a query, follows the address of the service: what is not an address
 * is a query. A POST has one of them in its body.
 */
export function jina(app: FastifyInstance, services: Services): void {
  addRerankRoutes(app, services, [`${PREFIX}v1/rerank`]);
  const cost = (params: JinaParams) =>
    params.url === undefined ? withReading(searchIn('web'), pagesWanted(params)) : costOfReading(1, services.config);
  const route = { ...common, params: jinaParams, cost, given: givenIn, handle };
  addDialectRoute(app, services, { ...route, methods: ['GET'], urls: [PREFIX, `${PREFIX}*`] });
  addDialectRoute(app, services, { ...route, methods: ['POST'], urls: [PREFIX] });
  addNotOffered(app, services, [PREFIX.slice(0, -1)], common, ['POST', 'PUT', 'PATCH', 'DELETE']);
}

function errorBody(error: ApiError): unknown {
  const { status } = error;
  return { code: status, status: status * 100, name: STATUS_CODES[status], message: lineOf(error), data: null };
}

async function handle(context: RequestContext<JinaParams>): Promise<unknown> {
  const { params, request, reply } = context;
  const { url, q = '' } = params;
  if (url !== undefined) return read({ ...context, params: { ...params, url } });
  const search = { ...context, params: { ...params, q } };
  if (wantsJson(request)) return jinaSearch(search);
  return reply.type('text/plain; charset=utf-8').send(await jinaSearchAsText(search));
}

async function read(context: RequestContext<JinaParams & { url: string }>): Promise<unknown> {
  const { url, 'X-Return-Format': format, 'X-Timeout': timeoutS, ...headers } = context.params;
  const links = isOn(headers['X-With-Links-Summary']);
  const wanted = { format, links, ...(isOn(headers['X-No-Cache']) && { maxAgeMs: 0 }) };
  const [result] = await readFor(context, [url], wanted, timeoutS && timeoutS * 1_000);
  if (!result || !('page' in result)) {
    if (result?.fetched) context.request.charge?.settle();
    throw new ApiError(422, `The page could not be read: ${result?.reason ?? 'no address'}.`);
  }
  if (wantsJson(context.request)) return { code: 200, status: 20_000, data: asData(result.page) };
  return context.reply.type('text/plain; charset=utf-8').send(asText(result.page, format));
}

function asData(page: ReadPage): Record<string, unknown> {
  const { title, finalUrl, content, description, published, links } = page;
  return {
    title,
    url: finalUrl,
    content,
    description,
    ...(published && { publishedTime: published }),
    ...(links && { links: Object.fromEntries(links.map(({ text, url }) => [text, url])) }),
    ...(warningOf(page) && { warning: warningOf(page) }),
    usage: { tokens: tokensOf(content) },
  };
}

/** The page with its facts, or alone in a format that has no place for them. */
function asText(page: ReadPage, format: PageFormat): string {
  const { title, finalUrl, content, published, links } = page;
  if (format !== 'markdown') return content;
  const parts = [
    `Title: ${title}`,
    `URL Source: ${finalUrl}`,
    published && `Published Time: ${published}`,
    warningOf(page) && `Warning: ${warningOf(page)}`,
    `Markdown Content:\n${content}`,
    links && `Links/Buttons:\n${links.map(({ text, url }) => `- [${text}](${url})`).join('\n')}`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function warningOf(page: ReadPage): string {
  const { status } = page;
  if (status < 400) return partialWarning(page);
  return `Target URL returned error ${status}: ${STATUS_CODES[status] ?? ''}`.trimEnd();
}

function wantsJson({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('application/json') ?? false;
}

function isOn(header: string | undefined): boolean {
  return header !== undefined && !['false', '0', ''].includes(header.toLowerCase());
}
