import { LRUCache } from 'lru-cache';
import { foldedWord } from '../../reading/folded.ts';
import { multiply, type Scalar } from '../../sums/scalar.ts';
import { type Prefix, prefixes } from './unit-prefixes.ts';
import { quantities, unitRows } from './unit-table.ts';

export { BASE_COUNT } from './unit-table.ts';

/** Exponents of the base units. Two units are convertible if these are equal. */
export type Dimension = readonly number[];

/** A unit that queries may name. */
export interface Unit {
  /** The name in answers. */
  label: string;
  quantity: string;
  dimension: Dimension;
  /** Size in base units. */
  size: Scalar;
  /** Only for temperatures: added to a value before multiplication. */
  offset?: Scalar;
}

/** A dimension as a string, for comparison. */
export const dimensionKey = (dimension: Dimension) => dimension.join(' ');

interface Entry extends Unit {
  /** `si`, `data`, or the letters that the symbols take. */
  prefixes: string;
  /** How a symbol in the wrong case is read. */
  case: '' | 'small' | 'exact';
}
type Table = Map<string, Entry[]>;

/** Units by exact symbol, by symbol in any case, and by name. */
const bySymbol: Table = new Map();
const byFoldedSymbol: Table = new Map();
const byName: Table = new Map();
const severalWords: string[][] = [];

/** Names of several words, each as a list of words: `nautical mile`. */
export const longNames: readonly (readonly string[])[] = severalWords;

const quantityNamed = new Map(quantities().map((quantity) => [quantity.quantity, quantity]));
for (const { quantity, symbols, names, size, offset, prefixes } of unitRows()) {
  const known = quantityNamed.get(quantity);
  if (!known) throw new Error(`units.tsv: unknown quantity "${quantity}"`);
  const entry = { ...known, label: symbols[0] ?? names[0] ?? '', size, ...(offset && { offset }), prefixes };
  for (const symbol of symbols) {
    enter(bySymbol, symbol, entry);
    if (entry.case !== 'exact') enter(byFoldedSymbol, foldedWord(symbol), entry);
  }
  for (const name of names) {
    enter(byName, name, entry);
    if (!name.includes(' ')) continue;
    severalWords.push(name.split(' '), `${name}s`.split(' '));
    // `metricton`, `poundforce`: some people omit the space.
    const joined = name.replaceAll(' ', '');
    if (joined.length > 4 && !byName.has(joined)) enter(byName, joined, entry);
  }
}

function enter(table: Table, key: string, entry: Entry): void {
  table.set(key, [...(table.get(key) ?? []), entry]);
}

/** Recently looked-up words: the same few words recur, and each lookup goes through seven tables. */
const lookedUp = new LRUCache<string, readonly Unit[]>({ max: 2_000 });

/** The possible meanings of a word, most likely first; empty if it is not a unit. */
export function unitsNamed(word: string): readonly Unit[] {
  let units = lookedUp.get(word);
  if (!units) {
    units = lookUp(word);
    lookedUp.set(word, units);
  }
  return units;
}

/** How a prefix is written. */
type Writing = (prefix: Prefix) => readonly string[];
const letter: Writing = (prefix) => [prefix.letter];
const foldedLetter: Writing = (prefix) => [prefix.letter.toLowerCase()];
const prefixName: Writing = (prefix) => prefix.names;

function lookUp(word: string): readonly Unit[] {
  const name = foldedWord(word);
  const found = [
    ...(bySymbol.get(word) ?? []),
    ...prefixed(word, bySymbol, letter),
    ...entriesNamed(name),
    ...(byFoldedSymbol.get(name) ?? []),
    ...prefixed(name, byFoldedSymbol, foldedLetter),
    ...prefixed(name, byName, prefixName),
    // `pseconds` are not petaseconds: the letter as typed comes first.
    ...prefixed(word, byName, letter),
    ...prefixed(name, byName, foldedLetter),
  ];
  return found.filter(
    (unit, at) => found.findIndex((one) => one.label === unit.label && one.quantity === unit.quantity) === at,
  );
}

/** Units by name or plural. */
function entriesNamed(name: string): readonly Entry[] {
  const singulars = [name, ...(name.length < 3 ? [] : [name.replace(/s$/, ''), name.replace(/es$/, '')])];
  return byName.get(singulars.find((singular) => byName.has(singular)) ?? '') ?? [];
}

/**
 * Units that consist of a prefix and the rest of the word. Case distinguishes `m` from `M` and `p` from `P`; if it was
 * not typed, the quantity decides.
 */
function prefixed(word: string, table: Table, writing: Writing): Entry[] {
  const [small, others]: [Entry[], Entry[]] = [[], []];
  for (const prefix of prefixes) {
    const written = writing(prefix).find((each) => word.startsWith(each));
    const rest = written ? word.slice(written.length) : '';
    for (const entry of (table === byName ? entriesNamed(rest) : table.get(rest)) ?? []) {
      if (!fits(entry.prefixes, prefix, table)) continue;
      const label = `${prefix.letter === 'u' ? 'µ' : prefix.letter}${entry.label}`;
      const unit = { ...entry, label, size: multiply(entry.size, prefix.size) };
      if (table === byFoldedSymbol && entry.case === 'small') small.unshift(unit);
      else others.push(unit);
    }
  }
  return [...small, ...others];
}

function fits(allowed: string, { letter, isBinary, isGreat }: Prefix, table: Table): boolean {
  if (allowed === '' || allowed === 'data') return allowed === 'data' && isGreat;
  if (allowed === 'si' || table === byName) return !isBinary;
  return table === bySymbol && allowed.split(' ').includes(letter);
}
