import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { type AnswerContent, type InstantQuery, inlineKind } from '../../answer.ts';
import { numbersWith } from '../../local-formats.ts';
import { localDay, localTime } from '../../local-times.ts';
import { folded } from '../../reading/folded.ts';
import { abbreviationAt, clockIn, offsetMsAt, offsetText, wallMsAt } from '../../reading/zones/zone-clock.ts';
import { ownZone, type Zone, zoneCalled, zoneNamed } from '../../reading/zones/zones.ts';
import { type Apart, apartIn } from './clock-difference.ts';
import {
  bareQuestions,
  CLOCK_WORDS,
  ownQuestions,
  ownZoneQuestions,
  timeQuestions,
  ZONE_PAIR,
  zoneQuestions,
} from './clock-wording.ts';
import { conversionIn, type ZoneConversion } from './conversion.ts';

const nowSchema = z.object({
  place: z.string().describe('Requested place or zone.').meta({ example: 'Kingston, Jamaica' }),
  tz: z.string().describe('IANA time zone, or an offset from UTC.').meta({ example: 'America/Jamaica' }),
  iso: z.string().describe('Local date and time, with the offset from UTC.'),
  offset: z.string().describe('Offset from UTC.').meta({ example: '-05:00' }),
  abbreviation: z.string().describe('Abbreviation of the zone; empty if it has none.').meta({ example: 'EST' }),
  value: z.string().describe('Local date and time; the zone if the query asks for it.'),
});
const conversionSchema = z.object({
  from: z.object({
    time: z.string().describe('24-hour time.').meta({ example: '19:00' }),
    tz: z.string().describe('Source time zone.'),
  }),
  to: z.object({
    time: z.string().describe('24-hour time.').meta({ example: '14:00' }),
    tz: z.string().describe('Target time zone.'),
    day_shift: z.number().int().describe('Days later than in the source zone; negative if earlier.'),
  }),
  value: z.string().describe('The time in the target zone; the difference in hours if the query asks for it.'),
});
const clockSchema = z.union([nowSchema, conversionSchema]);
type ClockData = z.infer<typeof clockSchema>;

