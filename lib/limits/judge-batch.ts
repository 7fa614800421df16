import { type StoredRules, storedRules } from '../rules/stored-rules.ts';
import { BatchCaller, callerLimits, named } from './batch-caller.ts';
import { searchesOf } from './cost.ts';
import { ownLimits, withOwn } from './limits.ts';
import type { Rate } from './rate.ts';
import { type Charge, secondsUntilNextMonth } from './usage.ts';
import { type Admission, type Batch, LIMIT_OWNERS, type Standing, type Standings, type Whole } from './verdict.ts';

/** A request may be tried again when another of the same key has ended; nobody knows when that is. */
const PLACE_WAIT_S = 1;

/** The verdicts on the requests of a batch, in their order. */
export function verdictsOn(charges: readonly (Charge | null)[], batch: Batch): Admission[] {
  const { decision, limits, prefix } = batch;
  const whole: Whole = {
    ...batch,
    granted: Number(decision.granted ?? 0),
    own: withOwn(limits, ownLimits(named(decision, 'own_'))),
    placedIn: LIMIT_OWNERS.filter((owner) => Number(decision[`${owner}_parallel`] ?? 0) > 0),
    rules: rulesIn(decision, prefix),
  };
  return charges.map((charge, at) => verdictOn(at, charge, whole));
}

/** The verdict on the request at this position of a batch. */
function verdictOn(at: number, charge: Charge | null, batch: Whole): Admission {
  const { decision, granted, own, placedIn, cost, now } = batch;
  const number = (name: string) => Number(decision[name] ?? 0);
  const isAdmitted = at < granted;
  const admittedSoFar = isAdmitted ? at + 1 : granted;
  const standing = (name: 'burst' | 'sustained', rate: Rate | null, log: string): Standing | null => {
    // Headers tell of the limits of searches alone.
    if (!rate || cost.log) return null;
    const later = (granted - admittedSoFar) * Math.min(cost.entries, rate.limit);
    const remaining = Math.max(0, rate.limit - number(`${log}${name}_taken`) + later);
    const resetS = remaining ? 0 : Math.ceil(number(`${log}${name}_free_ms`) / 1_000);
    // Field by field, because Node 20 is slow to add fields to what it has spread.
    return { limit: rate.limit, windowMs: rate.windowMs, remaining, resetS };
  };
  const standings: Standings = {
    burst: standing('burst', own.burst, ''),
    sustained: standing('sustained', own.sustained, ''),
  };
  const caller = new BatchCaller(at, admittedSoFar, batch, () =>
    callerLimits(batch, (name, rate) => standing(name, rate, 'account_'), standings, admittedSoFar),
  );
  if (isAdmitted) return { verdict: 'admitted', caller, standings, charge, placedIn };
  const keyWaitMs = Math.max(number('burst_wait_ms'), number('sustained_wait_ms'));
  const accountWaitMs = Math.max(number('account_burst_wait_ms'), number('account_sustained_wait_ms'));
  const waitMs = Math.max(keyWaitMs, accountWaitMs);
  if (waitMs > 0) {
    const by = accountWaitMs > keyWaitMs ? 'account' : 'key';
    // The limit that keeps the caller waiting longest.
    const burstMs = Math.max(number('burst_wait_ms'), number('account_burst_wait_ms'));
    const rate = burstMs === waitMs ? 'burst' : 'sustained';
    return { verdict: 'throttled', by, rate, caller, standings, waitS: Math.max(1, Math.ceil(waitMs / 1_000)) };
  }
  for (const by of placedIn) {
    if (number(`${by}_places`) >= number(`${by}_parallel`)) {
      return { verdict: 'too-many-at-once', by, caller, standings, waitS: PLACE_WAIT_S };
    }
  }
  const needed = caller.searchesThisMonth + Math.max(1, searchesOf(cost));
  const by = own.monthly !== null && needed > own.monthly ? 'key' : 'account';
  return { verdict: 'month-used-up', by, caller, standings, waitS: secondsUntilNextMonth(now) };
}

/** The lists of rules of a key and its account; undefined without any, as most have none. */
function rulesIn(decision: Batch['decision'], prefix: string): StoredRules[] | undefined {
  const { username, rules = '', account_rules = '' } = decision;
  if (rules === '' && account_rules === '') return undefined;
  return storedRules(
    { key: prefix, account: String(username) },
    { key: String(rules), account: String(account_rules) },
  );
}
