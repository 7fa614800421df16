import { z } from 'zod';

export const freshnesses = ['d', 'w', 'm', 'y'] as const;
export type Freshness = (typeof freshnesses)[number];

/** A search as every engine is asked it: the shared parameters, already checked. */
export const searchInputSchema = z.object({
  q: z.string(),
  page: z.number().int(),
  /** BCP 47 tag, or empty for automatic. */
  lang: z.string(),
  safe: z.boolean(),
  date: z.enum(freshnesses).nullable(),
});

export type SearchInput = z.infer<typeof searchInputSchema>;
