const namers = new Map<string, Intl.DisplayNames>();

/** Where the locale data's guess is not the language on the street signs. */
const STREET_SIGNS: Readonly<Record<string, string>> = { GH: 'en', KE: 'en', UG: 'en', NA: 'en', KZ: 'kk', TZ: 'sw' };

/** The language in which most signs of a country are written, ISO 639. */
export function mainLanguage(countryCode: string): string {
  const code = countryCode.toUpperCase();
  return STREET_SIGNS[code] ?? new Intl.Locale(`und-${code}`).maximize().language;
}

/** A country's name in a language; in its own when none is given. */
export function countryName(countryCode: string, language = mainLanguage(countryCode)): string {
  let namer = namers.get(language);
  if (!namer) {
    namer = new Intl.DisplayNames([language, 'en'], { type: 'region' });
    namers.set(language, namer);
  }
  return namer.of(countryCode.toUpperCase()) ?? countryCode;
}
