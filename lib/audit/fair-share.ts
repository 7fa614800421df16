import { loggedAddress } from '../net/logged-address.ts';
import type { Redis } from '../redis/redis.ts';
import { readParts } from './kept-stream.ts';
import { readEntry, type StreamEntry } from './stored-entry.ts';

/** A full stream is cut by this part more than it must be: it is read whole for that. */
const SLACK_PART = 10;

/**
 * Deletes entries of a stream that has more than it may have: the oldest of those who have the most, so that nobody pushes out
 * what others did. Each account has a share, and each network for what strangers do; sign-ins have one of their own, so that
 * they push out no change of the same account.
 */
export async function cutFairly(redis: Redis, stream: string, most: number): Promise<void> {
  if ((await redis.xlen(stream)) <= most) return;
  const counts = new Map<string, number>();
  for await (const part of readParts(redis, stream)) {
    for (const stored of part) {
      const sharer = sharerOf(stored, stream);
      counts.set(sharer, (counts.get(sharer) ?? 0) + 1);
    }
  }
  const level = levelFor([...counts.values()], most - Math.floor(most / SLACK_PART));
  for await (const part of readParts(redis, stream)) {
    const beyond = part.filter((stored) => {
      const sharer = sharerOf(stored, stream);
      const left = counts.get(sharer) ?? 0;
      counts.set(sharer, left - 1);
      return left > level;
    });
    if (beyond.length > 0) await redis.xdel(stream, ...beyond.map(([id]) => id));
  }
}

/** The highest share, at least one, at which all sharers together have no more than this. */
export function levelFor(counts: readonly number[], most: number): number {
  let left = most;
  for (const [at, count] of [...counts].sort((one, other) => one - other).entries()) {
    const share = Math.floor(left / (counts.length - at));
    if (count > share) return Math.max(1, share);
    left -= count;
  }
  return Number.POSITIVE_INFINITY;
}

function sharerOf(stored: StreamEntry, stream: string): string {
  try {
    const { account, address = '', action } = readEntry(stored, stream);
    const who = account || (loggedAddress(address.split('/')[0] ?? '', 'network') ?? address);
    return action === 'signed in' ? `${who} ${action}` : who;
  } catch {
    // It was reported when it was logged.
    return '';
  }
}
