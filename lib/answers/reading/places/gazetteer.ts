import { readFileSync } from 'node:fs';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { jsonFile, once, textTable } from '../../data-file.ts';
import { perLanguage } from '../../local-formats.ts';
import { foldedWord } from '../folded.ts';

/** Places that need no provider: cities of GeoNames, countries in seven languages, states (see `npm run places`). */

const MAX_NAME_CHARS = 60;
/** Minimum population of a place that is named without a preposition. */
const MIN_BARE_POPULATION = 10_000;
/** New York, Washington and Quebec mean the city, not the state. */
const MIN_POPULATION_BEFORE_STATE = 500_000;
/** Granada means the city, not Grenada, whose largest city has far fewer people. */
const TIMES_POPULATION_OF_COUNTRY = 3;
/** A namesake in the requester's own country is meant unless another place has so many times as many people. */
const TIMES_POPULATION_AT_HOME = 10;
const MAX_ALTERNATIVES = 3;
/** Countries where people add the state to the name of a town. */
const NAMED_STATES = new Set(['US', 'CA', 'AU']);
const STATE_OF = /^(?:the )?state of (?=.)/;
const ARTICLE = /^(?:(?:the )?city of|the|la|le|les|el|los|las|il|i|die|der|das|de|het|o|a|os|as|l) (?=.)/;
const MAX_QUALIFIER_WORDS = 4;
const LINE_END = 10;

/** The cities of a name, most populous first. */
const citiesNamed = sortedTable('places.tsv');
/** The country and the region of a name, or of a code: `US`, `US TX`. */
const areasNamed = sortedTable('areas.tsv');

/** Finds the lines of a key by bisection in the bytes of the file: strings for all lines would take many megabytes. */
function sortedTable(file: string): (key: string) => readonly KnownPlace[] {
  const table = once(() => readFileSync(new URL(`./data/${file}`, import.meta.url)));
  const memoMethod = (key: string) => {
    const bytes = table();
    const start = Buffer.from(`\n${key}\t`);
    /** Negative if the line at a place comes before those of the key, and zero if it is one of them. */
    const order = (line: number) => bytes.subarray(line, line + start.length).compare(start);
    let [from, to] = [bytes.indexOf(LINE_END), bytes.length - 1];
    while (from < to) {
      const middle = bytes.lastIndexOf(LINE_END, (from + to) >> 1);
      if (order(middle) < 0) from = bytes.indexOf(LINE_END, middle + 1);
      else to = middle;
    }
    const rows: KnownPlace[] = [];
    for (; order(from) === 0; from = to) {
      to = bytes.indexOf(LINE_END, from + 1);
      rows.push(placeIn(bytes.toString('utf8', from + 1, to)));
    }
    return rows;
  };
  const kept = new LRUCache<string, readonly KnownPlace[]>({ max: 1_000, memoMethod });
  return (key) => kept.memo(key);
}

/**
 * The place in a line. `labelled` adds the label of a city, `Kingston, Jamaica`, and its state or province. Countries and
 * regions have the coordinates of their most populous `city`, a city is its own. `local` is the name of the `city` in
 * the requested language, if it differs. `sign` is what must stand with the name of a city that is also
 * a word: a preposition (`in`), or its `region` or country.
 */
function placeIn(line: string) {
  const [key = '', name = '', countryCode = '', regionCode = '', ...cells] = line.split('\t');
  const [lat = 0, lon = 0, population = 0] = cells.slice(0, 3).map(Number);
  const [tz = '', sign = '', label = '', city = ''] = cells.slice(3);
  const kind: 'city' | 'region' | 'country' = label === '' ? 'city' : regionCode === '' ? 'country' : 'region';
  const region = kind === 'region' ? name : '';
  return { key, label, name, local: '', countryCode, region, regionCode, kind, lat, lon, tz, population, sign, city };
}
export type KnownPlace = ReturnType<typeof placeIn>;

