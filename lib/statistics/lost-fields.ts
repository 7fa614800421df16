/** The replies of one hour: how many had a field, by its path, and when the last one had it. */
export interface ReplyHour {
  /** Start of the hour in milliseconds since the epoch. */
  at: number;
  fields: ReadonlyMap<string, { count: number; lastAt: number }>;
}

/** A field that the replies of a service had always, and have no more. */
export interface LostField {
  field: string;
  /** When a reply had it last. */
  since: number;
}

const ALWAYS = { share: 0.99, replies: 50 };
const MISSING = { share: 0.9, replies: 10 };

/**
 * The fields that at least 99 % of at least 50 replies had, and at least 90 % of at least 10 since then have not. The hours
 * are in order. The hour in which it happened has replies of both kinds, and counts for neither.
 */
export function lostFields(hours: readonly ReplyHour[]): LostField[] {
  const names = new Set(hours.flatMap(({ fields }) => [...fields.keys()]));
  return [...names].sort().flatMap((field) => {
    const parent = parentOf(field);
    // A field of something that is missing itself says no more.
    if (parent === null) return [];
    const since = lostSince(hours, field, parent);
    return since === null ? [] : [{ field, since }];
  });
}

function lostSince(hours: readonly ReplyHour[], field: string, parent: string): number | null {
  const had = hours.map(({ fields }) => fields.get(field)?.count ?? 0);
  const replies = hours.map(({ fields }) => fields.get(parent)?.count ?? 0);
  for (let at = 0; at < hours.length; at++) {
    const before = share(had.slice(0, at), replies.slice(0, at));
    if (before.replies < ALWAYS.replies || before.share < ALWAYS.share) continue;
    for (const first of [at, at + 1]) {
      const after = share(had.slice(first), replies.slice(first));
      if (after.replies < MISSING.replies || 1 - after.share < MISSING.share) continue;
      // What came back is not lost, although it was missing for long.
      const now = newest(had, replies, first);
      if (1 - now.share < MISSING.share) continue;
      return lastOf(hours.slice(0, first), field);
    }
  }
  return null;
}

/** Of the newest hours that have enough replies together. */
function newest(had: readonly number[], replies: readonly number[], first: number): Share {
  for (let from = had.length - 1; from > first; from--) {
    const some = share(had.slice(from), replies.slice(from));
    if (some.replies >= MISSING.replies) return some;
  }
  return share(had.slice(first), replies.slice(first));
}

interface Share {
  replies: number;
  share: number;
}

function share(had: readonly number[], replies: readonly number[]): Share {
  const [some, all] = [had, replies].map((counts) => counts.reduce((sum, count) => sum + count, 0)) as [number, number];
  return { replies: all, share: all === 0 ? 0 : some / all };
}

function lastOf(hours: readonly ReplyHour[], field: string): number {
  return Math.max(...hours.map(({ fields }) => fields.get(field)?.lastAt ?? 0));
}

function parentOf(field: string): string | null {
  const end = field.lastIndexOf('.');
  return end < 0 ? null : field.slice(0, end);
}
