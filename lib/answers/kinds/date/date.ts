import { inlineKind } from '../../answer.ts';
import { itemsOf, matchItems } from '../../reading/dates/date-items.ts';
import { dateLines } from '../../reading/dates/date-words.ts';
import type { Today } from '../../reading/dates/moment.ts';
import { clockIn } from '../../reading/zones/zone-clock.ts';
import { type DateData, type DateRule, dateSchema } from './date-answer.ts';
import { differenceRules } from './date-differences.ts';
import { factRules } from './date-facts.ts';
import { sumRules } from './date-sums.ts';
import { unixRules } from './unix-time.ts';
import { yearRules } from './year-facts.ts';

const MAX_CHARS = 120;
/** Without a word, or two numbers with a mark between them, the query is a sum of plain numbers. */
const WRITTEN = /\p{L}|\d[:/.-]\d/u;
/** In order: sums accept the most, and come last. */
const RULES: readonly DateRule[] = [unixRules, yearRules, factRules, differenceRules, sumRules].flat();

/**
 * Date arithmetic and facts about dates. Every word of a query must belong to the language of dates, and its parts must
 * have the form of a question; all other queries have no answer.
 */
export const date = inlineKind<DateData>({
  type: 'date',
  example: 'days until christmas',
  data: dateSchema,
  match: ({ q, reading }) => q.length <= MAX_CHARS && WRITTEN.test(q) && !dateLines(reading.numeric).next().done,
  work({ reading, lang, tz, now }) {
    const clock: Today = { now: clockIn(tz, now), dayFirst: writesDayFirst(lang) };
    for (const { language, words, isAsked } of dateLines(reading.numeric)) {
      const today = language === 'en' ? clock : { ...clock, dayFirst: true };
      const items = itemsOf(words, today);
      for (const [pattern, answer] of RULES) {
        const parts = matchItems(items, pattern);
        const found = parts && answer(parts, { today, lang, isAsked: reading.isAsked || isAsked });
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
