import { foldedWord } from '../folded.ts';

/** Names of months and weekdays in seven languages, as Intl has them. */

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'];

/** Numbers from 1 by name; a name that two languages share belongs to the first. */
function namesFrom(dates: readonly number[], formats: readonly Intl.DateTimeFormat[]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const format of formats) {
    for (const [at, date] of dates.entries()) {
      const name = foldedWord(format.format(date)).replace('.', '');
      if (!numbers.has(name)) numbers.set(name, at + 1);
    }
  }
  return numbers;
}

const formats = (languages: readonly string[], options: Intl.DateTimeFormatOptions) =>
  languages.map((language) => new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }));
const firsts = Array.from({ length: 12 }, (_, month) => Date.UTC(2024, month, 1));
const week = Array.from({ length: 7 }, (_, day) => Date.UTC(2024, 0, day + 1));

/** Months by long or short name. */
export const months = namesFrom(firsts, [
  ...formats(LANGUAGES, { month: 'long' }),
  ...formats(LANGUAGES, { month: 'short' }),
]).set('sept', 9);
/** Weekdays by name; 1 is Monday. */
export const weekdays = namesFrom(week, formats(LANGUAGES, { weekday: 'long' }));
/** Weekdays by short English name, as they precede a date: `Sat, 13 Mar`. */
export const shortWeekdays = namesFrom(week, formats(['en'], { weekday: 'short' }));
