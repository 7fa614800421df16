import { calendarOf, monthNames, wordsOf } from './month-names.ts';

/** Before it there was no web. */
const FIRST_YEAR = 1991;
const LAST_YEAR = 2100;
const DAY_MS = 86_400_000;
const WEEK = [0, 1, 2, 3, 4, 5, 6];
const MAX_LANGUAGES = 200;

/**
 * The first date in a text as an ISO date, or as an ISO date and time if it is written so. Empty if there is none, or
 * if day and month cannot be told apart. The names of months are those of English and of the page's language.
 */
export function isoDate(written: string, lang: string): string {
  const text = withPlainDigits(written);
  const iso = /\b(\d{4})-(\d\d)-(\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: ?(?:Z|[+-]\d\d:?\d\d))?)?/i.exec(text);
  if (iso !== null && Number(iso[1]) >= FIRST_YEAR)
    return realDate(iso[1], iso[2], iso[3]) && iso[0].replace(/ (?=\d)/, 'T').replace(' ', '');
  const parts =
    /\b(?<y>\d{4})[./年년-]\s?(?<m>\d{1,2})[./月월-]\s?(?<d>\d{1,2})(?!\d)/.exec(text) ??
    /\b(?<y>\d{4})(?<m>[01]\d)(?<d>[0-3]\d)(?:\d{4}(?:\d\d)?)?\b/.exec(text) ??
    /(?<!\d)(?<d>\d{1,2})\.\s?(?<m>\d{1,2})\.\s?(?<y>\d{4})\b/.exec(text);
  if (parts?.groups) return inCalendar(calendarOf(lang), parts.groups.y, parts.groups.m, parts.groups.d);
  return withSlashes(text, lang) || withMonthName(text, lang);
}

/** Whether a word is the name of a month in English or in this language. */
export function isMonth(word: string, lang: string): boolean {
  return monthNames(lang).has(wordsOf(word).join(' '));
}

const weekdays = new Map<string, Set<string>>();

/** Whether a word is the name of a weekday in English or in this language. */
export function isWeekday(word: string, lang: string): boolean {
  const key = /^[a-z]{2,3}/i.exec(lang)?.[0].toLowerCase() ?? 'en';
  let known = weekdays.get(key);
  if (known === undefined) {
    const formats = ['en', key].flatMap((locale) =>
      (['long', 'short'] as const).map((weekday) => new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' })),
    );
    known = new Set(formats.flatMap((format) => WEEK.map((day) => wordsOf(format.format(day * DAY_MS)).join(' '))));
    if (weekdays.size < MAX_LANGUAGES) weekdays.set(key, known);
  }
  return known.has(wordsOf(word).join(' '));
}

/** Digits of other scripts as those of ASCII. Unicode has them in rows from zero to nine. */
export function withPlainDigits(text: string): string {
  return text.replace(/[^\P{Nd}0-9]/gu, (digit) => {
    const at = digit.codePointAt(0) ?? 0;
    let zero = at;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String((at - zero) % 10);
  });
}

/** Only a number above twelve, or a country, tells day and month apart. */
function withSlashes(text: string, lang: string): string {
  const [, one = '', two = '', year] = /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(\d{4})\b/.exec(text) ?? [];
  if (year === undefined) return '';
  if (Number(one) > 12) return realDate(year, two, one);
  if (Number(two) > 12) return realDate(year, one, two);
  if (/^en$|^$/i.test(lang)) return '';
  const [first] = dayFormat(lang)
    .formatToParts(0)
    .filter(({ type }) => type === 'day' || type === 'month');
  return first?.type === 'day' ? realDate(year, two, one) : realDate(year, one, two);
}

/** How the country of a language tag writes a day, or the one where most speak the language. */
function dayFormat(lang: string): Intl.DateTimeFormat {
  const [, language = 'en', country = ''] = /^([a-z]{2,3})(?:-[a-z]{4})?(-[a-z]{2}(?![a-z\d]))?/i.exec(lang) ?? [];
  return new Intl.DateTimeFormat(language + country, { day: 'numeric', month: 'numeric', year: 'numeric' });
}

function withMonthName(text: string, lang: string): string {
  const months = monthNames(lang);
  const words = wordsOf(text);
  for (const [at, word] of words.entries()) {
    const month = months.get(`${word} ${words[at + 1]}`) ?? months.get(word);
    if (month === undefined) continue;
    const near = words.slice(Math.max(0, at - 3), at + 7);
    const year = near.find((other) => /^\d{4}$/.test(other));
    const isDay = (other: string | undefined) => /^\d{1,2}$/.test(other ?? '');
    // 18 March, 18th March, 18 de marzo; March 18.
    const day = [words[at + 1], words[at - 1], words[at - 2]].find(isDay);
    if (year === undefined || day === undefined) continue;
    // Some calendars have other years with the same months.
    const calendar = month.calendar === 'gregory' ? calendarOf(lang) : month.calendar;
    return inCalendar(calendar, year, String(month.number), day);
  }
  return '';
}

/** The date if there is such a day. */
function realDate(year = '', month = '', day = ''): string {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const date = new Date(Date.UTC(y, m - 1, d));
  const isReal = y >= FIRST_YEAR && y <= LAST_YEAR && date.getUTCMonth() === m - 1 && date.getUTCDate() === d;
  return isReal ? date.toISOString().slice(0, 10) : '';
}

/** The date of a day that may be one of another calendar: its year then is none of the web's. */
function inCalendar(calendar: string, year = '', month = '', day = ''): string {
  const wanted = [Number(year), Number(month), Number(day)] as const;
  if (calendar === 'gregory' || (wanted[0] >= FIRST_YEAR && wanted[0] <= LAST_YEAR)) return realDate(year, month, day);
  const options = { year: 'numeric', month: 'numeric', day: 'numeric', calendar, timeZone: 'UTC' } as const;
  const format = new Intl.DateTimeFormat('en-u-nu-latn', options);
  let date = Date.UTC(2020, 0, 1);
  // Each step is nearer by a year, a month or a day; the last months of calendars differ in length.
  for (let steps = 0; steps < 8; steps++) {
    const [y, m, d] = calendarParts(format, date);
    const days = Math.round((wanted[0] - y) * 365.25 + (wanted[1] - m) * 30.4) || wanted[2] - d;
    if (days === 0)
      return realDate(...(new Date(date).toISOString().slice(0, 10).split('-') as [string, string, string]));
    date += days * DAY_MS;
  }
  return '';
}

function calendarParts(format: Intl.DateTimeFormat, date: number): [number, number, number] {
  const parts = format.formatToParts(date);
  const of = (...types: string[]) => Number(parts.find(({ type }) => types.includes(type))?.value ?? Number.NaN);
  return [of('year', 'relatedYear'), of('month'), of('day')];
}
