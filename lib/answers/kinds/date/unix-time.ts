import { numbersWith } from '../../local-formats.ts';
import { localMoment } from '../../local-times.ts';
import type { DateParts } from '../../reading/dates/date-items.ts';
import type { DateContext, DateFound, DateRule } from './date-answer.ts';

/** Converts seconds since 1970 to a date and back. `epoch` alone has other meanings. */
export const unixRules: readonly DateRule[] = [
  [/^(?:(?:date|time|of|from|in) )*unix(?:-time)?(?: (?:date|time|to|of|in|from))* (?<number>[NY])$/d, fromUnix],
  [/^unix(?:-time)?(?: (?:time|of|from))* (?<number>[NY]) (?:to|in) (?:date|time)$/d, fromUnix],
  [/^(?<number>[NY])(?: U:seconds)?(?: in| from)* unix(?:-time)?(?: (?:to|in|date|time|utc))*$/d, fromUnix],
  [/^utc time (?<number>[NY])$/d, fromUnix],
  // Without a name, only a number as long as those of our time is certain.
  [/^date (?<number>N)$/d, recentUnix],
  [/^(?<number>N)(?: to| in)? (?:date|utc time)$/d, recentUnix],
  [/^(?:(?:current )?unix-time|current unix)$/d, toUnix],
  [/^unix(?:-time)?(?: time| of| to| in)* (?<date>[DdRHhWM])$/d, toUnix],
  [/^(?:date )?(?<date>[DdRHhWM])(?: to| in)? unix(?:-time)?$/d, toUnix],
];

const MAX_MS = 8.64e15;
const ungrouped = numbersWith({ useGrouping: false });

function toUnix({ date }: DateParts, { today: { now }, lang }: DateContext): DateFound {
  const { at, relative } = date?.moment ?? {};
  const then = at?.toZonedDateTime(relative ? now.timeZoneId : 'UTC') ?? now;
  const value = Math.floor(then.epochMilliseconds / 1_000);
  return { answer: ungrouped(value, lang), data: { op: 'unix', value, unit: 'seconds' } };
}

function recentUnix(parts: DateParts, context: DateContext): DateFound {
  return /^-?\d{9,10}(?:\d{3})?$/.test(parts.number?.word ?? '') ? fromUnix(parts, context) : null;
}

/** Up to eleven digits are seconds; longer numbers are milli-, micro- or nanoseconds. */
function fromUnix({ number: digits }: DateParts, { lang }: DateContext): DateFound {
  const number = Number(digits?.word);
  const size = Math.abs(number);
  const ms = size < 1e11 ? number * 1_000 : size < 1e14 ? number : size < 1e17 ? number / 1e3 : number / 1e6;
  if (!(Math.abs(ms) <= MAX_MS)) return null;
  const date = new Date(Math.trunc(ms));
  const value = date.toISOString().replace('.000Z', 'Z');
  return { answer: `${localMoment(date, lang)} UTC`, data: { op: 'unix', value } };
}
