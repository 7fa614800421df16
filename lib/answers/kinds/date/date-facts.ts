import { Temporal } from 'temporal-polyfill';
import { localCount, localDate, localMonth, localWeekday } from '../../local-times.ts';
import { holidayNamed, motheringSunday } from '../../reading/dates/holidays.ts';
import { inYearOf, momentIn, type Today } from '../../reading/dates/moments.ts';
import type { DateQuestion } from './date-answer.ts';

/** Facts about a date: its weekday, its holiday, an age. */

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const DAY_OF =
  /^(?:(?:on )?(?:what|which) |what(?:'s| is| was) the |the )?(?:day of (?:the )?week|weekday|(?:what|which) day|day(?= (?:is|was|will|did|does)\b))(?: (?:is|was|will|did|does|of|for|on|would|it|be))* (?<date>.+?)(?: (?:be|fall|land|on|happen|was|is|in))*$/;
const DAY_AFTER =
  /^(?<date>.+?) (?:(?:was|is|will be|falls|fell|fall)(?: on)? )?(?:on )?(?:(?:what|which) (?:day|weekday)(?: of (?:the )?week)?|day of (?:the )?week|weekday)$/;
const TODAY =
  /^(?:what(?:'s|s| is)? )?(?:the )?(?:day|date)(?: (?:is|of))? (?:it|today|it today|is it|is it today|today it is|today is it)(?: today| now)?$|^(?:what(?:'s|s| is) )?(?:the )?(?:today'?s|current) (?:date|day)(?: today)?$|^(?:what(?:'s|s| is) today|what day is today|today date|date today|date now|what(?:'s|s| is) the date)$/;
const YEAR_OR_MONTH =
  /^(?:what|which|the) (?:(?:current )?(?<unit>year|month)(?: is it| is this| are we in| is it now| it is)|current (?<other>year|month))(?: now| today| right now)?$|^(?:what(?:'s| is) the )?current (?<bare>year|month)$/;
const NEARBY =
  /^(?:what(?:'s|s| is| was)? )?(?:the )?(?:(?<named>tomorrow|yesterday)'?s (?:date|day)|(?:date|when)(?: is| was| of| on)? (?:the )?(?<other>tomorrow|yesterday|day after tomorrow|day before yesterday|(?:next|last|this|this coming|coming) [a-z]+day))$/;

/** The weekday of a date. */
export const weekday: DateQuestion = (text, today, { lang }) => {
  if (TODAY.test(text)) {
    const date = today.now.toPlainDate();
    return { answer: localDate(date, lang), data: { op: 'today', value: date.toString() } };
  }
  const { unit, other, bare } = YEAR_OR_MONTH.exec(text)?.groups ?? {};
  const part = unit ?? other ?? bare;
  if (part === 'year') return { answer: String(today.now.year), data: { op: 'today', value: today.now.year } };
  if (part === 'month') {
    const date = today.now.toPlainDate();
    return { answer: localMonth(date, lang), data: { op: 'today', value: date.toPlainYearMonth().toString() } };
  }
  const near = NEARBY.exec(text)?.groups;
  const name = near?.named ?? near?.other;
  const nearby = name && momentIn(name, today)?.at.toPlainDate();
  if (nearby) return { answer: localDate(nearby, lang), data: { op: 'today', value: nearby.toString() } };
  for (const pattern of [DAY_OF, DAY_AFTER]) {
    const written = pattern.exec(text)?.groups?.date;
    // `what day will it` is incomplete.
    if (written === 'it' && !/\bis it$/.test(text)) continue;
    const moment = written && momentIn(written.replace(/^it(?: today)?$/, 'today'), today);
    if (!moment) continue;
    const meant = moment.yearly && !/\d/.test(written) ? inYearOf(moment, today, 'next') : moment;
    const date = meant.at.toPlainDate();
    const value = WEEKDAYS[date.dayOfWeek - 1] as string;
    return { answer: `${localWeekday(date, lang)} (${localDate(date, lang)})`, data: { op: 'weekday', value } };
  }
  return null;
};

const WHEN =
  /^(?:when|what (?:date|day)|on (?:what|which) (?:date|day)|dates?(?: of)?)(?:'s|s)?(?: (?:is|was|will|does|did|are))? (?:the )?(?:next )?(?<name>.+?)(?: (?:be|fall|celebrated|held|on|start|date))*(?: in)?(?: (?<year>\d{4}|this year|next year|last year))?(?: (?:be|fall|celebrated|held|on))*$/;
const MOVING = /^(?<name>.+?) (?:date )?(?<year>\d{4}|this year|next year)(?: date)?$/;
/** The same in other languages. */
const WHEN_ELSEWHERE =
  /^(?:wann ist|quand est|cuando es|cuándo es|quando è|quando é|wanneer is) (?:der |die |das |le |la |les |el |los |il |lo |o |a |de |het |l')?(?<name>.+?)(?: (?<year>\d{4}))?$/;

/** Whether a text is just a movable holiday and a year: `pfingsten 2027`. */
export function isMovingHoliday(text: string): boolean {
  const name = MOVING.exec(text)?.groups?.name;
  return name !== undefined && (holidayNamed(name)?.moves ?? false);
}

/** The date of a holiday. */
export const holiday: DateQuestion = (text, today, { lang, tz }) => {
  for (const pattern of [WHEN, WHEN_ELSEWHERE, MOVING]) {
    const match = pattern.exec(text)?.groups;
    const found = match?.name && holidayNamed(match.name);
    if (!found || (pattern === MOVING && !found.moves)) continue;
    // Britain has its own Mother's Day, in Lent.
    const british = found.name === "Mother's Day" && /^Europe\/(?:London|Dublin|Belfast)$/.test(tz);
    const inYear = british ? motheringSunday : found.in;
    const date = inWantedYear(inYear, match?.year, today);
    if (date.year < found.years[0] || date.year > found.years[1]) return null;
    return { answer: `${found.name}: ${localDate(date, lang)}`, data: { op: 'holiday', value: date.toString() } };
  }
  return null;
};

function inWantedYear(inYear: (year: number) => Temporal.PlainDate, written: string | undefined, { now }: Today) {
  if (written && /^\d/.test(written)) return inYear(Number(written));
  const shift = { 'this year': 0, 'next year': 1, 'last year': -1 }[written ?? ''];
  if (shift !== undefined) return inYear(now.year + shift);
  const here = inYear(now.year);
  return Temporal.PlainDate.compare(here, now.toPlainDate()) < 0 ? inYear(now.year + 1) : here;
}

const BORN =
  /^(?:what is |calculate )?(?:my |the )?(?:how old|age)(?: (?:am|is|are|would|will|i|you|he|she|someone|somebody|(?:a )?person|one|be|of|now|calculator|today))*(?:,? (?:if|when|who|that))?(?: (?:i|you|he|she|they|someone|somebody|a person|was|were|am|is|'m))* (?:born|dob|date of birth|birthday|birthdate)(?: (?:on|in|is|was))?:? (?<date>.+)$|^age calculator:? (?<third>.+)$|^(?:if )?(?:i was |i'm |someone )?born (?:on |in )?(?<other>.+?),? (?:how old am i|how old|age|what is my age|how old is he|how old is she)(?: now| today)?$/;

/** The age of a person by date of birth. */
export const age: DateQuestion = (text, today, { lang }) => {
  const match = BORN.exec(text)?.groups;
  const written = match?.date ?? match?.other ?? match?.third;
  if (!written) return null;
  const year = /^\d{4}$/.test(written) ? Number(written) : null;
  const birth = year ? new Temporal.PlainDate(year, 1, 1) : momentIn(written, today)?.at.toPlainDate();
  const now = today.now.toPlainDate();
  if (!birth || Temporal.PlainDate.compare(birth, now) > 0) return null;
  const value = birth.until(now, { largestUnit: 'years' }).years;
  if (value > 150) return null;
  const years = localCount(value, 'years', lang);
  return { answer: year ? `${value - 1} or ${years}` : years, data: { op: 'age', value, unit: 'years' } };
};

const DAYS_IN =
  /^(?:how many |number of )?(?<unit>days|weeks) (?:are |are there |is )?in (?:the (?:year|month) |the month of )?(?<what>.+?)(?: have)?$|^(?:how many )(?<had>days|weeks) (?:does|did|will|has) (?:the (?:year|month)(?: of)? )?(?<owner>.+?)(?: have| got)?$/;

/** The number of days or weeks in a month or year. */
export const daysIn: DateQuestion = (text, today, { lang }) => {
  const groups = DAYS_IN.exec(text)?.groups;
  const unit = groups?.unit ?? groups?.had;
  const what = groups?.what ?? groups?.owner ?? '';
  if (!unit) return null;
  const now = today.now.toPlainDate();
  const named = what === 'this year' ? String(now.year) : what === 'this month' ? localMonth(now, 'en') : what;
  if (/^\d{4}$/.test(named)) {
    const first = new Temporal.PlainDate(Number(named), 12, 28);
    const value = unit === 'weeks' ? (first.weekOfYear as number) : first.daysInYear;
    return { answer: localCount(value, unit, lang), data: { op: 'days_in', value, unit } };
  }
  if (unit === 'weeks' || !/^\p{L}+\.?(?: \d{4})?$/u.test(named)) return null;
  const month = momentIn(/\d/.test(named) ? named.toLowerCase() : `${named} ${now.year}`, today)?.at.toPlainDate();
  if (month?.day !== 1 || holidayNamed(named)) return null;
  const value = month.daysInMonth;
  return { answer: localCount(value, 'days', lang), data: { op: 'days_in', value, unit: 'days' } };
};
