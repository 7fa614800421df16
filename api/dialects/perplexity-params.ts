import { z } from 'zod';
import { domainIn } from '../../lib/search/domains.ts';
import { freshnesses } from '../../lib/search/query.ts';
import { type ContextWish, MAX_QUESTIONS, TOKENS } from '../contract/context-params.ts';
import { langParam, queryField, REQUIRED } from '../contract/params.ts';
import { tabParams } from '../contract/tab-params.ts';
import { cutQuery } from './long-query.ts';

/** The parameters of Perplexity's search. Those that change nothing here are ignored like unknown ones. */

const MAX_RESULTS = 20;
const MAX_DOMAINS = 20;
const MAX_LANGUAGES = 20;
const HOUR = 'hour';

const integer = (min: number, max: number) => {
  const range = `Use a number from ${min} to ${max}.`;
  return z.int('A valid integer is required.').min(min, range).max(max, range);
};

const DOMAINS = `Use a list of at most ${MAX_DOMAINS} host names, all of them with a hyphen in front, or none.`;

/** Host names to search, or with a hyphen in front those to leave out. */
const domains = z
  .array(z.string(DOMAINS), DOMAINS)
  .max(MAX_DOMAINS, DOMAINS)
  .default([])
  .transform((names, context): Pick<ContextWish['filters'], 'site' | 'exclude_site'> => {
    const excluded = names.filter((name) => name.startsWith('-'));
    const hosts = names.map((name) => domainIn(name.replace(/^-/, '')));
    if (hosts.includes(null) || (excluded.length > 0 && excluded.length < names.length))
      context.addIssue({ code: 'custom', message: DOMAINS });
    if (names.length === 0) return {};
    return { [excluded.length > 0 ? 'exclude_site' : 'site']: hosts.flatMap((host) => host ?? []) };
  });

/** A day as Americans write it, as an ISO date. */
const day = z
  .string('Use a date such as 11/18/2026.')
  .transform((text, context) => {
    const [, month = '', date = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
    const iso = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
    if (!z.iso.date().safeParse(iso).success)
      context.addIssue({ code: 'custom', message: 'Use a date such as 11/18/2026.' });
    return iso;
  })
  .optional();

const RECENCY = [HOUR, 'day', 'week', 'month', 'year'] as const;

/** The parameters. */
export const perplexityParams = z.object({
  query: z
    .union([z.string(), z.array(z.string())], {
      error: ({ input }) => (input === undefined ? REQUIRED : 'Use a text, or a list of texts.'),
    })
    .transform((given) => [given].flat())
    .pipe(
      z
        .array(z.string().transform(cutQuery).pipe(queryField))
        .min(1, REQUIRED)
        .max(MAX_QUESTIONS, `Give at most ${MAX_QUESTIONS} queries.`),
    ),
  max_results: integer(1, MAX_RESULTS).default(10),
  max_tokens: integer(1, 1_000_000).default(10_000),
  max_tokens_per_page: integer(1, 1_000_000).default(4_096),
  search_domain_filter: domains,
  search_language_filter: z.array(langParam.unwrap(), 'Use a list of languages.').max(MAX_LANGUAGES).default([]),
  search_recency_filter: z.enum(RECENCY, 'Use hour, day, week, month or year.').optional(),
  search_after_date_filter: day,
  search_before_date_filter: day,
  country: tabParams.shape.country,
  display_server_time: z.boolean('Use true or false.').default(false),
});
export type PerplexityParams = z.infer<typeof perplexityParams>;

/** What is asked for. The nearest to an hour is a day, and a search has one language. */
export function wishOf(params: PerplexityParams): ContextWish {
  const { search_recency_filter: recency, search_language_filter: languages } = params;
  const date = freshnesses.find((one) => (recency === HOUR ? 'd' : recency?.charAt(0)) === one);
  const [from, to] = [params.search_after_date_filter, params.search_before_date_filter];
  return {
    questions: params.query,
    filters: {
      ...params.search_domain_filter,
      ...(languages.length === 1 && { lang: languages[0] }),
      ...(from || to ? { from, to } : { date }),
      country: params.country,
      detail: 'full',
      fresh: '1',
    },
    pages: params.max_results,
    maxTokens: Math.min(params.max_tokens, TOKENS.most),
    maxTokensPerPage: params.max_tokens_per_page,
    threshold: 'lenient',
  };
}
