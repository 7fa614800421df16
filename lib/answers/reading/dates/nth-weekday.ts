import type { Temporal } from 'temporal-polyfill';
import type { DateFound, DateQuestion } from '../../kinds/date/date-answer.ts';
import { localDate } from '../../local-times.ts';
import { nth } from './holidays.ts';
import { momentIn, type Today } from './moments.ts';

/** Days counted within their month: `the second Sunday of May`, `the last day of February`, `Friday the 13th`. */

const OPENING =
  "(?:(?:when|what|what date|what day|date)(?:'s| is| was| will be)? )?(?:the )?(?:date (?:of|for) )?(?:the )?";
const NTH = new RegExp(
  `^${OPENING}(?<count>first|1st|second|2nd|third|3rd|fourth|4th|fifth|5th|last) (?<name>[a-z]+day|day) (?:of|in) (?:the month of )?(?<month>.{3,20})$`,
);
const THIRTEENTH = new RegExp(`^${OPENING}next friday,? (?:the )?13(?:th)?$`);
/** Ordinals; any other word means the last. */
const COUNTS: Readonly<Record<string, number>> = {
  first: 1, '1st': 1, second: 2, '2nd': 2, third: 3, '3rd': 3, fourth: 4, '4th': 4, fifth: 5, '5th': 5,
}; // biome-ignore format: a table.
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** The date of a day that is counted within its month. */
export const nthWeekday: DateQuestion = (text, today, { lang }) => {
  if (THIRTEENTH.test(text)) return answered(nextThirteenth(today), lang);
  const { count = '', name = '', month: written = '' } = NTH.exec(text)?.groups ?? {};
  const month = written && monthIn(written, today);
  const weekday = WEEKDAYS.indexOf(name) + 1;
  if (!month || (weekday === 0 && name !== 'day')) return null;
  const n = COUNTS[count] ?? -1;
  if (weekday === 0) return answered(month.with({ day: n > 0 ? n : month.daysInMonth }), lang);
  const date = nth(n, weekday, month.month)(month.year);
  // Few months have a fifth one.
  return date.month === month.month ? answered(date, lang) : null;
};

function answered(date: Temporal.PlainDate, lang: string): DateFound {
  return { answer: localDate(date, lang), data: { op: 'add', value: date.toString() } };
}

/** The first day of the named month; in the current year if the text names none. */
function monthIn(text: string, today: Today): Temporal.PlainDate | null {
  const { year } = today.now;
  const first = today.now.toPlainDate().with({ day: 1 });
  if (/^(?:this|the|the current) month$/.test(text)) return first;
  if (text === 'next month') return first.add({ months: 1 });
  if (text === 'last month') return first.subtract({ months: 1 });
  const named = text.replace(/,? (?:of )?this year$/, ` ${year}`).replace(/,? (?:of )?next year$/, ` ${year + 1}`);
  if (!/^\p{L}{3,10}\.?,?(?: (?:of )?\d{4})?$/u.test(named)) return null;
  const dated = /\d/.test(named) ? named.replace(/,? (?:of )?(?=\d)/, ' ') : `${named} ${year}`;
  const date = momentIn(dated, today)?.at.toPlainDate();
  return date?.day === 1 ? date : null;
}

function nextThirteenth({ now }: Today): Temporal.PlainDate {
  let at = now.toPlainDate().with({ day: 13 });
  if (now.day >= 13) at = at.add({ months: 1 });
  // Every year has one.
  while (at.dayOfWeek !== 5) at = at.add({ months: 1 });
  return at;
}
