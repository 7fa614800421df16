import type { Failure } from '../outcome.ts';

/**
 * The health of a provider, shared by all processes. The breaker and the status page read the same record. All times are
 * those of the Redis clock in milliseconds; 0 means never.
 */
export interface Health {
  state: 'up' | 'down' | 'unknown';
  /** Number of consecutive failures. */
  failures: number;
  /** How often the breaker has opened since the last success. */
  opened: number;
  /** When the breaker opened last; 0 if it is closed. */
  openedAt: number;
  /** Until when the breaker is open; after that, one trial call decides. */
  openUntil: number;
  /** Until when the provider asked not to be called. This ends by time alone. */
  pausedUntil: number;
  /** Until when nothing is left of its budget, and of which: the operator may have changed it since. */
  spentUntil: number;
  spentBudget: string;
  /** Until when a process has the right to the trial call. */
  trialUntil: number;
  failedAt: number;
  /** The account that was refused since the last success, perhaps by the fault of its query; empty if none was. */
  refusedAccount: string;
  checkedAt: number;
  lastOkAt: number;
  lastError: string;
}

/** The health of a provider without a record. */
export const unknownHealth: Health = {
  state: 'unknown',
  failures: 0,
  opened: 0,
  openedAt: 0,
  openUntil: 0,
  pausedUntil: 0,
  spentUntil: 0,
  spentBudget: '',
  trialUntil: 0,
  failedAt: 0,
  refusedAccount: '',
  checkedAt: 0,
  lastOkAt: 0,
  lastError: '',
};

/** How a call to a provider ended, and when. */
export interface CallReport {
  /** Null after a success. */
  failure: Failure | null;
  startedAt: number;
  endedAt: number;
  /** How long the provider asks us to pause after a success; 0 if it does not. */
  pauseMs?: number;
  /** A keyed hash of the account that the call was made for; absent for a probe. */
  account?: string;
}

const FAILURES_TO_OPEN = 3;
/** Most errors pass soon, so the first trial comes soon. Each trial that fails doubles the pause. */
const FIRST_PAUSE_MS = 1_500;
/** A provider that hangs costs its callers the whole timeout, so it is left alone for longer. */
const FIRST_PAUSE_AFTER_HANG_MS = 5_000;
const OPEN_MAX_MS = 600_000;
const REFUSED_MS = 180_000;
/** A provider that has answered this recently does not refuse us, but perhaps a query. */
const RECENT_OK_MS = 600_000;
const RATE_LIMITED_DEFAULT_MS = 180_000;
/** Limits of the pause that a provider can ask for. */
const MIN_ASKED_MS = 1_000;
const MAX_ASKED_MS = 3_600_000;
/** If a trial has not reported by then, its process died, and another one may try. */
const TRIAL_LEASE_MS = 10_000;
const LAST_ERROR_MAX_CHARS = 300;

/** The state of a breaker; `half-open` lets one trial call through. */
export type Gate = 'closed' | 'open' | 'half-open';

/** The state of the breaker at a given time. A pause that the provider asked for keeps it open, too. */
export function gateOf(health: Health, now: number): Gate {
  if (openForMs(health, now) > 0) return 'open';
  return health.openUntil === 0 ? 'closed' : 'half-open';
}

/** How long a provider must not be called. */
export function openForMs({ openUntil, pausedUntil }: Health, now: number): number {
  return Math.max(0, openUntil - now, pausedUntil - now);
}

/** Whether a call says more than that a provider is still up, so that all processes must know of it at once. */
export function isNews(health: Health, { failure, pauseMs = 0, endedAt }: CallReport): boolean {
  const { state, failures, openUntil, refusedAccount, lastOkAt } = health;
  const isKnownUp = state === 'up' && failures === 0 && openUntil === 0 && refusedAccount === '';
  // Long before the last success ceases to be a recent one.
  return failure !== null || pauseMs > 0 || !isKnownUp || endedAt - lastOkAt > RECENT_OK_MS / 2;
}

/** The record of a provider after a call to it. Returns the same object if the call changes nothing. */
export function afterCall(health: Health, report: CallReport): Health {
  switch (report.failure?.code) {
    case undefined:
      return afterSuccess(health, report);
    case 'timeout':
    case 'upstream':
    case 'refused':
    case 'rate_limited':
      return isByQuery(health, report.failure, report)
        ? afterRefusedQuery(health, report.failure, report)
        : afterFailure(health, report.failure, report);
    default:
      // Our own fault, or never called: it says nothing about the provider, but another call may now try.
      return health.trialUntil === 0 ? health : { ...health, trialUntil: 0 };
  }
}

