import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { tableFile } from '../../data-file.ts';

const zones = tableFile(
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
let byName: ReadonlyMap<string, ReturnType<typeof zones>[number]> | undefined;

/** Names and abbreviations of zones, and the IANA zone that most people mean. */
export function zoneTable() {
  byName ??= new Map(zones().map((zone) => [zone.name, zone]));
  return byName;
}

/** The wall clock in a zone; UTC if the zone is invalid. */
export function clockIn(tz: string, now: number): Temporal.ZonedDateTime {
  const instant = Temporal.Instant.fromEpochMilliseconds(now);
  try {
    return instant.toZonedDateTimeISO(tz);
  } catch {
    return instant.toZonedDateTimeISO('UTC');
  }
}

/** By zone and offset, because a format of Intl takes long to make. */
const abbreviations = new LRUCache<string, string>({ max: 1_000 });

/** The abbreviation of a zone at a moment: `EST` or `EDT`; empty if it has none. */
export function abbreviationAt({ timeZoneId: tz, offset, epochMilliseconds }: Temporal.ZonedDateTime): string {
  // An offset from UTC has no abbreviation, and Intl before Node 22 does not accept it as a zone.
  if (/^[+-]/.test(tz)) return '';
  const key = `${tz} ${offset}`;
  const abbreviation =
    abbreviations.get(key) ?? knownAbbreviation(tz, offset) ?? intlAbbreviation(tz, epochMilliseconds);
  abbreviations.set(key, abbreviation);
  return abbreviation;
}

function knownAbbreviation(tz: string, offset: string): string | undefined {
  return zones().find((zone) => zone.offset === offset && zone.tz === tz && zone.name.length > 2)?.label;
}

/** Each English locale has the abbreviations of its own part of the world. */
function intlAbbreviation(timeZone: string, at: number): string {
  const names = ['en-US', 'en-GB', 'en-AU'].map((locale) => {
    const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(at);
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  });
  return names.find((name) => /^[A-Z]{2,5}$/.test(name)) ?? '';
}
