import { numbersWith } from '../../local-formats.ts';
import { localMoment } from '../../local-times.ts';
import type { DateFound, DateQuestion } from './date-answer.ts';

/** Converts seconds since 1970 to a date and back. */

/** What may stand around a number or a date next to the name of Unix time. */
const FILLING = new Set(['unix', 'unix-time', 'date', 'time', 'to', 'in', 'of', 'from', 'utc', 'current', 'U']);
/** Without the name, only a number as long as those of our time is certain. */
const UNNAMED = /^(?:date N|utc time N|N utc time|N date|N (?:to|in) date)$/;
const RECENT = /^-?\d{9,10}(?:\d{3})?$/;
const MAX_MS = 8.64e15;
const ungrouped = numbersWith({ useGrouping: false });

/** The date of a Unix time, or the Unix time of a date. `epoch` alone has other meanings. */
export const unixTime: DateQuestion = (items, { today: { now }, lang }) => {
  const symbols = items.map(({ symbol }) => symbol);
  const isNamed = symbols.includes('unix') || symbols.includes('unix-time');
  const [item, more] = items.filter(({ symbol }) => !FILLING.has(symbol));
  if (more) return null;
  if (item?.symbol === 'N' || item?.symbol === 'Y') {
    const isUnnamed = UNNAMED.test(symbols.join(' ')) && (RECENT.test(item.word) || symbols[0] === 'utc');
    return isNamed || isUnnamed ? fromUnix(item.word, lang) : null;
  }
  if (!isNamed || (item ? item.symbol !== 'D' : symbols.join() !== 'unix-time' && !symbols.includes('current')))
    return null;
  const { at, relative = true, utc = false } = item?.moment ?? {};
  const zone = utc || !relative ? 'UTC' : now.timeZoneId;
  const ms = at ? at.toZonedDateTime(zone).epochMilliseconds : now.epochMilliseconds;
  const value = Math.floor(ms / 1_000);
  return { answer: ungrouped(value, lang), data: { op: 'unix', value, unit: 'seconds' } };
};

/** Up to eleven digits are seconds; longer numbers are milli-, micro- or nanoseconds. */
function fromUnix(digits: string, lang: string): DateFound {
  const number = Number(digits);
  const size = Math.abs(number);
  const ms = size < 1e11 ? number * 1_000 : size < 1e14 ? number : size < 1e17 ? number / 1e3 : number / 1e6;
  if (!(Math.abs(ms) <= MAX_MS)) return null;
  const date = new Date(Math.trunc(ms));
  const value = date.toISOString().replace('.000Z', 'Z');
  return { answer: `${localMoment(date.getTime(), lang)} UTC`, data: { op: 'unix', value } };
}
