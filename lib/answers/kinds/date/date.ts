import { inlineKind } from '../../answer.ts';
import { itemsOf } from '../../reading/dates/date-items.ts';
import { areDateWords, tokenLines } from '../../reading/dates/date-tokens.ts';
import type { Today } from '../../reading/dates/moment.ts';
import { clockIn } from '../../reading/zones/zone-clock.ts';
import { type DateData, type DateQuestion, dateSchema } from './date-answer.ts';
import { dateDifference } from './date-differences.ts';
import { age, dayName, daysIn, holiday, today } from './date-facts.ts';
import { dateSum, spanSum, timeSum } from './date-sums.ts';
import { unixTime } from './unix-time.ts';
import { countedDay, dayOfYear, leapYear, weekOfYear } from './year-facts.ts';

const MAX_CHARS = 120;

/** Their patterns cover the whole question, so that at most one of them fits; sums accept the most and come last. */
const QUESTIONS: readonly DateQuestion[] = [
  unixTime,
  leapYear,
  age,
  countedDay,
  dayOfYear,
  weekOfYear,
  today,
  dayName,
  daysIn,
  dateDifference,
  holiday,
  timeSum,
  spanSum,
  dateSum,
];

/**
 * Date arithmetic and facts about dates. Every word of a query must belong to the language of dates, and the order of
 * its parts must be that of a question; all other queries have no answer.
 */
export const date = inlineKind<DateData>({
  type: 'date',
  example: 'days until christmas',
  data: dateSchema,
  match: ({ q, reading }) => q.length <= MAX_CHARS && areDateWords(reading.numeric),
  work({ reading, lang, tz, now }) {
    const clock: Today = { now: clockIn(tz, now), dayFirst: writesDayFirst(lang) };
    for (const line of tokenLines(reading.numeric)) {
      const here = line.language === 'en' ? clock : { ...clock, dayFirst: true };
      const items = itemsOf(line, here);
      const context = { today: here, lang, isAsked: reading.isAsked || line.isAsked };
      for (const question of QUESTIONS) {
        const found = question(items, context);
        if (found) return found;
      }
    }
    return null;
  },
});

/** English counts as American unless the tag names another region. */
function writesDayFirst(lang: string): boolean {
  return lang !== '' && !/^en(?:-us|-ph)?$/i.test(lang);
}
