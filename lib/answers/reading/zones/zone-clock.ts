import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';
import { zoneTable } from './zone-table.ts';

/**
 * Wall clocks of time zones. Temporal is slow, and most requests are about the same minutes, so its results are cached
 * per minute.
 */

/** The wall clock in a zone; UTC if the zone is invalid. */
export function clockIn(tz: string, now: number): Temporal.ZonedDateTime {
  try {
    return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(tz);
  } catch {
    return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('UTC');
  }
}

const MINUTE_MS = 60_000;
const MAX_KEPT = 2_000;
/** Since then, all zones have changed their clocks only at full minutes. */
const FULL_MINUTES_SINCE = Date.UTC(1973, 0, 1);

/** Caches results by zone and minute, so that `find` runs once for each. */
function keptByMinute<Answer extends string | number>(
  find: (tz: string, epochMs: number) => Answer,
): (tz: string, epochMs: number) => Answer {
  const kept = new LRUCache<string, Answer>({ max: MAX_KEPT });
  return (tz, epochMs) => {
    if (epochMs < FULL_MINUTES_SINCE) return find(tz, epochMs);
    const key = `${Math.floor(epochMs / MINUTE_MS)} ${tz}`;
    let answer = kept.get(key);
    if (answer === undefined) {
      answer = find(tz, epochMs);
      kept.set(key, answer);
    }
    return answer;
  };
}

/** Offset of a zone from UTC at a moment, in milliseconds. */
export const offsetMsAt = keptByMinute((tz, epochMs) => clockIn(tz, epochMs).offsetNanoseconds / 1e6);

/** The wall-clock time, as if it were UTC. */
export const wallMsAt = (tz: string, epochMs: number) => epochMs + offsetMsAt(tz, epochMs);

/** The wall-clock time for Temporal, built from its parts because Temporal's own conversion is slow. */
export function wallDateTime(wallMs: number): Temporal.PlainDateTime {
  const at = new Date(wallMs);
  return new Temporal.PlainDateTime(
    at.getUTCFullYear(),
    at.getUTCMonth() + 1,
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
    at.getUTCSeconds(),
    at.getUTCMilliseconds(),
  );
}

/** The moment of a wall-clock time. Callers never pass an hour that occurs twice or not at all. */
export function epochMsOf(tz: string, wallMs: number): number {
  const near = wallMs - offsetMsAt(tz, wallMs);
  return wallMs - offsetMsAt(tz, near);
}

/** `+05:30`; with seconds if there are any, as before the introduction of time zones. */
export function offsetText(offsetMs: number): string {
  const size = Math.abs(offsetMs) / 1_000;
  const two = (value: number) => String(value).padStart(2, '0');
  const seconds = size % 60 ? `:${two(size % 60)}` : '';
  return `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(size / 3_600))}:${two(Math.floor(size / 60) % 60)}${seconds}`;
}

/** The abbreviation of a zone at a moment: `EST` or `EDT`; empty if it has none. */
export const abbreviationAt = keptByMinute((tz, epochMs) => {
  // An offset from UTC has no abbreviation, and Intl before Node 22 does not accept it as a zone.
  if (/^[+-]/.test(tz)) return '';
  const at = clockIn(tz, epochMs);
  const minutes = Math.round(at.offsetNanoseconds / 60e9);
  const known = zoneTable().find(
    (zone) => zone.minutes === minutes && zone.tz === at.timeZoneId && zone.name.length > 2,
  );
  if (known) return known.label;
  // Each English locale has the abbreviations of its own part of the world.
  for (const locale of ['en-US', 'en-GB', 'en-AU']) {
    const parts = new Intl.DateTimeFormat(locale, { timeZone: at.timeZoneId, timeZoneName: 'short' }).formatToParts(
      epochMs,
    );
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    if (/^[A-Z]{2,5}$/.test(name)) return name;
  }
  return '';
});
