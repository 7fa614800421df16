import { z } from 'zod';
import { recordReading } from '../../lib/audit/record-reading.ts';
import { allowAccount, allowAdministration } from '../../lib/keys/authority.ts';
import { displayPrefix, parsePrefix } from '../../lib/keys/key-format.ts';
import { readUsageStatistics } from '../../lib/statistics/read-usage.ts';
import { OTHERS } from '../../lib/statistics/usage-counts.ts';
import { figuresOf, tableOf, type UsageFigures } from '../../lib/statistics/usage-figures.ts';
import { usagePeriods } from '../../lib/statistics/usage-period.ts';
import { usernameField } from './fields.ts';
import { defineOperation } from './operation.ts';

const counts = z.record(z.string(), z.int());
const figures = {
  requests: z.int(),
  searches: z.int(),
  errors: z.int().describe('Requests that failed.'),
  failures: counts.describe('These by reason.'),
  refusals: counts.describe('Requests that were refused, by reason.'),
  cached_share: z
    .number()
    .nullable()
    .describe('The share of the answers that came from the cache; null if none could.'),
  p50_ms: z.number().nullable().describe('Half of the answers took at most this long, within 9%.'),
  p95_ms: z.number().nullable(),
  upstream_calls: z.int().describe('Calls to engines. A call that two requests share counts for both.'),
  costs: z.record(z.string(), z.number()).describe('What these calls cost at the prices of their time, by currency.'),
};

const statistics = z
  .object({
    period: z.enum(usagePeriods),
    step: z.enum(['hour', 'day', 'month']),
    total: z.object(figures),
    before: z
      .object(figures)
      .nullable()
      .describe('The period before, as far as this one has come; null for 12m, because it is not kept.'),
    points: z
      .array(z.object({ at: z.string().describe('Its start, ISO 8601.'), ...figures }))
      .describe('Oldest first; the last one is still going on.'),
    items: z
      .array(z.object({ name: z.string().describe('`*` is all that have no row of their own.'), ...figures }))
      .describe('By what `by` says, the most used first. Empty with `key` or `label`.'),
  })
  .meta({ id: 'UsageStatistics' });

const example = {
  requests: 14,
  searches: 12,
  errors: 1,
  failures: { timeout: 1 },
  refusals: { burst: 1 },
  cached_share: 0.25,
  p50_ms: 181,
  p95_ms: 861,
  upstream_calls: 9,
  costs: { EUR: 0.045 },
};

/** The numbers that the pages Usage show, for programs. */
export const statisticsOperations = [
  defineOperation({
    name: 'statistics',
    method: 'GET',
    path: '/api/v1/admin/statistics/',
    summary: 'Read statistics',
    description:
      'Reads requests, failures, refusals, times and costs of a period: of the instance, for administrators, or with ' +
      '`owner` of one account or team.',
    query: z.object({
      period: z.enum(usagePeriods).optional().describe('By default 7d.'),
      owner: usernameField.optional().describe('Only this account or team.').meta({ example: 'ada' }),
      by: z
        .enum(['account', 'key', 'label', 'endpoint', 'engine'])
        .optional()
        .describe('What `items` are. By default accounts, or with `owner` keys.'),
      key: z.string().optional().describe('Only this key of the owner.').meta({ example: 'trib_9f2c1a7b' }),
      label: z.string().optional().describe('Only keys with this label.').meta({ example: 'app=bot' }),
    }),
    reply: statistics,
    example: {
      period: '7d',
      step: 'day',
      total: example,
      before: null,
      points: [{ at: '2026-11-18T00:00:00.000Z', ...example }],
      items: [{ name: 'ada', ...example }],
    },
    async handle({ query, actor, redis, services }) {
      const { period = '7d', owner, key, label } = query;
      if (owner === undefined) allowAdministration(actor);
      else allowAccount(actor, owner);
      await recordReading(redis, actor.source, owner ?? 'all accounts');
      const by = query.by ?? (owner === undefined ? 'account' : 'key');
      const only =
        key !== undefined
          ? ({ kind: 'key', name: parsePrefix(key) ?? key } as const)
          : label !== undefined
            ? ({ kind: 'label', name: label } as const)
            : undefined;
      await services.recordBatches.flush();
      const usage = await readUsageStatistics(services.redis, { account: owner ?? null, period, only });
      return {
        body: {
          period,
          step: usage.step,
          total: shown(figuresOf(usage.total)),
          before: usage.before && shown(figuresOf(usage.before)),
          points: usage.points.map(({ at, counts: of }) => ({
            at: new Date(at).toISOString(),
            ...shown(figuresOf(of)),
          })),
          items: only ? [] : itemsOf(usage.rows, by),
        },
      };
    },
  }),
];

function itemsOf(rows: Parameters<typeof tableOf>[0], by: Parameters<typeof tableOf>[1]) {
  const named = (name: string) => (by === 'key' && name !== '' && name !== OTHERS ? displayPrefix(name) : name);
  return tableOf(rows, by).map(({ name, figures: of }) => ({ name: named(name), ...shown(of) }));
}

/** The figures with the names and the precision that programs get. */
function shown({ cachedShare, p50, p95, calls, ...of }: UsageFigures) {
  const rounded = (value: number | null, digits: number) => (value === null ? null : Number(value.toFixed(digits)));
  return {
    ...of,
    cached_share: rounded(cachedShare, 4),
    p50_ms: rounded(p50, 0),
    p95_ms: rounded(p95, 0),
    upstream_calls: calls,
  };
}
