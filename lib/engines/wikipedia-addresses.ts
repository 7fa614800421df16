import type { ProviderSettings } from '../providers/adapter.ts';
import { titleInUrl } from './mediawiki-wire.ts';
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

/** The address of the article with this title. */
export function articleUrl(title: string, lang: string): string {
  return `https://${wikipediaLanguage(lang)}.wikipedia.org/wiki/${titleInUrl(title)}`;
}
