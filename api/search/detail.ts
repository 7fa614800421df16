import { z } from 'zod';
import { failureOf } from '../../lib/outcome.ts';
import { outcomeWord, outcomeWords } from '../ask/outcomes.ts';
import { type EngineOutcome, slotsIn } from './engines.ts';

/** The fields that `detail=full` adds to replies. They are optional in the schemas, because other replies lack them. */

const ONLY = 'Only with `detail=full`:';

const engineOutcomeSchema = z
  .object({
    engine: z.string().describe('`engine_a`, `engine_b` or `engine_c`.'),
    label: z.string().describe('Display name.'),
    outcome: z.enum(outcomeWords).describe('As in `Server-Timing`.'),
    ms: z.int().describe('Milliseconds that this request waited for the engine.'),
    retry_after_s: z.int().nullable().describe('Seconds to wait before asking the engine again; null if unknown.'),
  })
  .meta({ id: 'EngineOutcome' });

/** The outcome of each engine, and what was ignored, in the envelope. */
export const engineOutcomes = {
  engines: z.array(engineOutcomeSchema).optional().describe(`${ONLY} every engine that was asked, with its outcome.`),
  ignored: z
    .array(z.string())
    .optional()
    .describe(`${ONLY} request parameters that this endpoint does not have; absent if there are none.`),
};

/** The age of outdated results, in the envelope of their reply. */
export const staleDetail = {
  stale_s: z
    .int()
    .optional()
    .describe('Only with `detail=full`: the age in seconds of outdated results; absent if an engine answered.'),
};

/** What rules for sites have hidden, in the envelope. */
export const ruleDetail = {
  hidden: z
    .int()
    .optional()
    .describe(`${ONLY} how many results rules for sites have hidden in the list so far; absent if no rules apply.`),
};

/** Where the list goes on, in the envelope of a reply to a request with `limit`. */
export const pageDetail = {
  has_more: z.boolean().optional().describe('Only with `limit` and `detail=full`: whether there may be a next page.'),
  next: z
    .string()
    .nullable()
    .optional()
    .describe('Only with `limit` and `detail=full`: URL of the next page, or null.'),
};

const foundBySchema = z
  .object({
    engine: z.string().describe('`engine_a`, `engine_b` or `engine_c`.'),
    label: z.string().describe('Display name.'),
    rank: z.int().describe("Rank in the engine's own list, from 1."),
    share: z.number().describe("The engine's share of the score, 0 to 1."),
  })
  .meta({ id: 'FoundBy' });

/** Why a result ranks where it does, on every result. */
export const scoreDetail = {
  engines: z.array(foundBySchema).optional().describe(`${ONLY} the engines that found the result.`),
  score: z.number().optional().describe(`${ONLY} 0 to 1, where 1 means ranked first by every engine that answered.`),
};

/** When a result was published. */
export const dateDetail = {
  published: z.string().optional().describe(`${ONLY} publication date, ISO 8601, or empty.`),
};

/** The full picture of an image. */
export const pictureDetail = {
  image_url: z.string().optional().describe(`${ONLY} URL of the full-size image, or empty.`),
  width: z.int().optional().describe(`${ONLY} width of the full-size image in pixels, or 0.`),
  height: z.int().optional().describe(`${ONLY} height of the full-size image in pixels, or 0.`),
  license: z.string().optional().describe(`${ONLY} licence and creator, or empty.`),
};

/** The part of the envelope about the engines: those that answered and, with `detail=full`, what came of each. */
export function answeredIn(
  detail: 'full' | undefined,
  outcomes: readonly EngineOutcome<unknown>[],
  staleMs: number | undefined,
) {
  const answered = outcomes.filter(({ outcome }) => outcome.ok).map(({ slot }) => ({ engine: slot }));
  const stale = detail && staleMs !== undefined ? { stale_s: Math.floor(staleMs / 1_000) } : {};
  return { engine: slotsIn(answered), ...outcomesIn(detail, outcomes), ...stale };
}

/** The outcome of each engine for the envelope of a reply; nothing without `detail=full`. */
export function outcomesIn(
  detail: 'full' | undefined,
  outcomes: readonly EngineOutcome<unknown>[],
): { engines?: z.infer<typeof engineOutcomeSchema>[] } {
  if (detail === undefined) return {};
  const engines = outcomes.map(({ slot, engine, outcome }) => {
    const retryAfterMs = failureOf(outcome)?.retryAfterMs;
    return {
      engine: slot,
      label: engine.label,
      outcome: outcomeWord(outcome),
      ms: Math.round(outcome.ms),
      retry_after_s: retryAfterMs === undefined ? null : Math.ceil(retryAfterMs / 1_000),
    };
  });
  return { engines };
}
