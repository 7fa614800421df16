import { z } from 'zod';

/** The pages of a site that one map has at the most. */
export const MAX_MAP_LINKS = 50_000;

/** What a worker is asked to map. */
export const mapInputSchema = z.object({
  url: z.string(),
  /** Words that the best addresses have; empty for the order in which they are found. */
  q: z.string(),
  limit: z.number(),
  subdomains: z.boolean(),
  include: z.array(z.string()),
  exclude: z.array(z.string()),
  /** Whether its sitemaps are read beside its links, or alone, or not. Absent from web processes of 0.6.0. */
  sitemap: z.enum(['use', 'only', 'skip']).optional(),
  /** Whether addresses are listed without what follows `?`, each once. Absent from web processes of 0.6.0, as the next. */
  ignoresQuery: z.boolean().optional(),
  /** Rules of the clients of other services. */
  rules: z
    .array(
      z.object({
        on: z.enum(['path', 'url', 'host']),
        include: z.array(z.string()),
        exclude: z.array(z.string()),
      }),
    )
    .optional(),
});
export type MapInput = z.infer<typeof mapInputSchema>;

/** What a worker has found. A site that cannot be read is not a failed call: it says nothing about us. */
export const mapReplySchema = z.object({
  links: z.array(z.object({ url: z.string(), title: z.string() })),
  /** Whether the site may have pages beside these. */
  hasMore: z.boolean(),
  /** What could not be read: the first page, sitemaps, lists. */
  failed: z.array(z.object({ url: z.string(), reason: z.string() })),
  /** Whether its site was asked for something. */
  fetched: z.boolean(),
});
export type MapReply = z.infer<typeof mapReplySchema>;
