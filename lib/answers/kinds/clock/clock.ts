import { z } from 'zod';
import type { InstantQuery } from '../../answer.ts';
import { texts } from '../../fields.ts';
import { inlineAnswer } from '../../kind.ts';
import { numbersWith } from '../../local-formats.ts';
import { dayShift, isoTime, localDate, localTime } from '../../local-times.ts';
import { momentIn } from '../../reading/dates/date-items.ts';
import { inYearOf } from '../../reading/dates/moment.ts';
import { namedHours } from '../../reading/dates/time-of-day.ts';
import { callingWords, halves, phraseLengthBefore } from '../../reading/phrase-matching.ts';
import { alternativesTo, type KnownPlace } from '../../reading/places/gazetteer.ts';
import { placeQuestions, placeWords } from '../../reading/places/place-question.ts';
import { abbreviationAt, clockIn, namedZones, type Zone, zoneNamed } from '../../reading/zones/zone-clock.ts';
import { changeAsked, changed, changePhrases, changeSchema } from './clock-changes.ts';
import { clockWords, type ZonePair, zonePairIn } from './zone-pairs.ts';

const Now = z.object({
  ...{ kind: z.literal('time'), alternatives: z.array(z.string()).optional() },
  ...texts('place', 'tz', 'iso', 'offset', 'abbreviation', 'value'),
  others: z.array(z.object(texts('place', 'tz', 'iso'))).optional(),
});
const Conversion = z.object({
  kind: z.literal('time_conversion'),
  from: z.object(texts('time', 'tz', 'place', 'date')),
  to: z.object({ ...texts('time', 'tz', 'place', 'offset'), day_shift: z.number() }),
  value: z.union([z.string(), z.number()]),
  unit: z.literal('hours').optional(),
});

const clockQuestions = placeQuestions(clockWords);

