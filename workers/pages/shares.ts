import type { PermitLimits } from '../permits.ts';

/** This many accounts are sure of a share, however slow the pages of the others are. */
const SURE_ACCOUNTS = 4;

/**
 * Divides the permits of this process among accounts. One share is spare, for whoever needs more than its own: the pages of
 * one request are then read at once while few accounts read.
 */
export function sharesOf(permits: number): PermitLimits {
  const perAccount = Math.max(1, Math.floor(permits / (SURE_ACCOUNTS + 1)));
  const spare = Math.max(0, permits - SURE_ACCOUNTS * perAccount);
  return { concurrency: permits, perAccount, spare, maxConcurrent: null, callsKey: '' };
}
