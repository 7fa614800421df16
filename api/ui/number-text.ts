/** English without a region is British, whose dates nobody misreads. */
const regional = (locale: string) => (locale === 'en' ? 'en-GB' : locale);

/** A count for people: `12,345`. */
export function countText(value: number, locale: string): string {
  return value.toLocaleString(regional(locale));
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

type Style = 'day' | 'month' | 'minute' | 'second';
const STYLES: Readonly<Record<Style, Intl.DateTimeFormatOptions>> = {
  day: { dateStyle: 'medium' },
  month: { month: 'long', year: 'numeric' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  second: { timeStyle: 'medium' },
};

/** A time in UTC, as precise as asked: a day, a month, a day with hour and minute, or only the time with seconds. */
export function timeText(at: string, style: Style, locale: string): string {
  return new Date(at).toLocaleString(regional(locale), { ...STYLES[style], timeZone: 'UTC' });
}
