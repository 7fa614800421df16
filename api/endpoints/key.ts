import { z } from 'zod';
import { displayPrefix } from '../../lib/keys/key-format.ts';
import { hasScope, scopes } from '../../lib/keys/scopes.ts';
import { usagePeriod } from '../../lib/limits/usage.ts';
import type { CallerLimits } from '../../lib/limits/verdict.ts';
import { slotSlugs } from '../../lib/providers/slot-slugs.ts';
import { defineEndpoint } from '../contract/endpoint.ts';

const binds = z.enum(['key', 'account', 'instance']).describe('Whose limit leaves the fewest requests.');

const standingSchema = z
  .object({
    limit: z.int(),
    remaining: z.int(),
    reset: z.int().describe('Seconds until the next request is allowed; 0 if it is allowed now.'),
    left: z.int().describe('Requests that all limits leave now, also those of the account.'),
    binds,
  })
  .meta({ id: 'Standing' })
  .nullable()
  .describe('Null when this limit is off.');

const present = (standing: CallerLimits['burst']) =>
  standing && {
    limit: standing.limit,
    remaining: standing.remaining,
    reset: standing.resetS,
    left: standing.left,
    binds: standing.binds,
  };

const leftSchema = z.object({ limit: z.int(), remaining: z.int(), binds }).nullable();
const left = (one: CallerLimits['monthly']) => one && { limit: one.limit, remaining: one.left, binds: one.binds };

/** Key introspection. The admission provides all its data, so it needs no further call to Redis. */
export const key = defineEndpoint({
  name: 'key',
  path: '/api/v1/key/',
  needsKey: true,
  summary: 'Key introspection',
  description: 'Returns the key’s owner, limits and usage this month. Does not count as a search.',
  query: z.object({}),
  reply: z.object({
    name: z.string(),
    prefix: z.string().meta({ example: 'trib_1a2B3c4D' }),
    username: z.string(),
    created_at: z.string().describe('ISO 8601.'),
    last_used_at: z.string().describe('Time of the previous use, ISO 8601, or empty.'),
    expires_at: z.string().describe('ISO 8601, or empty.'),
    revoked: z.boolean(),
    scopes: z
      .array(z.enum(scopes))
      .describe('What the key may do. `manage` is never among others, and a key without scopes has all of these.'),
    engines: z.array(z.enum(slotSlugs)).describe('The engines that it may use.'),
    limits: z.object({
      burst: standingSchema,
      sustained: standingSchema,
      monthly: leftSchema.describe('Searches this month. Null when this limit is off.'),
      max_parallel: leftSchema.describe('Requests at a time, without this one. Null when this limit is off.'),
    }),
    usage: z.object({
      month: z.string().meta({ example: '2026-11' }),
      searches: z.int(),
      limit: z.int().nullable(),
    }),
  }),
  example: {
    name: 'laptop',
    prefix: 'trib_1a2B3c4D',
    username: 'ada',
    created_at: '2026-11-01T09:30:00.000Z',
    last_used_at: '2026-11-14T18:02:11.000Z',
    expires_at: '',
    revoked: false,
    scopes: ['search', 'read', 'answers', 'maps', 'translate', 'status'],
    engines: ['engine_a', 'engine_b', 'engine_c'],
    limits: {
      burst: { limit: 60, remaining: 59, reset: 0, left: 59, binds: 'instance' },
      sustained: { limit: 5_000, remaining: 4_711, reset: 0, left: 4_711, binds: 'instance' },
      monthly: { limit: 2_000, remaining: 1_877, binds: 'key' },
      max_parallel: null,
    },
    usage: { month: '2026-11', searches: 123, limit: 2_000 },
  },
  async handle({ caller, services }) {
    const limits = caller.limits();
    return {
      name: caller.keyName,
      prefix: displayPrefix(caller.prefix),
      username: caller.username,
      created_at: caller.createdAt,
      last_used_at: caller.lastUsedAt,
      expires_at: caller.expiresAt,
      // Admission refuses revoked keys.
      revoked: false,
      scopes: scopes.filter((scope) => hasScope(caller.scopes, scope)),
      engines: slotSlugs.filter((slug) => caller.engines.length === 0 || caller.engines.includes(slug)),
      limits: {
        burst: present(limits.burst),
        sustained: present(limits.sustained),
        monthly: left(limits.monthly),
        max_parallel: left(limits.parallel),
      },
      usage: {
        month: usagePeriod(services.health.clock.today()).month,
        searches: caller.searchesThisMonth,
        limit: caller.monthlyLimit,
      },
    };
  },
});
