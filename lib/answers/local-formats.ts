import { LRUCache } from 'lru-cache';

/** What Intl writes in a language: numbers here, dates in `time/local-format.ts`. */

/** Languages are few, but the caller chooses them. */
const MAX_LANGUAGES = 50;

/** A format for each language, made once: that takes longer than anything that is done with it. English for what is none. */
export function perLanguage<Format>(make: (language: string) => Format): (lang: string) => Format {
  const made = new LRUCache<string, { format: Format }>({ max: MAX_LANGUAGES });
  return (lang) => {
    let kept = made.get(lang);
    if (!kept) {
      kept = { format: make(languageOf(lang)) };
      made.set(lang, kept);
    }
    return kept.format;
  };
}

function languageOf(lang: string): string {
  try {
    return Intl.getCanonicalLocales(lang || 'en')[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** Writes numbers in this way, in any language. */
export function numbersWith(options: Intl.NumberFormatOptions): (value: number | bigint, lang: string) => string {
  const formatFor = perLanguage(
    (language) => new Intl.NumberFormat(language, { maximumFractionDigits: 10, ...options }),
  );
  return (value, lang) => formatFor(lang).format(value);
}

/** A number as people of this language write it. */
export const localNumber = numbersWith({});
