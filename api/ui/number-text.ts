import { regional } from '../../lib/text/regional.ts';

/** A count for people: `12,345`; as a `compact` one `12K`. */
export function countText(value: number, locale: string, notation: 'standard' | 'compact' = 'standard'): string {
  return value.toLocaleString(regional(locale), { notation });
}

/** A share between 0 and 1 in percent; a digit more where it matters. */
export function shareText(share: number, locale: string): string {
  const isExact = share > 0 && (share < 0.01 || (share > 0.99 && share < 1));
  return share.toLocaleString(regional(locale), { style: 'percent', maximumFractionDigits: isExact ? 1 : 0 });
}

/** A measured time: `85 ms`, `1.4 s`. */
export function durationText(ms: number, locale: string): string {
  const [value, unit] = ms < 999.5 ? [Math.round(ms), 'ms'] : [ms / 1_000, 's'];
  return `${value.toLocaleString(regional(locale), { maximumFractionDigits: 1 })}\u00a0${unit}`;
}

/** An amount of money; small ones with more digits. */
export function moneyText(amount: number, currency: string, locale: string): string {
  const digits = amount !== 0 && Math.abs(amount) < 1 ? 4 : 2;
  return amount.toLocaleString(regional(locale), { style: 'currency', currency, maximumFractionDigits: digits });
}

/** A length of time in seconds, minutes, hours or days, rounded up. */
export function waitText(seconds: number, locale: string): string {
  const [count, unit] =
    seconds <= 90
      ? [seconds, 'second']
      : seconds <= 90 * 60
        ? [Math.ceil(seconds / 60), 'minute']
        : seconds <= 48 * 3_600
          ? [Math.ceil(seconds / 3_600), 'hour']
          : [Math.ceil(seconds / 86_400), 'day'];
  return count.toLocaleString(regional(locale), { style: 'unit', unit, unitDisplay: 'long', useGrouping: false });
}

type Style = 'date' | 'day' | 'month' | 'minute' | 'second';
const STYLES: Readonly<Record<Style, Intl.DateTimeFormatOptions>> = {
  date: { day: 'numeric', month: 'short' },
  day: { dateStyle: 'medium' },
  month: { month: 'long', year: 'numeric' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  second: { timeStyle: 'medium' },
};

/** A time in UTC, as precise as asked: a day of this year, a day, a month, a day with hour and minute, or only the time with seconds. */
export function timeText(at: string, style: Style, locale: string): string {
  return new Date(at).toLocaleString(regional(locale), { ...STYLES[style], timeZone: 'UTC' });
}

/** The units of a time that is told from now on, each with its length in seconds and from when on it is used. */
const UNITS = [
  ['year', 31_557_600, 2 * 365 * 86_400],
  ['month', 2_629_800, 60 * 86_400],
  ['day', 86_400, 48 * 3_600],
  ['hour', 3_600, 59.5 * 60],
  ['minute', 60, 59.5],
] as const;

/** How long ago a time was, or how soon it is: `5 minutes ago`, `in 3 days`. Times of the last seconds are `now`. */
export function relativeTimeText(at: string, locale: string, now: number): string {
  const seconds = (Date.parse(at) - now) / 1_000;
  const [unit, length] = UNITS.find(([, , least]) => Math.abs(seconds) >= least) ?? ['second', 1];
  const count = Math.abs(seconds) < 10 ? 0 : Math.round(seconds / length);
  return new Intl.RelativeTimeFormat(regional(locale), { numeric: 'auto' }).format(count, unit);
}
