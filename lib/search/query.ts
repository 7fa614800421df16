import { z } from 'zod';

/** Date filters: the last day, week, month or year. */
export const freshnesses = ['d', 'w', 'm', 'y'] as const;
export type Freshness = (typeof freshnesses)[number];

/** The input of a search: the shared parameters, already validated. */
export const searchInputSchema = z.object({
  q: z.string(),
  page: z.number().int(),
  /** BCP 47 tag, or empty for automatic. */
  lang: z.string(),
  safe: z.boolean(),
  date: z.enum(freshnesses).nullable(),
});

export type SearchInput = z.infer<typeof searchInputSchema>;

/** The input of a lookup without pages and date filter: suggestions and cards. */
export const lookupInputSchema = z.object({
  q: z.string(),
  /** BCP 47 tag, or empty for automatic. */
  lang: z.string(),
  safe: z.boolean(),
});

export type LookupInput = z.infer<typeof lookupInputSchema>;

/** A place name to look up. */
export const geocodeInputSchema = z.object({ q: z.string(), lang: z.string(), limit: z.number().int() });

export type GeocodeInput = z.infer<typeof geocodeInputSchema>;

/** A point to look up. `zoom` is the size of the place: 3 a country, 10 a city, 18 a building. */
export const reverseInputSchema = z.object({
  lat: z.number(),
  lon: z.number(),
  zoom: z.number().int(),
  lang: z.string(),
});

export type ReverseInput = z.infer<typeof reverseInputSchema>;