const MAX_CHARS = 120;
/** A time of day, or a number followed by a possible zone abbreviation. Almost all of those end in t. */
const TIME_AND_ZONE =
  /\d ?(?:[ap]\.?m\b|uhr\b|h\b|h[0-5]\d\b|hrs\b|hours\b|o'?clock|in the (?:morning|afternoon|evening))|\d:\d\d|\d ?\(?(?:utc|gmt|zulu|z|msk|msd|mez|mesz|oez|wib|wita|[a-z]{1,4}t)\b|^(?:12 )?(?:noon|mid(?:day|night)|mittags?|mitternacht|midi|minuit|mediod[ií]a|medianoche|mezzogiorno|mezzanotte)\b/;
const TRAILING =
  /(?:,? (?:now|right now|currently|today|at the moment|please|exactly|local time|gerade|jetzt|aktuell|maintenant|actuellement|ahora|ahora mismo|adesso|agora|nu))+$/;

/** The current time in a place or zone, or a time there converted to another zone. */
export const clock = inlineKind<ClockData>({
  type: 'clock',
  example: 'time in Tokyo',
  data: clockSchema,
  match({ q }) {
    if (q.length > MAX_CHARS) return false;
    const text = q.toLowerCase();
    return CLOCK_WORDS.test(text) || TIME_AND_ZONE.test(text) || ZONE_PAIR.test(text);
  },
  work(query) {
    const text = folded(query.q).replace(/[.?]+$/, '');
    return difference(apartIn(text), query) ?? converted(conversionIn(text), query) ?? timeNow(text, query);
  },
});

function timeNow(text: string, query: InstantQuery): AnswerContent<ClockData> | null {
  if (ownQuestions.test(text)) return shown(ownZone(query.tz), query);
  if (ownZoneQuestions.test(text)) return shown(ownZone(query.tz), query, true);
  for (const pattern of zoneQuestions) {
    const zone = placeIn(pattern, text, { zoneAsked: true });
    if (zone) return shown(zone, query, true);
  }
  for (const pattern of timeQuestions) {
    const zone = placeIn(pattern, text);
    if (zone) return shown(zone, query);
  }
  for (const pattern of bareQuestions) {
    const zone = placeIn(pattern, text, { bare: true });
    if (zone) return shown(zone, query);
  }
  return null;
}

/** `in` and `at` in seven languages. */
const BEHIND_IN = / (?:in|at|à|a|au|aux|en|dans|sur|em|no|na|nos|nas|ad|nel|nella|negli) $/;

function placeIn(pattern: RegExp, text: string, { bare = false, zoneAsked = false } = {}): Zone | null {
  const groups = pattern.exec(text)?.groups;
  const name = groups?.place?.replace(TRAILING, '');
  if (!name) return null;
  const zone = bare && groups?.now ? zoneCalled(name, true) : null;
  if (zone) return zone;
  // `pacific time`: without its last word, this is an ocean.
  const spelled = /^(?:(?:current|exact) )?(?<zone>(?:eastern|central|mountain|pacific)(?: standard| daylight)?)$/.exec(
    name,
  );
  if (spelled) return zoneCalled(`${spelled.groups?.zone} time`, true);
  // `ca time zone`: directly before these words, a two-letter code is a state, even if it is also a word.
  const state = /^(?!(?:la|de|in|id) )[a-z]{2} time ?zone$/.test(text);
  // `what time is kickoff england`: only after `in` may the name be a little-known town.
  const listed = !zoneAsked && !BEHIND_IN.test(text.slice(0, text.indexOf(name)));
  return zoneNamed(name, { now: true, bare, state, listed });
}

function shown({ label, tz }: Zone, { now, lang }: InstantQuery, zoneAsked = false): AnswerContent<ClockData> {
  const offset = offsetText(offsetMsAt(tz, now));
  const at = new Date(wallMsAt(tz, now));
  const wall = at.toISOString().replace(/\.\d{3}Z$/, '');
  const abbreviation = abbreviationAt(tz, now);
  const zone = [abbreviation, `UTC${offset}`].filter(Boolean).join(', ');
  const minute = { hour: at.getUTCHours(), minute: at.getUTCMinutes(), second: 0 };
  const time = `${localTime(minute, lang)}, ${localDay(at.getTime(), lang)}`;
  return {
    answer: zoneAsked ? `${label}: ${tz} (${zone}), ${time}` : `${label}: ${time} (${zone})`,
    data: {
      place: label,
      tz,
      iso: `${wall}${offset}`,
      offset,
      abbreviation,
      value: zoneAsked ? tz : wall,
    },
  };
}

function converted(
  conversion: ZoneConversion | null,
  { now, tz, lang }: InstantQuery,
): AnswerContent<ClockData> | null {
  if (!conversion) return null;
  const { time, from, to } = conversion;
  const target = to ?? ownZone(tz);
  const wall = Temporal.PlainTime.from({ hour: time.hour, minute: time.minute, second: time.second });
  const start = clockIn(from.tz, now).withPlainTime(wall);
  const end = clockIn(target.tz, start.epochMilliseconds);
  const shift = start.toPlainDate().until(end.toPlainDate()).days;
  const day = shift === 0 ? '' : ` (${shift > 0 ? '+' : '−'}${Math.abs(shift)} d)`;
  const value = timeText(end);
  return {
    answer: `${localTime(start, lang)} ${from.label} = ${localTime(end, lang)} ${target.label}${day}`,
    data: {
      from: { time: timeText(start), tz: from.tz },
      to: { time: value, tz: target.tz, day_shift: shift },
      value,
    },
  };
}

const signedHours = numbersWith({ maximumFractionDigits: 2, signDisplay: 'exceptZero' });

function difference(apart: Apart | null, { now, tz, lang }: InstantQuery): AnswerContent<ClockData> | null {
  if (!apart) return null;
  const { from, to } = { to: apart.to, from: apart.from ?? ownZone(tz) };
  const [here, there] = [clockIn(from.tz, now), clockIn(to.tz, now)];
  const hours = (there.offsetNanoseconds - here.offsetNanoseconds) / 3600e9;
  const size = signedHours(hours, lang);
  return {
    answer: `${to.label}: ${size} h (${from.label} ${localTime(here, lang)}, ${to.label} ${localTime(there, lang)})`,
    data: {
      from: { time: timeText(here), tz: from.tz },
      to: { time: timeText(there), tz: to.tz, day_shift: here.toPlainDate().until(there.toPlainDate()).days },
      value: String(hours),
    },
  };
}

/** `15:30`, with seconds if they are not zero. */
function timeText({ hour, minute, second }: { hour: number; minute: number; second: number }): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(hour)}:${two(minute)}${second ? `:${two(second)}` : ''}`;
}
