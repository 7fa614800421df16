import { z } from 'zod';
import { providerStatus, withoutDetail } from '../../lib/providers/status.ts';
import { defineEndpoint } from '../contract/endpoint.ts';
import { detailParam } from '../contract/params.ts';

const providerStatusSchema = z
  .object({
    slug: z.string().meta({ example: 'engine_a' }),
    name: z.string(),
    group: z.string().meta({ example: 'web' }),
    monitor: z.enum(['query', 'probe']).describe('Real searches (`query`), or health checks as well (`probe`).'),
    state: z.enum(['up', 'down', 'unknown']),
    checked_at: z.string().describe('ISO 8601, or empty.'),
    last_ok_at: z.string().describe('ISO 8601, or empty.'),
    last_error: z.string(),
    source: z.literal(''),
    open_until: z
      .string()
      .optional()
      .describe(
        'Only with `detail=full`: ISO 8601, the provider is not called before then, because it failed or its limit is ' +
          'used up. Else empty.',
      ),
    note: z
      .string()
      .optional()
      .describe('Only with `detail=full`: which setting of the instance limits it. Absent if none does.'),
  })
  .meta({ id: 'ProviderStatus' });

/** Provider status, as seen by searches and health checks. */
export const status = defineEndpoint({
  name: 'status',
  path: '/api/v1/status/',
  summary: 'Provider status',
  description: 'Returns the state of every configured provider. Does not count as a search.',
  query: z.object({
    detail: detailParam.describe('`full` adds until when a provider is not called, and what limits it.'),
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
