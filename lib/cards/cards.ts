import { z } from 'zod';

/**
 * Knowledge cards, shown beside the results. They contain plain text; every field is always present, and empty if
 * unknown.
 */

const link = z.object({ title: z.string(), url: z.string() }).meta({ id: 'Link' });

/** The beginning of a Wikipedia article. */
export const wikipediaCardSchema = z
  .object({
    title: z.string(),
    description: z.string().describe('A short description of the topic.'),
    extract: z.string().describe("The article's first sentences."),
    url: z.string(),
    thumbnail: z.string(),
    lang: z.string().meta({ description: 'Language of the article.', example: 'en' }),
    wikidata_id: z.string().meta({ example: 'Q937' }),
    coordinates: z.object({ lat: z.number(), lon: z.number() }).nullable(),
    license: z.string().describe('Licence of the text; must be shown with it.'),
  })
  .meta({ id: 'WikipediaCard' });
export type WikipediaCard = z.infer<typeof wikipediaCardSchema>;

/** A search engine's own summary of a topic. */
export const infoboxSchema = z.object({
  title: z.string(),
  subtitle: z.string().describe('The kind of topic.'),
  description: z.string(),
  url: z.string().describe('Source of the text.'),
  website: z.string().describe('Official website.'),
  image: z.string(),
  attributes: z.array(z.object({ label: z.string(), value: z.string() })),
  links: z.array(link),
  attribution: z.string().describe('Author or source of the text, if the engine names it.'),
});
export type Infobox = z.infer<typeof infoboxSchema>;

/** The best answer to a programming question. */
export const bestAnswerSchema = z
  .object({
    question: z.string(),
    url: z.string().describe('Link to the answer.'),
    answer: z.string().describe('Plain text with line breaks and the indentation of code.'),
    score: z.int(),
    accepted: z.boolean(),
    author: z.string(),
    tags: z.array(z.string()),
    answered_at: z.string().describe('ISO 8601, or empty.'),
    site: z.string().meta({ example: 'stackoverflow.com' }),
    license: z.string().describe('Licence of the text; must be shown with it.'),
  })
  .meta({ id: 'BestAnswer' });
export type BestAnswer = z.infer<typeof bestAnswerSchema>;

/** A Wikipedia card or null, as an operation returns it. Null is a valid answer and is cached like one. */
export const wikipediaLookupSchema = z.object({ card: wikipediaCardSchema.nullable() });
/** A best answer or null. */
export const bestAnswerLookupSchema = z.object({ card: bestAnswerSchema.nullable() });
export type WikipediaLookup = z.infer<typeof wikipediaLookupSchema>;
export type BestAnswerLookup = z.infer<typeof bestAnswerLookupSchema>;
