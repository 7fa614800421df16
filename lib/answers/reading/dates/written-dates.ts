import { Temporal } from 'temporal-polyfill';
import { type Holiday, holidays, ruleAt } from './holidays.ts';
import { dateOnly, type Moment, rightNow, type Today } from './moment.ts';

/** A date as a line of date words has it. The symbols are those of `DateItem`. */
export interface DateRead {
  symbol: string;
  moment: Moment;
  holiday?: Holiday;
}

const NEAR: Readonly<Record<string, Temporal.DurationLike>> = {
  now: { days: 0 }, today: { days: 0 }, tomorrow: { days: 1 }, yesterday: { days: -1 },
  'day-after-tomorrow': { days: 2 }, 'day-before-yesterday': { days: -2 },
}; // biome-ignore format: a table.

/** In order. A weekday before a date says nothing more. */
const DATES: readonly RegExp[] = [
  /(?:[vw]\d )?(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?= |$)/y,
  /(?:[vw]\d )?(?<a>\d{1,2})(?<mark>[/.-])(?<b>\d{1,2})\k<mark>(?<year>\d{4}|\d{2})(?= |$)/y,
  /(?:[vw]\d )?(?<day>\d{1,2})(?:\.|[a-zº]{1,2})?(?: of)? m(?<month>\d+)(?: (?:of )?(?<year>\d{4}|'\d\d))?(?= |$)/y,
  /(?:[vw]\d )?m(?<month>\d+) (?<day>\d{1,2})(?:\.|[a-z]{2})?(?: (?:of )?(?<year>\d{4}|'\d\d))?(?= |$)/y,
  /m(?<month>\d+)(?: (?:of |in )?(?<year>\d{4}))?(?= |$)/y,
  /H(?<holiday>\d+)(?: (?:of |in )?(?<year>\d{4}))?(?= |$)/y,
  // `last Friday of May` and `next Friday the 13th` are counted.
  /(?<which>next|last) w(?<weekday>\d)(?= |$)(?! (?:of|in|\d+th))/y,
  /w(?<weekday>\d)(?= |$)/y,
  /(?<year>\d{4})(?= |$)/y,
  /T(?<time>[\d:]+)(?= |$)/y,
  /end-of-(?<end>year|month|week)(?= |$)/y,
  /(?<near>[a-z-]+)(?= |$)/y,
];

/** The date that begins at a place in a line of date words, and its text. */
export function dateAt(line: string, at: number, today: Today): (DateRead & { word: string }) | null {
  for (const form of DATES) {
    form.lastIndex = at;
    const { 0: word = '', groups } = form.exec(line) ?? {};
    const date = groups && dateFrom(groups, today);
    if (date) return { ...date, word };
  }
  return null;
}

type Groups = Readonly<Record<string, string | undefined>>;

function dateFrom(groups: Groups, today: Today): DateRead | null {
  const { now } = today;
  const date = now.toPlainDate();
  if (groups.near) {
    const shift = Object.hasOwn(NEAR, groups.near) && NEAR[groups.near];
    const moment = rightNow(today);
    return shift
      ? { symbol: 'R', moment: { ...moment, at: moment.at.add(shift), timed: groups.near === 'now' } }
      : null;
  }
  if (groups.end === 'year') return { symbol: 'D', moment: dateOnly(date.with({ month: 12, day: 31 })) };
  if (groups.end === 'month') return { symbol: 'D', moment: dateOnly(date.with({ day: date.daysInMonth })) };
  if (groups.end === 'week') return { symbol: 'D', moment: dateOnly(date.add({ days: 7 - date.dayOfWeek })) };
  if (groups.time) {
    const at = date.toPlainDateTime(Temporal.PlainTime.from(groups.time));
    return { symbol: 'T', moment: { ...dateOnly(date), at, timed: true } };
  }
  if (groups.weekday) {
    const ahead = (Number(groups.weekday) - now.dayOfWeek + 7) % 7 || 7;
    const moment = dateOnly(date.add({ days: groups.which === 'last' ? ahead - 7 || -7 : ahead }));
    return groups.which ? { symbol: 'R', moment } : { symbol: 'W', moment: { ...moment, weekly: true } };
  }
  return groups.holiday ? holidayFrom(groups, today) : writtenDate(groups, today);
}

function holidayFrom({ holiday: at, year }: Groups, { now }: Today): DateRead | null {
  const holiday = holidays()[Number(at)] as Holiday;
  const date = ruleAt(holiday, now.timeZoneId);
  if (!year) return { symbol: 'h', holiday, moment: dateOnly(date(now.year), date) };
  const isReliable = Number(year) >= holiday.years[0] && Number(year) <= holiday.years[1];
  return isReliable ? { symbol: 'H', holiday, moment: dateOnly(date(Number(year))) } : null;
}

function writtenDate({ year, month, day, a, b, mark }: Groups, today: Today): DateRead | null {
  const [first, second] = [Number(a), Number(b)];
  const swap = first > 12 || (second <= 12 && (today.dayFirst || mark === '.'));
  const [inMonth, onDay] = mark ? (swap ? [second, first] : [first, second]) : [Number(month ?? 1), Number(day ?? 1)];
  try {
    const yearly = (other: number, overflow: 'reject' | 'constrain' = 'constrain') =>
      Temporal.PlainDate.from({ year: other, month: inMonth, day: onDay }, { overflow });
    const date = yearly(year ? fullYear(year) : today.now.year, 'reject');
    const symbol = mark || day ? 'D' : month ? 'M' : 'Y';
    return { symbol: year ? symbol : symbol.toLowerCase(), moment: dateOnly(date, year ? null : yearly) };
  } catch {
    return null;
  }
}

function fullYear(text: string): number {
  const year = Number(text.replace("'", ''));
  if (text.length === 4) return year;
  return year < 50 ? 2000 + year : 1900 + year;
}
