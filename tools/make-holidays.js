// Makes the table of public holidays from date-holidays, as a part of `npm run data`. The package is no dependency: with
// what it needs, it takes 45 MB, and half a second to load. Its data are from Wikipedia, under CC BY-SA 3.0, and so is
// the table.
import fs from 'node:fs';
import Holidays from 'date-holidays';
import { placeKey } from '../dist/lib/answers/reading/places/gazetteer.js';

const FOLDER = new URL('../lib/answers/kinds/holiday/data/', import.meta.url);
const NOTE = [
  '# Public holidays from date-holidays 3.37.0 (https://github.com/commenthol/date-holidays), from articles of Wikipedia.',
  '# Licence of this file: CC BY-SA 3.0 (https://creativecommons.org/licenses/by-sa/3.0/). Made by `npm run data`.',
];
const [FROM, TO] = [2024, 2036];
/** The languages of answers, as the package calls them. */
const LANGUAGES = Object.fromEntries(
  ['de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'tr', 'ru', 'zh'].map((l) => [l, l]),
);
LANGUAGES.ja = 'jp';

const packaged = new URL('../data/holidays.json', import.meta.resolve('date-holidays'));
const { holidays: rules, names: shared } = JSON.parse(fs.readFileSync(packaged, 'utf8'));

/** The names of a holiday by language, with those of its rule before the usual ones. */
function namesOf(country, region, { rule, name, substitute }) {
  const places = [rules[country].states?.[region], rules[country]];
  const [own = {}] = places.flatMap((place) => place?.days?.[rule] ?? []);
  const names = { ...(shared[own._name]?.name ?? {}), ...(own.name ?? {}) };
  const named = (language) => {
    const [plain, note] = [names[language], substitute ? shared.substitutes.name[language] : ''];
    return plain && note !== undefined ? `${plain}${note && ` (${note})`}` : undefined;
  };
  const english = named('en') ?? name;
  const others = Object.entries(LANGUAGES).flatMap(([language, code]) => {
    const local = named(code) ?? named(language);
    return local && local !== english ? [`${language}=${local}`] : [];
  });
  return { english, others: others.join('|') };
}

/** The public holidays of a country in all years, each with the regions that keep it: none if all of them do. */
function daysOf(country, regions) {
  const days = new Map();
  for (const region of regions) {
    const calendar = region === '' ? new Holidays(country) : new Holidays(country, region);
    for (let year = FROM; year <= TO; year++) {
      for (const day of calendar.getHolidays(year)) {
        if (day.type !== 'public') continue;
        const names = namesOf(country, region, day);
        const key = `${day.date.slice(0, 10)} ${names.english}`;
        if (!days.has(key)) days.set(key, { date: day.date.slice(0, 10), ...names, regions: new Set() });
        days.get(key).regions.add(region);
      }
    }
  }
  return [...days.values()];
}

const compare = ([one], [other]) => (one < other ? -1 : Number(one > other));
const [lines, areas] = [[], []];
const all = new Holidays();
for (const country of Object.keys(all.getCountries()).sort()) {
  const english = all.getStates(country, 'en') ?? {};
  const regions = Object.keys(english).length > 0 ? Object.keys(english) : [''];
  for (const region of regions.filter(Boolean)) {
    const called = [english[region], all.getStates(country)[region], all.getStates(country, 'de')[region]];
    for (const key of new Set(called.map((name) => placeKey(name ?? '')))) {
      areas.push([key, country, region, english[region]]);
    }
  }
  const rows = new Map();
  for (const { date, english: name, others, regions: some } of daysOf(country, regions)) {
    const key = [country, some.size === regions.length ? '' : [...some].join(' '), name, others].join('\t');
    rows.set(key, [...(rows.get(key) ?? []), date].sort());
  }
  for (const [key, dates] of [...rows].sort(([, [one]], [, [other]]) => (one < other ? -1 : Number(one > other)))) {
    const isYearly = dates.length === TO - FROM + 1 && dates.every((date) => date.slice(4) === dates[0].slice(4));
    lines.push(`${key}\t${isYearly ? dates[0].slice(5) : dates.join(' ')}`);
  }
}

fs.mkdirSync(FOLDER, { recursive: true });
const head = ['country', 'regions', 'name', 'names', 'dates'].join('\t');
fs.writeFileSync(new URL('holidays.tsv', FOLDER), `${[...NOTE, head, ...lines].join('\n')}\n`);
const areaLines = areas.sort(compare).map((cells) => cells.join('\t'));
const areaHead = ['key', 'country', 'region', 'name'].join('\t');
fs.writeFileSync(new URL('regions.tsv', FOLDER), `${[...NOTE, areaHead, ...areaLines].join('\n')}\n`);
