import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { PresentedKey } from '../keys/key-format.ts';
import { isoTime } from '../keys/key-store.ts';
import type { Redis } from '../redis/redis.ts';
import { redisKeys } from '../redis/redis-keys.ts';
import { namedValues, scriptFile } from '../redis/redis-script.ts';
import { type StoredRules, storedRules } from '../rules/stored-rules.ts';
import { type Cost, MESSAGES_PER_SEARCH, searchesOf } from './cost.ts';
import { multiplyRate, type Rate } from './rate.ts';
import {
  type Charge,
  chargeFor,
  secondsUntilNextMonth,
  type UsageOwner,
  usageFields,
  usageKey,
  usagePeriod,
} from './usage.ts';

const admissionScript = scriptFile(new URL('./lua/admission.lua', import.meta.url), 4);

/** The limits of one owner, a key or an account; null means off. */
export interface OwnerLimits {
  burst: Rate | null;
  sustained: Rate | null;
  monthly: number | null;
}

/**
 * The limits of this deployment: those of each key, and those of all keys of an account together (off if absent). A
 * person on the search page and in the playground has the rate limits of a key, and no monthly limit but the account's.
 */
export interface Limits extends OwnerLimits {
  account?: OwnerLimits;
}

/** Whose limit refused a request: the key's own, or the one that all keys of the account share. */
export type LimitOwner = 'key' | 'account';

/** The state of one rate limit after this request. */
export interface Standing extends Rate {
  remaining: number;
  /** Seconds until an entry is free; 0 if one is free now. */
  resetS: number;
}

/** The caller, once the key is verified. */
export interface Caller {
  prefix: string;
  username: string;
  keyName: string;
  createdAt: string;
  expiresAt: string;
  /** Time of the previous request; empty on the first. */
  lastUsedAt: string;
  searchesThisMonth: number;
  /** The lists of rules for sites of the key and of its account; undefined if neither has one. */
  rules?: readonly StoredRules[] | undefined;
}

/** The state of both rate limits; null means off. */
export type Standings = { burst: Standing | null; sustained: Standing | null };

/** The decision on one request. */
export type Admission =
  | { verdict: 'admitted'; caller: Caller; standings: Standings; charge: Charge | null }
  | { verdict: 'throttled'; by: LimitOwner; caller: Caller; standings: Standings; waitS: number }
  | { verdict: 'month-used-up'; by: LimitOwner; caller: Caller; standings: Standings; waitS: number }
  | { verdict: 'disabled' }
  | { verdict: 'unknown' };

/** Who sends a request: a program with a key, or a signed-in person on the search page or in the playground. */
export type Sender = PresentedKey | { person: string };

/** Admits or refuses one request, and counts it if it is admitted. */
export async function admit(
  redis: Redis,
  sender: Sender,
  limits: Limits,
  cost: Cost,
  now = new Date(),
  id: string = randomUUID(),
): Promise<Admission> {
  const [admission] = await admitTogether(redis, sender, limits, cost, [id], now);
  return admission as Admission;
}

const NO_LIMITS: OwnerLimits = { burst: null, sustained: null, monthly: null };

/** The limits that concern a request of this cost. */
function limitsFor(sender: Sender, { entries, log }: Cost, limits: Limits): Limits {
  if (entries === 0) return NO_LIMITS;
  if (log === undefined) return 'person' in sender ? { ...limits, monthly: null } : limits;
  const forMessages = (burst: Rate | null) => ({ ...NO_LIMITS, burst: multiplyRate(burst, MESSAGES_PER_SEARCH) });
  return { ...forMessages(limits.burst), account: forMessages(limits.account?.burst ?? null) };
}

/** The owner of a sender's usage. */
export function ownerOf(sender: Sender): UsageOwner {
  return 'person' in sender ? sender : { key: sender.prefix };
}

/** The record of a sender in Redis, and the logs of the sender's own rate limits. */
function recordAndLogs(sender: Sender, burstLog: 'burst' | 'messages'): string[] {
  if ('person' in sender) {
    const log = (limit: 'burst' | 'sustained') => redisKeys.userRateLog(sender.person, limit);
    return [redisKeys.user(sender.person), log('burst'), log('sustained')];
  }
  const log = (limit: 'burst' | 'sustained' | 'messages') => redisKeys.rateLog(sender.prefix, limit);
  return [redisKeys.apiKey(sender.prefix), log(burstLog), log('sustained')];
}

/**
 * Decides on a batch of requests of one sender and the same cost, in order, as if each had been sent alone. `ids` are those
 * of their charges.
 */
