import type { ProviderSettings } from '../providers/adapter.ts';
import { cleanText } from '../search/text.ts';
import { wikipediaLanguage } from './wikipedia-languages.ts';

/**
 * The base address for a language. The public service has the language in its host name; a private one may have it
 * elsewhere or not at all.
 */
export function baseFor(lang: string, { url }: ProviderSettings): string {
  return url.replace('{lang}', wikipediaLanguage(lang));
}

/** The address of the API for a language. */
export function apiFor(lang: string, settings: ProviderSettings): string {
  return `${baseFor(lang, settings)}/w/api.php`;
}

/** The address of an article; empty if it has no title. */
export function articleUrl(title: unknown, lang: string): string {
  const name = cleanText(title, 300).replaceAll(' ', '_');
  return name === '' ? '' : `https://${wikipediaLanguage(lang)}.wikipedia.org/wiki/${encodeURIComponent(name)}`;
}
