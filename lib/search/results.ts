import { z } from 'zod';
import { infoboxSchema } from '../cards/cards.ts';

/**
 * The results of one engine, cleaned and complete, as they are cached. Adapters pass on the raw data of the engine, which
 * `result-rows.ts` turns into them. Ages are computed when a row is shown.
 */

/** A link to a page within the site of a result. */
export const sitelinkSchema = z.object({ title: z.string(), url: z.string() }).meta({ id: 'Sitelink' });
export type Sitelink = z.infer<typeof sitelinkSchema>;

/** The index that a row comes from, where the rows of one engine differ. */
const index = z.enum(['google', 'bing']).optional();

/** A web result. */
export const webRowSchema = z.object({
  /** Canonical key: equal for the same page from different engines. */
  key: z.string(),
  url: z.string(),
  title: z.string(),
  description: z.string(),
  displayUrl: z.string(),
  host: z.string(),
  /** The favicon that the engine sends, or empty. */
  faviconUrl: z.string(),
  /** ISO 8601, or empty. */
  date: z.string(),
  /** The age in the engine's own words, for results without a date. */
  ageText: z.string(),
  sitelinks: z.array(sitelinkSchema),
  index,
});
export type WebRow = z.infer<typeof webRowSchema>;

/** The results of one engine for one web search. */
export const webSliceSchema = z.object({
  results: z.array(webRowSchema),
  /** The spelling that the engine suggests or applied; empty if none. */
  correction: z.string(),
  /** Whether the engine has a next page; absent if it does not tell. */
  hasNext: z.boolean().optional(),
  /**
   * The engine's own summary of the topic on the first page; null if it has none. Engines without infoboxes omit the
   * field.
   */
  infobox: infoboxSchema.nullish(),
});
export type WebSlice = z.infer<typeof webSliceSchema>;

/** An image result. */
export const imageRowSchema = z.object({
  key: z.string(),
  /** Address of the page with the image. */
  url: z.string(),
  title: z.string(),
  host: z.string(),
  thumbnail: z.string(),
  /** Equal for the same thumbnail from different engines; empty if there is none. */
  thumbnailKey: z.string(),
  /** Address of the full picture, or empty. */
  imageUrl: z.string(),
  /** Equal for the same picture from different engines; empty if its address is unknown. */
  imageKey: z.string(),
  /** Size of the full picture in pixels; 0 if unknown. */
  width: z.number(),
  height: z.number(),
  /** Licence and creator in one line, or empty. */
  license: z.string(),
  index,
});
export type ImageRow = z.infer<typeof imageRowSchema>;

/** A news result. */
export const newsRowSchema = z.object({
  key: z.string(),
  url: z.string(),
  title: z.string(),
  description: z.string(),
  hostname: z.string(),
  /** Publisher, or empty. */
  publisher: z.string(),
  date: z.string(),
  ageText: z.string(),
  thumbnail: z.string(),
  index,
});
export type NewsRow = z.infer<typeof newsRowSchema>;

/** A video result. */
export const videoRowSchema = z.object({
  key: z.string(),
  url: z.string(),
  title: z.string(),
  hostname: z.string(),
  /** Publisher or channel, or empty. */
  publisher: z.string(),
  /** `4:13`, or empty. */
  duration: z.string(),
  date: z.string(),
  ageText: z.string(),
  thumbnail: z.string(),
  index,
});
export type VideoRow = z.infer<typeof videoRowSchema>;

/** The results of one engine for one image search. */
export const imageSliceSchema = z.object({ results: z.array(imageRowSchema) });
/** The results of one engine for one news search. */
export const newsSliceSchema = z.object({ results: z.array(newsRowSchema) });
/** The results of one engine for one video search. */
export const videoSliceSchema = z.object({ results: z.array(videoRowSchema) });
export type ImageSlice = z.infer<typeof imageSliceSchema>;
export type NewsSlice = z.infer<typeof newsSliceSchema>;
export type VideoSlice = z.infer<typeof videoSliceSchema>;
