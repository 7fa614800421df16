import { Temporal } from 'temporal-polyfill';
import { localCount, localDate } from '../../local-times.ts';
import { comingAfter, inYearOf, type Moment, momentIn, type Today } from '../../reading/dates/moments.ts';
import { timeAtStart } from '../clock/time-of-day.ts';
import type { DateFound, DateQuestion } from './date-answer.ts';

/** The time between two dates, or between a date and now. */

const UNIT =
  '(?<unit>week ?days|work(?:ing)? ?days|business days|workdays|days?|nights|sleeps|weeks?|months?|years?|hours?|minutes?|seconds?)';
const BETWEEN = new RegExp(
  `^(?:how many |(?:the )?(?:total )?number of |count |calculate |calculate the number of )?${UNIT}[ _]?(?: are there| is it| are)?(?: in)? ?(?:between|from|betw\\.?) (?<dates>.+?)(?<inclusive>,? \\(?(?:inclusive|including (?:both|the last day|end date))\\)?)?$`,
);
const APART = new RegExp(
  `^(?:how many |(?:the )?number of |count )?(?:more )?${UNIT}(?: is it| are there| are| left| remaining| to go| have passed| has it been| passed| it is)* (?<where>until|till|til|'til|to|before|since|from now until|ago was|ago is|away is) (?<date>.+)$`,
);
const HOW_LONG =
  /^(?:how (?:long|much time|much longer|far)(?: is it| is there| has it been| left| away)?|time(?: left| remaining)?|countdown|count down)(?: is)? (?<where>until|till|til|to|before|since|ago was|away is) (?<date>.+)$/;
const DIFFERENCE =
  /^(?:the )?(?:difference|time|duration|(?:date|time) ?diff(?:erence)?|how (?:long|much time)(?: is(?: it| there)?)?) (?:between|from) (?<dates>.+?)(?: in (?<unit>days|weeks|months|years|hours|minutes|seconds))?$|^(?:date|time) ?diff(?:erence)? (?<both>.+)$/;
/** Two dates and nothing else: both must be complete. */
const RANGE =
  /^(?<from>[^ ]*\d.{4,20}?) (?:to|until|till|through) (?<to>.{6,24}?)(?: in (?<unit>days|weeks|months|years))?$/;
const LEFT =
  /^(?:how many )?days (?:are )?(?:left|remaining|remain)(?: are)? (?:in|of|until the end of) (?:the |this )?(?<what>year|month|\d{4})$/;
const CONNECTORS = /,? (?:and|to|until|till|through|thru|-|–|&|vs) |, /g;

/** `days until christmas`, `weeks between 1 May and 1 June`. */
export const dateDifference: DateQuestion = (text, today, { lang }) => {
  const left = LEFT.exec(text)?.groups?.what;
  if (left) return toEndOf(left, today, lang);
  const between = BETWEEN.exec(text)?.groups ?? DIFFERENCE.exec(text)?.groups;
  const dates = between?.dates ?? between?.both;
  if (between && dates) {
    const pair = twoIn(dates, (part) => momentIn(part, today) ?? (between.unit ? startOfYear(part, 'since') : null));
    if (pair) {
      const [one, to] = pair;
      // `from friday until today` means last Friday.
      const from =
        to.relative && Temporal.PlainDateTime.compare(one.at, to.at) > 0 ? inYearOf(one, today, 'last') : one;
      const end = comingAfter(from, to);
      const unit = between.unit ?? (isWithinTwoDays(from, end) ? 'hours' : 'days');
      return measured(from, end, unitOf(unit), lang, between.inclusive !== undefined);
    }
    const times = twoIn(dates, (part) => dayTime(part, today));
    if (times && /hours?|minutes?|seconds?/.test(between.unit ?? 'hours')) {
      const [from, to] = times;
      // 10 pm to 6 am spans midnight.
      const next = Temporal.PlainDateTime.compare(from.at, to.at) > 0 ? to.at.add({ days: 1 }) : to.at;
      return measured(from, { ...to, at: next }, unitOf(between.unit ?? 'hours'), lang);
    }
    return null;
  }
  const range = RANGE.exec(text)?.groups;
  const [start, end] = [range?.from, range?.to].map((part) => (part ? momentIn(part, today) : null));
  if (start && end && ![start, end].some(({ yearly, relative }) => yearly || relative)) {
    return measured(start, end, unitOf(range?.unit), lang);
  }
  const apart = APART.exec(text)?.groups ?? HOW_LONG.exec(text)?.groups;
  if (!apart?.date) return subtracted(text, today, lang);
  // `day before yesterday` is a day, not a distance.
  if (apart.where === 'before' && apart.unit && !apart.unit.endsWith('s')) return null;
  const past = /since|ago/.test(apart.where ?? '');
  // `days to` alone is ambiguous: it needs a date.
  const written = apart.date.replace(/ (?:from (?:today|now)|left)$/, '');
  const moment = momentIn(written, today) ?? startOfYear(written, apart.where ?? '');
  if (!moment) return ofToday(written, apart.unit, past, today, lang);
  // Between years there are whole years, whatever the day.
  const inYears = /^\d{4}$/.test(written) && /^year/.test(apart.unit ?? '');
  const day = inYears ? startOfYear(`${today.now.year}`, 'since') : momentIn('today', today);
  const now = { ...(day as Moment), timed: /hour|minute|second/.test(apart.unit ?? '') };
  const meant = inYearOf(moment, today, past ? 'last' : 'next');
  return past ? measured(meant, now, unitOf(apart.unit), lang) : measured(now, meant, unitOf(apart.unit), lang);
};

