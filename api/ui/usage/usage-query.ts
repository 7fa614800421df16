import { z } from 'zod';
import type { UsageKind } from '../../../lib/statistics/usage-counts.ts';
import { type UsagePeriodName, usagePeriods } from '../../../lib/statistics/usage-period.ts';
import { fieldText } from '../page-route.ts';

/** What a table of usage is by. A team is an account that nobody signs in to. */
export const breakdowns = ['account', 'team', 'key', 'label', 'endpoint', 'engine'] as const;
export type Breakdown = (typeof breakdowns)[number];

/** Which usage a page shows. Anything else in the address is the first of each. */
export const usageFields = z.object({
  period: z.enum(usagePeriods).catch('7d'),
  by: z.enum(breakdowns).or(z.literal('')).catch(''),
  /** The account or team; on the page of the instance, empty means all. */
  account: fieldText,
  key: fieldText,
  label: fieldText,
});

/** What is shown, and where its links lead. */
export interface UsageView {
  path: string;
  period: UsagePeriodName;
  by: Breakdown;
  /** Empty for the visitor's own, or for the instance. */
  account: string;
  key: string;
  label: string;
}

/** The kind of rows that a table is made of. */
export function kindOf(by: Breakdown): UsageKind {
  return by === 'team' ? 'account' : by;
}

/** The address of another view, or of its table as a file. */
export function usageAddress(
  view: UsageView,
  changes: Partial<UsageView> = {},
  file: '' | '.csv' | '.json' = '',
): string {
  const { path, ...given } = { ...view, ...changes };
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''));
  return `${path}${file}?${query}`;
}
