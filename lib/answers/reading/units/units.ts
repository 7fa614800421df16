import { LRUCache } from 'lru-cache';
import { foldedWord } from '../../reading/folded.ts';
import { multiply, type Scalar } from '../../sums/scalar.ts';
import { foldedLettersOf, lettersOf, namesOf, type Prefix, type PrefixesOf } from './unit-prefixes.ts';
import { type Quantity, quantities, unitRows } from './unit-table.ts';

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

interface Entry {
  unit: Unit;
  /** `si`, `data`, or the letters that the symbols take. */
  prefixes: string;
  case: Quantity['case'];
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
  const label = symbols[0] ?? names[0] ?? '';
  const unit = { label, quantity, dimension: known.dimension, size, ...(offset && { offset }) };
  const entry = { unit, prefixes, case: known.case };
  for (const symbol of symbols) {
    enter(bySymbol, symbol, entry);
    if (entry.case !== 'exact') enter(byFoldedSymbol, foldedWord(symbol), entry);
    // A pronounceable symbol also takes a plural and the name of a prefix: nibbles, megabar.
    if (/^[a-z]{3,}$/.test(symbol)) enter(byName, symbol, entry);
    if (symbol.includes(' ')) severalWords.push(symbol.split(' '));
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

function lookUp(word: string): readonly Unit[] {
  const name = foldedWord(word);
  const found = [
    ...unitsOf(bySymbol.get(word)),
    ...prefixed(word, bySymbol, lettersOf),
    ...unitsOf(entriesNamed(name)),
    ...unitsOf(byFoldedSymbol.get(name)),
    ...prefixed(name, byFoldedSymbol, foldedLettersOf),
    ...prefixed(name, byName, namesOf),
    // `pseconds` are not petaseconds: the letter as typed comes first.
    ...prefixed(word, byName, lettersOf),
    ...prefixed(name, byName, foldedLettersOf),
  ];
  return found.filter(
    (unit, at) => found.findIndex((one) => one.label === unit.label && one.quantity === unit.quantity) === at,
  );
}

function unitsOf(entries: readonly Entry[] = []): Unit[] {
  return entries.map(({ unit }) => unit);
}

/** Units by name or plural. */
function entriesNamed(name: string): readonly Entry[] {
  const found = byName.get(name);
  if (found || !name.endsWith('s') || name.length < 3) return found ?? [];
  return byName.get(name.slice(0, -1)) ?? (name.endsWith('es') ? byName.get(name.slice(0, -2)) : undefined) ?? [];
}

/**
 * Units that consist of a prefix and the rest of the word. Case distinguishes `m` from `M` and `p` from `P`; if it was
 * not typed, the quantity decides.
 */
function prefixed(word: string, table: Table, prefixesOf: PrefixesOf): Unit[] {
  const [small, others]: [Unit[], Unit[]] = [[], []];
  for (const [written, prefix] of prefixesOf(word)) {
    const rest = word.slice(written.length);
    for (const entry of (table === byName ? entriesNamed(rest) : table.get(rest)) ?? []) {
      if (!fits(entry.prefixes, prefix, table)) continue;
      const unit = withPrefix(entry.unit, prefix);
      if (table === byFoldedSymbol && entry.case === 'small') small.unshift(unit);
      else others.push(unit);
    }
  }
  return [...small, ...others];
}

function fits(allowed: string, { letter, binary, great }: Prefix, table: Table): boolean {
  if (allowed === '' || allowed === 'data') return allowed === 'data' && great;
  if (allowed === 'si' || table === byName) return !binary;
  return table === bySymbol && allowed.split(' ').includes(letter);
}

function withPrefix(unit: Unit, { letter, size }: Prefix): Unit {
  return { ...unit, label: `${letter === 'u' ? 'µ' : letter}${unit.label}`, size: multiply(unit.size, size) };
}
