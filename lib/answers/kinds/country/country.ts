import { z } from 'zod';
import { tableFile } from '../../data-file.ts';
import { texts } from '../../fields.ts';
import { inlineAnswer } from '../../kind.ts';
import { localNumber, perLanguage } from '../../local-formats.ts';
import { translate } from '../../phrases.ts';
import { lexiconFile } from '../../reading/lexicon.ts';
import { callingWords } from '../../reading/phrase-matching.ts';
import { countryName, countryNamed, findPlace } from '../../reading/places/gazetteer.ts';
import type { Reading } from '../../reading/reading.ts';

export const FACTS = ['capital', 'area', 'languages', 'flag', 'neighbours', 'currency'] as const;
export type Fact = (typeof FACTS)[number];

const list = z.string().transform((cell) => cell.split('|').filter(Boolean));
const facts = tableFile(
  new URL('./data/facts.tsv', import.meta.url),
  z.object({ ...texts('country', 'area'), capitals: list, languages: list, neighbours: list, money: list }),
);
const words = lexiconFile(new URL('./data/country-words.json', import.meta.url));
/** From the letters of a code to the signs of flags. */
const FLAG_A = 0x1f1a5;
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

/** What a fact about a country is in a language; empty if nobody knows. In `data`, money has its code and an area its digits. */
export function factValues(fact: Fact, code: string, lang: string, isData = false): string[] {
  const row = facts().find(({ country }) => country === code);
  if (fact === 'flag') return [[...code].map((letter) => String.fromCodePoint(FLAG_A + letter.charCodeAt(0))).join('')];
  if (!row) return [];
  const { area, capitals, languages, neighbours, money } = row;
  if (fact === 'currency') return isData ? money : money.map((each) => `${currencyNames(lang).of(each)} (${each})`);
  if (fact === 'area')
    return area === '' || isData ? [area].filter(Boolean) : [`${localNumber(Number(area), lang)} km²`];
  if (fact === 'capital') return isData ? capitals : capitals.map((name) => capitalName(name, code, lang));
  if (fact === 'languages') return languages.map((each) => languageNames(lang).of(each) ?? each);
  return neighbours.map((each) => countryName(each, lang));
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
  read: ({ reading }) => countryAsked(reading),
  answer({ fact, code }, { lang }) {
    const [shown, values] = [factValues(fact, code, lang).join(', '), factValues(fact, code, 'en', true)];
    if (values.length === 0 && fact !== 'neighbours') return null;
    const name = countryName(code, lang);
    return {
      answer: fact === 'flag' ? `${shown} ${name}` : `${name}: ${shown || translate('none', lang)}`,
      data: {
        ...{ kind: kindOf(fact), asked: fact, country: countryName(code, 'en'), country_code: code },
        ...{ values, value: values.join(', '), ...(fact === 'area' && { unit: 'km²' as const }) },
      },
    };
  },
});
