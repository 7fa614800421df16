import { z } from 'zod';
import { jsonFile } from './data-file.ts';

/** Phrases of answer lines in the supported languages. `data` stays in English, because programs compare it. */

export const phraseLanguages = ['de', 'fr', 'es', 'it', 'pt', 'nl'] as const;
/** Those in which only the weather is described, since clocks and currencies need no words. */
export const weatherLanguages = ['pl', 'sv', 'tr', 'ru', 'ja', 'zh'] as const;
const languages = [...phraseLanguages, ...weatherLanguages];

/** The translations of every phrase, by its English text. A phrase has all of the first languages. */
export const phrases = jsonFile(
  new URL('./data/phrases.json', import.meta.url),
  z.record(z.string(), z.partialRecord(z.enum(languages), z.string().min(1))),
);

/** Translates a phrase; returns it unchanged for English and for unsupported languages. */
export function translate(english: string, lang: string): string {
  const [tag = ''] = lang.toLowerCase().split('-');
  const language = languages.find((each) => each === tag);
  if (!language || !Object.hasOwn(phrases(), english)) return english;
  return phrases()[english]?.[language] ?? english;
}

/** Yes or no in a language. */
export const yesOrNo = (is: boolean, lang: string) => translate(is ? 'Yes' : 'No', lang);
