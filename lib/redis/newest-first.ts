import { FieldError } from '../keys/authority.ts';
import { type CursorPage, cursorAt, cursorParts } from '../list-cursor.ts';
import type { Redis } from './redis.ts';

/**
 * The names in a sorted set of times, the newest first, from a cursor on. The cursor is the last name with its time: what is
 * added meanwhile comes before it, and moves nothing.
 */
export async function newestFirst(
  redis: Redis,
  list: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<CursorPage<string>> {
  const after = cursor === undefined ? null : placeIn(cursor);
  const found: { name: string; time: string }[] = [];
  // Names with the time of the cursor may be those of the part before.
  for (let from = 0; found.length <= limit; from += limit + 1) {
    const range = ['LIMIT', from, limit + 1] as const;
    const some = await redis.zrevrangebyscore(list, after?.time ?? '+inf', '-inf', 'WITHSCORES', ...range);
    for (let at = 0; at < some.length; at += 2) {
      const [name = '', time = ''] = some.slice(at, at + 2);
      if (after === null || Number(time) < Number(after.time) || name < after.name) found.push({ name, time });
    }
    if (some.length < 2 * (limit + 1)) break;
  }
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const next = last && found.length > limit ? cursorAt([last.time, last.name]) : null;
  return { items: shown.map(({ name }) => name), next_cursor: next };
}

function placeIn(cursor: string): { time: string; name: string } {
  const [time = '', name] = cursorParts(cursor);
  if (name === undefined || !Number.isFinite(Number(time))) {
    throw new FieldError('cursor', 'Use the next_cursor of a reply.');
  }
  return { time, name };
}
