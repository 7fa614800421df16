import type { ReadPage } from '../../lib/pages/read-operation.ts';
import { tellTiming } from '../ask/timing.ts';
import { RenderedReply } from '../cache/reply-cache.ts';
import type { RequestContext } from '../contract/endpoint.ts';
import { refuseErrorPage } from '../contract/extracted-page.ts';
import { web } from '../endpoints/web.ts';
import { readingCost } from '../lookups/pages.ts';
import { answerWith, type Found } from '../search/search-reply.ts';
import { type JinaParams, pagesWanted, resultsWanted } from './jina-params.ts';
import { NOT_READ, partialField, readFound, tokensOf } from './page-reading.ts';

/** Open WebUI gives up after ten seconds. */
const MAX_READING_MS = 8_000;

/** A result, with the text of its page if that was asked for. */
interface Row {
  title: string;
  url: string;
  description: string;
  content?: string;
  publishedTime?: string;
  warning?: string;
  usage?: { tokens: number };
}

interface Body {
  code: number;
  status: number;
  data: Row[];
}

/** Searches the web and reads the pages of the results, unless only the results are wanted. */
export async function jinaSearch(context: RequestContext<JinaParams & { q: string }>): Promise<Body | RenderedReply> {
  return answerWith(context, 'jina', () => find(context));
}

/** The same as text, with the number of each result before each line about it. */
export async function jinaSearchAsText(context: RequestContext<JinaParams & { q: string }>): Promise<string> {
  const found = await jinaSearch(context);
  const isRendered = found instanceof RenderedReply;
  if (isRendered) tellTiming(context.reply, found.timing);
  const { data } = isRendered ? (JSON.parse(found.json.toString()) as Body) : found;
  return `${data.map(asText).join('\n\n')}\n`;
}

async function find(context: RequestContext<JinaParams & { q: string }>): Promise<Found<Body>> {
  const { params } = context;
  const { q, page, gl: country, hl: lang, 'X-Site': site } = params;
  const tabParams = { q, page, country, lang, site, limit: resultsWanted(params), detail: 'full', fresh: '1' } as const;
  const { body, ...found } = await web.find({ ...context, params: tabParams });
  const wanted = pagesWanted(params);
  const urls = body.results.slice(0, wanted).map(({ url }) => url);
  const format = params['X-Return-Format'];
  const withinMs = Math.min(MAX_READING_MS, (params['X-Timeout'] ?? Number.POSITIVE_INFINITY) * 1_000);
  const read = (await readFound(context, urls, { format }, withinMs)).map(refuseErrorPage);
  const data = body.results.map(({ title, url, description, published = '' }, at): Row => {
    const result = read[at];
    const row = { title, url, description, ...(published && { publishedTime: published }) };
    return wanted === 0 ? row : { ...row, ...contentOf(description, result && 'page' in result ? result.page : null) };
  });
  // What was read is not kept: pages have a cache of their own.
  const isLasting = wanted === 0 && found.isLasting !== false;
  const searches = wanted > 0 ? { searches: 1 + readingCost(read) } : {};
  return { ...found, body: { code: 200, status: 20_000, data }, isLasting, ...searches };
}

/** The text of a page. Instead of one that could not be read, the description, marked. */
function contentOf(description: string, page: ReadPage | null): Partial<Row> {
  const content = page?.content ?? description;
  const warning = page ? partialField(page) : { warning: NOT_READ };
  return { content, ...warning, usage: { tokens: tokensOf(content) } };
}

function asText({ title, url, description, content = '', publishedTime, warning }: Row, at: number): string {
  const lines = [
    `Title: ${title}`,
    `URL Source: ${url}`,
    `Description: ${description}`,
    publishedTime && `Published Time: ${publishedTime}`,
    warning && `Warning: ${warning}`,
  ];
  const head = lines.filter(Boolean).map((line) => `[${at + 1}] ${line}`);
  return [head.join('\n'), content].filter(Boolean).join('\n\n');
}