/** `seconds since 1970`, `days until 2030`. */
function startOfYear(text: string, where: string): Moment | null {
  if (!/^[12]\d{3}$/.test(text) || !/since|until|till?/.test(where)) return null;
  const at = new Temporal.PlainDateTime(Number(text), 1, 1);
  return { at, timed: false, relative: false, yearly: null, utc: false };
}

/** `minutes until 5pm`, `hours since 9:30`: the next or the last time that the clock shows this. */
function ofToday(text: string, unit: string | undefined, past: boolean, today: Today, lang: string): DateFound {
  const time = dayTime(text, today);
  if (!time || !/hours?|minutes?|seconds?/.test(unit ?? 'hours')) return null;
  const now = { ...(momentIn('now', today) as Moment), relative: false };
  const order = Temporal.PlainDateTime.compare(time.at, now.at);
  const shift = past ? Math.min(0, -order) : Math.max(0, -order);
  const meant = { ...time, at: time.at.add({ days: shift }) };
  const [from, to] = past ? [meant, now] : [now, meant];
  return measured(from, to, unitOf(unit ?? 'hours'), lang);
}

/** `2020-11-05 - 2020-10-05`: only if both are clearly dates. */
function subtracted(text: string, today: Today, lang: string): DateFound {
  const [left = '', right = '', more] = text.split(/ (?:-|−|–|minus) /);
  if (more !== undefined || right === '') return null;
  const [from, to] = [momentIn(right, today), momentIn(left, today)];
  if (!from || !to || from.yearly || to.yearly || !/\d/.test(left) || !/\d/.test(right)) return null;
  return measured(from, to, 'days', lang, false, true);
}

function toEndOf(what: string, today: Today, lang: string): DateFound {
  const date = today.now.toPlainDate();
  const year = what === 'year' || what === 'month' ? date.year : Number(what);
  const end = what === 'month' ? date.with({ day: date.daysInMonth }) : new Temporal.PlainDate(year, 12, 31);
  const days = date.until(end, { largestUnit: 'days' }).days;
  return days < 0 ? null : { answer: localCount(days, 'days', lang), data: { op: 'diff', value: days, unit: 'days' } };
}

/** Two things with a connector or a space between them. */
function twoIn<Thing>(text: string, read: (part: string) => Thing | null): [Thing, Thing] | null {
  const cuts = [...text.matchAll(CONNECTORS)].map(({ 0: connector, index }) => [index, index + connector.length]);
  const gaps = [...text.matchAll(/ /g)].map(({ index }) => [index, index + 1]);
  for (const [end = 0, begin = 0] of [...cuts, ...gaps].slice(0, 24)) {
    const from = read(text.slice(0, end).replace(/,$/, ''));
    const to = from && read(text.slice(begin));
    if (from && to) return [from, to];
  }
  return null;
}

function dayTime(text: string, { now }: Today): Moment | null {
  const found = timeAtStart(text);
  if (!found?.time.sure || found.rest !== '') return null;
  const { hour, minute, second } = found.time;
  const at = now.toPlainDate().toPlainDateTime({ hour, minute, second });
  return { at, timed: true, relative: false, yearly: null, utc: false };
}

type Unit = 'days' | 'weekdays' | 'weeks' | 'months' | 'years' | 'hours' | 'minutes' | 'seconds';

function unitOf(text = 'days'): Unit {
  if (/week ?day|work|business/.test(text)) return 'weekdays';
  if (/^(?:night|sleep)/.test(text)) return 'days';
  return `${text.replace(/s$/, '')}s` as Unit;
}

function measured(from: Moment, to: Moment, unit: Unit, lang: string, inclusive = false, signed = false): DateFound {
  const precise = (from.timed && to.timed) || /hours|minutes|seconds/.test(unit);
  const cut = (moment: Moment) => {
    if (precise && (moment.timed || !moment.relative)) return moment.at;
    return moment.at.toPlainDate().toPlainDateTime();
  };
  const ahead = Temporal.PlainDateTime.compare(cut(from), cut(to)) <= 0;
  const [first, last] = ahead ? [cut(from), cut(to)] : [cut(to), cut(from)];
  const size = unit === 'weekdays' ? weekdays(first, last) : total(first, last, unit) + (inclusive ? 1 : 0);
  const value = signed && !ahead ? -size : size;
  const dates = `${localDate(first.toPlainDate(), lang)} – ${localDate(last.toPlainDate(), lang)}`;
  return { answer: `${localCount(value, unit, lang)} (${dates})`, data: { op: 'diff', value, unit } };
}

function total(first: Temporal.PlainDateTime, last: Temporal.PlainDateTime, unit: Exclude<Unit, 'weekdays'>): number {
  const size = first.until(last).total({ unit, relativeTo: first });
  return Math.round(size * 100) / 100;
}

/** Mondays to Fridays, including both ends. */
function weekdays(first: Temporal.PlainDateTime, last: Temporal.PlainDateTime): number {
  const days = first.toPlainDate().until(last.toPlainDate(), { largestUnit: 'days' }).days + 1;
  const start = first.dayOfWeek - 1;
  let rest = 0;
  for (let at = 0; at < days % 7; at++) if ((start + at) % 7 < 5) rest += 1;
  return Math.floor(days / 7) * 5 + rest;
}

/** Whether two times are less than two days apart, so that people count hours. */
function isWithinTwoDays(from: Moment, to: Moment): boolean {
  return from.timed && to.timed && Math.abs(from.at.until(to.at).total('hours')) < 48;
}
