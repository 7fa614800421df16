import type { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { optionalNumbers, optionalTexts, texts } from '../../fields.ts';
import { localCount } from '../../local-times.ts';
import type { matchItems } from '../../reading/dates/date-items.ts';
import { type DateItem, inYearOf, type Today } from '../../reading/dates/moment.ts';

const OPS = [
  ...(['add', 'diff', 'duration', 'time', 'weekday', 'today', 'unix', 'leap', 'week', 'day_of_year'] as const),
  ...(['holiday', 'age', 'days_in', 'julian_day'] as const),
] as const;

/** `data` of answers about dates. */
export const dateSchema = z.object({
  op: z.enum(OPS),
  value: z.union([z.string(), z.number(), z.boolean()]),
  values: z.array(z.number()).optional(),
  ...optionalTexts('unit', 'holiday', 'country', 'offset'),
  from: z.object(texts('date')).optional(),
  to: z.object({ ...optionalTexts('date', 'time'), ...optionalNumbers('day_shift') }).optional(),
  approximate: z.boolean().optional(),
  ...{ dates: z.array(z.string()), durations: z.array(z.string()), ...texts('today', 'tz') },
});
export type DateData = z.infer<typeof dateSchema>;

/** The results of questions by name: a date, or a text with the rest of `data`; null if the parts do not fit together. */
export type DateResults = Record<
  string,
  (
    question: DateQuestion,
  ) => Temporal.PlainDate | (Omit<DateData, 'op' | 'dates' | 'durations' | 'today' | 'tz'> & { answer: string }) | null
>;

/** A question of a known form. */
export type DateQuestion = ReturnType<typeof questionOf>;

/** Makes a question of its parts. */
export function questionOf(parts: NonNullable<ReturnType<typeof matchItems>>, today: Today, lang: string) {
  /** The first item of a part. */
  const item = (name: string): Partial<DateItem> => parts[name]?.[0] ?? {};
  /** The date of a part; today if the question does not have the part. A holiday means the next one. */
  const day = (name: string): Temporal.PlainDate => {
    const { symbol, moment = today } = item(name);
    return (symbol === 'h' ? inYearOf(moment, today, 'next') : moment).at.toPlainDate();
  };
  /** A number of units, with a note after it: `40 days`. */
  const counted = (value: number, unit: string, note = '') => {
    return { answer: `${localCount(value, unit, lang)}${note}`, value, unit };
  };
  return { parts, today, lang, item, day, counted };
}
