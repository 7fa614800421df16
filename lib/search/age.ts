import { LRUCache } from 'lru-cache';

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** A formatter costs more to make than all the ages of a page; languages are few, but the caller chooses them. */
const formatters = new LRUCache<string, Intl.RelativeTimeFormat>({ max: 200 });

/** "2 days ago" in the given language, English when empty or unknown. A date in the future counts as now. */
export function relativeAge(isoDate: string, lang: string, now: number): string {
  const at = Date.parse(isoDate);
  if (Number.isNaN(at)) return '';
  const seconds = Math.max(0, Math.floor((now - at) / 1_000));
  const [unit, size] = UNITS.find(([, unitSize]) => seconds >= unitSize) ?? ['second', 1];
  return formatterFor(lang).format(-Math.floor(seconds / size), unit);
}

/** An upstream's date as ISO 8601, or empty. A time without a zone is UTC. */
export function isoDate(value: unknown): string {
  if (typeof value === 'number') return isoFromMs(value * 1_000);
  if (typeof value !== 'string' || value.length > 64) return '';
  const hasTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(value);
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(value);
  return isoFromMs(Date.parse(hasTime && !hasZone ? `${value.replace(' ', 'T')}Z` : value));
}

function isoFromMs(ms: number): string {
  // Before 1990 or beyond tomorrow, a web page's date is a mistake.
  if (!Number.isFinite(ms) || ms < 631_152_000_000 || ms > Date.now() + 86_400_000) return '';
  return new Date(ms).toISOString();
}

function formatterFor(lang: string): Intl.RelativeTimeFormat {
  let formatter = formatters.get(lang);
  if (!formatter) {
    formatter = new Intl.RelativeTimeFormat(lang === '' ? ['en'] : [lang, 'en'], { numeric: 'always' });
    formatters.set(lang, formatter);
  }
  return formatter;
}
