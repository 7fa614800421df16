/** A time of day as people write it: `3pm`, `15:30`, `1600`, `noon`, `15 Uhr`, `15h30`. */
export interface TimeOfDay {
  hour: number;
  minute: number;
  second: number;
  /** False for a bare number, which is ambiguous. */
  sure: boolean;
}

/** A time at the start of a text. */
const TIME_AT_START =
  /^(?:(?<word>(?:12(?::00)? )?noon|(?:12(?::00)? )?midnight|midday|mittags?|mitternacht|midi|minuit|mediod[ií]a|medianoche|mezzogiorno|mezzanotte)|(?<military>[01]\d[0-5]\d|2[0-3][0-5]\d)(?= ?(?:hrs|hours|h|z|utc|gmt|[a-z]{3,4}\b))(?: ?(?:hrs|hours|h))?|(?<hour>\d{1,2})(?:[:.h](?<minute>[0-5]\d))?(?::(?<second>[0-5]\d))? ?(?<half>[ap]\.?m\.?(?![a-z])|uhr(?! ?\d)(?![a-z])|h(?![a-z\d])|o'?clock(?: ?[ap]\.?m\b\.?| in the (?:morning|afternoon|evening)| at night)?|in the (?:morning|afternoon|evening))?)(?=$|[ (,]|[a-z])/;

const MIDNIGHTS = new Set(['midnight', 'mitternacht', 'minuit', 'medianoche', 'mezzanotte']);

/** The time at the start of a text, and the rest of the text. */
export function timeAtStart(text: string): { time: TimeOfDay; rest: string } | null {
  const match = TIME_AT_START.exec(text);
  const time = match && timeFrom(match.groups ?? {});
  return time ? { time, rest: text.slice(match[0].length).trim() } : null;
}

function timeFrom({
  word,
  military,
  hour,
  minute,
  second,
  half,
}: Record<string, string | undefined>): TimeOfDay | null {
  if (word) return { hour: MIDNIGHTS.has(word.replace(/^12(?::00)? /, '')) ? 0 : 12, minute: 0, second: 0, sure: true };
  if (military)
    return { hour: Number(military.slice(0, 2)), minute: Number(military.slice(2)), second: 0, sure: false };
  const hours = Number(hour);
  const rest = { minute: Number(minute ?? 0), second: Number(second ?? 0) };
  const part = half && /([ap])\.?m|morning|afternoon|evening|night/.exec(half);
  if (half === undefined || !part) {
    return hours <= 23 ? { hour: hours, ...rest, sure: minute !== undefined || half !== undefined } : null;
  }
  if (hours < 1 || hours > 12) return null;
  // The night continues after midnight: 12 o'clock at night is midnight, 2 o'clock at night is before dawn.
  const isEarly = part[1] === 'a' || part[0] === 'morning' || (part[0] === 'night' && hours % 12 < 6);
  return { hour: (hours % 12) + (isEarly ? 0 : 12), ...rest, sure: true };
}
