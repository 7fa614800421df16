import { z } from 'zod';
import { withoutInvisible } from '../invisible-characters.ts';
import { UpstreamFailure } from '../outcome.ts';

/** A text to translate, with the backend's own language codes. */
export const translateInputSchema = z.object({
  text: z.string(),
  /** Empty to detect the language. */
  source: z.string(),
  target: z.string(),
});
export type TranslateInput = z.infer<typeof translateInputSchema>;

/** A translated text. */
export const translationSchema = z.object({
  text: z.string(),
  /** The language that the backend detected, or empty. */
  detected: z.string(),
});
export type Translation = z.infer<typeof translationSchema>;

/** The list of languages takes no parameters. */
export const languagesInputSchema = z.object({});
export type LanguagesInput = z.infer<typeof languagesInputSchema>;

/** A language that the backend supports. */
export const languageSchema = z.object({
  code: z.string(),
  name: z.string(),
  source: z.boolean(),
  target: z.boolean(),
});
export type Language = z.infer<typeof languageSchema>;
/** The languages that the backend supports. */
export const languagesSchema = z.object({ languages: z.array(languageSchema) });
export type Languages = z.infer<typeof languagesSchema>;

/**
 * Throws if the list is empty: the backend is still starting, and a cached empty list would make every language
 * unknown.
 */
export function someLanguages(languages: Language[]): Languages {
  if (languages.length === 0) throw new UpstreamFailure('upstream', 'listed no language');
  return { languages };
}

/**
 * Restores the white space at both ends, which is removed before the call because backends treat it differently. What
 * nobody sees of a translation is left out.
 */
export function withEdgesOf(original: string, translated: string): string {
  const lead = /^\s*/.exec(original)?.[0] ?? '';
  const trail = original.trim() === '' ? '' : (/\s*$/.exec(original)?.[0] ?? '');
  return `${lead}${withoutInvisible(translated).trim()}${trail}`;
}
