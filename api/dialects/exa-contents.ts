import type { ReadPage } from '../../lib/pages/read-operation.ts';
import type { PageOptions } from '../lookups/pages.ts';
import type { ExaContents } from './exa-params.ts';
import { NOT_READ, partialField } from './page-reading.ts';

const HOUR_MS = 3_600_000;

/** How pages are read for what is wanted of them. Passages are those nearest to their own query, or to the search. */
export function readingOf({ text, highlights, maxAgeHours = -1 }: ExaContents, q: string): Partial<PageOptions> {
  return {
    format: text?.includeHtmlTags ? 'html' : 'markdown',
    ...(text && { maxChars: text.maxCharacters }),
    ...(highlights && { query: highlights.query ?? q, chunks: highlights.highlightsPerUrl }),
    ...(maxAgeHours >= 0 && { maxAgeMs: maxAgeHours * HOUR_MS }),
  };
}

/**
 * The fields of a result about its page. Where there is no passage, as of a page that could not be read, its description
 * is one; where only the text is wanted, the description is that, and marked.
 */
export function contentsOf(
  { text, highlights }: ExaContents,
  page: Pick<ReadPage, 'content' | 'chunks' | 'partial'> | null,
  description: string,
): object {
  const hasText = page !== null || highlights !== undefined;
  const passages = (page?.chunks ?? []).map((chunk) => chunk.text);
  return {
    ...(text && (hasText ? { text: page?.content ?? '' } : { text: description, warning: NOT_READ })),
    ...partialField(page),
    ...(highlights && { highlights: within(highlights.maxCharacters, passages.length > 0 ? passages : [description]) }),
  };
}

/** The first texts that have at most so many characters together. The last one is cut. */
function within(maxChars: number, texts: readonly string[]): string[] {
  let left = maxChars;
  const cut = texts.map((text) => {
    const start = text.slice(0, left);
    left -= start.length;
    return start;
  });
  return cut.filter(Boolean);
}
