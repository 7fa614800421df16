import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { tableFile } from '../../data-file.ts';
import { findPlace } from '../places/gazetteer.ts';

/** Names and abbreviations of zones, and the IANA zone that most people mean. */
export const namedZones = tableFile(
  new URL('./data/zones.tsv', import.meta.url),
  z.object({
    name: z.string().min(1),
    /** Name for people to read. */
    label: z.string().min(1),
    /** Offset from UTC; empty if the name means the clocks of the region, in summer and winter. */
    offset: z.string(),
    tz: z.string().min(1),
    /** Whether people use the name alone. `ART` or `CAT` need a time before them, because they are also words. */
    common: z.enum(['', '1']),
  }),
);

/** A zone, named by a place, an abbreviation, or an offset from UTC. */
export interface Zone {
  /** Name for people to read: `Tokyo, Japan`, `EST`, `UTC+05:30`. */
  label: string;
  /** IANA zone, or an offset such as `+05:30`: any zone that Temporal accepts. */
  tz: string;
}

interface Naming {
  /** In a question about the current time, an abbreviation means the clocks of the region. */
  now?: boolean;
  /** Whether something in the query indicates a zone: a preposition, or a time of day. */
  said?: boolean;
}

const OFFSET = /^(?:utc|gmt) ?([+-]) ?(\d{1,2})(?::?([0-5]\d))?$/;
const IANA = /^[a-z_]+\/[a-z_+-]+(?:\/[a-z_]+)?$/i;
const TIME_WORDS = /(?: savings?)?(?: local)? (?:time ?zone|time)$/;
const MAX_OFFSET_HOURS = 14;

/**
 * The zone that a text names. In a conversion, an abbreviation means its fixed offset from UTC: EST is five hours
 * behind in any month.
 */
export function zoneNamed(text: string, { now = false, said = false }: Naming = {}): Zone | null {
  const short = text.replace(TIME_WORDS, '');
  const called = zoneCalled(short, { now, said });
  if (called) return called;
  const iana = text.replaceAll(' ', '_');
  const tz = IANA.test(iana) ? clockIn(iana, 0).timeZoneId : 'UTC';
  if (tz !== 'UTC') return { label: tz, tz };
  const place = findPlace(text, { said }) ?? findPlace(short, { said });
  return place && { label: place.label, tz: place.tz };
}

/** A zone by its own name, not by a place. */
export function zoneCalled(text: string, { now = false, said = false }: Naming = {}): Zone | null {
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

/** By zone and second: Temporal is slow, and many requests are about the same second. */
const clocks = new LRUCache<string, Temporal.ZonedDateTime>({ max: 500 });

/** The wall clock in a zone, to the second; UTC if the zone is invalid. */
export function clockIn(tz: string, now: number): Temporal.ZonedDateTime {
  const second = Math.floor(now / 1_000) * 1_000;
  const kept = clocks.get(`${tz} ${second}`);
  if (kept) return kept;
  const instant = Temporal.Instant.fromEpochMilliseconds(second);
  let clock = instant.toZonedDateTimeISO('UTC');
  try {
    clock = instant.toZonedDateTimeISO(tz);
  } catch {
    // The zone is invalid.
  }
  clocks.set(`${tz} ${second}`, clock);
  return clock;
}

/** By zone and offset, because a format of Intl takes long to make. */
const abbreviations = new LRUCache<string, string>({ max: 1_000 });

/** The abbreviation of a zone at a moment: `EST` or `EDT`; empty if it has none. */
export function abbreviationAt({ timeZoneId: timeZone, offset, epochMilliseconds }: Temporal.ZonedDateTime): string {
  const key = `${timeZone} ${offset}`;
  const kept = abbreviations.get(key);
  // An offset from UTC has no abbreviation, and Intl before Node 22 does not accept it as a zone.
  if (kept !== undefined || /^[+-]/.test(timeZone)) return kept ?? '';
  const known = namedZones().find(({ name, offset: at, tz }) => at === offset && tz === timeZone && name.length > 2);
  // Each English locale has the abbreviations of its own part of the world.
  const names = ['en-US', 'en-GB', 'en-AU'].map(
    (locale) =>
      new Date(epochMilliseconds).toLocaleString(locale, { timeZone, timeZoneName: 'short' }).split(' ').at(-1) ?? '',
  );
  const abbreviation = known?.label ?? names.find((name) => /^[A-Z]{2,5}$/.test(name)) ?? '';
  abbreviations.set(key, abbreviation);
  return abbreviation;
}
