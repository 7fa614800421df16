import { LRUCache } from 'lru-cache';

/** Reads BCP 47 language tags (`zh-Hant-TW`) for engines that take a country or a script. */

/** The language that a tag names, in lower case; empty if it names only a country or a script (`und-DE`). */
export function languageOf(lang: string): string {
  const [language = ''] = lang.toLowerCase().split('-');
  return language === 'und' ? '' : language;
}

/** The country that a tag names, in capitals; empty if it names none. */
export function countryOf(lang: string): string {
  const [, ...subtags] = lang.split('-');
  return subtags.find((subtag) => /^[a-z]{2}$/i.test(subtag))?.toUpperCase() ?? '';
}

/** The tag with another country: `en-DE` for `en-GB` in `DE`, `und-DE` for no language. */
export function inCountry(lang: string, country: string): string {
  const [language = '', ...subtags] = lang.split('-');
  const script = subtags.filter((subtag) => subtag.length === 4);
  return [language || 'und', ...script, country].join('-');
}

type Subtags = Record<'script' | 'country', string>;

/** Intl takes long to maximise a tag. There are few languages, but the caller chooses the tag. */
const maximized = new LRUCache<string, Subtags>({ max: 500, memoMethod: maximize });

/** The script and the country that a tag names or implies: `zh-Hant` implies `TW`. Empty for an invalid tag. */
export const likelySubtags = (lang: string): Subtags => maximized.memo(lang);

function maximize(lang: string): Subtags {
  try {
    const { script = '', region = '' } = new Intl.Locale(lang).maximize();
    return { script, country: region };
  } catch {
    // A RangeError: not a language tag.
    return { script: '', country: '' };
  }
}