/**
 * A success closes the breaker only if its call began after the breaker opened, and ends a row of failures only if it
 * came after the last one: the outcomes of calls that overlap arrive in any order.
 */
function afterSuccess(health: Health, { startedAt, endedAt, pauseMs = 0 }: CallReport): Health {
  const pausedUntil = Math.max(health.pausedUntil, pauseMs > 0 ? endedAt + bounded(pauseMs) : 0);
  const isOutdated = health.openUntil > 0 ? startedAt <= health.openedAt : endedAt < health.failedAt;
  const lastOkAt = Math.max(health.lastOkAt, endedAt);
  if (isOutdated) return { ...health, pausedUntil, lastOkAt };
  const { spentUntil, spentBudget } = health;
  return { ...unknownHealth, state: 'up', pausedUntil, spentUntil, spentBudget, checkedAt: lastOkAt, lastOkAt };
}

/**
 * Whether a refusal is the fault of the query: the provider answered recently, and has refused no other account since. One
 * person's queries must not suspend a provider for all.
 */
function isByQuery(health: Health, failure: Failure, { account, endedAt }: CallReport): boolean {
  const { openUntil, lastOkAt, refusedAccount } = health;
  if (failure.code !== 'refused' || !failure.perhapsByQuery || openUntil > 0 || account === undefined) return false;
  const isRecentlyOk = lastOkAt > 0 && endedAt - lastOkAt <= RECENT_OK_MS;
  return isRecentlyOk && (refusedAccount === '' || refusedAccount === account);
}

function afterRefusedQuery(health: Health, { reason }: Failure, { endedAt, account = '' }: CallReport): Health {
  const lastError = reason.slice(0, LAST_ERROR_MAX_CHARS);
  return { ...health, refusedAccount: account, failedAt: endedAt, checkedAt: endedAt, lastError };
}

function afterFailure(health: Health, failure: Failure, { startedAt, endedAt }: CallReport): Health {
  const failures = health.failures + 1;
  const isDown = failures >= FAILURES_TO_OPEN || failure.code === 'refused';
  const askedMs = askedPauseMs(failure);
  const next: Health = {
    ...health,
    state: isDown ? 'down' : health.state,
    failures,
    pausedUntil: Math.max(health.pausedUntil, askedMs > 0 ? endedAt + askedMs : 0),
    trialUntil: 0,
    failedAt: endedAt,
    checkedAt: endedAt,
    lastError: failure.reason.slice(0, LAST_ERROR_MAX_CHARS),
  };
  const wasOpen = health.openUntil > 0;
  // A call that was under way when the breaker opened is no trial: it does not open it again.
  if (wasOpen && (health.openUntil > endedAt || startedAt <= health.openedAt)) return next;
  const pauseMs = openingMs(failure, askedMs, health.opened);
  if (!isDown && !wasOpen && askedMs === 0) return next;
  return { ...next, opened: health.opened + 1, openedAt: endedAt, openUntil: endedAt + pauseMs };
}

function openingMs(failure: Failure, askedMs: number, opened: number): number {
  if (failure.code === 'refused') return REFUSED_MS;
  if (askedMs > 0) return askedMs;
  const firstMs = failure.code === 'timeout' ? FIRST_PAUSE_AFTER_HANG_MS : FIRST_PAUSE_MS;
  return Math.min(firstMs * 2 ** opened, OPEN_MAX_MS);
}

/** How long a failing provider asks us to wait; 0 if it does not say, except at a rate limit. */
function askedPauseMs({ code, retryAfterMs }: Failure): number {
  if (code === 'refused') return 0;
  if (code === 'rate_limited') return bounded(retryAfterMs ?? RATE_LIMITED_DEFAULT_MS);
  return retryAfterMs ? bounded(retryAfterMs) : 0;
}

function bounded(waitMs: number): number {
  return Math.min(Math.max(MIN_ASKED_MS, waitMs), MAX_ASKED_MS);
}

/** The record of a provider whose trial call is about to be made; null if it is not allowed now. */
export function withTrial(health: Health, now: number): Health | null {
  if (gateOf(health, now) !== 'half-open' || health.trialUntil > now) return null;
  return { ...health, trialUntil: now + TRIAL_LEASE_MS };
}
