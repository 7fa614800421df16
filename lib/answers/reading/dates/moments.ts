import { itemsOf } from './date-items.ts';
import { dateLines } from './date-words.ts';
import type { Moment, Today } from './moment.ts';

/** The date that a text names; null if it names none, or says more. */
export function momentIn(text: string, today: Today): Moment | null {
  const [line] = dateLines(text);
  const [item, more] = line ? itemsOf(line.words, today) : [];
  return !more && item?.moment && /^[DdRHhWM]$/.test(item.symbol) ? item.moment : null;
}
