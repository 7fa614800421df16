/** How upstreams write times, lengths and special characters, for stand-ins. */

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const mediumDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** `48 minutes ago`, `2 hours ago`, `3 days ago`; null from a week on, when upstreams show a date. */
export function relativeAge(days: number): string | null {
  const minutes = Math.max(1, Math.round(days * 1_440));
  if (minutes < 60) return counted(minutes, 'minute');
  if (days < 1) return counted(Math.round(days * 24), 'hour');
  return days < 7 ? counted(Math.round(days), 'day') : null;
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}

/** `September 6, 2019`. */
export function inLongWords(date: Date): string {
  return longDate.format(date);
}

/** `Sep 6, 2019`. */
export function inMediumWords(date: Date): string {
  return mediumDate.format(date);
}

/** `1:02:36` or `4:05`. */
export function clock(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const tail = `${hours ? String(minutes).padStart(2, '0') : minutes}:${String(rest).padStart(2, '0')}`;
  return hours ? `${hours}:${tail}` : tail;
}

/** Like {@link clock}, padded to two digits: `01:02:36`, `04:05`. */
export function paddedClock(seconds: number): string {
  const text = clock(seconds);
  return /^\d:/.test(text) ? `0${text}` : text;
}

/** Escapes the special characters of HTML; upstreams differ in how they encode the apostrophe. */
export function withEntities(text: string, apostrophe = '&#x27;'): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", apostrophe);
}

/** ISO 8601 without a time zone, as some upstreams send it. */
export function isoWithoutZone(date: Date): string {
  return date.toISOString().slice(0, 19);
}

/** ISO 8601 to the second. */
export function isoToTheSecond(date: Date): string {
  return `${isoWithoutZone(date)}Z`;
}
