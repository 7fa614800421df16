import type { FastifyRequest } from 'fastify';
import { type Language, readPreferences } from '../preferences.ts';
import { de } from './de.ts';
import { en, type Texts } from './en.ts';

/** The languages of the pages, each with its catalogue. */
export const catalogues: Readonly<Record<Language, Texts>> = { en, de };

/** The language of a visitor's pages: the preferred one, or else the browser's first that there is, or else English. */
export function languageOf(request: FastifyRequest): Language {
  return readPreferences(request).pageLanguage ?? acceptedLanguage(request.headers['accept-language'] ?? '');
}

/** The texts of a visitor's pages. */
export function textsFor(request: FastifyRequest): Texts {
  return catalogues[languageOf(request)];
}

/** The best of our languages in a header like `de-AT,de;q=0.9,en;q=0.5`. */
export function acceptedLanguage(header: string): Language {
  const wanted = header.split(',').flatMap((item) => {
    const [range = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    const language = range.split('-')[0] ?? '';
    return isLanguage(language) && quality > 0 ? [{ language, quality }] : [];
  });
  return wanted.sort((one, other) => other.quality - one.quality)[0]?.language ?? 'en';
}

function isLanguage(text: string): text is Language {
  return Object.hasOwn(catalogues, text);
}
