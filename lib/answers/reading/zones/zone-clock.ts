import { Temporal } from 'temporal-polyfill';
import { zoneTable } from './zone-table.ts';

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
