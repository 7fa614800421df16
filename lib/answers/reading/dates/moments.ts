import { itemsOf } from './date-items.ts';
import { tokenLines } from './date-tokens.ts';
import type { Moment, Today } from './moment.ts';

/** The date that a text names; null if it names none, or says more. */
export function momentIn(text: string, today: Today): Moment | null {
  const [line] = tokenLines(text);
  const [item, more] = line ? itemsOf(line, today) : [];
  return !more && item?.moment && /^[DHWM]$/.test(item.symbol) ? item.moment : null;
}
