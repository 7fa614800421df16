import { Temporal } from 'temporal-polyfill';
import { foldedWord } from '../../reading/folded.ts';
import { clockWords } from './clock-words.ts';

/** A time of day as people write it: `3pm`, `15:30`, `1600`, `noon`, `15 Uhr`, `15h30`. */
export interface TimeOfDay {
  time: Temporal.PlainTime;
  /** False for a bare number, which is ambiguous. */
  sure: boolean;
  /** The text after it. */
  rest: string;
}

const NAMED = /^(?:12(?::00)? )?(?<word>[\p{L}]+)(?![\p{L}])/u;
/** `1600 hrs`, `1600 utc`: four digits are a time only before one of these. */
const MILITARY = /^(?<hour>[01]\d|2[0-3])(?<minute>[0-5]\d)(?: ?(?:hrs|hours|h)\b|(?= ?(?:z|[a-z]{3,4})\b))/;
const CLOCK = /^(?<hour>\d{1,2})(?:[:.h](?<minute>[0-5]\d))?(?::(?<second>[0-5]\d))?/;
const OCLOCK = /^ ?(?:uhr(?! ?\d)|h(?!\d)|o'?clock)(?![a-z])/;
const HALF = /^ ?(?:(?<half>[ap])\.?m\b\.?|in the (?<part>morning|afternoon|evening)|at (?<night>night))(?![a-z])/;
const END = /^(?:$|[ (,a-z])/;

/** The time at the start of a text. */
export function timeAtStart(text: string): TimeOfDay | null {
  const named = NAMED.exec(text);
  const word = foldedWord(named?.groups?.word ?? '');
  const { noon, midnight } = clockWords();
  if (named && (noon.has(word) || midnight.has(word))) {
    return found(noon.has(word) ? 12 : 0, {}, true, text.slice(named[0].length));
  }
  const military = MILITARY.exec(text);
  if (military) return found(Number(military.groups?.hour), military.groups, false, text.slice(military[0].length));
  const digits = CLOCK.exec(text);
  if (!digits) return null;
  const hour = Number(digits.groups?.hour);
  const after = text.slice(digits[0].length);
  const oclock = OCLOCK.exec(after)?.[0] ?? '';
  const half = HALF.exec(after.slice(oclock.length));
  const rest = after.slice(oclock.length + (half?.[0].length ?? 0));
  const isHour = half ? hour >= 1 && hour <= 12 : hour <= 23;
  if (!isHour || !END.test(rest)) return null;
  if (!half) return found(hour, digits.groups, digits.groups?.minute !== undefined || oclock !== '', rest);
  return found((hour % 12) + (isEarly(hour, half.groups) ? 0 : 12), digits.groups, true, rest);
}

type Groups = Readonly<Record<string, string | undefined>>;

/** The night continues after midnight: 12 o'clock at night is midnight, 2 o'clock at night is before dawn. */
function isEarly(hour: number, { half, part, night }: Groups = {}): boolean {
  return half === 'a' || part === 'morning' || (night !== undefined && hour % 12 < 6);
}

function found(hour: number, { minute = '0', second = '0' }: Groups = {}, sure: boolean, rest: string): TimeOfDay {
  return { time: new Temporal.PlainTime(hour, Number(minute), Number(second)), sure, rest: rest.trim() };
}
