import { Temporal } from 'temporal-polyfill';
import { localCount, localDate, localMonth, localWeekday } from '../../local-times.ts';
import type { DateParts } from '../../reading/dates/date-items.ts';
import { dateOnly, inYearOf } from '../../reading/dates/moment.ts';
import { type DateContext, type DateFound, type DateRule, dateAnswer } from './date-answer.ts';
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
    (parts, context) => (parts.day?.[0]?.holiday?.moves ? holiday(parts, context) : null),
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

function nearDate({ date: items }: DateParts, { today, lang }: DateContext): DateFound {
  const date = dayOf(items, today);
  return date && dateAnswer('today', date, lang);
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The weekday of a date. `what day is today` asks for the date as well. */
function weekday({ date: items, question }: DateParts, context: DateContext): DateFound {
  const { today, lang } = context;
  const date = dayOf(items, today);
  if (!date) return null;
  if (question?.[0]?.word === 'what-day' && /^(?:today|now)$/.test(items?.[0]?.word ?? '')) return todaysDate(context);
  const value = WEEKDAYS[date.dayOfWeek - 1] as string;
  return { answer: `${localWeekday(date, lang)} (${localDate(date, lang)})`, data: { op: 'weekday', value } };
}

/** The date of a holiday: in the named country, if it has a rule of its own there, or else where the asker is. */
function holiday({ day, country }: DateParts, { today, lang }: DateContext): DateFound {
  const { holiday: found, moment } = day?.[0] ?? {};
  if (!found || !moment) return null;
  const rule = country && found.byCountry.get(country[0]?.word.slice(2) ?? '');
  if (country && !rule) return null;
  const local = rule ? dateOnly(rule(moment.at.year), moment.yearly && rule) : moment;
  const date = inYearOf(local, today, 'next').at.toPlainDate();
  if (date.year < found.years[0] || date.year > found.years[1]) return null;
  return { answer: `${found.name}: ${localDate(date, lang)}`, data: { op: 'holiday', value: date.toString() } };
}

/** The age of a person by date of birth; by year, there are two. */
function age({ birth }: DateParts, { today, lang }: DateContext): DateFound {
  const [born, now] = [birth?.[0]?.moment?.at.toPlainDate(), today.now.toPlainDate()];
  if (!born || Temporal.PlainDate.compare(born, now) > 0) return null;
  const value = born.until(now, { largestUnit: 'years' }).years;
  if (value > 150) return null;
  const years = localCount(value, 'years', lang);
  const answer = birth?.[0]?.symbol === 'Y' ? `${value - 1} or ${years}` : years;
  return { answer, data: { op: 'age', value, unit: 'years' } };
}

/** The number of days or weeks in a month or year. */
function daysIn({ unit: units, whole }: DateParts, { lang }: DateContext): DateFound {
  const [unit = 'days', first] = [units?.[0]?.unit, whole?.[0]?.moment?.at.toPlainDate()];
  const isYear = whole?.[0]?.symbol === 'Y';
  if (!first || (!isYear && unit === 'weeks')) return null;
  // 28 December is always in the last week.
  const weeks = first.with({ month: 12, day: 28 }).weekOfYear as number;
  const value = unit === 'weeks' ? weeks : isYear ? first.daysInYear : first.daysInMonth;
  return { answer: localCount(value, unit, lang), data: { op: 'days_in', value, unit } };
}
