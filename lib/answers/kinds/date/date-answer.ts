import type { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { AnswerContent } from '../../answer.ts';
import { localCount, localDate } from '../../local-times.ts';
import type { DateParts } from '../../reading/dates/date-items.ts';
import type { Today } from '../../reading/dates/moment.ts';

/** `data` of answers about dates. */
export const dateSchema = z.object({
  op: z
    .enum([
      'add',
      'diff',
      'duration',
      'time',
      'weekday',
      'today',
      'unix',
      'leap',
      'week',
      'day_of_year',
      'holiday',
      'age',
      'days_in',
    ])
    .describe('Type of calculation.'),
  value: z
    .union([z.string(), z.number(), z.boolean()])
    .describe('An ISO date, an ISO date and time, a weekday, a number (in `unit`), or true or false.'),
  unit: z.string().optional().describe('Unit of a number: `days`, `weeks`, `seconds` …'),
  values: z.array(z.number()).optional().describe('Several results, such as leap years.'),
  to: z
    .object({ time: z.string().describe('24-hour time.'), day_shift: z.number().int().describe('Days later.') })
    .optional()
    .describe('Result of adding to a time of day.'),
});
export type DateData = z.infer<typeof dateSchema>;

/** The answer to a date question; null if the text is not one. */
export type DateFound = AnswerContent<DateData> | null;

/** What a question needs besides its words. */
export interface DateContext {
  today: Today;
  lang: string;
  /** The query has a question word or an instruction. */
  isAsked: boolean;
}

/** A form of question, as a pattern of symbols, and its answer; null if the parts do not fit together. */
export type DateRule = readonly [pattern: RegExp, answer: (parts: DateParts, context: DateContext) => DateFound];

/** An answer that is a date: the date in words, and its ISO form as the value. */
export function dateAnswer(op: DateData['op'], date: Temporal.PlainDate, lang: string): AnswerContent<DateData> {
  return { answer: localDate(date, lang), data: { op, value: date.toString() } };
}

/** An answer that counts: `40 days`, with a note after it. */
export function countAnswer(op: DateData['op'], value: number, unit: string, lang: string, note = ''): DateFound {
  return { answer: `${localCount(value, unit, lang)}${note}`, data: { op, value, unit } };
}
