import { countryCalled } from './countries.ts';

/** Flag emoji: the two letters of a country code as regional indicators. */

/** Adjectives and their country codes. */
const PEOPLE: Readonly<Record<string, string>> = Object.fromEntries(
  `american US argentinian AR australian AU austrian AT belgian BE brazilian BR british GB bulgarian BG canadian CA chilean CL
  chinese CN colombian CO croatian HR cuban CU czech CZ danish DK dutch NL egyptian EG estonian EE finnish FI french FR german DE
  greek GR hungarian HU icelandic IS indian IN indonesian ID iranian IR irish IE israeli IL italian IT jamaican JM japanese JP
  kenyan KE korean KR latvian LV lebanese LB lithuanian LT malaysian MY mexican MX moroccan MA nigerian NG norwegian NO
  pakistani PK palestinian PS peruvian PE philippine PH filipino PH polish PL portuguese PT romanian RO russian RU serbian RS
  slovak SK slovenian SI spanish ES swedish SE swiss CH syrian SY thai TH turkish TR ukrainian UA venezuelan VE vietnamese VN`
    .split(/\s+/)
    .flatMap((word, at, all) => (at % 2 === 0 ? [[word, all[at + 1] as string]] : [])),
);
/** These have flags of their own, which do not consist of a country code. */
const PARTS = /^(?:england|scotland|wales)$/;
const INDICATOR_A = 0x1f1e6;

/** The flag of a country by name or adjective: `germany`, `german`; null if there is none. */
export function flagOf(name: string): { flag: string; country: string } | null {
  const code = Object.hasOwn(PEOPLE, name) ? (PEOPLE[name] as string) : name;
  const country = PARTS.test(name) ? null : countryCalled(code);
  if (!country) return null;
  const indicators = [...country.alpha2].map((letter) => INDICATOR_A + letter.charCodeAt(0) - 65);
  return { flag: String.fromCodePoint(...indicators), country: country.name };
}

/** The country of a flag. */
export function countryOfFlag(flag: string): string | null {
  if (!/^[\u{1f1e6}-\u{1f1ff}]{2}$/u.test(flag)) return null;
  const code = [...flag].map((letter) => String.fromCharCode((letter.codePointAt(0) ?? 0) - INDICATOR_A + 65)).join('');
  return countryCalled(code)?.name ?? null;
}
