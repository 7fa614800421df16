import { z } from 'zod';
import { countryCalled } from '../../lib/answers/kinds/reference/countries.ts';
import { domainIn } from '../../lib/search/domains.ts';
import { type Freshness, freshnesses } from '../../lib/search/query.ts';
import { freshnessFor } from '../../lib/search/since.ts';
import { extractParams } from '../contract/page-params.ts';
import { queryField, REQUIRED } from '../contract/params.ts';
import { cutIfLong } from './long-query.ts';

/** The parameters of Tavily's search. Those that change nothing here are left out, and ignored like unknown ones. */

const DEFAULT_RESULTS = 5;
const MAX_RESULTS = 20;
const DAY_MS = 86_400_000;

const TIME_RANGES: Readonly<Record<string, Freshness>> = { day: 'd', week: 'w', month: 'm', year: 'y' };

const integer = z.int('A valid integer is required.');
const flag = z.boolean('Use true or false.').default(false);
const day = z.iso.date('Use a date such as 2026-01-31.').optional();

/** Host names in JSON. A long list of wrong ones is one problem. */
export const domains = z
  .custom<string[]>(isDomainList, 'Use a list of host names such as example.com.')
  .default([])
  .transform((names) => names.flatMap((name) => domainIn(name) ?? []));

const country = z
  .string('Not a valid string.')
  .refine((text) => countryCalled(text) !== null, "Use a country's English name or its code.")
  .optional();

/** The parameters. The cross-check runs when each of them is valid. */
export const tavilyParams = z
  .object({
    query: cutIfLong(queryField),
    max_results: integer
      .min(0, `Use a number from 0 to ${MAX_RESULTS}.`)
      .max(MAX_RESULTS, `Use a number from 0 to ${MAX_RESULTS}.`)
      .default(DEFAULT_RESULTS),
    topic: z.enum(['general', 'news', 'finance'], 'Use general, news or finance.').default('general'),
    time_range: z.enum([...Object.keys(TIME_RANGES), ...freshnesses], 'Use day, week, month or year.').optional(),
    days: integer.min(1, 'Use a number from 1.').optional(),
    start_date: day,
    end_date: day,
    include_domains: domains,
    exclude_domains: domains,
    include_answer: z
      .union([z.boolean(), z.enum(['basic', 'advanced'])], 'Use true, false, basic or advanced.')
      .default(false),
    include_images: flag,
    include_image_descriptions: flag,
    include_favicon: flag,
    include_usage: flag,
    include_raw_content: z
      .union([z.boolean(), z.enum(['markdown', 'text'])], 'Use true, false, markdown or text.')
      .default(false),
    safe_search: z.boolean('Use true or false.').optional(),
    country,
  })
  .refine(({ start_date = '', end_date = '9999' }) => start_date <= end_date, {
    path: ['start_date'],
    message: 'Must not be after end_date.',
  });
export type TavilyParams = z.infer<typeof tavilyParams>;

/** The parameters of extract. */
export const tavilyExtractParams = z.object({
  urls: extractParams.shape.urls.pipe(z.array(z.string(), REQUIRED)),
  format: z.enum(['markdown', 'text'], 'Use markdown or text.').default('markdown'),
  query: extractParams.shape.query.default(''),
  chunks_per_source: integer.min(1, 'Use a number from 1 to 5.').max(5, 'Use a number from 1 to 5.').default(3),
  include_images: flag,
  include_favicon: flag,
  include_usage: flag,
  timeout: z.number('A valid number is required.').positive('Use a number of seconds.').optional(),
});
export type TavilyExtractParams = z.infer<typeof tavilyExtractParams>;

/**
 * The date filter of a search: the shortest one that includes everything that is asked for. `days` is for news alone:
 * clients send it with every search.
 */
export function freshnessOf({ topic, time_range, start_date, days }: TavilyParams, now: number): Freshness | undefined {
  if (time_range !== undefined) return TIME_RANGES[time_range] ?? (time_range as Freshness);
  const newsDays = topic === 'news' ? days : undefined;
  const sinceStart = start_date === undefined ? newsDays : (now - Date.parse(start_date)) / DAY_MS;
  return sinceStart === undefined ? undefined : (freshnessFor(sinceStart) ?? undefined);
}

/** The language tag of a search: a country alone, which engines take as a region. */
export function tagOf({ country = '' }: Pick<TavilyParams, 'country'>): string {
  const code = countryCalled(country)?.alpha2;
  return code === undefined ? '' : `und-${code}`;
}

function isDomainList(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === 'string' && domainIn(name) !== null);
}
