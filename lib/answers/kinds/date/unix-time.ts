import { numbersWith } from '../../local-formats.ts';
import { localMoment } from '../../local-times.ts';
import { momentIn } from '../../reading/dates/moments.ts';
import type { DateQuestion } from './date-answer.ts';

/** Converts seconds since 1970 to a date and back. */

const NAMES =
  /\b(?:unix|epoch|posix|unixtime|timestamp|time ?stamp)\b|\butc time -?\d|^datetime -?\d{9,10}(?:\d{3})?$|^-?\d{9,10}(?:\d{3})? (?:utc time|datetime)\b|^(?:convert )?\d{9,10}(?:\d{3})? (?:to|into|in|as) (?:a )?(?:human )?(?:readable )?(?:date|datetime)\b/;
const FILLING =
  /\b(?:convert|unix|epoch|posix|unixtime|timestamp|time stamp|utc time|time|date|datetime|date and time|human(?: readable)?|readable|what|is|a|the|to|from|in|as|of|for|into|milliseconds|millis|ms|seconds|value|current)\b/g;
const MAX_MS = 8.64e15;
const ungrouped = numbersWith({ useGrouping: false });

/** The date of a Unix time, or the Unix time of a date. */
export const unixTime: DateQuestion = (text, today, { now, lang }) => {
  if (!NAMES.test(text)) return null;
  const rest = text.replace(FILLING, ' ').replace(/\s+/g, ' ').trim();
  if (/^-?\d{1,19}$/.test(rest)) return fromUnix(rest, lang);
  const seconds = Math.floor(now / 1_000);
  const asksNow =
    rest === 'now' ||
    /\bcurrent\b/.test(text) ||
    /^(?:what(?:'s| is) )?(?:the )?(?:unix|epoch|posix|unix epoch) ?time(?: ?stamp)?$/.test(text);
  if ((rest === '' || rest === 'now') && asksNow) {
    return {
      answer: ungrouped(seconds, lang),
      data: { op: 'unix', value: seconds, unit: 'seconds' },
    };
  }
  const moment = momentIn(
    text
      .replace(
        /\b(?:convert|unixtime|(?:unix|epoch|posix)(?: epoch)?(?: time ?stamp| time)?|time ?stamp|date(?= to)|to|of|for|as|in)\b/g,
        ' ',
      )
      .replace(/\s+/g, ' ')
      .trim(),
    today,
  );
  if (!moment) return null;
  const zone = moment.utc || !moment.relative ? 'UTC' : today.now.timeZoneId;
  const value = Math.floor(moment.at.toZonedDateTime(zone).epochMilliseconds / 1_000);
  return { answer: ungrouped(value, lang), data: { op: 'unix', value, unit: 'seconds' } };
};

/** Up to eleven digits are seconds; longer numbers are milli-, micro- or nanoseconds. */
function fromUnix(digits: string, lang: string) {
  const number = Number(digits);
  const size = Math.abs(number);
  const ms = size < 1e11 ? number * 1_000 : size < 1e14 ? number : size < 1e17 ? number / 1e3 : number / 1e6;
  if (Math.abs(ms) > MAX_MS) return null;
  const date = new Date(Math.trunc(ms));
  const value = date.toISOString().replace('.000Z', 'Z');
  return { answer: `${localMoment(date.getTime(), lang)} UTC`, data: { op: 'unix' as const, value } };
}
