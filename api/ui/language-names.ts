import type { Language as OfferedLanguage } from '../../lib/translate/translation.ts';
import type { Language } from './preferences.ts';

/** The name of a language in the language of the page, or else as the translation backend calls it. */
export function languageName(code: string, offered: readonly OfferedLanguage[], page: Language): string {
  const known = offered.find((language) => language.code.toLowerCase() === code.toLowerCase());
  return displayName(code, page) ?? known?.name ?? code;
}

function displayName(code: string, page: Language): string | undefined {
  try {
    return new Intl.DisplayNames([page], { type: 'language', fallback: 'none' }).of(code);
  } catch {
    // Backends have codes of their own, which are no language tags.
    return undefined;
  }
}
