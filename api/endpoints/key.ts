import { z } from 'zod';
import { displayPrefix } from '../../lib/keys/key-format.ts';
import type { Standing } from '../../lib/limits/admission.ts';
import { usagePeriod } from '../../lib/limits/usage.ts';
import { defineEndpoint } from '../contract/endpoint.ts';

const standingSchema = z
  .object({
    limit: z.int(),
    remaining: z.int(),
    reset: z.int().describe('Seconds until the next request is allowed; 0 if it is allowed now.'),
  })
  .meta({ id: 'Standing' })
  .nullable()
  .describe('Null when this limit is off.');

const present = (standing: Standing | null) =>
  standing && { limit: standing.limit, remaining: standing.remaining, reset: standing.resetS };

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
    limits: z.object({ burst: standingSchema, sustained: standingSchema }),
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
    limits: { burst: { limit: 60, remaining: 59, reset: 0 }, sustained: { limit: 5_000, remaining: 4_711, reset: 0 } },
    usage: { month: '2026-11', searches: 123, limit: null },
  },
  async handle({ caller, standings, services }) {
    return {
      name: caller.keyName,
      prefix: displayPrefix(caller.prefix),
      username: caller.username,
      created_at: caller.createdAt,
      last_used_at: caller.lastUsedAt,
      expires_at: caller.expiresAt,
      // Admission refuses revoked keys.
      revoked: false,
      limits: { burst: present(standings.burst), sustained: present(standings.sustained) },
      usage: {
        month: usagePeriod(new Date()).month,
        searches: caller.searchesThisMonth,
        limit: services.config.limits.monthly,
      },
    };
  },
});
