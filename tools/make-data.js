// Makes the data files of the reference answers, of numbers and of elements from maintained packages, as a part of
// `npm run data`. The packages are not dependencies, because only this needs them and they take 70 MB.
import fs from 'node:fs';
import { foldedWord } from '../dist/lib/answers/reading/folded.js';
import { countries, folded, names, require, write } from './data-tables.js';

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
  write('reference/data/emoji.tsv', ['emoji', 'name', 'names', 'tags'], rows);
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
    'reference/data/mime-types.tsv',
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
  write('reference/data/characters.tsv', ['char', 'name'], rows);
}

/** Chemical elements with their standard atomic weights. */
function writeElements() {
  const { elements } = require('chemical-elements');
  const spellings = { Aluminium: 'Aluminum', Caesium: 'Cesium', Sulfur: 'Sulphur' };
  const rows = elements.map(({ number, symbol, name, mass }) => [
    ...[number, symbol, name, mass ?? '', spellings[name] ?? ''],
  ]);
  write('element/data/elements.tsv', ['number', 'symbol', 'name', 'mass', 'spelling'], rows);
}

writeElements();
writeEmoji();
writeMimeTypes();
await writeCharacters();
await writeNumbers();
await import('./make-countries.js');
await import('./make-thesaurus.js');
