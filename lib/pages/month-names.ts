/** A month of a calendar. */
export interface Month {
  number: number;
  /** As Intl names it: `gregory`, `persian`. */
  calendar: string;
}

/** Languages whose names of months differ from country to country, with one country for each set. */
const COUNTRIES: Record<string, string[]> = { ar: ['ar-SY', 'ar-DZ', 'ar-MA'] };
const DAYS_A_YEAR = 365;

const byLanguage = new Map<string, Map<string, Month>>();

/** The names of months in English and in a language, in the calendars that it uses, in lower case. */
export function monthNames(lang: string): Map<string, Month> {
  const key = languageOf(lang);
  const known = byLanguage.get(key);
  if (known !== undefined) return known;
  const names = new Map<string, Month>();
  for (const locale of new Set(['en', 'en-GB', key, ...(COUNTRIES[key] ?? [])])) {
    for (const calendar of new Set(['gregory', calendarOf(key)])) addNames(names, locale, calendar);
  }
  // Pages can name many languages; the table is small for those that exist.
  if (byLanguage.size < 200) byLanguage.set(key, names);
  return names;
}

/** The calendar of a language's everyday dates. */
export function calendarOf(lang: string): string {
  return new Intl.DateTimeFormat(languageOf(lang)).resolvedOptions().calendar;
}

const languageOf = (lang: string) => /^[a-z]{2,3}/i.exec(lang)?.[0].toLowerCase() ?? 'en';

function addNames(names: Map<string, Month>, locale: string, calendar: string) {
  for (const style of ['long', 'short'] as const) {
    // With a day, because many languages then use another form of the name.
    for (const options of [{ month: style }, { month: style, day: 'numeric' }] as const) {
      const format = new Intl.DateTimeFormat(locale, { ...options, calendar, timeZone: 'UTC' });
      const number = new Intl.DateTimeFormat('en', { month: 'numeric', calendar, timeZone: 'UTC' });
      for (let day = 1; day < DAYS_A_YEAR; day += 15) {
        const date = Date.UTC(2021, 0, day);
        const name = monthIn(format, date);
        if (name !== '' && !names.has(name)) names.set(name, { number: Number(number.format(date)), calendar });
      }
    }
  }
}

/** The name in a date, with what the language writes together with it. */
function monthIn(format: Intl.DateTimeFormat, date: number): string {
  const name = format.formatToParts(date).find(({ type }) => type === 'month')?.value ?? '';
  const words = wordsOf(format.format(date));
  const [first = '', ...others] = wordsOf(name);
  const at = words.findIndex((word) => word.includes(first));
  const found = [words[at] ?? '', ...others].join(' ');
  // An abbreviation of two letters is a word in some language.
  return /^[\p{L}\p{M} ]+$/u.test(found) && found.length >= (/\p{ASCII}/u.test(found) ? 3 : 2) ? found : '';
}

/** The words and numbers of a text, in lower case. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}[\p{L}\p{M}]*|\d+/gu) ?? [];