/** The current time in a place or zone, or a time there converted to another zone. */
export const clock = inlineAnswer({
  type: 'clock',
  example: 'time in Tokyo',
  data: z.union([Now, Conversion, changeSchema]),
  words() {
    const { topics, own, own_zone, difference } = clockWords();
    // Other names of zones are also words, and need a time.
    const zones = namedZones().flatMap(({ name, common }) => (common ? [name] : []));
    const lists = [topics, own, own_zone, difference, namedHours().keys(), zones, changePhrases()];
    return callingWords(lists.flatMap((list) => [...list]).filter((phrase) => phrase !== 'now'));
  },
  // A mark or word that makes a number a sure time of day, or an abbreviated zone.
  signs: /\d ?(?:[:.h][0-5]\d|[ap]\.?m\b|h\b|uhr|o'?clock|in the|at night)|[a-z]\.[sd]\.t|^now$/,
  read: (query) => changeAsked(query) ?? query.reading.mentions(zonePairIn) ?? zoneAsked(query),
  answer(asked, query) {
    if ('direction' in asked) return changed(asked, query);
    return 'zone' in asked ? shown(asked, query) : compared(asked, query);
  },
});

/** The zone in which a query asks for the time, or for the name of the zone. */
type ZoneAsked = { zone: Zone | KnownPlace; isNameAsked: boolean; others?: readonly (Zone | KnownPlace)[] };
const [MAX_PLACES, MAX_NAME_WORDS] = [4, 8];

function zoneAsked({ reading, tz }: InstantQuery): ZoneAsked | null {
  const { own, own_zone, zone: zoneWords, needs_preposition } = clockWords();
  for (const words of [reading.said, reading.words]) {
    const end = words.length - phraseLengthBefore(words, words.length, placeWords().now);
    for (const whole of [words.join(' '), words.slice(0, end).join(' ')]) {
      if (own.has(whole) || own_zone.has(whole)) return { zone: { label: tz, tz }, isNameAsked: own_zone.has(whole) };
    }
  }
  for (const { topic, place, said, linked, split, home, lang } of reading.mentions(clockQuestions)) {
    if (split || (needs_preposition.has(topic) && !said)) continue;
    const isNameAsked = zoneWords.has(topic);
    // `time for us`, `hora de aventura`: one word for the time is too common for `of`.
    if (linked && !topic.includes(' ') && !isNameAsked) continue;
    // `az time zone`: directly before these words, two letters are a state.
    const isSaid = said || (isNameAsked && (reading.isAsked || place.length === 2));
    const named = (name: string) => zoneNamed(name, { now: true, said: isSaid, home, lang });
    /** The places side by side, as commas are no words. */
    const placesIn = (words: readonly string[]): (Zone | KnownPlace)[] => {
      const whole = named(words.join(' '));
      if (whole || words.length > MAX_NAME_WORDS) return whole ? [whole] : [];
      for (const [name, rest] of halves(words)) {
        const [first, others] = [name.length > 2 ? named(name) : null, rest.split(' ')];
        const more = first ? placesIn(others) : [];
        if (first && more.length > 0) return [first, ...more];
      }
      return [];
    };
    const all = place.split(/ (?:and|und|et|y|e|en|&) /).map((names) => placesIn(names.split(' ')));
    const [first, ...others] = all.some((each) => each.length === 0) ? [] : all.flat();
    if (first && others.length < (isNameAsked ? 1 : MAX_PLACES)) return { zone: first, isNameAsked, others };
  }
  return null;
}

function shown({ zone, isNameAsked, others = [] }: ZoneAsked, query: InstantQuery): ReturnType<typeof shownIn> {
  const [first, ...more] = [zone, ...others].map((each) => shownIn(each, isNameAsked, query)) as [Shown, ...Shown[]];
  if (more.length === 0) return first;
  const data = { ...first.data, others: more.map(({ data: { place, tz, iso } }) => ({ place, tz, iso })) };
  return { answer: [first, ...more].map(({ answer }) => answer).join('; '), data };
}
type Shown = ReturnType<typeof shownIn>;

function shownIn(zone: Zone | KnownPlace, isNameAsked: boolean, { now, lang, reading }: InstantQuery) {
  const { label, tz } = zone;
  const at = clockIn(tz, now);
  const { offset } = at;
  const local = at.toPlainDateTime();
  // Temporal takes ten times as long.
  const wall = new Date(at.epochMilliseconds + at.offsetNanoseconds / 1e6).toISOString().slice(0, 19);
  const abbreviation = abbreviationAt(at);
  const clocks = [abbreviation, `UTC${offset}`].filter(Boolean).join(', ');
  const value = isNameAsked ? tz : wall;
  const time = `${localTime({ hour: local.hour, minute: local.minute, second: 0 }, lang)}, ${localDate(local, lang)}`;
  return {
    answer: isNameAsked ? `${label}: ${tz} (${clocks}), ${time}` : `${label}: ${time} (${clocks})`,
    data: {
      ...{ kind: 'time' as const, place: label, tz, iso: `${wall}${offset}`, offset, abbreviation, value },
      ...('key' in zone && alternativesTo(zone, reading)),
    } as z.infer<typeof Now>,
  };
}

const signedHours = numbersWith({ maximumFractionDigits: 2, signDisplay: 'exceptZero' });

/** A time in one zone as the other shows it; without a time, the difference between the zones. */
function compared(pair: ZonePair, { now, lang, tz }: InstantQuery) {
  const { time, on, from = { label: tz, tz }, to = { label: tz, tz } } = pair;
  const today = clockIn(from.tz, now);
  const moment = on ? momentIn(on, today) : null;
  const date = moment && inYearOf(moment, { at: today.toPlainDateTime() }, 'next').at.toPlainDate();
  const day = date ? date.toZonedDateTime(from.tz) : today;
  const start = time ? day.withPlainTime(time) : day;
  const end = clockIn(to.tz, start.epochMilliseconds);
  const day_shift = start.toPlainDate().until(end.toPlainDate()).days;
  const hours = (end.offsetNanoseconds - start.offsetNanoseconds) / 3600e9;
  const [here, there] = [localTime(start, lang), localTime(end, lang)];
  return {
    answer: time
      ? `${here} ${from.label} = ${there} ${to.label}${dayShift(day_shift)}${date ? ` (${localDate(date, lang)})` : ''}`
      : `${to.label}: ${signedHours(hours, lang)} h (${from.label} ${here}, ${to.label} ${there})`,
    data: {
      kind: 'time_conversion' as const,
      from: { time: isoTime(start), tz: from.tz, place: from.label, date: start.toPlainDate().toString() },
      to: { time: isoTime(end), tz: to.tz, place: to.label, offset: end.offset, day_shift },
      ...(time ? { value: isoTime(end) } : { value: hours, unit: 'hours' as const }),
    },
  };
}
