import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { jsonFile } from '../../data-file.ts';

/** A time of day as people write it: `3pm`, `15:30`, `1600`, `noon`, `15 Uhr`, `15h30`. */
export interface TimeOfDay {
  time: Temporal.PlainTime;
  /** False for a bare number, which is ambiguous. */
  sure: boolean;
  /** The text after it. */
  rest: string;
}

/** Hours with a name, in any language. */
export const namedHours = jsonFile(
  new URL('./data/named-hours.json', import.meta.url),
  z.record(z.string(), z.number()).transform((hours) => new Map(Object.entries(hours))),
);
/** A mark or word in a text that makes a number a sure time of day, or an abbreviated zone. */
export const TIME_SIGN = /\d ?(?:[:.h][0-5]\d|[ap]\.?m\b|h\b|uhr|o'?clock|in the|at night)|[a-z]\.[sd]\.t/;
const NAMED = /^(?:12(?::00)? )?([a-z]+)/;
/** `1600 hrs`, `1600 utc`: four digits are a time only before one of these. */
const MILITARY = /^(?<hour>[01]\d|2[0-3])(?<minute>[0-5]\d)(?: ?(?:hrs|hours|h)\b|(?= ?(?:z|[a-z]{3,4})\b))/;
const CLOCK = /^(?<hour>\d{1,2})(?:[:.h](?<minute>[0-5]\d))?(?::(?<second>[0-5]\d))?/;
const OCLOCK = /^ ?(?:uhr(?! ?\d)|h(?!\d)|o'?clock)(?![a-z])/;
const HALF = /^ ?(?:(?<half>[ap])\.?m\b\.?|in the (?<part>morning|afternoon|evening)|at (?<night>night))(?![a-z])/;
const END = /^(?:$|[ (,a-z])/;

/** The time at the start of a folded text. */
export function timeAtStart(text: string): TimeOfDay | null {
  const [name = '', word = ''] = NAMED.exec(text) ?? [];
  const named = namedHours().get(word);
  if (named !== undefined) return timeOf({}, named, true, text.slice(name.length));
  const military = MILITARY.exec(text);
  if (military) return timeOf(military.groups, Number(military.groups?.hour), false, text.slice(military[0].length));
  const digits = CLOCK.exec(text);
  if (!digits) return null;
  const hour = Number(digits.groups?.hour);
  const after = text.slice(digits[0].length);
  const [oclock = ''] = OCLOCK.exec(after) ?? [];
  const half = HALF.exec(after.slice(oclock.length));
  const rest = after.slice(oclock.length + (half?.[0].length ?? 0));
  const isHour = half ? hour >= 1 && hour <= 12 : hour <= 23;
  if (!isHour || !END.test(rest)) return null;
  if (!half) return timeOf(digits.groups, hour, digits.groups?.minute !== undefined || oclock !== '', rest);
  return timeOf(digits.groups, (hour % 12) + (isEarly(hour, half.groups) ? 0 : 12), true, rest);
}

type Groups = Readonly<Record<string, string | undefined>>;

/** The night continues after midnight: 12 o'clock at night is midnight, 2 o'clock at night is before dawn. */
function isEarly(hour: number, { half, part, night }: Groups = {}): boolean {
  return half === 'a' || part === 'morning' || (night !== undefined && hour % 12 < 6);
}

function timeOf({ minute = '0', second = '0' }: Groups = {}, hour: number, sure: boolean, rest: string): TimeOfDay {
  return { time: new Temporal.PlainTime(hour, Number(minute), Number(second)), sure, rest: rest.trim() };
}
