import { type InstantQuery, inlineKind } from '../../answer.ts';
import { inEnglish, mayBeForeign } from '../../reading/dates/date-languages.ts';
import type { Today } from '../../reading/dates/moments.ts';
import { nthWeekday } from '../../reading/dates/nth-weekday.ts';
import { folded } from '../../reading/folded.ts';
import { clockIn } from '../../reading/zones/zone-clock.ts';
import { type DateData, type DateFound, type DateQuestion, dateSchema } from './date-answer.ts';
import { dateDifference } from './date-differences.ts';
import { age, daysIn, holiday, isMovingHoliday, weekday } from './date-facts.ts';
import { dateSum, spanSum, timeSum } from './date-sums.ts';
import { unixTime } from './unix-time.ts';
import { dayOfYear, leapYear, weekOfYear } from './year-facts.ts';

const MAX_CHARS = 120;
/** Every date question has one of these words, or is a sum that starts with a number. */
const WORDS =
  /\b(?:days?|date|dates|weeks?|weekdays?|months?|years?|hours?|minutes?|mins?|seconds?|secs?|ago|unix|epoch|unixtime|timestamp|posix|when|wann|quand|cu[aá]ndo|quando|wanneer|born|age|until|till|since|countdown|between|difference|(?:time)?diff|datetime|duration|work(?:ing)? ?days|sleeps|nights|today|today's|time|kalenderwoche|daysbetween)\b|^\S+ day|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\bdays_between\b|\d.* [-+−] ?\d|^\d{4}-\d\d?-\d\d? |^\d\d?[/.]\d\d?[/.]\d{4} |\d ?\+ ?\d/;

/** Without a word, or two numbers with a mark between them, the query is a sum of plain numbers. */
const WRITTEN = /\p{L}|\d[:/.-]\d/u;

/** In order: more specific questions come first. */
const QUESTIONS: readonly DateQuestion[] = [
  unixTime,
  leapYear,
  age,
  nthWeekday,
  // `day of the year` comes before `day of the week`, and both come before sums, because they begin alike.
  dayOfYear,
  weekday,
  weekOfYear,
  daysIn,
  dateDifference,
  holiday,
  timeSum,
  spanSum,
  dateSum,
];

/** Date arithmetic and facts about dates. */
export const date = inlineKind<DateData>({
  type: 'date',
  example: 'days until christmas',
  data: dateSchema,
  match({ q }) {
    if (q.length > MAX_CHARS) return false;
    const text = folded(q);
    return (WORDS.test(text) || mayBeForeign(text) || isMovingHoliday(text)) && WRITTEN.test(q);
  },
  work(query) {
    const text = folded(query.q)
      .replace(/["“”]/g, '')
      .replace(/ ?=? ?\??$/, '');
    const today: Today = { now: clockIn(query.tz, query.now), dayFirst: writesDayFirst(query.lang) };
    const found = firstAnswer(text, today, query);
    if (found || !mayBeForeign(text)) return found;
    for (const english of inEnglish(text)) {
      const answer = firstAnswer(english, { ...today, dayFirst: true }, query);
      if (answer) return answer;
    }
    return null;
  },
});

function firstAnswer(text: string, today: Today, query: InstantQuery): DateFound {
  for (const question of QUESTIONS) {
    const found = question(text, today, query);
    if (found) return found;
  }
  return null;
}

/** English counts as American unless the tag names another region. */
function writesDayFirst(lang: string): boolean {
  return lang !== '' && !/^en(?:-us|-ph)?$/i.test(lang);
}
