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

const FACTS = ['capital', 'area', 'languages', 'flag', 'neighbours'] as const;
type Fact = (typeof FACTS)[number];

const list = z.string().transform((cell) => cell.split('|').filter(Boolean));
const facts = tableFile(
  new URL('./data/facts.tsv', import.meta.url),
  z.object({ ...texts('country', 'area'), capitals: list, languages: list, neighbours: list }),
);
const words = lexiconFile(new URL('./data/country-words.json', import.meta.url));
/** What is asked of a country; of its currency, there is a rate to tell as well (see `currency.ts`). */
const ASKED: readonly string[] = [...FACTS, 'currency'];
export const currencyPhrases = () => words().names('currency');

const languageNames = perLanguage((language) => new Intl.DisplayNames(language, { type: 'language' }));

/** The fact and the country of a query that says nothing else: what is left between the words of the kind is its name. */
export function countryAsked({ said, home }: Reading): { fact: Fact | 'currency'; code: string } | null {
  const unknown: number[] = [];
  let at = -1;
  const concepts = words().read(said, (word) => {
    at = said.indexOf(word, at + 1);
    return unknown.push(at) > 0;
  });
  const [fact, ...others] = (concepts?.filter((concept) => ASKED.includes(concept)) ?? []) as (Fact | 'currency')[];
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

/** Facts about countries: capital, area, official languages, flag and neighbours. */
export const country = inlineAnswer({
  type: 'country',
  example: 'capital of France',
  lasting: true,
  data: z.object({
    kind: z.enum(FACTS),
    ...texts('country', 'country_code', 'value'),
    values: z.array(z.string()),
    unit: z.literal('km²').optional(),
  }),
  words: () => callingWords(words().names(...FACTS)),
  read({ reading }) {
    const { fact, code } = countryAsked(reading) ?? {};
    const row = facts().find(({ country }) => country === code);
    return row && fact && fact !== 'currency' ? { fact, row } : null;
  },
  answer({ fact, row: { country, area, capitals, languages, neighbours } }, { lang }) {
    const flag = [...country].map((letter) => String.fromCodePoint(0x1f1a5 + letter.charCodeAt(0))).join('');
    const values = (language: string): Record<Fact, string[]> => ({
      capital: capitals.map((name) => findPlace(name, { said: true, home: country, lang: language })?.name ?? name),
      area: area === '' ? [] : [area],
      languages: languages.map((code) => languageNames(language).of(code) ?? code),
      flag: [flag],
      neighbours: neighbours.map((code) => countryName(code, language)),
    });
    const shown = values(lang)[fact];
    const name = countryName(country, lang);
    if (shown.length === 0 && fact !== 'neighbours') return null;
    const text =
      fact === 'area' ? `${localNumber(Number(area), lang)} km²` : shown.join(', ') || translate('none', lang);
    const data = values('en')[fact];
    return {
      answer: fact === 'flag' ? `${flag} ${name}` : `${name}: ${text}`,
      data: {
        kind: fact,
        ...{ country: countryName(country, 'en'), country_code: country, values: data },
        value: data.join(', '),
        ...(fact === 'area' && { unit: 'km²' as const }),
      },
    };
  },
});
