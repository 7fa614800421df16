import { foldedWord } from '../../reading/folded.ts';

/** A time of day as people write it: `3pm`, `15:30`, `1600`, `noon`, `15 Uhr`, `15h30`. */
export interface TimeOfDay {
  hour: number;
  minute: number;
  second: number;
  /** False for a bare number, which is ambiguous. */
  sure: boolean;
}

const NAMED = /^(?:12(?::00)? )?(?<word>[\p{L}]+)(?![\p{L}])/u;
const NOONS = new Set(['noon', 'midday', 'mittag', 'mittags', 'midi', 'mediodia', 'mezzogiorno']);
const MIDNIGHTS = new Set(['midnight', 'mitternacht', 'minuit', 'medianoche', 'mezzanotte']);
/** `1600 hrs`, `1600 utc`: four digits are a time only before one of these. */
const MILITARY = /^(?<hour>[01]\d|2[0-3])(?<minute>[0-5]\d)(?: ?(?:hrs|hours|h)\b|(?= ?(?:z|[a-z]{3,4})\b))/;
const CLOCK = /^(?<hour>\d{1,2})(?:[:.h](?<minute>[0-5]\d))?(?::(?<second>[0-5]\d))?/;
const OCLOCK = /^ ?(?:uhr(?! ?\d)|h(?!\d)|o'?clock)(?![a-z])/;
const HALF = /^ ?(?:(?<half>[ap])\.?m\b\.?|in the (?<part>morning|afternoon|evening)|at (?<night>night))(?![a-z])/;
const END = /^(?:$|[ (,a-z])/;

/** The time at the start of a text, and the rest of the text. */
export function timeAtStart(text: string): { time: TimeOfDay; rest: string } | null {
  const named = NAMED.exec(text);
  const word = foldedWord(named?.groups?.word ?? '');
  if (named && (NOONS.has(word) || MIDNIGHTS.has(word))) {
    return found({ hour: MIDNIGHTS.has(word) ? 0 : 12, minute: 0, second: 0, sure: true }, text, named[0].length);
  }
  const military = MILITARY.exec(text);
  const digits = military ?? CLOCK.exec(text);
  if (!digits) return null;
  const { hour, minute, second } = digits.groups ?? {};
  const at = { hour: Number(hour), minute: Number(minute ?? 0), second: Number(second ?? 0) };
  if (military) return found({ ...at, sure: false }, text, military[0].length);
  let length = digits[0].length;
  const oclock = OCLOCK.exec(text.slice(length))?.[0].length ?? 0;
  const half = HALF.exec(text.slice(length + oclock));
  length += oclock + (half?.[0].length ?? 0);
  if (!END.test(text.slice(length))) return null;
  if (!half) return at.hour > 23 ? null : found({ ...at, sure: minute !== undefined || oclock > 0 }, text, length);
  if (at.hour < 1 || at.hour > 12) return null;
  return found(
    { ...at, hour: (at.hour % 12) + (isEarly(at.hour, half.groups ?? {}) ? 0 : 12), sure: true },
    text,
    length,
  );
}

/** The night continues after midnight: 12 o'clock at night is midnight, 2 o'clock at night is before dawn. */
function isEarly(hour: number, { half, part, night }: Record<string, string | undefined>): boolean {
  return half === 'a' || part === 'morning' || (night !== undefined && hour % 12 < 6);
}

function found(time: TimeOfDay, text: string, length: number): { time: TimeOfDay; rest: string } {
  return { time, rest: text.slice(length).trim() };
}