/** Normalises a name for lookup: lower case, without accents and punctuation, `St. Louis` = `st louis`. */
export const foldedName = (text: string) =>
  foldedWord(text)
    .replace(/[\s.,'’‘ʻ`´_-]+/g, ' ')
    .trim();

/** Chinese and Japanese names have no spaces, but words of a query have. */
const BETWEEN_SIGNS = /(?<=[\p{sc=Han}\p{sc=Kana}ー]) (?=[\p{sc=Han}\p{sc=Kana}])/gu;

/** Normalises the name of a place: like `foldedName`, and `Saint Cloud` = `st cloud`, `Ft. Myers` = `fort myers`. */
export function placeKey(text: string): string {
  const name = foldedName(text);
  if (!name.includes(' ')) return name;
  return name
    .replace(/(?<= |^)saint(?= )/, 'st')
    .replace(/^ft(?= )/, 'fort')
    .replace(/^mt(?= )/, 'mount')
    .replace(BETWEEN_SIGNS, '');
}

/** Where the requester is, and the language of names. */
type Asker = Readonly<Record<'home' | 'lang', string>>;

/** Finds a place. Without a preposition (`said`), its name is no word or code of a state, and it is large enough. */
export function findPlace(text: string, { said = false, home = '', lang = '' } = {}): KnownPlace | null {
  const key = placeKey(text);
  if (key.length < 2 || key.length > MAX_NAME_CHARS) return null;
  const short = key.replace(ARTICLE, '');
  const found = STATE_OF.test(key)
    ? areaNamed(key.replace(STATE_OF, ''), 'region')
    : (placeNamed(key, said, home) ?? placeNamed(short, said, home) ?? qualified(key) ?? inflected(key, home, lang));
  return found ? labelled(found, lang) : null;
}

const endings = jsonFile(
  new URL('./data/name-endings.json', import.meta.url),
  z.record(z.string(), z.record(z.string(), z.array(z.string()))),
);
/** A place by its name with an ending of the language after a preposition: `в Москве` is Москва. */
function inflected(key: string, home: string, lang: string): KnownPlace | null {
  const ofLanguage = Object.entries(endings()[lang.slice(0, 2)] ?? {}).filter(([ending]) => key.endsWith(ending));
  const names = ofLanguage.flatMap(([ending, plain]) => plain.map((each) => key.slice(0, -ending.length) + each));
  return names.map((name) => placeNamed(name, true, home)).find(Boolean) ?? null;
}

/** The labels of other places of the name by which a place was found, the likeliest first; nothing if it has none. */
export function alternativesTo({ key, lat, lon }: KnownPlace, { home, lang }: Asker): { alternatives?: string[] } {
  const others = ranked([...areasNamed(key), ...citiesNamed(key)], home).filter(
    (other) => other.lat !== lat || other.lon !== lon,
  );
  const alternatives = others.slice(0, MAX_ALTERNATIVES).map((other) => labelled(other, lang).label);
  return alternatives.length > 0 ? { alternatives } : {};
}

/** The cities of the name by which a place was found that have at least a tenth of the people of the largest. */
export const comparableTo = ({ key }: KnownPlace, { lang }: Asker): KnownPlace[] =>
  citiesNamed(key)
    .filter(({ population }, _, [largest]) => population * TIMES_POPULATION_AT_HOME >= (largest?.population ?? 0))
    .map((place) => labelled(place, lang));

/** Places by their people, of whom those in the requester's country count several times. */
function ranked(places: readonly KnownPlace[], home: string): readonly KnownPlace[] {
  const weight = ({ countryCode, population }: KnownPlace) =>
    population * (countryCode === home ? TIMES_POPULATION_AT_HOME : 1);
  return places.toSorted((one, other) => weight(other) - weight(one));
}

/** Whether a name is far more often a word than the place: `march`, `best`. */
export const isMainlyWord = (text: string) => citiesNamed(placeKey(text))[0]?.sign === 'region';

/** The code of a country by its name in any supported language. */
export function countryNamed(text: string): string | null {
  const key = placeKey(text);
  return (areaNamed(key, 'country') ?? areaNamed(key.replace(ARTICLE, ''), 'country'))?.countryCode ?? null;
}

const areaNamed = (key: string, kind: KnownPlace['kind']) => areasNamed(key).find((area) => area.kind === kind);

function placeNamed(key: string, said: boolean, home: string): KnownPlace | null {
  const cities = citiesNamed(key);
  const [city] = home ? ranked(cities, home) : cities;
  const people = city?.population ?? -1;
  const areas = areasNamed(key);
  const area = (home && areas.some(({ countryCode }) => countryCode === home) ? ranked(areas, home) : areas).find(
    ({ kind, population }) =>
      kind === 'country'
        ? people < TIMES_POPULATION_OF_COUNTRY * population
        : people < MIN_POPULATION_BEFORE_STATE && (said || key.length > 2),
  );
  if (area || !city) return area ?? null;
  const isClear = said ? city.sign !== 'region' : city.sign === '' && people >= MIN_BARE_POPULATION;
  return isClear ? city : null;
}

/** A city with its state or country, or a state with its country: `missouri usa`. */
function qualified(key: string): KnownPlace | null {
  const { name, area } = splitArea(key) ?? {};
  if (!name || !area) return null;
  const isInside = ({ countryCode, regionCode }: KnownPlace) =>
    countryCode === area.countryCode && ['', regionCode].includes(area.regionCode);
  const state = area.kind === 'country' ? areaNamed(name, 'region') : undefined;
  return citiesNamed(name).find(isInside) ?? (state && isInside(state) ? state : null);
}

/** Splits `paris texas`. The longest area counts, `new south wales` before `wales`, and a state before a country. */
export function splitArea(text: string): { name: string; area: KnownPlace; called: string } | null {
  const words = placeKey(text).split(' ');
  for (let take = Math.min(MAX_QUALIFIER_WORDS, words.length - 1); take > 0; take--) {
    const last = words.slice(-take).join(' ');
    const area = areaNamed(last, 'region') ?? areaNamed(last, 'country');
    // The code of a state is in capitals: `concord nc`.
    const called = last.length === 2 ? last.toUpperCase() : (area?.name ?? '');
    if (area) return { name: words.slice(0, -take).join(' '), area, called };
  }
  return null;
}

/** A place with its label and its names in a language: `Lisboa, Portugal`. */
function labelled(place: KnownPlace, lang: string): KnownPlace {
  const { countryCode, regionCode, kind } = place;
  const country = countryName(countryCode, lang);
  const city = place.city || place.name;
  const local = localNames().get(`${lang.slice(0, 2)} ${city} ${countryCode}`) ?? '';
  const name = kind === 'country' ? country : kind === 'city' ? local || city : place.name;
  const region = regionCode && (areasNamed(`${countryCode} ${regionCode}`)[0]?.name ?? '');
  const state = kind === 'city' && NAMED_STATES.has(countryCode) && region !== place.name ? region : '';
  // A country with several time zones has its largest city in its label.
  const first = kind === 'country' && place.label !== place.name ? local || city : name;
  const label = [...new Set([first, state, country].filter(Boolean))].join(', ');
  return { ...place, local, name, city, region, label };
}

const countryNames = new LRUCache<string, string>({
  max: 1_000,
  memoMethod: (key) => displayNames(key.slice(3)).of(key.slice(0, 2)) ?? key.slice(0, 2),
});
const displayNames = perLanguage((language) => new Intl.DisplayNames(language, { type: 'region' }));
/** The name of a country in a language. */
export const countryName = (code: string, lang: string) => countryNames.memo(`${code} ${lang}`);

const localTable = textTable(new URL('./data/local-names.tsv', import.meta.url), 'language', 'city', 'country', 'name');
/** The names of cities in other languages, if they differ from those in the table of places. */
const localNames = once(
  () => new Map(localTable().map(({ language, city, country, name }) => [`${language} ${city} ${country}`, name])),
);
