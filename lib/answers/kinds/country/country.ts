import { z } from 'zod';
import { tableFile } from '../../data-file.ts';
import { texts } from '../../fields.ts';
import { inlineAnswer } from '../../kind.ts';
import { localNumber, perLanguage } from '../../local-formats.ts';
import { translate } from '../../phrases.ts';
import { currencyIndex } from '../../reading/currencies/currencies.ts';
import { lexiconFile } from '../../reading/lexicon.ts';
import { callingWords } from '../../reading/phrase-matching.ts';
import { countryName, countryNamed, findPlace } from '../../reading/places/gazetteer.ts';
import type { Reading } from '../../reading/reading.ts';

const FACTS = ['capital', 'area', 'languages', 'flag', 'neighbours', 'currency'] as const;
type Fact = (typeof FACTS)[number];

const list = z.string().transform((cell) => cell.split('|').filter(Boolean));
const facts = tableFile(
  new URL('./data/facts.tsv', import.meta.url),
  z.object({ ...texts('country', 'area'), capitals: list, languages: list, neighbours: list }),
);
const words = lexiconFile(new URL('./data/country-words.json', import.meta.url));
/** `currency` is the kind of a conversion. */
const kindOf = (fact: Fact) => (fact === 'currency' ? ('country_currency' as const) : fact);

const languageNames = perLanguage((language) => new Intl.DisplayNames(language, { type: 'language' }));
const currencyNames = perLanguage((language) => new Intl.DisplayNames(language, { type: 'currency' }));

/** The fact and the country of a query that says nothing else: what is left between the words of the kind is its name. */
function countryAsked({ said, home }: Reading): { fact: Fact; code: string } | null {
  const unknown: number[] = [];
  let at = -1;
  const concepts = words().read(said, (word) => {
    at = said.indexOf(word, at + 1);
    return unknown.push(at) > 0;
  });
  const [fact, ...others] = (concepts ?? []) as Fact[];
  if (!fact || others.length > 0 || unknown.length === 0) return null;
  // Words of the kind may be part of a name: `isle of man`.
  const name = said
    .slice(unknown[0], (unknown.at(-1) ?? 0) + 1)
    .join(' ')
    .replace(/'s$/, '');
  const code = countryNamed(name);
  // For somebody in the United States, Georgia is a state.
  return code && findPlace(name, { said: true, home })?.kind !== 'region' ? { fact, code } : null;
}

/** The name of a capital in a language. The gazetteer may call it otherwise, so that only a translation is taken from there. */
function capitalName(name: string, country: string, lang: string): string {
  const place = findPlace(name, { said: true, home: country, lang });
  return (place?.kind === 'city' && place.countryCode === country && place.local) || name;
}

/** Facts about countries: capital, area, official languages, flag, neighbours and currency. */
export const country = inlineAnswer({
  type: 'country',
  example: 'capital of France',
  lasting: true,
  // Of all facts, only an area consists of digits.
  decimal: true,
  data: z.object({
    ...{ kind: z.enum(FACTS.map(kindOf)), ...texts('country', 'country_code', 'value', 'asked') },
    ...{ values: z.array(z.string()), unit: z.literal('km²').optional() },
  }),
  words: () => callingWords(words().names(...FACTS)),
  read({ reading }) {
    const { fact, code } = countryAsked(reading) ?? {};
    const row = facts().find(({ country }) => country === code);
    return row && fact ? { fact, row } : null;
  },
  answer({ fact, row: { country, area, capitals, languages, neighbours } }, { lang }) {
    const flag = [...country].map((letter) => String.fromCodePoint(0x1f1a5 + letter.charCodeAt(0))).join('');
    const money = currencyIndex().ofCountry.get(country);
    const values = (language: string): Record<Fact, string[]> => ({
      capital: language === 'en' ? capitals : capitals.map((name) => capitalName(name, country, language)),
      area: area === '' ? [] : [area],
      languages: languages.map((code) => languageNames(language).of(code) ?? code),
      flag: [flag],
      neighbours: neighbours.map((code) => countryName(code, language)),
      currency: money ? [money] : [],
    });
    const shown = values(lang)[fact];
    const name = countryName(country, lang);
    if (shown.length === 0 && fact !== 'neighbours') return null;
    const shownMoney = money && `${currencyNames(lang).of(money)} (${money})`;
    const text =
      fact === 'currency'
        ? shownMoney
        : fact === 'area'
          ? `${localNumber(Number(area), lang)} km²`
          : shown.join(', ') || translate('none', lang);
    const data = values('en')[fact];
    return {
      answer: fact === 'flag' ? `${flag} ${name}` : `${name}: ${text}`,
      data: {
        ...{ kind: kindOf(fact), asked: fact },
        ...{ country: countryName(country, 'en'), country_code: country, values: data },
        value: data.join(', '),
        ...(fact === 'area' && { unit: 'km²' as const }),
      },
    };
  },
});
