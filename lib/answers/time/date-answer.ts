import { z } from 'zod';
import type { AnswerContent, InstantQuery } from '../answer.ts';
import type { Today } from './moments.ts';

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
    .describe('What was worked out.'),
  value: z
    .union([z.string(), z.number(), z.boolean()])
    .describe('ISO date, ISO date and time, weekday, number (of `unit`), or yes and no.'),
  unit: z.string().optional().describe('Unit of a number: `days`, `weeks`, `seconds` …'),
  values: z.array(z.number()).optional().describe('Several results, where several were asked for: leap years.'),
  to: z
    .object({ time: z.string().describe('24 hours.'), day_shift: z.number().int().describe('Days later.') })
    .optional()
    .describe('A sum of times of day.'),
});
export type DateData = z.infer<typeof dateSchema>;
export type DateFound = AnswerContent<DateData> | null;

/** Reads a query, in lower case and without marks at its end, as one of the questions about dates. */
export type DateQuestion = (text: string, today: Today, query: InstantQuery) => DateFound;
