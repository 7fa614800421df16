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
  return acceptedIn(header)[0]?.language ?? 'en';
}

/** How a visitor writes dates and numbers: the language of the page, in the region that the browser names with it. */
export function localeOf(request: FastifyRequest): string {
  const language = languageOf(request);
  const named = acceptedIn(request.headers['accept-language'] ?? '').find(
    (one) => one.language === language && REGION.test(one.region),
  );
  return named ? `${language}-${named.region.toUpperCase()}` : language;
}

const REGION = /^(?:[a-z]{2}|\d{3})$/;

/** Those of our languages that a header accepts, best first, with the region of each or an empty text. */
function acceptedIn(header: string): { language: Language; region: string }[] {
  const wanted = header.split(',').flatMap((item) => {
    const [range = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    const [language = '', region = ''] = range.split('-');
    return isLanguage(language) && quality > 0 ? [{ language, region, quality }] : [];
  });
  return wanted.sort((one, other) => other.quality - one.quality);
}

function isLanguage(text: string): text is Language {
  return Object.hasOwn(catalogues, text);
}
