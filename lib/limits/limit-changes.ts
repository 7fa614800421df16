import { z } from 'zod';
import { type OwnLimits, storedLimits } from './limits.ts';
import { parseRate, type Rate } from './rate.ts';

const MAX_NUMBER = 1_000_000_000;

/** A rate such as `10/min`, or `off`. */
const rate = z.string().transform((text, context): Rate | 'off' => {
  try {
    return parseRate(text) ?? 'off';
  } catch (error) {
    // What the parser says is written for people.
    context.addIssue({ code: 'custom', message: (error as Error).message });
    return z.NEVER;
  }
});
/** A number of what is counted. Its bounds have the usual messages. */
const count = (what: string) =>
  z
    .int({ error: ({ code }) => (code === 'invalid_type' ? `Give a number of ${what}.` : undefined) })
    .min(1)
    .max(MAX_NUMBER);

/** The limits that a key or an account can have of its own. Null inherits again. */
export const limitChanges = z.strictObject({
  burst: rate.nullable().optional().describe('Requests in a short time, such as `10/min`, or `off`.'),
  sustained: rate.nullable().optional().describe('Requests in a longer time, such as `1000/day`, or `off`.'),
  monthly: z
    .union([count('searches'), z.literal('off')], 'Give a number of searches, or off.')
    .nullable()
    .optional()
    .describe('Searches a month, or `off`.'),
  max_parallel: count('requests').nullable().optional().describe('Requests at a time.'),
});
export type LimitChanges = z.infer<typeof limitChanges>;

/** Changes of limits as fields of the record in Redis. */
export function storedLimitFields(changes: LimitChanges): Record<string, string | undefined> {
  const { burst, sustained, monthly, max_parallel } = changes;
  const own: OwnLimits = {
    ...(burst && { burst }),
    ...(sustained && { sustained }),
    ...(monthly && { monthly }),
    ...(max_parallel && { maxParallel: max_parallel }),
  };
  const stored: Record<string, string | undefined> = storedLimits(own);
  for (const name of ['burst', 'sustained', 'monthly', 'max_parallel'] as const) {
    if (changes[name] === undefined) stored[name] = undefined;
  }
  return stored;
}
