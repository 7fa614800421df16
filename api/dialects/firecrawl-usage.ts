import type { RequestContext } from '../contract/endpoint.ts';
import { accountUsage } from './account-usage.ts';

/** Stands for no limit: Firecrawl's clients need a number. */
const NO_LIMIT = 1_000_000_000;

/** What is left of this month's searches, with the names of a version. */
export function creditUsage(context: RequestContext<unknown>, version: 'v1' | 'v2'): Record<string, unknown> {
  const { plan, from, until } = accountUsage(context);
  const planCredits = plan?.limit ?? NO_LIMIT;
  const remainingCredits = plan?.left ?? NO_LIMIT;
  const [billingPeriodStart, billingPeriodEnd] = [from.toISOString(), until.toISOString()];
  if (version === 'v2') return { remainingCredits, planCredits, billingPeriodStart, billingPeriodEnd };
  return {
    remaining_credits: remainingCredits,
    plan_credits: planCredits,
    billing_period_start: billingPeriodStart,
    billing_period_end: billingPeriodEnd,
  };
}

/** The burst limit of the key, and how much of it is taken. */
export function concurrency({ standings }: RequestContext<unknown>): { concurrency: number; maxConcurrency: number } {
  const { burst } = standings;
  return { concurrency: burst ? burst.limit - burst.remaining : 0, maxConcurrency: burst?.limit ?? NO_LIMIT };
}
