import type { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { type AnswerContent, type InstantQuery, inlineKind } from '../../answer.ts';
import { numbersWith } from '../../local-formats.ts';
import { dayShift, isoTime, localDate, localTime } from '../../local-times.ts';
import { foldedWord } from '../../reading/folded.ts';
import { includesPhrase, type Phrases, phraseLengthBefore, wordsOf } from '../../reading/phrase-matching.ts';
import { nowWords, placeQuestions } from '../../reading/places/place-question.ts';
import type { Reading } from '../../reading/reading.ts';
import { abbreviationAt, clockIn, zoneTable } from '../../reading/zones/zone-clock.ts';
import { ownZone, type Zone, zoneNamed } from '../../reading/zones/zones.ts';
import { clockWords } from './clock-words.ts';
import { zonePairIn } from './zone-pairs.ts';

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
/** The current time in a place or zone, or a time there converted to another zone. */
export const clock = inlineKind<ClockData>({
  type: 'clock',
  example: 'time in Tokyo',
  data: clockSchema,
  match: ({ q, reading }) =>
    q.length <= MAX_CHARS && (reading.words.some(isTimeOrZone) || includesPhrase(reading, clockWords().any)),
  work(query) {
    const pair = zonePairIn(wordsOf(query.reading.numeric));
    if (!pair) return timeNow(query);
    const { from, to, time } = pair;
    return compared(from ?? ownZone(query.tz), to ?? ownZone(query.tz), time, query);
  },
});

function isTimeOrZone(word: string): boolean {
  const { noon, midnight } = clockWords();
  return /^\d/.test(word) || zoneTable().has(word) || noon.has(word) || midnight.has(word);
}

function timeNow(query: InstantQuery): AnswerContent<ClockData> | null {
  const { reading, tz } = query;
  const { own, own_zone, zone, needs_preposition } = clockWords();
  if (isWhole(reading, own)) return shown(ownZone(tz), query);
  if (isWhole(reading, own_zone)) return shown(ownZone(tz), query, true);
  for (const { topic, place, said, linked, split } of placeQuestions(reading, clockWords())) {
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
  const at = clockIn(tz, now);
  const { offset } = at;
  const wall = at.toPlainDateTime().toString({ smallestUnit: 'second' });
  const abbreviation = abbreviationAt(at);
  const zone = [abbreviation, `UTC${offset}`].filter(Boolean).join(', ');
  const time = `${localTime(at.round({ smallestUnit: 'minute', roundingMode: 'trunc' }), lang)}, ${localDate(at, lang)}`;
  return {
    answer: zoneAsked ? `${label}: ${tz} (${zone}), ${time}` : `${label}: ${time} (${zone})`,
    data: { place: label, tz, iso: `${wall}${offset}`, offset, abbreviation, value: zoneAsked ? tz : wall },
  };
}

const signedHours = numbersWith({ maximumFractionDigits: 2, signDisplay: 'exceptZero' });

/** A time in one zone as the other shows it; without a time, the difference between the zones. */
function compared(
  from: Zone,
  to: Zone,
  time: Temporal.PlainTime | undefined,
  { now, lang }: InstantQuery,
): AnswerContent<ClockData> {
  const start = time ? clockIn(from.tz, now).withPlainTime(time) : clockIn(from.tz, now);
  const end = clockIn(to.tz, start.epochMilliseconds);
  const day_shift = start.toPlainDate().until(end.toPlainDate()).days;
  const hours = (end.offsetNanoseconds - start.offsetNanoseconds) / 3600e9;
  const [here, there] = [localTime(start, lang), localTime(end, lang)];
  return {
    answer: time
      ? `${here} ${from.label} = ${there} ${to.label}${dayShift(day_shift)}`
      : `${to.label}: ${signedHours(hours, lang)} h (${from.label} ${here}, ${to.label} ${there})`,
    data: {
      from: { time: isoTime(start), tz: from.tz },
      to: { time: isoTime(end), tz: to.tz, day_shift },
      value: time ? isoTime(end) : String(hours),
    },
  };
}
