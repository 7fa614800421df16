import { Temporal } from 'temporal-polyfill';
import { localCount, localDate, localMonth, localWeekday } from '../../local-times.ts';
import { matchItems } from '../../reading/dates/date-items.ts';
import { ruleIn } from '../../reading/dates/holidays.ts';
import { dateOnly, inYearOf } from '../../reading/dates/moment.ts';
import { type DateQuestion, dateAnswer } from './date-answer.ts';
import { dateOf } from './date-sums.ts';

/** Facts about a date: today's, its weekday, its holiday, an age. */

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const NEAR = /^(?:(?:when|date)(?: of| in)? (?<date>[DW])|(?<dated>D) date|what-day (?<today>D))$/d;

/** `what is the date`, `what month is it`, `tomorrow's date`, `when is next Friday`. */
export const today: DateQuestion = (items, { today: { now }, lang, isAsked }) => {
  const date = now.toPlainDate();
  const [first, more] = items.filter(({ word }) => word !== 'now' && word !== 'today');
  if (!more && (first?.symbol === 'date' || first?.symbol === 'what-day') && (isAsked || items.length > 1)) {
    return dateAnswer('today', date, lang);
  }
  if (!more && first?.symbol === 'what-year')
    return { answer: String(now.year), data: { op: 'today', value: now.year } };
  if (!more && first?.symbol === 'what-month') {
    return { answer: localMonth(date, lang), data: { op: 'today', value: date.toPlainYearMonth().toString() } };
  }
  const { date: near, dated } = matchItems(items, NEAR) ?? {};
  const moment = (near ?? dated)?.[0]?.moment;
  const isNear =
    moment && (moment.relative || moment.weekly || /^(?:next|last)$/.test((near ?? dated)?.[0]?.word ?? ''));
  return isNear ? dateAnswer('today', moment.at.toPlainDate(), lang) : null;
};

const DAY_NAME = /^(?:(?:what-day|weekday)(?: of| in)? (?<date>[DHWM])|(?<before>[DHWM]) (?:what-day|weekday))$/d;

/** The weekday of a date. */
export const dayName: DateQuestion = (items, { today: day, lang }) => {
  const { date: after, before } = matchItems(items, DAY_NAME) ?? {};
  const date = dateOf(after ?? before ?? [], day)?.at.toPlainDate();
  if (!date) return null;
  const value = WEEKDAYS[date.dayOfWeek - 1] as string;
  return { answer: `${localWeekday(date, lang)} (${localDate(date, lang)})`, data: { op: 'weekday', value } };
};

const HOLIDAY = /^(?<asked>(?:when|date)(?: of| in)? )?(?:next )?(?<day>H)(?: date)?(?: in (?<country>C))?$/d;

/** The date of a holiday. Without a question, it must be one whose date changes, with a year. */
export const holiday: DateQuestion = (items, { today: day, lang }) => {
  const { asked, day: days, country } = matchItems(items, HOLIDAY) ?? {};
  const { holiday: found, moment } = days?.[0] ?? {};
  if (!found || !moment || (!asked && (moment.yearly || !found.moves))) return null;
  const rule = country?.[0] && ruleIn(found, country[0].word);
  if (rule === null) return null;
  const local = rule ? dateOnly(rule(moment.at.year), moment.yearly && rule) : moment;
  const date = inYearOf(local, day, 'next').at.toPlainDate();
  if (date.year < found.years[0] || date.year > found.years[1]) return null;
  return { answer: `${found.name}: ${localDate(date, lang)}`, data: { op: 'holiday', value: date.toString() } };
};

const AGE =
  /^(?:(?:who )*age (?:who )*(?:born )?(?<date>[DMY])|(?:who )*born (?:in )?(?<birth>[DMY]) (?:who )*age(?: who| D)*)$/d;

/** The age of a person by date of birth. */
export const age: DateQuestion = (items, { today: { now }, lang }) => {
  const { date, birth = date } = matchItems(items, AGE) ?? {};
  const born = birth?.[0]?.moment?.at.toPlainDate();
  const today = now.toPlainDate();
  if (!born || Temporal.PlainDate.compare(born, today) > 0) return null;
  const value = born.until(today, { largestUnit: 'years' }).years;
  if (value > 150) return null;
  const years = localCount(value, 'years', lang);
  const isYear = birth?.[0]?.symbol === 'Y';
  return { answer: isYear ? `${value - 1} or ${years}` : years, data: { op: 'age', value, unit: 'years' } };
};

const DAYS_IN = /^(?:how-many )?(?<unit>U)(?: in| of)* (?<whole>[YMm])$/d;

/** The number of days or weeks in a month or year. */
export const daysIn: DateQuestion = (items, { lang }) => {
  const { unit: units, whole } = matchItems(items, DAYS_IN) ?? {};
  const unit = units?.[0]?.unit;
  const first = whole?.[0]?.moment?.at.toPlainDate();
  if (!first || (unit !== 'days' && unit !== 'weeks')) return null;
  const isYear = whole?.[0]?.symbol === 'Y';
  if (!isYear && unit === 'weeks') return null;
  // 28 December is always in the last week.
  const weeks = first.with({ month: 12, day: 28 }).weekOfYear as number;
  const value = unit === 'weeks' ? weeks : isYear ? first.daysInYear : first.daysInMonth;
  return { answer: localCount(value, unit, lang), data: { op: 'days_in', value, unit } };
};
