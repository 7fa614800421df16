import type { LimitChanges } from '../limits/limit-changes.ts';
import { type OwnerLimits, type OwnLimits, withOwn } from '../limits/limits.ts';
import { withinRate } from '../limits/rate.ts';
import { isWithin } from '../net/network.ts';
import type { KeyChanges } from './key-fields.ts';
import type { KeyRecord } from './key-record.ts';

/** Whether a key that manages can do no more after a change than before, from nowhere else, and for no longer. */
export function isNarrowed(key: KeyRecord, changes: KeyChanges, instance: OwnerLimits): boolean {
  const { scopes, addresses, limits, disabled, expires_at } = changes;
  if (disabled === false && key.disabled) return false;
  if (scopes && !scopes.includes('manage')) return false;
  if (expires_at !== undefined && endOf(expires_at) > endOf(key.expiresAt)) return false;
  if (addresses && key.addresses.length > 0) {
    const isAllowed = (address: string) => key.addresses.some((network) => isWithin(address, network));
    if (addresses.length === 0 || !addresses.every(isAllowed)) return false;
  }
  return !limits || isLimitNarrowed(key.limits, limits, instance);
}

function endOf(time: string | null): number {
  return time ? Date.parse(time) : Number.POSITIVE_INFINITY;
}

function isLimitNarrowed(own: OwnLimits, changes: LimitChanges, instance: OwnerLimits): boolean {
  const before = withOwn(instance, own);
  const after = withOwn(instance, changedLimits(own, changes));
  const isRateKept = (name: 'burst' | 'sustained') =>
    changes[name] === undefined || withinRate(after[name], before[name]) === after[name];
  const isMonthKept = (after.monthly ?? Number.POSITIVE_INFINITY) <= (before.monthly ?? Number.POSITIVE_INFINITY);
  const { max_parallel: parallel } = changes;
  const isParallelKept =
    parallel === undefined ||
    own.maxParallel === undefined ||
    (parallel ?? Number.POSITIVE_INFINITY) <= own.maxParallel;
  return isRateKept('burst') && isRateKept('sustained') && isMonthKept && isParallelKept;
}

/** The limits of a key after a change, but for how many requests at a time; null inherits. */
function changedLimits(own: OwnLimits, { burst, sustained, monthly }: LimitChanges): OwnLimits {
  const kept = <T>(change: T | null | undefined, before: T | undefined) => (change === undefined ? before : change);
  const [b, s, m] = [kept(burst, own.burst), kept(sustained, own.sustained), kept(monthly, own.monthly)];
  return { ...(b && { burst: b }), ...(s && { sustained: s }), ...(m && { monthly: m }) };
}
