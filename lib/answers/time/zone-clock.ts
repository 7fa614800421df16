import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';
import { zoneNames } from './zone-names.ts';

/**
 * What the clocks of a zone show. Temporal knows, but takes its time for it; everybody asks about the same minutes, so what it
 * said about a minute is kept.
 */

/** The wall clock in a zone; UTC where the zone is none. */
export function clockIn(tz: string, now: number): Temporal.ZonedDateTime {
  try {
    return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(tz);
  } catch {
    return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('UTC');
  }
}

const MINUTE_MS = 60_000;
const MAX_KEPT = 2_000;
/** Since then, no zone changes its clocks but at a full minute. */
const FULL_MINUTES_SINCE = Date.UTC(1973, 0, 1);

/** Answers by zone and minute: `find` is asked once about each. */
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

/** How far a zone is from UTC at a moment, in milliseconds. */
export const offsetMsAt = keptByMinute((tz, epochMs) => clockIn(tz, epochMs).offsetNanoseconds / 1e6);

/** What the clocks show, as a moment of UTC. */
export const wallMsAt = (tz: string, epochMs: number) => epochMs + offsetMsAt(tz, epochMs);

/** What the clocks show, for Temporal: put together from its parts, because Temporal's own way there is a long one. */
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

/** The moment at which the clocks show this: never asked for an hour that comes twice, or not at all. */
export function epochMsOf(tz: string, wallMs: number): number {
  const near = wallMs - offsetMsAt(tz, wallMs);
  return wallMs - offsetMsAt(tz, near);
}

/** `+05:30`; with seconds where there are any, as there were before time zones. */
export function offsetText(offsetMs: number): string {
  const size = Math.abs(offsetMs) / 1_000;
  const two = (value: number) => String(value).padStart(2, '0');
  const seconds = size % 60 ? `:${two(size % 60)}` : '';
  return `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(size / 3_600))}:${two(Math.floor(size / 60) % 60)}${seconds}`;
}

/** The zone's own short name at this moment: `EST` or `EDT`; empty where it has none. */
export const abbreviationAt = keptByMinute((tz, epochMs) => {
  // A distance from UTC has no other name, and Intl takes none for a zone before Node 22.
  if (/^[+-]/.test(tz)) return '';
  const at = clockIn(tz, epochMs);
  const minutes = Math.round(at.offsetNanoseconds / 60e9);
  for (const [name, [offset, zone]] of Object.entries(zoneNames)) {
    if (offset === minutes && zone === at.timeZoneId && name.length > 2) return name.toUpperCase();
  }
  // Each kind of English knows the short names of its own part of the world.
  for (const locale of ['en-US', 'en-GB', 'en-AU']) {
    const parts = new Intl.DateTimeFormat(locale, { timeZone: at.timeZoneId, timeZoneName: 'short' }).formatToParts(
      epochMs,
    );
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    if (/^[A-Z]{2,5}$/.test(name)) return name;
  }
  return '';
});
