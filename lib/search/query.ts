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

/** A query that is looked up rather than searched: suggestions, cards, places. */
export const lookupInputSchema = z.object({
  q: z.string(),
  /** BCP 47 tag, or empty for automatic. */
  lang: z.string(),
  safe: z.boolean(),
});

export type LookupInput = z.infer<typeof lookupInputSchema>;

/** A place that is looked for by its name. */
export const geocodeInputSchema = z.object({ q: z.string(), lang: z.string(), limit: z.number().int() });

export type GeocodeInput = z.infer<typeof geocodeInputSchema>;

/** A point whose place is looked for. `zoom` says how large a place: 3 a country, 10 a city, 18 a building. */
export const reverseInputSchema = z.object({
  lat: z.number(),
  lon: z.number(),
  zoom: z.number().int(),
  lang: z.string(),
});

export type ReverseInput = z.infer<typeof reverseInputSchema>;
