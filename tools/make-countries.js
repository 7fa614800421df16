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

const { territoryInfo } = require('cldr-core/supplemental/territoryInfo.json').supplemental;
/** The languages that are official in all of a country, or in fact if none is by law, by the share of people. */
function officialLanguages(country) {
  const all = Object.entries(territoryInfo[country]?.languagePopulation ?? {});
  const having = (status) => all.filter(([, { _officialStatus }]) => _officialStatus === status);
  const found = having('official').length > 0 ? having('official') : having('de_facto_official');
  const share = ([, { _populationPercent }]) => Number(_populationPercent);
  return found.sort((one, other) => share(other) - share(one)).map(([language]) => language.replace('_', '-'));
}

/** Capital, area, languages and neighbours of each country; lists are separated by bars. */
function writeCountryFacts() {
  const byCode = new Map(countries.map((country) => [country.cca3, country.cca2]));
  const rows = countries.map(({ cca2, capital, area, borders }) => [
    ...[cca2, capital.join('|'), area > 0 ? area : '', officialLanguages(cca2).join('|')],
    ...[borders.flatMap((code) => byCode.get(code) ?? []).join('|')],
  ]);
  write('country/data/facts.tsv', ['country', 'capitals', 'area', 'languages', 'neighbours'], rows.sort());
}

writeCountries();
writeCountryFacts();
writeZones();
