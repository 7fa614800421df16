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
const count = (what: string) => z.int(what).min(1, what).max(MAX_NUMBER, what);

/** The limits that a key or an account can have of its own. Null inherits again. */
export const limitChanges = z.strictObject({
  burst: rate.nullable().optional(),
  sustained: rate.nullable().optional(),
  monthly: z
    .union([count('Give a number of searches, or off.'), z.literal('off')], 'Give a number of searches, or off.')
    .nullable()
    .optional(),
  max_parallel: count('Give a number of requests.').nullable().optional(),
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
