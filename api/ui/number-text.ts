import type { Language } from './preferences.ts';

/** How each language of the pages writes numbers and dates. */
const locales: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };

/** A count for people: `12,345`. */
export function countText(value: number, language: Language): string {
  return value.toLocaleString(locales[language]);
}

/** A length of time in seconds, minutes, hours or days, rounded up. */
export function waitText(seconds: number, language: Language): string {
  const [count, unit] =
    seconds <= 90
      ? [seconds, 'second']
      : seconds <= 90 * 60
        ? [Math.ceil(seconds / 60), 'minute']
        : seconds <= 48 * 3_600
          ? [Math.ceil(seconds / 3_600), 'hour']
          : [Math.ceil(seconds / 86_400), 'day'];
  return count.toLocaleString(locales[language], { style: 'unit', unit, unitDisplay: 'long', useGrouping: false });
}

type Style = 'day' | 'month' | 'minute' | 'second';
const STYLES: Readonly<Record<Style, Intl.DateTimeFormatOptions>> = {
  day: { dateStyle: 'medium' },
  month: { month: 'long', year: 'numeric' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  second: { timeStyle: 'medium' },
};

/** A time in UTC, as precise as asked: a day, a month, a day with hour and minute, or only the time with seconds. */
export function timeText(at: string, style: Style, language: Language): string {
  return new Date(at).toLocaleString(locales[language], { ...STYLES[style], timeZone: 'UTC' });
}
