import { z } from 'zod';
import { usageSchema } from '../net/usage-signals.ts';

/** A text of a page. */
const textSchema = z.object({
  format: z.enum(['markdown', 'text', 'html']),
  /** The whole page, not only its main content. */
  whole: z.boolean(),
});

/** What a worker is asked to do with one page. */
export const readInputSchema = textSchema.extend({
  url: z.string(),
  /** Further texts of the page, which is fetched once for all of them. */
  also: z.array(textSchema).default([]),
  /** With 0, the text is not wanted at all. */
  maxChars: z.number(),
  links: z.boolean(),
  images: z.boolean(),
  /** The passages nearest to this question; empty for none. */
  query: z.string(),
  chunks: z.number(),
  /** Whether a browser renders it: never, if it shows nothing without scripts, or always. */
  render: z.enum(['off', 'auto', 'on']).default('off'),
  /** A picture of what the browser shows, or of the page from its top to its end. Only with `render: 'on'`. */
  screenshot: z.enum(['viewport', 'page']).optional(),
  /** How old a cached page may be, in milliseconds. */
  maxAgeMs: z.number(),
  /** Pages of the same scope share the cache. */
  scope: z.string(),
});
export type ReadInput = z.infer<typeof readInputSchema>;

const linkSchema = z.object({ url: z.string(), text: z.string() });
const imageSchema = z.object({ url: z.string(), alt: z.string() });
const chunkSchema = z.object({
  heading: z.string(),
  text: z.string(),
  score: z.number(),
  /** Where it is on its page, and the language of its words. Both are absent from workers of 0.3.0. */
  at: z.number().optional(),
  lang: z.string().optional(),
});

/** A page as its reader gets it. */
const readSchema = z.object({
  ok: z.literal(true),
  finalUrl: z.string(),
  status: z.number(),
  title: z.string(),
  description: z.string(),
  author: z.string(),
  published: z.string(),
  lang: z.string(),
  site: z.string(),
  content: z.string(),
  contentType: z.string(),
  words: z.number(),
  truncated: z.boolean(),
  cached: z.boolean(),
  /** As what a page of HTML was read. Absent from workers of 0.7.0. */
  kind: z.string().optional(),
  /** The obstacle that left only a part of the text, or that no article was found. This and the next two: absent from workers of 0.2.0. */
  partial: z.string().optional(),
  /** Whether everybody may read the page, if it says so. */
  free: z.boolean().optional(),
  /** What was left out because nobody sees it: elements and characters, by the way they are hidden. */
  hidden: z.record(z.string(), z.number()).optional(),
  /** What its site says it may be used for. Absent from workers of 0.6.0. */
  usage: usageSchema.optional(),
  /** How long a browser took to render it; absent if none did. */
  renderedMs: z.number().optional(),
  /** A PNG, and whether the page goes on below it. */
  screenshot: z.object({ dataUri: z.string(), cut: z.boolean() }).optional(),
  /** The texts of `ReadInput.also`, in its order. */
  also: z.array(z.string()).optional(),
  links: z.array(linkSchema).optional(),
  images: z.array(imageSchema).optional(),
  chunks: z.array(chunkSchema).optional(),
});

/** What became of a page. A page that cannot be read is not a failed call: it says nothing about us. */
export const pageReadingSchema = z.discriminatedUnion('ok', [
  readSchema,
  z.object({
    ok: z.literal(false),
    reason: z.string(),
    /** Whether its site was asked for something. */
    fetched: z.boolean().optional(),
  }),
]);
export type PageReading = z.infer<typeof pageReadingSchema>;
export type ReadPage = z.infer<typeof readSchema>;
