import { z } from 'zod';

const passage = z
  .object({
    url: z.string(),
    title: z.string(),
    heading: z.string().describe('The headings above the passage.'),
    text: z.string().describe('The passage as Markdown.'),
    tokens: z.int().describe('Estimated number of tokens of heading and text.'),
    score: z
      .number()
      .describe(
        'How well the passage answers the question, from 0 to 1, beside the best passage of a page that was read.',
      ),
    published: z.string().describe('An ISO date, or date and time; empty if it is not known.'),
    source: z
      .enum(['page', 'description'])
      .describe("`description` if it is the engines' own text, because the page could not be read or has no passage."),
  })
  .meta({ id: 'ContextPassage' });

const source = z
  .object({
    url: z.string(),
    title: z.string(),
    state: z
      .enum(['read', 'failed', 'not_needed'])
      .describe('`not_needed` is a result beyond the number of pages that are read.'),
    reason: z.string().describe('Why the page could not be read; otherwise empty.'),
    published: z.string().describe('An ISO date, or date and time; empty if it is not known.'),
  })
  .meta({ id: 'ContextSource' });

/** The body of a context. */
export const contextBody = z.object({
  passages: z.array(passage).describe('Pages by their best passage; the passages of a page in reading order.'),
  sources: z.array(source).describe('All results of the search, in its order.'),
  tokens: z.int().describe('Estimated number of tokens of all passages.'),
  partial: z.boolean().describe('Whether time ran out before all engines had answered and all pages were read.'),
});
export type ContextBody = z.infer<typeof contextBody>;
export type ContextPassage = z.infer<typeof passage>;
export type ContextSource = z.infer<typeof source>;
