import { z } from 'zod';
import { DEFAULT_CHARS, DEFAULT_CHUNKS, extractParams, MAX_CHARS } from '../contract/page-params.ts';
import { queryField, REQUIRED } from '../contract/params.ts';
import { tabParams } from '../contract/tab-params.ts';
import { cutIfLong } from './long-query.ts';
import { domains } from './tavily-params.ts';

/** The parameters of Exa's search and contents. Those that change nothing here are ignored like unknown ones. */

const MAX_RESULTS = 100;
const MAX_PASSAGES = 20;

const number = z.int('A valid integer is required.');
const flag = z.boolean('Use true or false.');
const notOffered = z.literal(false, 'Not supported: this service does not generate text.').optional();
const day = z
  .union([z.iso.date(), z.iso.datetime({ offset: true, local: true })], 'Use a date such as 2026-01-31.')
  .transform((text) => text.slice(0, 10))
  .optional();

const textOptions = z.object({
  maxCharacters: number
    .min(1, `Use a number from 1.`)
    .transform((chars) => Math.min(chars, MAX_CHARS))
    .default(DEFAULT_CHARS),
  includeHtmlTags: flag.default(false),
});
/** The text of a page for those who ask for nothing in particular. */
export const wholeText = textOptions.parse({});
const highlightOptions = z.object({
  query: z.string('Not a valid string.').optional(),
  maxCharacters: number.min(1, 'Use a number from 1.').default(Number.MAX_SAFE_INTEGER),
  highlightsPerUrl: number
    .min(1, 'Use a number from 1.')
    .transform((passages) => Math.min(passages, MAX_PASSAGES))
    .default(DEFAULT_CHUNKS),
});

/** An object with options, or true for their defaults; undefined if it is not wanted. */
const optionsOr = <Options extends z.ZodType>(options: Options) =>
  z.preprocess((given) => (given === true ? {} : given || undefined), options.optional());

/** What is wanted of pages. */
const contentsFields = {
  text: optionsOr(textOptions),
  highlights: optionsOr(highlightOptions),
  summary: notOffered,
  maxAgeHours: number.optional(),
};
const contents = z.object(contentsFields, 'Use an object.');
export type ExaContents = z.infer<typeof contents>;

/** The parameters of a search. The cross-check runs when each of them is valid. */
export const exaParams = z
  .object({
    query: cutIfLong(queryField),
    numResults: number
      .min(1, `Use a number from 1 to ${MAX_RESULTS}.`)
      .max(MAX_RESULTS, `Use a number from 1 to ${MAX_RESULTS}.`)
      .default(10),
    category: z.string('Not a valid string.').optional(),
    includeDomains: domains,
    excludeDomains: domains,
    startPublishedDate: day,
    endPublishedDate: day,
    userLocation: tabParams.shape.country,
    moderation: flag.optional(),
    contents: contents.optional(),
    stream: notOffered,
    outputSchema: notOffered,
  })
  .refine(({ startPublishedDate = '', endPublishedDate = '9999' }) => startPublishedDate <= endPublishedDate, {
    path: ['startPublishedDate'],
    message: 'Must not be after endPublishedDate.',
  });
export type ExaParams = z.infer<typeof exaParams>;

/** The parameters of contents. Older clients call the addresses `ids`. */
export const exaContentsParams = z
  .object({ ...contentsFields, urls: extractParams.shape.urls, ids: extractParams.shape.urls })
  .refine(({ urls, ids }) => urls !== undefined || ids !== undefined, { path: ['urls'], message: REQUIRED });
export type ExaContentsParams = z.infer<typeof exaContentsParams>;
