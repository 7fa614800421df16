import { redisKeys } from '../redis/redis-keys.ts';
import { CLASSES } from './request-block.ts';

/** The lists of blocks of an account, by class. */
export function blockLists(account: string): string[] {
  return Array.from({ length: CLASSES }, (_, at) => redisKeys.requestBlocks(account, at));
}

/** The keys of an account's log: its state, and the list of each class. */
export function requestKeys(account: string): string[] {
  return [redisKeys.requestState(account), ...blockLists(account)];
}

/**
 * The oldest time that a log still has requests of, by the age in its state. A log is cut only when it is added to, so that
 * one that has come to rest still has older ones.
 */
export function oldestAt(age: string | null | undefined): number {
  return age ? Date.now() - Number(age) : Number.NEGATIVE_INFINITY;
}
