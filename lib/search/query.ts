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
  // What follows is absent if it is not asked for, so that equal searches have equal keys.
  /** Only pages of these sites, with their subdomains. */
  site: z.array(z.string()).optional(),
  /** No pages of these. */
  excludeSite: z.array(z.string()).optional(),
  /** The country to search from, in capitals. `lang` names it too, for engines that take both in one. */
  country: z.string().optional(),
  /** The first and the last day: `2026-01-31`. */
  from: z.string().optional(),
  to: z.string().optional(),
});

/** Whether only results of some time are asked for. */
export function hasTime({ date, from, to }: SearchInput): boolean {
  return date !== null || from !== undefined || to !== undefined;
}

export type SearchInput = z.infer<typeof searchInputSchema>;

/** The input of a lookup without pages and date filter: suggestions and cards. */
export const lookupInputSchema = z.object({
  q: z.string(),
  /** BCP 47 tag, or empty for automatic. */
  lang: z.string(),
  safe: z.boolean(),
});

export type LookupInput = z.infer<typeof lookupInputSchema>;

/** A place name to look up. With `near`, only places within `NEAR_KM` of it are wanted. */
export const geocodeInputSchema = z.object({
  q: z.string(),
  lang: z.string(),
  limit: z.number().int(),
  near: z.object({ lat: z.number(), lon: z.number() }).optional(),
});
/** How far away a place near somebody may be. */
export const NEAR_KM = 10;

export type GeocodeInput = z.infer<typeof geocodeInputSchema>;

/** A point to look up. `zoom` is the size of the place: 3 a country, 10 a city, 18 a building. */
export const reverseInputSchema = z.object({
  lat: z.number(),
  lon: z.number(),
  zoom: z.number().int(),
  lang: z.string(),
});

export type ReverseInput = z.infer<typeof reverseInputSchema>;
