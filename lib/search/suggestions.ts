import { z } from 'zod';
import { asObject } from '../providers/loose-json.ts';
import { cleanText } from './text.ts';

/** What one provider would complete a query to. */
export const suggestionsSchema = z.object({ suggestions: z.array(z.string()) });
export type Suggestions = z.infer<typeof suggestionsSchema>;

/** Longest beginning of a query that is worth completing. */
export const SUGGEST_MAX_CHARS = 200;
const MAX_SUGGESTIONS = 10;

/** Texts, or objects with the text under one of the names that upstreams use; everything else is dropped. */
export function suggestionsFrom(list: readonly unknown[]): Suggestions {
  const texts = list.slice(0, 50).map((item) => {
    const { phrase, value, query } = asObject(item);
    return cleanText(typeof item === 'string' ? item : (phrase ?? value ?? query), SUGGEST_MAX_CHARS);
  });
  return { suggestions: texts.filter((text) => text !== '') };
}

/** At most ten, none twice, and never the query itself. */
export function presentSuggestions(suggestions: readonly string[], q: string): string[] {
  const seen = new Set([plain(q)]);
  return suggestions
    .filter((text) => {
      const key = plain(text);
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .slice(0, MAX_SUGGESTIONS);
}

function plain(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}
