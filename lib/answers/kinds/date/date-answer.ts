import { z } from 'zod';
import type { AnswerContent, InstantQuery } from '../../answer.ts';
import type { Today } from '../../reading/dates/moments.ts';

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

/** Reads a query, in lower case and without final marks, as one of the date questions. */
export type DateQuestion = (text: string, today: Today, query: InstantQuery) => DateFound;
