import { z } from 'zod';
import { isRulesAddress } from '../../lib/rules/import.ts';
import { freshnesses } from '../../lib/search/query.ts';
import { integerParam, langParam, optional, qParam } from '../contract/params.ts';
import type { TabQuery } from '../contract/tab-params.ts';
import { MAX_LIMIT, tabParams } from '../contract/tab-params.ts';
import type { TabName } from '../search/engines.ts';
import { cutIfLong } from './long-query.ts';

/** The parameters of Brave's search. Those that change nothing here are left out, and ignored like unknown ones. */

const LAST_OFFSET = 9;
/** Brave's own name for Japanese. All its other languages are tags. */
const LANGUAGES: Readonly<Record<string, string>> = { jp: 'ja' };
const RANGE = /^(\d{4}-\d\d-\d\d)to(\d{4}-\d\d-\d\d)$/;
const FRESHNESS = 'Use pd, pw, pm, py or days such as 2026-01-01to2026-01-31.';

const freshness = optional()
  .transform((text, context): Pick<TabQuery, 'date' | 'from' | 'to'> => {
    const date = freshnesses.find((one) => text === `p${one}`);
    if (date) return { date };
    const [, from, to] = RANGE.exec(text) ?? [];
    const areDays = [from, to].every((day) => z.iso.date().safeParse(day).success);
    if (from && to && areDays && from <= to) return { from, to };
    context.addIssue({ code: 'custom', message: FRESHNESS });
    return {};
  })
  .optional();

const caseless = (names: Readonly<Record<string, string | undefined>>) => (given: unknown) => {
  const name = typeof given === 'string' ? given.toLowerCase() : '';
  return Object.hasOwn(names, name) ? names[name] : given;
};

/** Rules for sites: a text, or a list of texts that become one. */
const goggles = z
  .union([z.string(), z.array(z.string())], 'Use a text, or a list of texts.')
  .transform((given) => [given].flat())
  .refine((texts) => !texts.some(isRulesAddress), 'Send the rules themselves: an address is not read here.')
  .transform((texts) => texts.join('\n'))
  .pipe(tabParams.shape.rules.unwrap())
  .optional();

/** The parameters of one kind of search, which returns so many results by default and at most. */
export const braveParams = (defaultResults: number, maxResults: number) =>
  z.object({
    q: cutIfLong(qParam),
    count: integerParam(1, maxResults).default(defaultResults),
    offset: integerParam(0, LAST_OFFSET).default(0),
    country: z.preprocess(caseless({ all: undefined }), tabParams.shape.country),
    search_lang: z.preprocess(caseless(LANGUAGES), langParam),
    safesearch: z.enum(['off', 'moderate', 'strict'], 'Use off, moderate or strict.').optional(),
    freshness,
    result_filter: optional().optional(),
    goggles,
  });
export type BraveParams = z.infer<ReturnType<typeof braveParams>>;

/** The parts of a reply to a web search that are searched for: pages, unless the filter names others. */
export function partsOf({ result_filter }: BraveParams): TabName[] {
  if (result_filter === undefined) return ['web'];
  const named = result_filter
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  return (['web', 'news', 'videos'] as const).filter((part) => named.includes(part));
}

/** The question to the engines. */
export function tabParamsOf(params: BraveParams): TabQuery {
  const { q, count, offset, country, search_lang: lang, safesearch, freshness } = params;
  return {
    q,
    limit: Math.min(count, MAX_LIMIT),
    page: offset + 1,
    country,
    lang,
    safe: safesearch === undefined ? undefined : safesearch !== 'off',
    ...freshness,
    rules: params.goggles,
    detail: 'full',
    fresh: '1',
  };
}
