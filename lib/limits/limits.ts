import { type Cost, MESSAGES_PER_SEARCH } from './cost.ts';
import { multiplyRate, type Rate } from './rate.ts';

/** The limits of one owner, a key or an account; null means off. */
export interface OwnerLimits {
  burst: Rate | null;
  sustained: Rate | null;
  monthly: number | null;
}

/**
 * The limits of this deployment: those of each key, and those of all keys of an account together (off if absent). A
 * person on the search page and in the playground has the rate limits of a key, and no monthly limit but the account's.
 * Keys and accounts may have limits of their own instead.
 */
export interface Limits extends OwnerLimits {
  account?: OwnerLimits;
}

/** The limits that a key or an account has of its own, in place of the instance's. `off` is no limit. */
export interface OwnLimits {
  burst?: Rate | 'off';
  sustained?: Rate | 'off';
  monthly?: number | 'off';
  /** The most requests at a time; nobody is limited so unless it is set. */
  maxParallel?: number;
}

/** Who set a limit: it is the key's own, the account's, or the instance's. */
export type LimitSource = 'key' | 'account' | 'instance';

/** The limits of an owner who has these of their own. */
export function withOwn(limits: OwnerLimits, own: OwnLimits): OwnerLimits {
  const chosen = <T>(mine: T | 'off' | undefined, usual: T | null) => (mine === 'off' ? null : (mine ?? usual));
  return {
    burst: chosen(own.burst, limits.burst),
    sustained: chosen(own.sustained, limits.sustained),
    monthly: chosen(own.monthly, limits.monthly),
  };
}

const RATE_NAMES = ['burst', 'sustained'] as const;

/** Own limits as they are stored, by field; absent ones are empty, which removes what is stored. */
export function storedLimits(own: OwnLimits): Record<'burst' | 'sustained' | 'monthly' | 'max_parallel', string> {
  const rate = (value: Rate | 'off' | undefined) =>
    value === undefined || value === 'off' ? (value ?? '') : `${value.limit}/${value.windowMs}`;
  return {
    burst: rate(own.burst),
    sustained: rate(own.sustained),
    monthly: String(own.monthly ?? ''),
    max_parallel: String(own.maxParallel ?? ''),
  };
}

/** Own limits from the stored fields of a key or an account. */
export function ownLimits(fields: Readonly<Record<string, string | number | undefined>>): OwnLimits {
  const own: OwnLimits = {};
  for (const name of RATE_NAMES) {
    const text = fields[name];
    if (!text) continue;
    const [limit, windowMs] = String(text).split('/').map(Number);
    own[name] = text === 'off' ? text : { limit: limit as number, windowMs: windowMs as number };
  }
  if (fields.monthly) own.monthly = fields.monthly === 'off' ? 'off' : Number(fields.monthly);
  if (fields.max_parallel) own.maxParallel = Number(fields.max_parallel);
  return own;
}

/** Which limits concern a request. A limit that does not concern it is ignored, whoever set it. */
export interface Concerned {
  burst: boolean;
  sustained: boolean;
  monthly: boolean;
  accountMonthly: boolean;
  /** How many times as many requests as searches the burst limits admit. */
  burstTimes: number;
}

/** The limits that concern a request of this cost, of a person on a page or of a key. */
export function concerned({ entries, log }: Cost, isPerson: boolean): Concerned {
  const any = entries > 0;
  const isSearch = any && log === undefined;
  return {
    burst: any,
    sustained: isSearch,
    monthly: isSearch && !isPerson,
    accountMonthly: isSearch,
    burstTimes: log === undefined ? 1 : MESSAGES_PER_SEARCH,
  };
}

/** The arguments of the admission script about limits; see there. */
export function limitArguments(limits: Limits, of: Concerned): (string | number)[] {
  const { account } = limits;
  const cap = (monthly: number | null | undefined, concerns: boolean) => (concerns ? (monthly ?? 0) : '');
  const window = (rate: Rate | null | undefined, concerns: boolean) =>
    concerns ? [rate?.limit ?? 0, rate?.windowMs ?? 0] : ['', ''];
  const burst = (rate: Rate | null | undefined) => window(multiplyRate(rate ?? null, of.burstTimes), of.burst);
  return [
    cap(limits.monthly, of.monthly),
    cap(account?.monthly, of.accountMonthly),
    ...burst(limits.burst),
    ...window(limits.sustained, of.sustained),
    ...burst(account?.burst),
    ...window(account?.sustained, of.sustained),
  ];
}

/** The limits that concern a request: those that do not are off. */
export function limitsOf(limits: Limits, of: Concerned): Limits {
  const { account } = limits;
  const rates = ({ burst, sustained }: OwnerLimits) => ({
    burst: of.burst ? burst : null,
    sustained: of.sustained ? sustained : null,
  });
  const own = { ...rates(limits), monthly: of.monthly ? limits.monthly : null };
  if (!account) return own;
  return { ...own, account: { ...rates(account), monthly: of.accountMonthly ? account.monthly : null } };
}
