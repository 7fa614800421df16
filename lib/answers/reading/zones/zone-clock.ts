import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { tableFile } from '../../data-file.ts';
import { localMinute } from '../../local-times.ts';
import { findPlace, type KnownPlace } from '../places/gazetteer.ts';

/**
 * Names and abbreviations of zones, and the IANA zone that most people mean. The offset from UTC is empty if the name means
 * the clocks of the region, in summer and winter. `common` names stand alone; `ART`, also a word, needs a time before it.
 */
export const namedZones = tableFile(
  new URL('./data/zones.tsv', import.meta.url),
  z.object({ name: z.string(), label: z.string(), offset: z.string(), tz: z.string(), common: z.enum(['', '1']) }),
);

/** A zone, as IANA or as an offset (`+05:30`), and its label for people to read: `Tokyo, Japan`, `EST`, `UTC+05:30`. */
export type Zone = Record<'label' | 'tz', string>;

const OFFSET = /^(?:utc|gmt) ?([+-]) ?(\d{1,2})(?::?([0-5]\d))?$/;
const IANA = /^[a-z_]+\/[a-z_+-]+(?:\/[a-z_]+)?$/i;
const TIME_WORDS = /(?: savings?)?(?: local)? (?:time ?zone|time)$/;
const MAX_OFFSET_HOURS = 14;

/**
 * The zone that a text names. It is `said` if something in the query indicates a zone: a preposition, or a time of day. In
 * a conversion, an abbreviation means its fixed offset from UTC: EST is five hours behind in any month. In a question about
 * the time `now`, it means the clocks of the region.
 */
export function zoneNamed(
  text: string,
  { now = false, said = false, home = '', lang = '' } = {},
): Zone | KnownPlace | null {
  const called = zoneCalled(text, { now, said });
  if (called) return called;
  const iana = text.replaceAll(' ', '_');
  const tz = IANA.test(iana) ? clockIn(iana, 0).timeZoneId : 'UTC';
  if (tz !== 'UTC') return { label: tz, tz };
  return findPlace(text, { said, home, lang }) ?? findPlace(text.replace(TIME_WORDS, ''), { said, home, lang });
}

/** A zone by its own name, not by a place. */
export function zoneCalled(text: string, { now = false, said = false } = {}): Zone | null {
  const called = text
    .replaceAll('.', '')
    .replace(TIME_WORDS, '')
    .replace(/^(?:the )?(?:us )?(?=.)/, '');
  const known = namedZones().find(({ name }) => name === called);
  if (known && (said || known.common)) return { label: known.label, tz: (!now && known.offset) || known.tz };
  const [, sign, hours = '', minutes = '00'] = OFFSET.exec(called) ?? [];
  if (!sign || Number(hours) + Number(minutes) / 60 > MAX_OFFSET_HOURS) return null;
  const tz = clockIn(`${sign}${hours.padStart(2, '0')}:${minutes}`, 0).offset;
  return { label: `UTC${tz}`, tz };
}

/** By second and zone: Temporal is slow, and many requests are about the same second. */
const clocks = new LRUCache<string, Temporal.ZonedDateTime>({
  max: 500,
  memoMethod(key) {
    const [second, ...tz] = key.split(' ');
    const instant = Temporal.Instant.fromEpochMilliseconds(Number(second) * 1_000);
    try {
      return instant.toZonedDateTimeISO(tz.join(' '));
    } catch {
      // A RangeError: no such zone.
      return instant.toZonedDateTimeISO('UTC');
    }
  },
});

/** The wall clock in a zone, to the second; UTC if the zone is invalid. */
export const clockIn = (tz: string, now: number) => clocks.memo(`${Math.floor(now / 1_000)} ${tz}`);

/** By zone and offset, because a format of Intl takes long to make. */
const abbreviations = new LRUCache<string, string>({ max: 1_000 });

/** The abbreviation of a zone at a moment: `EST` or `EDT`; empty if it has none. */
export function abbreviationAt({ timeZoneId: timeZone, offset, epochMilliseconds }: Temporal.ZonedDateTime): string {
  const key = `${timeZone} ${offset}`;
  const kept = abbreviations.get(key);
  // An offset from UTC has no abbreviation, and Intl before Node 22 does not accept it as a zone.
  if (kept !== undefined || /^[+-]/.test(timeZone)) return kept ?? '';
  const known = namedZones().find((zone) => zone.offset === offset && zone.tz === timeZone && zone.name.length > 2);
  // Each English locale has the abbreviations of its own part of the world.
  const at = new Date(epochMilliseconds);
  const texts = ['en-US', 'en-GB', 'en-AU'].map((locale) =>
    at.toLocaleString(locale, { timeZone, timeZoneName: 'short' }),
  );
  const abbreviation = known?.label ?? texts.join(';').match(/(?<= )[A-Z]{2,5}(?=;|$)/)?.[0] ?? '';
  abbreviations.set(key, abbreviation);
  return abbreviation;
}

/** A moment on the clocks of a zone, to the minute: `Tuesday, 24 November 2026 at 15:54 CET`. */
export function momentThere(tz: string, date: Date, lang: string): string {
  const at = clockIn(tz, Number(date)).round('minute');
  const local = localMinute(at.epochMilliseconds + at.offsetNanoseconds / 1e6, lang);
  return `${local} ${abbreviationAt(at) || `UTC${at.offset}`}`;
}
