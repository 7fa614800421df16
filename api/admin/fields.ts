import { z } from 'zod';
import { USERNAME } from '../../lib/accounts/account-store.ts';
import { NotFoundError } from '../../lib/keys/authority.ts';
import { parsePrefix } from '../../lib/keys/key-format.ts';
import type { OwnLimits } from '../../lib/limits/limits.ts';
import { type Rate, rateText } from '../../lib/limits/rate.ts';
import { REQUIRED } from '../contract/params.ts';

/** What several operations take or reply. */

/** The name of an account in a body or an address. */
export const usernameField = z
  .string({ error: ({ input }) => (input === undefined ? REQUIRED : 'Not a valid string.') })
  .trim()
  .toLowerCase()
  .regex(USERNAME, 'A username has 1 to 64 of a-z 0-9 . _ @ - and begins with a letter or digit.')
  .meta({ example: 'ada' });

/** Where a list begins, and how long it is. */
export const listQuery = {
  cursor: z
    .string()
    .max(1_000)
    .optional()
    .describe('`next_cursor` of the previous page.')
    .meta({ example: 'WyJhZGEiXQ' }),
  limit: z.coerce.number().int().min(1).max(100).default(50).describe('How many items at most.'),
};

/** The same for a list whose newest items come first. */
export const newestQuery = {
  ...listQuery,
  cursor: listQuery.cursor.meta({ example: 'WyIxNzk0ODIyNjAwMDAwIiwiMGY4ZmFkNWIiXQ' }),
};

/** A list that is read in parts. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    next_cursor: z.string().nullable().describe('Pass it as `cursor` to read on. Null after the last item.'),
  });
}

const rate = z.string().nullable().describe('Such as `10/min`, or `off`. Null inherits.').meta({ example: '10/min' });

/** The limits that a key or an account has of its own, as they are set. */
export const ownLimitsField = z
  .object({
    burst: rate,
    sustained: rate,
    monthly: z
      .union([z.int(), z.literal('off')])
      .nullable()
      .describe('Searches a month, or `off`. Null inherits.'),
    max_parallel: z.int().nullable().describe('Requests at a time. Null for any number.'),
  })
  .meta({ id: 'OwnLimits' });

/** Own limits as callers set them. */
export function limitsShown({ burst, sustained, monthly, maxParallel }: OwnLimits): z.infer<typeof ownLimitsField> {
  const text = (one: Rate | 'off' | undefined) => (one === undefined || one === 'off' ? (one ?? null) : rateText(one));
  return {
    burst: text(burst),
    sustained: text(sustained),
    monthly: monthly ?? null,
    max_parallel: maxParallel ?? null,
  };
}

/** Limits without any of its own, for examples. */
export const NO_LIMITS = limitsShown({});

/** The prefix in an address. */
export const prefixParam = z.object({
  prefix: z.string().describe('The public part of the key.').meta({ example: 'trib_1a2B3c4D' }),
});

/** The prefix of the key in an address; a 404 if it cannot be one. */
export function prefixIn({ prefix }: z.infer<typeof prefixParam>): string {
  const parsed = parsePrefix(prefix);
  if (parsed === null) throw new NotFoundError(`There is no key ${prefix}.`);
  return parsed;
}
