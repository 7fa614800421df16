const namers = new Map<string, Intl.DisplayNames>();

/** Countries where the locale data names a language other than the one on street signs. */
const STREET_SIGNS: Readonly<Record<string, string>> = { GH: 'en', KE: 'en', UG: 'en', NA: 'en', KZ: 'kk', TZ: 'sw' };

/** The language of most signs in a country, as an ISO 639 code. */
export function mainLanguage(countryCode: string): string {
  const code = countryCode.toUpperCase();
  return STREET_SIGNS[code] ?? new Intl.Locale(`und-${code}`).maximize().language;
}

/** A country's name in the given language, by default the country's main language. */
export function countryName(countryCode: string, language = mainLanguage(countryCode)): string {
  let namer = namers.get(language);
  if (!namer) {
    namer = new Intl.DisplayNames([language, 'en'], { type: 'region' });
    namers.set(language, namer);
  }
  return namer.of(countryCode.toUpperCase()) ?? countryCode;
}
