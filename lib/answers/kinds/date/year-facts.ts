import { Temporal } from 'temporal-polyfill';
import { localDate } from '../../local-times.ts';
import { translate } from '../../phrases.ts';
import { momentIn } from '../../reading/dates/moments.ts';
import type { DateFound, DateQuestion } from './date-answer.ts';

/** Leap years, and week and day numbers. */

const LEAP_OF =
  /^(?:is|was|will|would|are)? ?(?:(?<it>it|this(?: year)?|next year|last year|this a|the current year|we in)|(?<year>\d{1,4}))(?: going to)?(?: be)?(?: a)? leap ?year$/;
const LEAP_LIST =
  /^(?:what (?:are|were) the |list of |list |which are the )?(?:(?:next|last|first) (?:five|5) )?leap ?years (?<where>after|before|since|until|from|between|following|prior to) (?<year>\d{1,4})(?: (?:and|to) (?<end>\d{1,4}))?$/;
const LEAP_NEAR =
  /^(?:when|(?:what|which) year|what(?:'s| is| was)?)?(?: is| was| will)?(?: be)?(?: the)? ?(?<which>next|last|previous|most recent) leap ?year(?: be)?$/;
const LEAP_LISTED = 5;

const leaps = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Whether a year is a leap year, or which years are. */
export const leapYear: DateQuestion = (text, { now }, { lang }) => {
  if (!text.includes('leap')) return null;
  const one = LEAP_OF.exec(text)?.groups ?? /^(?<year>\d{4}) leap year$|^leap year (?<other>\d{4})$/.exec(text)?.groups;
  if (one) {
    const shift = { 'next year': 1, 'last year': -1 }[one.it ?? ''] ?? 0;
    const year = one.it ? now.year + shift : Number(one.year ?? one.other);
    const yes = leaps(year);
    const verdict = yes ? 'Yes, YEAR is a leap year' : 'No, YEAR is not a leap year';
    return { answer: translate(verdict, lang).replace('YEAR', String(year)), data: { op: 'leap', value: yes } };
  }
  const near = LEAP_NEAR.exec(text)?.groups?.which;
  if (near) {
    const value = leapYears(now.year, near === 'next' ? 1 : -1, 1)[0] as number;
    return { answer: String(value), data: { op: 'leap', value } };
  }
  const list = LEAP_LIST.exec(text)?.groups;
  if (!list) return null;
  const back = /before|until|prior/.test(list.where ?? '');
  const end = Number(list.end ?? Number.NaN);
  const values = Number.isNaN(end)
    ? leapYears(Number(list.year), back ? -1 : 1, LEAP_LISTED)
    : leapYears(Number(list.year) - 1, 1, 100).filter((year) => year <= end);
  return { answer: values.join(', '), data: { op: 'leap', value: values.join(', '), values } };
};

function leapYears(from: number, step: 1 | -1, count: number): number[] {
  const years: number[] = [];
  for (let year = from + step; years.length < count && year > 0 && year <= 9999; year += step)
    if (leaps(year)) years.push(year);
  return years;
}

const WEEK_OF_YEAR =
  /^(?:(?:what|when)(?:'s| is| was| will)?(?: be)? )?(?:the )?(?:(?<nth>\d{1,2})(?:st|nd|rd|th) week|week (?:number )?(?<week>\d{1,2}))(?: (?:of|in))? (?:the year )?(?<year>\d{4}|this year|next year|last year|the year|year)$/;
const WEEK_NOW =
  /^(?:(?:what|which)(?:'s| is)? )?(?:the )?(?:current )?(?:calendar )?(?:week(?: number)?(?: of the year)?)(?: (?:is it|is this|of the year|it is|are we in|now|today|this is))+$|^(?:what(?:'s| is)? )?(?:the )?current (?:calendar )?week(?: number)?(?: of the year)?$|^(?:what is the )?week (?:number|of the year)$|^(?:aktuelle )?kalenderwoche$/;
const WEEK_OF =
  /^(?:what )?(?:the )?(?:iso |calendar )?week(?: number)?(?: (?:is|was|of|for|will|the year|in))* (?<date>.+?)(?: be| in)?$/;

/** The ISO week of a date, or the dates of a week. */
export const weekOfYear: DateQuestion = (text, today, { lang }) => {
  if (!text.includes('week') && !text.includes('woche')) return null;
  const { nth, week, year: written = '' } = WEEK_OF_YEAR.exec(text)?.groups ?? {};
  const number = Number(nth ?? week ?? Number.NaN);
  if (number >= 1) {
    const year = /^\d/.test(written)
      ? Number(written)
      : today.now.year + ({ 'next year': 1, 'last year': -1 }[written] ?? 0);
    // By definition, 4 January is in the first week.
    const fourth = Temporal.PlainDate.from({ year, month: 1, day: 4 });
    const monday = fourth.subtract({ days: fourth.dayOfWeek - 1 }).add({ weeks: number - 1 });
    if (monday.yearOfWeek !== year) return null;
    const dates = `${localDate(monday, lang)} – ${localDate(monday.add({ days: 6 }), lang)}`;
    return { answer: dates, data: { op: 'week', value: monday.toString() } };
  }
  if (WEEK_NOW.test(text)) return weekOf(today.now.toPlainDate(), lang);
  const date = WEEK_OF.exec(text)?.groups?.date;
  const moment = date && momentIn(date, today);
  return moment ? weekOf(moment.at.toPlainDate(), lang) : null;
};

function weekOf(date: Temporal.PlainDate, lang: string): DateFound {
  const value = date.weekOfYear as number;
  return { answer: `${value} (${localDate(date, lang)})`, data: { op: 'week', value, unit: 'week' } };
}

const DAY_OF_YEAR =
  /^(?:what(?:'s| is)? )?(?:the )?(?:number of the )?day (?:number )?of the year(?: (?:is|was|for|of|on|will))*(?: (?<date>.+?))?(?: be)?$|^(?:julian day|day of year|day number(?: (?:of|for|on|in))?)(?: (?<other>.+))?$/;
const NTH_DAY =
  /^(?:what(?:'s| is| was)? |when is )?(?:the )?(?:(?<nth>\d{1,3})(?:st|nd|rd|th) day|day (?<day>\d{1,3})) (?:of|in) (?:the year )?(?<year>\d{4}|this year|the year)$/;

/** The number of a day in its year, or the date of such a number. */
export const dayOfYear: DateQuestion = (text, today, { lang }) => {
  const { nth, day, year = '' } = NTH_DAY.exec(text)?.groups ?? {};
  const number = Number(nth ?? day ?? Number.NaN);
  if (number >= 1) {
    const first = new Temporal.PlainDate(/^\d/.test(year) ? Number(year) : today.now.year, 1, 1);
    if (number > first.daysInYear) return null;
    const date = first.add({ days: number - 1 });
    return { answer: localDate(date, lang), data: { op: 'day_of_year', value: date.toString() } };
  }
  const match = DAY_OF_YEAR.exec(text)?.groups;
  if (!match) return null;
  const written = (match.date ?? match.other ?? 'today').replace(/^it(?: today)?$/, 'today');
  const date = momentIn(written, today)?.at.toPlainDate();
  return date
    ? {
        answer: `${date.dayOfYear} (${localDate(date, lang)})`,
        data: { op: 'day_of_year', value: date.dayOfYear, unit: 'day' },
      }
    : null;
};
