import { Temporal } from 'temporal-polyfill';
import { localDate, localMonth, localWeekday } from '../../local-times.ts';
import type { DateParts } from '../../reading/dates/date-items.ts';
import { inYearOf } from '../../reading/dates/moment.ts';
import { countAnswer, type DateContext, type DateFound, type DateRule, dateAnswer } from './date-answer.ts';
import { dayOf } from './date-sums.ts';

/** Facts about a date: today's, its weekday, its holiday, an age, the length of its month or year. */
export const factRules: readonly DateRule[] = [
  [/^(?:date|what-day)$/d, (_, context) => (context.isAsked ? todaysDate(context) : null)],
  [
    /^what-year(?: R)?$/d,
    (_, { today: { now } }) => ({ answer: `${now.year}`, data: { op: 'today', value: now.year } }),
  ],
  [/^what-month(?: R)?$/d, (_, context) => thisMonth(context)],
  [/^(?:date|when)(?: of)? (?<date>[RW])$/d, nearDate],
  [/^(?<date>R) date$/d, nearDate],
  [/^(?<question>what-day|weekday)(?: of| in)? (?<date>[DdRHhWM])$/d, weekday],
  [/^(?<date>[DdRHhWM]) (?:what-day|weekday)$/d, weekday],
  [/^(?:when|date)(?: of)? (?:next )?(?<day>[Hh])(?: date)?(?: in)?(?: (?<country>C:\w+))?$/d, holiday],
  // Without a question, only a holiday whose date changes, with a year.
  [
    /^(?<day>H)(?: date)?(?: in)?(?: (?<country>C:\w+))?$/d,
    (parts, context) => (parts.day?.holiday?.moves ? holiday(parts, context) : null),
  ],
  [/^(?:who )*age (?:who )*(?:born )?(?:in )?(?<birth>[DMY])$/d, age],
  [/^(?:who )*born (?:in )?(?<birth>[DMY]) (?:who )*age(?: who| R)*$/d, age],
  [/^(?:how-many )?(?<unit>U:days|U:weeks)(?: in| of)* (?<whole>[YMm])$/d, daysIn],
];

function todaysDate({ today: { now }, lang }: DateContext): DateFound {
  return dateAnswer('today', now.toPlainDate(), lang);
}

function thisMonth({ today: { now }, lang }: DateContext): DateFound {
  const date = now.toPlainDate();
  return { answer: localMonth(date, lang), data: { op: 'today', value: date.toPlainYearMonth().toString() } };
}

function nearDate(parts: DateParts, { today, lang }: DateContext): DateFound {
  const date = dayOf(parts.date, today);
  return date && dateAnswer('today', date, lang);
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The weekday of a date. `what day is today` asks for the date as well. */
function weekday(parts: DateParts, context: DateContext): DateFound {
  const { today, lang } = context;
  const date = dayOf(parts.date, today);
  if (!date) return null;
  if (parts.question?.word === 'what-day' && /^(?:today|now)$/.test(parts.date?.word ?? '')) return todaysDate(context);
  const value = WEEKDAYS[date.dayOfWeek - 1] as string;
  return { answer: `${localWeekday(date, lang)} (${localDate(date, lang)})`, data: { op: 'weekday', value } };
}

/** The date of a holiday: in the named country, if it has a rule of its own there, or else where the asker is. */
function holiday({ day, country }: DateParts, { today, lang }: DateContext): DateFound {
  const { holiday: found, moment } = day ?? {};
  const rule = country && found?.byCountry.get(country.word.slice(2));
  if (!found || !moment || (country && !rule)) return null;
  const at = rule?.(moment.at.year).toPlainDateTime() ?? moment.at;
  const local = { ...moment, at, ...(rule && moment.yearly ? { yearly: rule } : {}) };
  const date = inYearOf(local, today, 'next').at.toPlainDate();
  return { answer: `${found.name}: ${localDate(date, lang)}`, data: { op: 'holiday', value: date.toString() } };
}

/** The age of a person by date of birth; by year, there are two. */
function age({ birth }: DateParts, { today, lang }: DateContext): DateFound {
  const [born, now] = [birth?.moment?.at.toPlainDate(), today.now.toPlainDate()];
  if (!born || Temporal.PlainDate.compare(born, now) > 0) return null;
  const value = born.until(now, { largestUnit: 'years' }).years;
  const found = countAnswer('age', value, 'years', lang);
  if (!found || value > 150) return null;
  return birth?.symbol === 'Y' ? { ...found, answer: `${value - 1} or ${found.answer}` } : found;
}

/** The number of days or weeks in a month or year. */
function daysIn({ unit, whole }: DateParts, { lang }: DateContext): DateFound {
  const first = whole?.moment?.at.toPlainDate() as Temporal.PlainDate;
  if (unit?.unit === 'days') {
    return countAnswer('days_in', whole?.symbol === 'Y' ? first.daysInYear : first.daysInMonth, 'days', lang);
  }
  // 28 December is always in the last week.
  const weeks = first.with({ month: 12, day: 28 }).weekOfYear as number;
  return whole?.symbol === 'Y' ? countAnswer('days_in', weeks, 'weeks', lang) : null;
}
