import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { AnswerContent } from '../../answer.ts';
import { tableFile } from '../../data-file.ts';
import { inlineAnswer } from '../../kind.ts';
import { isAmerican } from '../../local-formats.ts';
import { localDate } from '../../local-times.ts';
import { itemsOf, matchItems, symbolsOf } from '../../reading/dates/date-items.ts';
import { dateCallers, datesIn } from '../../reading/dates/date-words.ts';
import { type DateItem, inYearOf, type Today, writtenDate, writtenSpan } from '../../reading/dates/moment.ts';
import { clockIn } from '../../reading/zones/zone-clock.ts';
import { differences } from './date-differences.ts';
import { facts } from './date-facts.ts';
import { type DateData, type DateResults, dateSchema, questionOf } from './date-question.ts';
import { sums } from './date-sums.ts';

/** A time of day, a short span, or a date in digits. */
const SIGNS = /\d(?::\d|[shdwy]\b| ?[ap]\.?m\b| ?uhr| ?o'?clock|[a-z]{2}|[-/.]\d\d?[-/.]\d|-w\d\d)/;
const results: DateResults = { ...facts, ...differences, ...sums };
const forms = tableFile(
  new URL('./data/date-forms.tsv', import.meta.url),
  z.object({
    op: dateSchema.shape.op,
    result: z.enum(Object.keys(results)).transform((name) => results[name] as DateResults[string]),
    needs: z.enum(['', 'asked']),
    word: z.string(),
    form: z.string().transform((form) => new RegExp(`^(?:${form})$`, 'd')),
  }),
);

/** Date arithmetic and facts about dates, if every word is about dates and the parts have the form of a question. */
export const date = inlineAnswer({
  type: 'date',
  example: 'days until christmas',
  data: dateSchema,
  words: dateCallers,
  signs: SIGNS,
  read({ reading, lang, tz, now: time }): AnswerContent<DateData> | null {
    const hasOpening = !reading.folded.startsWith(reading.plain);
    for (const { language, words, isAsked } of reading.mentions(datesIn)) {
      const now = clockIn(tz, time);
      const today = { now, at: now.toPlainDateTime(), dayFirst: language !== 'en' || !isAmerican(lang), lang };
      const items = itemsOf(words, today);
      const symbols = symbolsOf(items);
      for (const { op, result, needs, word, form } of forms()) {
        if (!symbols.includes(word) || (needs && !hasOpening && !isAsked)) continue;
        const parts = matchItems(items, symbols, form);
        const found = parts && result(questionOf(parts, today, lang));
        if (!found) continue;
        const { answer, ...data } =
          'inLeapYear' in found ? { answer: localDate(found, lang), value: `${found}` } : found;
        return { answer, data: { op, ...data, ...understood(items, today, data) } };
      }
    }
    return null;
  },
  answer: (found) => found,
});

/** The dates and spans that a query names, and the day of the query. */
function understood(items: readonly DateItem[], today: Today, { from, to }: Pick<Partial<DateData>, 'from' | 'to'>) {
  const ends = [from, to].flatMap((end) => (end?.date ? Temporal.PlainDate.from(end.date) : []));
  const isTimed = items.some(({ span }) => span?.hours || span?.minutes || span?.seconds);
  const dates = items.flatMap(({ symbol, moment }) => {
    if (!moment) return [];
    // A date without a year is in the year of the answer.
    const end = ends.find((each) => moment.yearly?.(each.year).equals(each));
    const { at, relative, timed } = symbol === 'h' ? inYearOf(moment, today, 'next') : moment;
    if (end) return [writtenDate(end.toPlainDateTime(at))];
    return [relative && !timed && !isTimed ? at.toPlainDate().toString() : writtenDate(at)];
  });
  // Working days have no name in ISO 8601.
  const durations = items.flatMap(({ span }) => (span && !span.weekdays ? [writtenSpan(span)] : []));
  return { dates, durations, today: today.at.toPlainDate().toString(), tz: today.now.timeZoneId };
}
