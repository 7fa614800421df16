import { countryOf, likelySubtags } from '../search/language-tag.ts';

/** The languages that Brave accepts; any other value is an error. */
const SEARCH_LANGS = new Set(
  (
    'ar eu bn bg ca zh-hans zh-hant hr cs da nl en en-gb et fi fr gl de gu he hi hu is it jp kn ko lv lt ms ml mr nb ' +
    'pl pt-br pt-pt pa ro ru sr sk sl es sv ta te th tr uk vi'
  ).split(' '),
);
/** The countries that Brave accepts; any other value is an error. */
const COUNTRIES = new Set(
  'AR AU AT BE BR CA CL DK FI FR DE HK IN ID IT JP KR MY MX NL NZ NO CN PL PT PH RU SA ZA ES SE CH TW TR GB US'.split(
    ' ',
  ),
);
const LANG_ALIASES: Readonly<Record<string, string>> = {
  pt: 'pt-pt',
  no: 'nb',
  nn: 'nb',
  ja: 'jp',
};

/** Maps our language tag to one of Brave's, from the most specific to the plain language; empty if there is none. */
export function braveLang(lang: string): string {
  const tag = lang.toLowerCase();
  const [language = '', ...rest] = tag.split('-');
  const subtags = [rest.at(0), rest.at(-1), likelySubtags(tag).script.toLowerCase()];
  for (const candidate of [tag, ...subtags.map((subtag) => `${language}-${subtag}`), language]) {
    const known = LANG_ALIASES[candidate] ?? candidate;
    if (SEARCH_LANGS.has(known)) return known;
  }
  return '';
}

/** The country of our language tag if Brave accepts it; otherwise all countries. */
export function braveCountry(lang: string): string {
  const country = countryOf(lang);
  return COUNTRIES.has(country) ? country : 'ALL';
}
