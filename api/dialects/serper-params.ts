import { z } from 'zod';
import { numberParam } from '../contract/page-params.ts';
import { langParam, MAX_PAGE, queryField } from '../contract/params.ts';
import { MAX_LIMIT, type TabQuery, tabParams } from '../contract/tab-params.ts';
import { timeOf } from './firecrawl-params.ts';
import { cutIfLong } from './long-query.ts';

/** The parameters of Serper's searches. Those that change nothing here are ignored like unknown ones. */

const MAX_RESULTS = 100;
const DEFAULT_RESULTS = 10;

/** Programs send what a person left empty. */
const orEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((given) => (given === '' ? undefined : given), schema);

export const serperParams = z.object({
  q: cutIfLong(queryField),
  num: orEmpty(numberParam(1, MAX_RESULTS, '')),
  page: orEmpty(numberParam(1, MAX_PAGE, '')),
  gl: orEmpty(tabParams.shape.country),
  hl: orEmpty(langParam),
  tbs: orEmpty(
    z
      .string('Not a valid string.')
      .refine((text) => timeOf(text) !== null, 'Use a filter such as qdr:w or cdr:1,cd_min:01/31/2026.')
      .optional(),
  ),
});
export type SerperParams = z.infer<typeof serperParams>;

/** The question to the engines. */
export function tabParamsOf({ q, num = DEFAULT_RESULTS, page, gl: country, hl: lang, tbs }: SerperParams): TabQuery {
  const { freshness, from, to } = (tbs === undefined ? null : timeOf(tbs)) ?? {};
  const days = from !== undefined || to !== undefined ? { from, to } : { date: freshness };
  return { q, limit: Math.min(num, MAX_LIMIT), page, country, lang, ...days, detail: 'full', fresh: '1' };
}
