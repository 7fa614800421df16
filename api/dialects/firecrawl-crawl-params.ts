import { z } from 'zod';
import { ApiError } from '../../lib/errors.ts';
import type { PatternRule } from '../../lib/sites/address-patterns.ts';
import { quoted } from '../../lib/sites/address-patterns.ts';
import { MAX_MAP_LINKS } from '../../lib/sites/map-operation.ts';
import { addressProblem } from '../../lib/webhooks/endpoint.ts';
import { MAX_BATCH } from '../crawl/crawl-params.ts';
import { type ScrapeOptions, scrapeOptions, scrapeParams, screenshotIn } from './firecrawl-params.ts';
import { patternList } from './pattern-list.ts';

/** The parameters of Firecrawl's crawl, batch and map, in both versions. Unknown ones are ignored, as its clients send several. */

const DEFAULT_PAGES = 10_000;
const DEFAULT_LINKS = 5_000;
/** Of the addresses of a site: deeper ones are traps. */
const MAX_DEPTH = 100;
/** Between two requests: a crawl of a thousand pages takes a week then. */
const MAX_DELAY_S = 600;

const switched = (usual: boolean) => z.boolean('Use true or false.').default(usual);
const count = (most: number) =>
  z
    .int('A valid integer is required.')
    .min(0, `Use a number from 0 to ${most}.`)
    .transform((value) => Math.min(value, most));
const ignored = z.unknown().optional();

const webhook = z
  .union(
    [
      z.string().transform((url) => ({ url })),
      z.object({
        url: z.string(),
        headers: z.record(z.string(), z.unknown()).optional(),
        metadata: z.record(z.string(), z.unknown()).optional(),
        events: z.array(z.enum(['started', 'page', 'completed', 'failed'])).optional(),
      }),
    ],
    'Use an address, or an object with url.',
  )
  .superRefine((given, context) => {
    const problem = addressProblem(given.url);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    // Whoever sends them needs them to be sent.
    if ('headers' in given && Object.keys(given.headers ?? {}).length > 0) {
      context.addIssue({ code: 'custom', message: 'headers are not supported. Requests are signed instead.' });
    }
    if ('metadata' in given && JSON.stringify(given.metadata ?? {}).length > 10_000) {
      context.addIssue({ code: 'custom', message: 'metadata is too large.' });
    }
  })
  .optional();

/** Pictures would fill Redis: what a crawl has read is kept there for a day. */
const withoutPictures = (options: ScrapeOptions, context: z.RefinementCtx) => {
  if (screenshotIn(options) === undefined) return;
  const message = 'screenshot is not supported in a crawl, which keeps its pages: use scrape.';
  context.addIssue({ code: 'custom', path: ['formats'], message });
};

const common = {
  webhook,
  zeroDataRetention: ignored,
  maxConcurrency: ignored,
};

/** The parameters of a crawl. */
export const crawlParams = z.object({
  url: scrapeParams.shape.url,
  limit: z.int('A valid integer is required.').min(1, 'Use a number from 1.').default(DEFAULT_PAGES),
  includePaths: patternList,
  excludePaths: patternList,
  regexOnFullURL: switched(false),
  maxDepth: count(MAX_DEPTH).optional(),
  maxDiscoveryDepth: count(MAX_DEPTH).optional(),
  sitemap: z.enum(['include', 'skip', 'only'], 'Use include, skip or only.').optional(),
  ignoreSitemap: switched(false),
  crawlEntireDomain: switched(false),
  allowBackwardLinks: switched(false),
  allowSubdomains: switched(false),
  allowExternalLinks: ignored,
  prompt: ignored,
  ignoreQueryParameters: switched(false),
  ignoreRobotsTxt: ignored,
  robotsUserAgent: ignored,
  delay: z
    .number('A valid number is required.')
    .min(0, `Use a number of seconds from 0 to ${MAX_DELAY_S}.`)
    .max(MAX_DELAY_S, `Use a number of seconds from 0 to ${MAX_DELAY_S}.`)
    .nullish(),
  scrapeOptions: scrapeOptions.superRefine(withoutPictures).default(() => scrapeOptions.parse({})),
  ...common,
});
export type FirecrawlCrawlParams = z.infer<typeof crawlParams>;
const IGNORED = ['ignoreRobotsTxt', 'robotsUserAgent'] as const;