export async function admitTogether(
  redis: Redis,
  sender: Sender,
  allLimits: Limits,
  cost: Cost,
  ids: readonly string[],
  now: Date,
): Promise<Admission[]> {
  const limits = limitsFor(sender, cost, allLimits);
  const burstLog = cost.log ?? 'burst';
  // The record of an account has no digest.
  const digest = 'person' in sender ? '' : sender.digest;
  const charges = ids.map((id) => chargeFor(ownerOf(sender), cost, id, now));
  const period = usagePeriod(now);
  const reply = await admissionScript.run(
    redis,
    [
      ...recordAndLogs(sender, burstLog),
      usageKey(ownerOf(sender), period.month),
      ...charges.flatMap((charge) => (charge ? [redisKeys.charge(charge.id)] : [])),
    ],
    [
      redisKeys.accountsPrefix,
      digest,
      period.month,
      ids.length,
      cost.entries,
      burstLog,
      limits.monthly ?? 0,
      limits.account?.monthly ?? 0,
      ...[limits.burst, limits.sustained, limits.account?.burst, limits.account?.sustained].flatMap((rate) => [
        rate?.limit ?? 0,
        rate?.windowMs ?? 0,
      ]),
      ...Object.entries(usageFields(cost.searches, period)).flat(),
    ],
  );

  const decision = namedValues(reply);
  // An unknown prefix takes the same work as a wrong secret.
  if (!sameDigest(String(decision.digest ?? ''), digest) || decision.key === 'unknown') {
    return ids.map(() => ({ verdict: 'unknown' }));
  }
  const prefix = 'person' in sender ? `user ${sender.person}` : sender.prefix;
  if (decision.key === 'disabled') return ids.map(() => ({ verdict: 'disabled' }));
  return charges.map((charge, at) => verdictOn(at, charge, { decision, prefix, limits, cost, now }));
}

/** What the verdicts on a batch follow from. `decision` is the script's reply. */
interface Batch {
  decision: Readonly<Record<string, string | number>>;
  prefix: string;
  limits: Limits;
  cost: Cost;
  now: Date;
}

/** The verdict on the request at this position of a batch. */
function verdictOn(at: number, charge: Charge | null, { decision, prefix, limits, cost, now }: Batch): Admission {
  const text = (name: string) => String(decision[name] ?? '');
  const number = (name: string) => Number(decision[name] ?? 0);
  const granted = number('granted');
  const isAdmitted = at < granted;
  const admittedSoFar = isAdmitted ? at + 1 : granted;
  const searches = searchesOf(cost);
  const caller: Caller = {
    prefix,
    username: text('username'),
    keyName: text('name'),
    // Getters, because most requests do not use these fields.
    get createdAt() {
      return isoTime(text('created_at'));
    },
    get expiresAt() {
      return isoTime(text('expires_at'));
    },
    get lastUsedAt() {
      // If a request of this batch was admitted before this one, it is the previous use.
      return isoTime(text(Math.min(at, granted) === 0 ? 'last_used_at' : 'now'));
    },
    searchesThisMonth: number('searches') + admittedSoFar * searches,
    rules: rulesIn(decision, prefix),
  };
  const standing = (name: 'burst' | 'sustained'): Standing | null => {
    const rate = limits[name];
    // Headers tell of the limits of searches alone.
    if (!rate || cost.log) return null;
    const later = (granted - admittedSoFar) * Math.min(cost.entries, rate.limit);
    const remaining = Math.max(0, rate.limit - number(`${name}_taken`) + later);
    return { ...rate, remaining, resetS: remaining ? 0 : Math.ceil(number(`${name}_free_ms`) / 1_000) };
  };
  const standings: Standings = { burst: standing('burst'), sustained: standing('sustained') };
  if (isAdmitted) return { verdict: 'admitted', caller, standings, charge };

  const keyWaitMs = Math.max(number('burst_wait_ms'), number('sustained_wait_ms'));
  const accountWaitMs = Math.max(number('account_burst_wait_ms'), number('account_sustained_wait_ms'));
  const waitMs = Math.max(keyWaitMs, accountWaitMs);
  if (waitMs > 0) {
    const by = accountWaitMs > keyWaitMs ? 'account' : 'key';
    return { verdict: 'throttled', by, caller, standings, waitS: Math.max(1, Math.ceil(waitMs / 1_000)) };
  }
  const needed = caller.searchesThisMonth + Math.max(1, searches);
  const by = limits.monthly !== null && needed > limits.monthly ? 'key' : 'account';
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

function sameDigest(stored: string, presented: string): boolean {
  return timingSafeEqual(Buffer.from(stored.padEnd(64, '0').slice(0, 64)), Buffer.from(presented.padEnd(64, '0')));
}
