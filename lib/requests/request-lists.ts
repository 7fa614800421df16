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
