import { z } from 'zod';
import { numberParam } from './page-params.ts';
import { MAX_QUERY_CHARS, queryField, REQUIRED, safeParam } from './params.ts';
import { inOrder, MIN_DEADLINE_MS, notBackwards, notTwoWays, oneWay, type TabQuery, webFilters } from './tab-params.ts';

/** The parameters of a context. They are also taken from JSON, where a number may be a number and a switch true or false. */

export const MAX_QUESTIONS = 5;
export const MAX_CONTEXT_PAGES = 20;
export const TOKENS = { least: 1_024, most: 32_768, usual: 8_192 };
const PAGE_TOKENS = { least: 128, most: TOKENS.most, usual: 2_048 };
export const DEFAULT_PAGES = 8;
/** More than any deployment allows. */
const MAX_DEADLINE_MS = 600_000;

/** The thresholds that callers name. */
export const namedThresholds = ['strict', 'balanced', 'lenient'] as const;
const THRESHOLD = 'Use strict, balanced or lenient.';

const questions = z
  .union([z.string(), z.array(z.string())], { error: ({ input }) => (input === undefined ? REQUIRED : QUESTIONS) })
  .transform((given) => [given].flat())
  .pipe(z.array(queryField).min(1, REQUIRED).max(MAX_QUESTIONS, `Give at most ${MAX_QUESTIONS} questions.`));
const QUESTIONS = `Give a question, or a list of up to ${MAX_QUESTIONS}.`;

/** A switch of a query string that may be true or false in JSON. */
const safe = z
  .union([z.boolean(), z.string()], { error: 'Use on or off.' })
  .transform((given) => (typeof given === 'boolean' ? (given ? 'on' : 'off') : given))
  .pipe(safeParam.unwrap())
  .optional();

/** The parameters of `/api/v1/context/`. */
export const contextParams = z
  .object({
    q: questions.meta({
      description: `The question; by POST also a list of up to ${MAX_QUESTIONS}, which share the budget.`,
      minLength: 1,
      maxLength: MAX_QUERY_CHARS,
      example: 'how tall is mount everest',
    }),
    max_tokens: numberParam(TOKENS.least, TOKENS.most, 'Maximum number of tokens of all passages.', TOKENS.usual),
    max_tokens_per_page: numberParam(
      PAGE_TOKENS.least,
      PAGE_TOKENS.most,
      'Maximum number of tokens of the passages of one page.',
      PAGE_TOKENS.usual,
    ),
    pages: numberParam(1, MAX_CONTEXT_PAGES, 'How many pages are read at most.', DEFAULT_PAGES),
    threshold: z.enum(namedThresholds, THRESHOLD).optional().meta({
      description: 'How near to the question a passage must be: `strict` keeps few, `lenient` many.',
      'x-default': 'balanced',
    }),
    ...webFilters,
    safe: safe.meta({ description: 'Safe search: `on` or `off`.', 'x-default': 'on' }),
    deadline_ms: numberParam(
      MIN_DEADLINE_MS,
      MAX_DEADLINE_MS,
      "Answers within this many milliseconds, with the pages that were read by then. Cannot exceed the deployment's deadline.",
    ),
  })
  .refine(oneWay, notTwoWays)
  .refine(inOrder, notBackwards);
export type ContextParams = z.infer<typeof contextParams>;

/** What a context is asked for, with defaults for what a request does not say. */
export interface ContextWish {
  questions: readonly string[];
  /** The filters of the search, the same for each question. */
  filters: Omit<TabQuery, 'q'>;
  pages: number;
  maxTokens: number;
  maxTokensPerPage: number;
  threshold: 'strict' | 'balanced' | 'lenient' | 'none';
  maxPassages?: number;
  maxPassagesPerPage?: number;
}

/** The wish in the parameters of a request. */
export function wishOf({
  q,
  max_tokens,
  max_tokens_per_page,
  pages,
  threshold,
  ...filters
}: ContextParams): ContextWish {
  return {
    questions: q,
    filters,
    pages: pages ?? DEFAULT_PAGES,
    maxTokens: max_tokens ?? TOKENS.usual,
    maxTokensPerPage: max_tokens_per_page ?? PAGE_TOKENS.usual,
    threshold: threshold ?? 'balanced',
  };
}
