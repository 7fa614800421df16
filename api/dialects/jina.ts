import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ApiError, lineOf } from '../../lib/errors.ts';
import { searchIn } from '../../lib/limits/cost.ts';
import type { ReadPage } from '../../lib/pages/read-operation.ts';
import { parseHttpUrl } from '../../lib/search/canonical-url.ts';
import type { RequestContext } from '../contract/endpoint.ts';
import { anyHeader } from '../plugins/credentials.ts';
import type { Services } from '../services.ts';
import { addDialectRoute } from './dialect.ts';
import { partialWarning, readFor } from './page-reading.ts';
import { addRerankRoutes } from './rerank.ts';

const PREFIX = '/compat/jina/';
/** About as many characters are a token of a language model. */
const CHARS_PER_TOKEN = 4;

const formats = ['markdown', 'html', 'text'] as const;

const params = z.object({
  url: z.string().refine((url) => parseHttpUrl(url) !== null, 'Put an http:// or https:// URL after /compat/jina/.'),
  'X-Return-Format': z
    .preprocess(
      (format) => (format === 'content' ? 'markdown' : format),
      z.enum(formats, `Use ${formats.join(', ')}: pages are read without a browser.`),
    )
    .default('markdown'),
  'X-No-Cache': z.string().optional(),
  'X-Timeout': z.coerce.number('A valid number is required.').positive('Use a number of seconds.').optional(),
  'X-With-Links-Summary': z.string().optional(),
});

/** Jina's reader: the address of a page follows the address of the service. */
export function jina(app: FastifyInstance, services: Services): void {
  addRerankRoutes(app, services, [`${PREFIX}v1/rerank`]);
  addDialectRoute(app, services, {
    methods: ['GET'],
    urls: [PREFIX, `${PREFIX}*`],
    params,
    credentials: anyHeader,
    cost: () => searchIn('extract'),
    given: ({ url, headers }) => ({
      url: addressIn(url.slice(PREFIX.length)),
      ...Object.fromEntries(
        Object.keys(params.shape)
          .filter((name) => name.startsWith('X-'))
          .map((name) => [name, headers[name.toLowerCase()]]),
      ),
    }),
    errorBody: (error) => ({
      code: error.status,
      status: error.status * 100,
      name: STATUS_CODES[error.status],
      message: lineOf(error),
      data: null,
    }),
    handle: read,
  });
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
    // It contains a percent sign that encodes nothing: the check of the address refuses it as it is.
    return text;
  }
}

async function read(context: RequestContext<z.infer<typeof params>>): Promise<unknown> {
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
    usage: { tokens: Math.ceil(content.length / CHARS_PER_TOKEN) },
  };
}

/** The page with its facts, or alone in a format that has no place for them. */
function asText(page: ReadPage, format: (typeof formats)[number]): string {
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