/** What crawls and batches of the original can do, and why they cannot here. */
const UNSUPPORTED = {
  allowExternalLinks: 'a crawl reads one site',
  prompt: 'there is no model. Use includePaths and excludePaths',
  zeroDataRetention: 'the pages of a crawl are kept until its client has fetched them',
  appendToId: 'start another batch',
} as const;

/** Throws a 501 for what is asked for and cannot be done: what came of it would not be what its client wants. */
export function refuseUnsupported(params: Readonly<Record<string, unknown>>): void {
  for (const [name, why] of Object.entries(UNSUPPORTED)) {
    const isAsked = ![undefined, null, false, ''].includes(params[name] as undefined);
    if (isAsked) throw new ApiError(501, { [name]: [`Not supported: ${why}.`] });
  }
}

/** The names of what was asked for and changes nothing here. */
export function ignoredOf(params: FirecrawlCrawlParams): string[] {
  return IGNORED.filter((name) => ![undefined, null, false, 0].includes(params[name] as undefined));
}

/** The rules of a crawl: what the patterns say, and that it stays below its start. */
export function rulesOf(params: FirecrawlCrawlParams): PatternRule[] {
  const { url, includePaths, excludePaths, regexOnFullURL, maxDepth } = params;
  const { pathname } = new URL(url);
  const below = pathname.replace(/\/+$/, '');
  const isNarrow = !params.crawlEntireDomain && !params.allowBackwardLinks && below !== '';
  const segments = below.split('/').filter(Boolean).length;
  const only = (include: string): PatternRule => ({ on: 'path', include: [include], exclude: [] });
  const isChosen = includePaths.length + excludePaths.length > 0;
  return [
    ...(isChosen
      ? [{ on: regexOnFullURL ? 'url' : 'path', include: includePaths, exclude: excludePaths } as const]
      : []),
    ...(isNarrow ? [only(`^${quoted(below)}(?:/|$)`)] : []),
    ...(maxDepth === undefined ? [] : [only(`^/*(?:[^/]+/*){0,${maxDepth + segments}}$`)]),
  ];
}

const urls = z
  .array(z.string(), 'Use a list of addresses.')
  .min(1, 'This field is required.')
  .max(MAX_BATCH, `Give at most ${MAX_BATCH} addresses.`)
  .transform((given) => given.map((url) => url.trim()));

/** The parameters of a batch: those of a scrape, with several addresses. */
export const batchParams = scrapeOptions
  .extend({
    urls,
    ignoreInvalidURLs: z.boolean('Use true or false.').optional(),
    appendToId: ignored,
    ...common,
  })
  .superRefine(withoutPictures);
export type BatchParams = z.infer<typeof batchParams>;

const links = (usual: number) =>
  z
    .int('A valid integer is required.')
    .min(1, 'Use a number from 1.')
    .default(usual)
    .transform((limit) => Math.min(limit, MAX_MAP_LINKS));

/** The parameters of a map. */
export const mapParams = z.object({
  url: scrapeParams.shape.url,
  search: z.string('Not a valid string.').trim().max(1_000, 'Use at most 1000 characters.').default(''),
  limit: links(DEFAULT_LINKS),
  sitemap: z.enum(['include', 'skip', 'only'], 'Use include, skip or only.').optional(),
  sitemapOnly: switched(false),
  includeSubdomains: switched(true),
  ignoreQueryParameters: z.boolean('Use true or false.').optional(),
  timeout: z.number('A valid number is required.').positive('Use a number of milliseconds.').optional(),
});

/** Where a crawl or a map looks, in the words of the API. */
export function sitemapOf(given: { sitemap?: 'include' | 'skip' | 'only' | undefined; skip: boolean; only?: boolean }) {
  if (given.only || given.sitemap === 'only') return 'only';
  return given.skip || given.sitemap === 'skip' ? 'skip' : 'use';
}
