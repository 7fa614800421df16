import { z } from 'zod';
import { recordReading } from '../../lib/audit/record-reading.ts';
import { ApiError } from '../../lib/errors.ts';
import { allowAccount } from '../../lib/keys/authority.ts';
import { displayPrefix, parsePrefix } from '../../lib/keys/key-format.ts';
import type { LoggedRequest } from '../../lib/requests/block-reader.ts';
import { readRequests, type Whose } from '../../lib/requests/read-requests.ts';
import { requestReasons } from '../../lib/requests/request-reason.ts';
import { listOf, listQuery, usernameField } from './fields.ts';
import { defineOperation } from './operation.ts';

const loggedRequest = z
  .object({
    id: z.string().describe('The `X-Request-Id` of its reply.'),
    at: z.string().describe('When it ended, ISO 8601.'),
    ms: z.int().describe('How long it took.'),
    account: z.string().describe('Empty if nobody was admitted.'),
    prefix: z.string().describe('The public part of the key; empty for a person on a page.'),
    labels: z.record(z.string(), z.string()).describe('The labels of the key at that time.'),
    endpoint: z
      .string()
      .describe('An endpoint, the path of a dialect, a tool or a page.')
      .meta({ example: 'mcp/web_search' }),
    status: z
      .int()
      .describe('The status of the reply; 499 if the client left. Of a tool that failed, that of its endpoint.'),
    reason: z.string().describe('Why it was refused or failed, or empty.'),
    cost: z.int().describe('The searches that it was counted as, after refunds.'),
    cached: z.boolean().describe('Whether all of its answers came from a cache.'),
    engines: z.array(
      z.object({
        engine: z.string().meta({ example: 'engine_a' }),
        outcome: z.string().describe('As in `Server-Timing`.').meta({ example: 'ok' }),
        ms: z.int().nullable().describe('Null if it was not called.'),
      }),
    ),
    trace_id: z.string().describe('The id of its trace, or empty.'),
    program: z.string().describe('The first product of its `User-Agent`, or empty.'),
    one_of: z.int().describe('One in so many requests of the account was kept at that time.'),
  })
  .meta({ id: 'LoggedRequest' });

function shown({ at, account, key, reason, trace, program, ...request }: LoggedRequest): z.infer<typeof loggedRequest> {
  return {
    ...request,
    at: new Date(at).toISOString(),
    account: account ?? '',
    prefix: key === null ? '' : displayPrefix(key),
    engines: [...request.engines],
    reason: reason ?? '',
    trace_id: trace ?? '',
    program: program ?? '',
  };
}

const LOG_OFF = 'This instance keeps no log of requests (REQUEST_LOG=off).';

/** The log of requests. */
export const requestOperations = [
  defineOperation({
    name: 'requests',
    method: 'GET',
    path: '/api/v1/admin/requests/',
    summary: 'Read the log of requests',
    description:
      'Lists requests of the last hours (`REQUEST_LOG_HOURS`), the newest first, without queries. Administrators see ' +
      'those of all accounts, others those of their teams. With a filter, a part may have fewer requests than `limit`, or none, ' +
      'and a `next_cursor`. 503 with `REQUEST_LOG=off`.',
    query: z.object({
      account: usernameField.optional().describe('Only requests of this account.'),
      prefix: z
        .string()
        .transform((text, context) => {
          const prefix = parsePrefix(text);
          if (prefix === null) context.addIssue('This is not the prefix of a key.');
          return prefix ?? '';
        })
        .optional()
        .describe('Only requests of this key.')
        .meta({ example: 'trib_1a2B3c4D' }),
      status: z
        .string()
        .regex(/^(?:[1-5]xx|[1-5]\d\d)$/, 'Write a status such as 429, or 4xx.')
        .optional()
        .describe('Only this status, such as `429`, or one of a kind, such as `4xx`.')
        .meta({ example: '4xx' }),
      reason: z.enum(requestReasons).optional().describe('Only this reason.').meta({ example: 'burst' }),
      engine: z
        .string()
        .max(100)
        .optional()
        .describe('Only requests that this engine took part in.')
        .meta({ example: 'engine_a' }),
      endpoint: z.string().max(100).optional().describe('Only this endpoint, tool or page.').meta({ example: 'web' }),
      id: z
        .string()
        .max(64)
        .optional()
        .describe('Only the request with this `X-Request-Id`.')
        .meta({ example: '5f0c1b7e-3a0e-4d53-8f6c-1b2a3c4d5e6f' }),
      ...listQuery,
    }),
    reply: listOf(loggedRequest),
    example: {
      items: [
        {
          id: '5f0c1b7e-3a0e-4d53-8f6c-1b2a3c4d5e6f',
          at: '2026-11-16T10:30:00.000Z',
          ms: 412,
          account: 'ada',
          prefix: 'trib_1a2B3c4D',
          labels: { team: 'blue' },
          endpoint: 'web',
          status: 200,
          reason: '',
          cost: 1,
          cached: false,
          engines: [
            { engine: 'engine_a', outcome: 'ok', ms: 398 },
            { engine: 'engine_b', outcome: 'cached', ms: null },
          ],
          trace_id: '',
          program: 'curl/8.5.0',
          one_of: 1,
        },
      ],
      next_cursor: null,
    },
    async handle({ query, actor, redis, services }) {
      if (!services.config.requestLog) throw new ApiError(503, LOG_OFF, {}, 'not_configured');
      const { account, cursor, limit, prefix: key, ...filter } = query;
      if (account !== undefined) allowAccount(actor, account);
      await recordReading(redis, actor.source, account ?? 'all accounts', 'requests read');
      const others: Whose = actor.isAdmin ? 'all' : [...actor.roles.keys()];
      const whose = account === undefined ? others : [account];
      const { items, next_cursor } = await readRequests(services.redis, whose, { ...filter, key }, { cursor, limit });
      return { body: { items: items.map(shown), next_cursor } };
    },
  }),
];
