import type { AlertWords } from './alert-words.ts';
import { de } from './alerts-de.ts';
import { en } from './alerts-en.ts';
import { figuresFor } from './figures.ts';

export const alertLanguages = ['en', 'de'] as const;

/** The words in a language or its locale; English in any other. */
export function alertTexts(locale: string): AlertWords {
  if (/^de\b/.test(locale)) return de(figuresFor(locale));
  return en(figuresFor(/^en\b/.test(locale) ? locale : 'en'));
}
