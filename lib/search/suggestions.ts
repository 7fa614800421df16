import leven from 'leven';
import { z } from 'zod';
import { asObject } from '../providers/loose-json.ts';
import { cleanText } from './text.ts';

/** The suggestions of one provider. */
export const suggestionsSchema = z.object({ suggestions: z.array(z.string()) });
export type Suggestions = z.infer<typeof suggestionsSchema>;

/** Longest query that is worth completing, in characters. */
export const SUGGEST_MAX_CHARS = 200;
const MAX_SUGGESTIONS = 10;

/** Reads suggestions from texts, or from objects with the text in one of the usual fields; drops everything else. */
export function suggestionsFrom(list: readonly unknown[]): Suggestions {
  const texts = list.slice(0, 50).map((item) => {
    const { phrase, value, query } = asObject(item);
    return cleanText(typeof item === 'string' ? item : (phrase ?? value ?? query), SUGGEST_MAX_CHARS);
  });
  return { suggestions: texts.filter((text) => text !== '') };
}

/** At most ten suggestions, without duplicates and without the query itself. */
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

/** A part of the letters of a query that may be wrong in it. */
const WRONG_SHARE = 0.25;

/** The first suggestion that is the query without a typing mistake, as far as the query goes; empty if none is. */
export function correctionAmong(suggestions: readonly string[], q: string): string {
  const asked = plain(q);
  const words = asked.split(' ').length;
  const begun = suggestions.map((text) => plain(text).split(' ').slice(0, words).join(' '));
  return begun.find((text) => text !== asked && leven(text, asked) <= Math.ceil(asked.length * WRONG_SHARE)) ?? '';
}

function plain(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}
