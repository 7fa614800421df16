import { z } from 'zod';
import type { Threshold } from '../../lib/context/rank.ts';
import { relativeAge } from '../../lib/search/age.ts';
import { contextFor } from '../context/context.ts';
import type { ContextBody } from '../context/context-body.ts';
import { type ContextWish, MAX_CONTEXT_PAGES, TOKENS } from '../contract/context-params.ts';
import type { RequestContext } from '../contract/endpoint.ts';
import { numberParam } from '../contract/page-params.ts';
import { answerWith } from '../search/search-reply.ts';
import { braveParams } from './brave-params.ts';

/** Brave's context for language models. Parameters that change nothing here are ignored like unknown ones. */

const THRESHOLDS = { strict: 'strict', balanced: 'balanced', lenient: 'lenient', disabled: 'none' } as const;
const PASSAGES = { most: 256, usual: 50 };

const number = (min: number, max: number, usual: number) => numberParam(min, max, '').default(usual);

const { q, country, search_lang, freshness, goggles } = braveParams(1, 1).shape;

/** The parameters, in an address or in JSON. */
export const braveContextParams = z.object({
  q,
  country,
  search_lang,
  freshness,
  count: number(1, 50, 20),
  maximum_number_of_urls: number(1, 50, 20),
  maximum_number_of_tokens: number(TOKENS.least, TOKENS.most, TOKENS.usual),
  maximum_number_of_snippets: number(1, PASSAGES.most, PASSAGES.usual),
  maximum_number_of_tokens_per_url: number(512, 8_192, 4_096),
  maximum_number_of_snippets_per_url: number(1, 100, PASSAGES.usual),
  context_threshold_mode: z
    .enum(Object.keys(THRESHOLDS) as (keyof typeof THRESHOLDS)[], 'Use strict, balanced, lenient or disabled.')
    .default('balanced'),
  goggles,
});
export type BraveContextParams = z.infer<typeof braveContextParams>;

/** How many pages are read at most. Brave considers up to 50. */
export function pagesOf({ count, maximum_number_of_urls }: BraveContextParams): number {
  return Math.min(count, maximum_number_of_urls, MAX_CONTEXT_PAGES);
}

/** Answers a request. */
export function braveContext(context: RequestContext<BraveContextParams>): Promise<unknown> {
  return answerWith(context, 'brave-context', async () => {
    const { body, ...found } = await contextFor(wishOf(context.params), context);
    return { ...found, body: replyOf(body) };
  });
}

function wishOf(params: BraveContextParams): ContextWish {
  return {
    questions: [params.q],
    filters: {
      country: params.country,
      lang: params.search_lang,
      ...params.freshness,
      rules: params.goggles,
      fresh: '1',
    },
    pages: pagesOf(params),
    maxTokens: params.maximum_number_of_tokens,
    maxTokensPerPage: params.maximum_number_of_tokens_per_url,
    maxPassages: params.maximum_number_of_snippets,
    maxPassagesPerPage: params.maximum_number_of_snippets_per_url,
    threshold: THRESHOLDS[params.context_threshold_mode] satisfies Threshold,
  };
}

/** Each page once, with its passages, and what is known of it under its address. An unknown age is left out. */
function replyOf({ passages }: ContextBody): object {
  const urls = [...new Set(passages.map(({ url }) => url))];
  const pages = urls.map((url) => {
    const own = passages.filter((passage) => passage.url === url);
    return { url, title: own[0]?.title ?? '', published: own[0]?.published ?? '', snippets: own.map(snippetOf) };
  });
  return {
    grounding: { generic: pages.map(({ url, title, snippets }) => ({ url, title, snippets })), map: [] },
    sources: Object.fromEntries(
      pages.map(({ url, title, published }) => [url, { title, hostname: new URL(url).hostname, ...ageOf(published) }]),
    ),
  };
}

function snippetOf({ heading, text }: { heading: string; text: string }): string {
  return heading === '' ? text : `${heading}\n${text}`;
}

/** The date in words, as digits, and how long ago it was. */
function ageOf(published: string): object {
  const at = Date.parse(published);
  if (Number.isNaN(at)) return {};
  const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(at);
  return { age: [long, new Date(at).toISOString().slice(0, 10), relativeAge(published, 'en', Date.now())] };
}
