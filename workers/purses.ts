import { nameOf, reached, spentUntil } from '../lib/budgets/budget.ts';
import type { Purse } from '../lib/limits/shared-permits.ts';
import type { ErrorReporter } from '../lib/log/error-reporter.ts';
import type { Log } from '../lib/log/log.ts';
import type { HealthView } from '../lib/providers/health-view.ts';
import type { Provider } from '../lib/providers/provider.ts';
import type { Redis } from '../lib/redis/redis.ts';
import { redisKeys } from '../lib/redis/redis-keys.ts';

/** What purses are made with. */
export interface PurseOptions {
  redis: Redis;
  health: HealthView;
  log: Log;
  errors: ErrorReporter;
}

/**
 * What all processes may spend at a provider; undefined if it has no budget. Every process hears at once that nothing is
 * left, and one of them logs it, as well as that four fifths are spent.
 */
export function purseOf(
  { limitedAs, adapter, budget }: Provider,
  { redis, health, log, errors }: PurseOptions,
): Purse | undefined {
  if (!budget) return undefined;
  const spentKey = redisKeys.providerSpent(limitedAs);
  const now = () => health.clock.now();
  const record = (until: number) =>
    void health.recordSpent(limitedAs, budget, until).catch(errors.unlessAway('record a spent budget'));
  return {
    budget,
    spentKey,
    now,
    onSpent(used, units) {
      const until = spentUntil(budget, used, now());
      if (until > 0) record(until);
      for (const { period, percent } of reached(budget, used, units)) {
        const about = { provider: limitedAs, period, used: used[period], budget: budget[period], percent };
        redis
          .hsetnx(spentKey, `told ${nameOf(period, now())} ${percent}`, 1)
          .then(
            (isFirst) => isFirst === 1 && log.warn(about, `${percent} % of the budget for ${adapter.name} are spent`),
          )
          .catch(errors.unlessAway('tell of a budget'));
      }
    },
    onGivenBack() {
      if (health.spentForMs({ limitedAs, budget }) > 0) record(0);
    },
  };
}
