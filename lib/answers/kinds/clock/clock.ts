import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { type AnswerContent, type InstantQuery, inlineKind } from '../../answer.ts';
import { numbersWith } from '../../local-formats.ts';
import { localDay, localTime } from '../../local-times.ts';
import { foldedWord } from '../../reading/folded.ts';
import { type Phrases, phraseLengthBefore, wordsOf } from '../../reading/phrase-matching.ts';
import { nowWords, placeQuestions } from '../../reading/places/place-question.ts';
import type { Reading } from '../../reading/reading.ts';
import { abbreviationAt, clockIn, offsetMsAt, offsetText, wallMsAt } from '../../reading/zones/zone-clock.ts';
import { ownZone, type Zone, zoneNamed } from '../../reading/zones/zones.ts';
import { type Apart, apartIn } from './clock-difference.ts';
import { clockWords } from './clock-words.ts';
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
/** A time of day, or two zones. */
const TIME_OR_ZONES = /\d ?[a-z:(]|noon|mid(?:day|night|i\b)|mit(?:tag|ternacht)|minuit|mezz|medi[ao]|[a-z]t |utc|gmt/;

/** The current time in a place or zone, or a time there converted to another zone. */
export const clock = inlineKind<ClockData>({
  type: 'clock',
  example: 'time in Tokyo',
  data: clockSchema,
  match({ q, reading }) {
    const { place, any } = clockWords();
    if (q.length > MAX_CHARS) return false;
    return place.mayOccurIn(reading) || any.mayOccurIn(reading) || TIME_OR_ZONES.test(reading.folded);
  },
  work(query) {
    const words = wordsOf(query.reading.numeric);
    const apart = apartIn(words);
    if (apart) return difference(apart, query);
    const conversion = conversionIn(words);
    return conversion ? converted(conversion, query) : timeNow(query);
  },
});

function timeNow(query: InstantQuery): AnswerContent<ClockData> | null {
  const { reading, tz } = query;
  const { own, own_zone, zone, needs_preposition, place: wording } = clockWords();
  if (isWhole(reading, own)) return shown(ownZone(tz), query);
  if (isWhole(reading, own_zone)) return shown(ownZone(tz), query, true);
  for (const { topic, place, said, linked, split } of placeQuestions(reading, wording)) {
    if (split || (needs_preposition.has(topic) && !said)) continue;
    // `time for us`, `hora de aventura`: one word for the time is too common for `of`.
    if (linked && !topic.includes(' ') && !zone.has(topic)) continue;
    const isZoneAsked = zone.has(topic);
    // `az time zone`: directly before these words, two letters are a state.
    const isSaid = said || (isZoneAsked && (reading.isAsked || place.length === 2));
    const found = zoneNamed(place, { now: true, said: isSaid });
    if (found) return shown(found, query, isZoneAsked);
  }
  return null;
}

/** Whether the whole query is one of the phrases, with or without words for `now` after it. */
function isWhole({ folded, plain }: Reading, phrases: Phrases): boolean {
  return [folded, plain].some((text) => {
    const words = wordsOf(foldedWord(text));
    const end = words.length - phraseLengthBefore(words, words.length, nowWords());
    return phrases.has(words.join(' ')) || phrases.has(words.slice(0, end).join(' '));
  });
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
    data: { place: label, tz, iso: `${wall}${offset}`, offset, abbreviation, value: zoneAsked ? tz : wall },
  };
}

function converted({ time, from, to }: ZoneConversion, { now, tz, lang }: InstantQuery): AnswerContent<ClockData> {
  const target = to ?? ownZone(tz);
  const wall = Temporal.PlainTime.from({ hour: time.hour, minute: time.minute, second: time.second });
  const start = clockIn(from.tz, now).withPlainTime(wall);
  const end = clockIn(target.tz, start.epochMilliseconds);
  const clocks = bothClocks(start, end, from, target);
  const shift = clocks.to.day_shift;
  const day = shift === 0 ? '' : ` (${shift > 0 ? '+' : '−'}${Math.abs(shift)} d)`;
  return {
    answer: `${localTime(start, lang)} ${from.label} = ${localTime(end, lang)} ${target.label}${day}`,
    data: { ...clocks, value: clocks.to.time },
  };
}

const signedHours = numbersWith({ maximumFractionDigits: 2, signDisplay: 'exceptZero' });

function difference({ from, to }: Apart, { now, tz, lang }: InstantQuery): AnswerContent<ClockData> {
  const base = from ?? ownZone(tz);
  const [here, there] = [clockIn(base.tz, now), clockIn(to.tz, now)];
  const hours = (there.offsetNanoseconds - here.offsetNanoseconds) / 3600e9;
  const times = `${base.label} ${localTime(here, lang)}, ${to.label} ${localTime(there, lang)}`;
  return {
    answer: `${to.label}: ${signedHours(hours, lang)} h (${times})`,
    data: { ...bothClocks(here, there, base, to), value: String(hours) },
  };
}

function bothClocks(start: Temporal.ZonedDateTime, end: Temporal.ZonedDateTime, from: Zone, to: Zone) {
  const day_shift = start.toPlainDate().until(end.toPlainDate()).days;
  return { from: { time: timeText(start), tz: from.tz }, to: { time: timeText(end), tz: to.tz, day_shift } };
}

/** `15:30`, with seconds if they are not zero. */
function timeText({ hour, minute, second }: Temporal.ZonedDateTime): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(hour)}:${two(minute)}${second ? `:${two(second)}` : ''}`;
}
