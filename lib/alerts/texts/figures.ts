import { regional } from '../../text/regional.ts';

/** Writes the figures of alerts as readers of a language do. */
export interface Figures {
  /** A fact that is a number; any other as it is. */
  count(fact: string | number | undefined): string;
  /** The day of a time, in UTC. */
  day(iso: string): string;
  /** A time, in UTC. */
  minute(iso: string): string;
}

/** The figures of a locale, such as `de-AT`. */
export function figuresFor(locale: string): Figures {
  const inUtc = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(regional(locale), { ...options, timeZone: 'UTC' });
    return (iso: string) => (Number.isNaN(Date.parse(iso)) ? iso : format.format(new Date(iso)));
  };
  return {
    count: (fact) => (typeof fact === 'number' ? fact.toLocaleString(regional(locale)) : String(fact)),
    day: inUtc({ dateStyle: 'medium' }),
    minute: inUtc({ dateStyle: 'medium', timeStyle: 'short' }),
  };
}
