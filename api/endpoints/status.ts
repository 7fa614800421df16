import { z } from 'zod';
import { providerStatus, withoutDetail } from '../../lib/providers/status.ts';
import { defineEndpoint } from '../contract/endpoint.ts';
import { detailParam } from '../contract/params.ts';

const periodSchema = z
  .object({
    limit: z.number().nullable().describe('Units that may be spent; null if the period has no limit.'),
    used: z.number(),
    left: z.number().nullable(),
    spent_on: z
      .string()
      .nullable()
      .describe('The day on which nothing will be left, by the last seven days; null if something will be left.'),
    cost: z.number().nullable().describe('What the units cost; null if their price is not set.'),
  })
  .meta({ id: 'BudgetPeriod' });

/** What was spent at a service. */
export const budgetSchema = z
  .object({ day: periodSchema, month: periodSchema, currency: z.string().meta({ example: 'EUR' }) })
  .meta({ id: 'Budget', description: 'What was spent today and this month, in UTC, in units of the service.' });

const providerStatusSchema = z
  .object({
    slug: z.string().meta({ example: 'engine_a' }),
    name: z.string(),
    group: z.string().meta({ example: 'web' }),
    monitor: z
      .enum(['query', 'probe'])
      .describe('How the state is determined: from real searches (`query`), or from health checks as well (`probe`).'),
    state: z.enum(['up', 'down', 'unknown']),
    checked_at: z.string().describe('ISO 8601, or empty.'),
    last_ok_at: z.string().describe('ISO 8601, or empty.'),
    last_error: z.string(),
    source: z.literal(''),
    open_until: z
      .string()
      .optional()
      .describe(
        'Only with `detail=full`: when calls resume, ISO 8601, after the provider failed or reached its limit. ' +
          'Empty if calls are not paused.',
      ),
    note: z
      .string()
      .optional()
      .describe('Only with `detail=full`: the setting of this instance that limits the provider. Absent if none does.'),
    budget: budgetSchema
      .optional()
      .describe('Only with `detail=full`: what was spent at the provider. Absent if it has no budget.'),
    pause: z
      .object({
        reason: z.string().describe("The administrator's own words, or empty."),
        until: z.string().describe('ISO 8601, or empty until an administrator resumes it.'),
      })
      .optional()
      .describe('Only with `detail=full`: why an administrator has paused the provider. Absent if nobody has.'),
  })
  .meta({ id: 'ProviderStatus' });

/** Provider status, as seen by searches and health checks. */
export const status = defineEndpoint({
  name: 'status',
  path: '/api/v1/status/',
  summary: 'Provider status',
  description: 'Returns the state of every configured provider. Does not count as a search.',
  query: z.object({
    detail: detailParam.describe(
      '`full` adds when calls to a paused provider resume, what limits it, and what was spent at it.',
    ),
  }),
  reply: z.object({
    providers: z.array(providerStatusSchema),
  }),
  example: {
    providers: [
      {
        slug: 'engine_a',
        name: 'Brave',
        group: 'web',
        monitor: 'query',
        state: 'up',
        checked_at: '2026-11-15T10:00:00.000Z',
        last_ok_at: '2026-11-15T10:00:00.000Z',
        last_error: '',
        source: '',
      },
    ],
  },
  async handle({ params, services }) {
    const providers = await providerStatus(services.redis, services.providers.roster, services.health.clock.now());
    return { providers: params.detail === 'full' ? providers : providers.map(withoutDetail) };
  },
});
