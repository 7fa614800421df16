import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';

/** Hours with a name, in any language. */
export const namedHours = jsonFile(
  new URL('./data/named-hours.json', import.meta.url),
  z.record(z.string(), z.number()).transform((hours) => new Map(Object.entries(hours))),
);
const NAMED = /^(?:12(?::00)? )?([a-z]+)/;
/** `1600 hrs`, `1600 utc`: four digits are a time only before one of these. */
const MILITARY = /^(?<hour>[01]\d|2[0-3])(?<minute>[0-5]\d)(?: ?(?:hrs|hours|h)\b|(?= ?(?:z|[a-z]{3,4})\b))/;
const CLOCK = /^(?<hour>\d{1,2})(?:[:.h](?<minute>[0-5]\d))?(?::(?<second>[0-5]\d))?/;
const OCLOCK = /^ ?(?:uhr(?! ?\d)|h(?!\d)|o'?clock)(?![a-z])/;
const HALF = /^ ?(?:(?<half>[ap])\.?m\b\.?|in the (?<part>morning|afternoon|evening)|at (?<night>night))(?![a-z])/;
const END = /^(?:$|[ (,a-z])/;

/** The time of day at the start of a folded text, and the text after it. A bare number is not `sure`. */
export function timeAtStart(text: string): { time: Temporal.PlainTime; sure: boolean; rest: string } | null {
  const [name = '', word = ''] = NAMED.exec(text) ?? [];
  const named = namedHours().get(word);
  if (named !== undefined)
    return { time: new Temporal.PlainTime(named), sure: true, rest: text.slice(name.length).trim() };
  const military = MILITARY.exec(text);
  const { 0: digits = '', groups: { hour: typed, minute, second } = {} } = military ?? CLOCK.exec(text) ?? {};
  const after = text.slice(digits.length);
  const [oclock = ''] = OCLOCK.exec(after) ?? [];
  const { 0: said = '', groups: { half, part, night } = {} } = HALF.exec(after.slice(oclock.length)) ?? {};
  const rest = after.slice(oclock.length + said.length);
  const [hour, first, last] = [Number(typed), said ? 1 : 0, said ? 12 : 23];
  if (!(hour >= first && hour <= last && END.test(rest))) return null;
  // The night continues after midnight: 12 o'clock at night is midnight, 2 o'clock at night is before dawn.
  const isEarly = half === 'a' || part === 'morning' || (night !== undefined && hour % 12 < 6);
  const hours = said ? (hour % 12) + (isEarly ? 0 : 12) : hour;
  const time = new Temporal.PlainTime(hours, Number(minute ?? 0), Number(second ?? 0));
  const sure = !military && (said !== '' || oclock !== '' || minute !== undefined);
  return { time, sure, rest: rest.trim() };
}
