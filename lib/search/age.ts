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

/**
 * Creating a formatter costs more than formatting all ages of a page. The cache is bounded, because the caller chooses
 * the language.
 */
const formatters = new LRUCache<string, Intl.RelativeTimeFormat>({ max: 200 });
/** Few ages differ, and formatting one takes as long as the rest of showing a result. */
const ages = new LRUCache<string, string>({ max: 2_000 });

/**
 * Formats an age such as "2 days ago" in the given language, or in English if it is empty or unknown. A future date
 * counts as now.
 */
export function relativeAge(isoDate: string, lang: string, now: number): string {
  const at = Date.parse(isoDate);
  if (Number.isNaN(at)) return '';
  const seconds = Math.max(0, Math.floor((now - at) / 1_000));
  const [unit, size] = UNITS.find(([, unitSize]) => seconds >= unitSize) ?? ['second', 1];
  const count = Math.floor(seconds / size);
  const key = `${count} ${unit} ${lang}`;
  const known = ages.get(key);
  if (known !== undefined) return known;
  const age = formatterFor(lang).format(-count, unit);
  ages.set(key, age);
  return age;
}

const AGO = /^(\d{1,4}|an?) (second|minute|hour|day|week|month|year)s? ago$/i;
const ISO_LIKE = /^\d{4}-\d{2}-\d{2}/;
/** ISO 8601 without separators: `20260131T120000Z`. */
const BASIC_ISO = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
/**
 * `Aug 29, 2025`, `29 August 2025`, `Fri, 29 Aug 2025 10:00:00 GMT`. Date.parse alone would accept `Decade 10 2024`.
 */
const WRITTEN = new RegExp(`^(?:[a-z]{3,9},? )?(?:${MONTH}\\.? \\d{1,2},? \\d{4}|\\d{1,2} ${MONTH}\\.? \\d{4})`, 'i');

/** Dates by their text. Pages come back in many answers, and reading a date takes as long as the key of an address. */
const writtenDates = new LRUCache<string, string>({ max: 5_000 });

/**
 * Converts an upstream's date to ISO 8601: seconds, a date in a common format (UTC unless it has a zone) or `2 hours
 * ago`. Empty if it is none of these.
 */
export function isoDate(value: unknown, now = Date.now()): string {
  if (typeof value === 'number') return isoFromMs(value * 1_000);
  if (typeof value !== 'string' || value === '' || value.length > 64) return '';
  const known = writtenDates.get(value);
  if (known !== undefined) return known;
  const text = value.trim();
  const ago = AGO.exec(text);
  if (ago) {
    const size = UNITS.find(([unit]) => unit === ago[2]?.toLowerCase())?.[1] ?? 0;
    return isoFromMs(now - (Number(ago[1]) || 1) * size * 1_000);
  }
  const date = isoFromMs(msOf(text));
  // A date too far in the future is not so for ever.
  if (date !== '') writtenDates.set(value, date);
  return date;
}

/** The time of an age in words of a language, such as `vor 3 Tagen`; empty if it is none. */
export function timeAgo(text: string, lang: string, now = Date.now()): string {
  const count = Number(/\d{1,4}/.exec(text)?.[0] ?? Number.NaN);
  const said = text.toLowerCase();
  const unit = UNITS.find(([name]) => formatterFor(lang).format(-count, name).toLowerCase() === said);
  return unit ? isoFromMs(now - count * unit[1] * 1_000) : '';
}

/** The time of a written date; NaN if it is none. */
function msOf(written: string): number {
  const text = written.replace(BASIC_ISO, '$1-$2-$3T$4:$5:$6Z');
  const isIso = ISO_LIKE.test(text);
  if (!isIso && !WRITTEN.test(text)) return Number.NaN;
  const dateOnly = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const hasZone = /(Z|GMT|UTC|[+-]\d{2}:?\d{2})$/i.test(text);
  if (dateOnly || hasZone) return Date.parse(text);
  return Date.parse(isIso ? `${text.replace(' ', 'T')}Z` : `${text} UTC`);
}

function isoFromMs(ms: number): string {
  // The date of a web page before 1990 or after tomorrow is a mistake.
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
