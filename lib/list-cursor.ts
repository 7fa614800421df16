import { z } from 'zod';
import { FieldError } from './keys/authority.ts';

/** A part of a list, and where the next part begins; null after the last one. */
export interface CursorPage<Item> {
  items: Item[];
  next_cursor: string | null;
}

const place = z.array(z.string()).min(1).max(3);

/** The place of an item in a list, as callers pass it back. */
export function cursorAt(parts: readonly string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** The parts of a cursor. Throws a FieldError on anything else. */
export function cursorParts(cursor: string): string[] {
  try {
    return place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    // Whatever it is, it was not made here.
    throw new FieldError('cursor', 'Use the next_cursor of a reply.');
  }
}

/** The items after a cursor of a list that is sorted by name. */
export function pageByName<Item>(
  sorted: readonly Item[],
  nameOf: (item: Item) => string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): CursorPage<Item> {
  const [after] = cursor ? cursorParts(cursor) : [];
  const left = after === undefined ? sorted : sorted.filter((item) => nameOf(item) > after);
  const items = left.slice(0, limit);
  const last = items.at(-1);
  return { items, next_cursor: last !== undefined && left.length > limit ? cursorAt([nameOf(last)]) : null };
}
