import { LRUCache } from 'lru-cache';
import { NO_NOTES, type RobotsNotes } from '../../lib/net/robots-notes.ts';
import { MAX_ROBOTS_BYTES } from '../../lib/net/robots-txt.ts';
import type { PageThreads, Turn } from './page-threads.ts';

/** The rules of a site as `rulesFor` writes them, with what else its robots.txt says; or why that could not be read. */
export type RobotsPolicy = { rules: string; notes: RobotsNotes } | { unreadable: string };

/** A robots.txt is asked for once in this time, and one that failed sooner. */
export const KEPT_S = { known: 3_600, unreadable: 60 };

/** A site without a robots.txt. */
export const SILENT: RobotsPolicy = { rules: '', notes: NO_NOTES };

const ROBOT = 'Tributary';
const MAX_KNOWN_BYTES = 20_000_000;
/** What an entry takes beside its texts, roughly. */
const BYTES_OF_ENTRY = 500;

/** Remembers policies by their origins, as many as fit into 20 MB. */
export function knownPolicies(ttl = 0): LRUCache<string, RobotsPolicy> {
  return new LRUCache<string, RobotsPolicy>({
    maxSize: MAX_KNOWN_BYTES,
    ttl,
    // Rules are ASCII, of a byte each.
    sizeCalculation: (policy, origin) => BYTES_OF_ENTRY + origin.length + bytesOf(policy),
  });
}

function bytesOf(policy: RobotsPolicy): number {
  return 'rules' in policy ? policy.rules.length + 2 * JSON.stringify(policy.notes).length : policy.unreadable.length;
}

/** What the answer to a request for a robots.txt says. */
export async function policyIn(
  { status, body, origin }: { status: number; body: Buffer; origin: string },
  threads: PageThreads,
  turn: Turn,
): Promise<RobotsPolicy> {
  if (status >= 500) return { unreadable: `it answered ${status}` };
  if (status < 200 || status >= 300 || body.length === 0) return SILENT;
  // A copy of what is read: of a part of a buffer, a thread would get the whole.
  const file = new Uint8Array(body.subarray(0, MAX_ROBOTS_BYTES));
  return await threads.run('robots', [ROBOT, file, origin], turn);
}

/** Why a page may not be read, `robots` if its site does not allow it; null if it may. And the comparisons that are left. */
export async function objectionOf(
  policy: RobotsPolicy,
  { pathname, search }: URL,
  comparisons: number,
  threads: PageThreads,
  turn: Turn,
): Promise<{ objection: 'robots' | string | null; left: number }> {
  const unread = (why: string) => ({ objection: `its robots.txt could not be read: ${why}`, left: comparisons });
  if ('unreadable' in policy) return unread(policy.unreadable);
  if (policy.rules === '') return { objection: null, left: comparisons };
  const { allowed, left } = await threads.run('verdict', [policy.rules, pathname + search, comparisons], turn);
  if (allowed === null) return { ...unread('it is too long for this address'), left };
  return { objection: allowed ? null : 'robots', left };
}

/** Whether a host asks to come later. */
export function isRefusal({ status }: { status: number }): boolean {
  return status === 429 || status === 503;
}
