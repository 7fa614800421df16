import { z } from 'zod';
import { recordReading } from '../../lib/audit/record-reading.ts';
import { allowAccount, allowAdministration } from '../../lib/keys/authority.ts';
import { displayPrefix } from '../../lib/keys/key-format.ts';
import { keysFor, visibleAccounts } from '../../lib/keys/list-keys.ts';
import { readMonths, type UsageOwner, usagePeriod } from '../../lib/limits/usage.ts';
import { pageByName } from '../../lib/list-cursor.ts';
import { type DetailedStatus, providerStatus } from '../../lib/providers/status.ts';
import { budgetSchema } from '../endpoints/status.ts';
import { listOf, listQuery, usernameField } from './fields.ts';
import { type AdminContext, defineOperation } from './operation.ts';

const managedUsage = z
  .object({
    username: z.string(),
    prefix: z.string().describe('The key; empty for all keys of the account, and its owner on the pages.'),
    month: z.string().meta({ example: '2026-11' }),
    searches: z.int(),
    days: z.record(z.string(), z.record(z.string(), z.int())).describe('Searches by day and endpoint.'),
  })
  .meta({ id: 'ManagedUsage' });

const managedEngine = z
  .object({
    slug: z.string().meta({ example: 'engine_a' }),
    name: z.string(),
    group: z.string().meta({ example: 'web' }),
    state: z.enum(['up', 'down', 'unknown']),
    checked_at: z.string().describe('ISO 8601, or empty.'),
    last_ok_at: z.string().describe('ISO 8601, or empty.'),
    last_error: z.string(),
    paused_until: z.string().describe('When calls resume, ISO 8601. Empty if calls are not paused.'),
    note: z.string().describe('The setting of this instance that limits it, or empty.'),
  })
  .meta({ id: 'ManagedEngine' });

const managedBudget = z
  .object({
    slug: z.string().meta({ example: 'engine_a' }),
    name: z.string(),
    ...budgetSchema.shape,
  })
  .meta({ id: 'ManagedBudget' });

/** The status of every provider, for administrators. */
function statusFor({ actor, services }: AdminContext<unknown, unknown, unknown>): Promise<DetailedStatus[]> {
  allowAdministration(actor);
  const { redis, providers, health } = services;
  return providerStatus(redis, providers.roster, health.clock.now());
}

/** What there is to know about usage, engines and budgets. */
export const reportOperations = [
  defineOperation({
    name: 'usage',
    method: 'GET',
    path: '/api/v1/admin/usage/',
    summary: 'Read usage',
    description: 'Lists the searches of a month by account or, with `owner`, by key.',
    query: z.object({
      month: z
        .string()
        .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'Write a month such as 2026-11.')
        .optional()
        .describe('A month (UTC), such as `2026-11`; by default, this one.')
        .meta({ example: '2026-11' }),
      owner: usernameField.optional().describe('Only the keys of this account, one by one.').meta({ example: 'ada' }),
      ...listQuery,
    }),
    reply: listOf(managedUsage),
    example: {
      items: [
        { username: 'ada', prefix: '', month: '2026-11', searches: 3, days: { '2026-11-15': { web: 2, news: 1 } } },
      ],
      next_cursor: null,
    },
    async handle({ query, actor, redis, services }) {
      const { owner, month = usagePeriod(services.health.clock.today()).month } = query;
      if (owner !== undefined) allowAccount(actor, owner);
      await recordReading(redis, actor.source, owner ?? 'all accounts');
      const page =
        owner === undefined
          ? pageByName(await visibleAccounts(redis, actor), (name) => name, query)
          : await keysFor(redis, actor, query);
      const owners = page.items.map((item) => (typeof item === 'string' ? { username: item } : item));
      const asked = owners.map((one): UsageOwner => ('prefix' in one ? { key: one.prefix } : one));
      const usage = await readMonths(redis, asked, month);
      const items = owners.map((one, at) => ({
        username: one.username,
        prefix: 'prefix' in one ? displayPrefix(one.prefix) : '',
        month,
        searches: usage[at]?.searches ?? 0,
        days: usage[at]?.days ?? {},
      }));
      return { body: { items, next_cursor: page.next_cursor } };
    },
  }),
  defineOperation({
    name: 'engines',
    method: 'GET',
    path: '/api/v1/admin/engines/',
    summary: 'Read engines',
    description: 'Lists the configured engines and other providers with their state. For administrators.',
    reply: listOf(managedEngine),
    example: {
      items: [
        {
          slug: 'engine_a',
          name: 'Brave',
          group: 'web',
          state: 'up',
          checked_at: '2026-11-15T10:00:00.000Z',
          last_ok_at: '2026-11-15T10:00:00.000Z',
          last_error: '',
          paused_until: '',
          note: '',
        },
      ],
      next_cursor: null,
    },
    async handle(context) {
      const items = (await statusFor(context)).map(
        ({ monitor: _, source, open_until, note = '', budget, pause, ...engine }) => ({
          ...engine,
          paused_until: open_until,
          note,
        }),
      );
      return { body: { items, next_cursor: null } };
    },
  }),
  defineOperation({
    name: 'budgets',
    method: 'GET',
    path: '/api/v1/admin/budgets/',
    summary: 'Read budgets',
    description:
      'Lists what was spent today and this month, in UTC, at each provider with a budget (`<NAME>_BUDGET`). For ' +
      'administrators.',
    reply: listOf(managedBudget),
    example: {
      items: [
        {
          slug: 'engine_a',
          name: 'Brave',
          day: { limit: null, used: 12, left: null, spent_on: null, cost: 0.06 },
          month: { limit: 2_000, used: 1_500, left: 500, spent_on: '2026-11-27', cost: 7.5 },
          currency: 'EUR',
        },
      ],
      next_cursor: null,
    },
    async handle(context) {
      const items = (await statusFor(context)).flatMap(({ slug, name, budget }) =>
        budget ? [{ slug, name, ...budget }] : [],
      );
      return { body: { items, next_cursor: null } };
    },
  }),
];
