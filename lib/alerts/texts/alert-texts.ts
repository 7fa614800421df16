import type { AlertWords } from './alert-words.ts';
import { de } from './alerts-de.ts';
import { en } from './alerts-en.ts';

export const alertLanguages = ['en', 'de'] as const;
export type AlertLanguage = (typeof alertLanguages)[number];

/** The words in a language or its locale; English in any other. */
export function alertTexts(language: string): AlertWords {
  return /^de\b/.test(language) ? de : en;
}
