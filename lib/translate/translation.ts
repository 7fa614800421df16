import { z } from 'zod';
import { UpstreamFailure } from '../outcome.ts';

/** A text to translate, in the backend's own language codes. */
export const translateInputSchema = z.object({
  text: z.string(),
  /** Empty: to be detected. */
  source: z.string(),
  target: z.string(),
});
export type TranslateInput = z.infer<typeof translateInputSchema>;

export const translationSchema = z.object({
  text: z.string(),
  /** Language that the backend took the text for, where it says so. */
  detected: z.string(),
});
export type Translation = z.infer<typeof translationSchema>;

/** There is nothing to ask: the list is the backend's own. */
export const languagesInputSchema = z.object({});
export type LanguagesInput = z.infer<typeof languagesInputSchema>;

/** A language of the backend. */
export const languageSchema = z.object({
  code: z.string(),
  name: z.string(),
  source: z.boolean(),
  target: z.boolean(),
});
export type Language = z.infer<typeof languageSchema>;
export const languagesSchema = z.object({ languages: z.array(languageSchema) });
export type Languages = z.infer<typeof languagesSchema>;

/** A backend without a language is one that does not work yet; its empty list would be kept, and every language unknown. */
export function someLanguages(languages: Language[]): Languages {
  if (languages.length === 0) throw new UpstreamFailure('upstream', 'listed no language');
  return { languages };
}

/** Backends differ in what they do to white space at the ends: they are sent the text without it, and get it back here. */
export function withEdgesOf(original: string, translated: string): string {
  const lead = /^\s*/.exec(original)?.[0] ?? '';
  const trail = original.trim() === '' ? '' : (/\s*$/.exec(original)?.[0] ?? '');
  return `${lead}${translated.trim()}${trail}`;
}
