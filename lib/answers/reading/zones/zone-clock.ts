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

/** The abbreviation of a zone at a moment: `EST` or `EDT`; empty if it has none. */
export function abbreviationAt({ timeZoneId: timeZone, offset, epochMilliseconds }: Temporal.ZonedDateTime): string {
  // An offset from UTC has no abbreviation, and Intl before Node 22 does not accept it as a zone.
  if (/^[+-]/.test(timeZone)) return '';
  const known = [...zoneTable().values()].find(
    (zone) => zone.offset === offset && zone.tz === timeZone && zone.name.length > 2,
  );
  if (known) return known.label;
  // Each English locale has the abbreviations of its own part of the world.
  const names = ['en-US', 'en-GB', 'en-AU'].map((locale) => {
    const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(epochMilliseconds);
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  });
  return names.find((name) => /^[A-Z]{2,5}$/.test(name)) ?? '';
}
