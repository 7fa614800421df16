import { LRUCache } from 'lru-cache';
import { foldedWord } from '../../reading/folded.ts';
import { divide, exact, multiply, type Scalar, whole } from '../../sums/scalar.ts';
import { decimal, rational } from '../numbers/rational.ts';
import { foldedLettersOf, lettersOf, namesOf, type Prefix } from './unit-prefixes.ts';
import { unitTable } from './unit-table.ts';
import { physicsUnitTable, temperatureTable } from './unit-table-physics.ts';
import { rareUnitTable } from './unit-table-rare.ts';

/** Exponents of the nine base units. Two units are convertible if these are equal. */
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

export const BASE_COUNT = 9;
/** A dimension as a string, for comparison. */
export const dimensionKey = (dimension: Dimension) => dimension.join(' ');

type Prefixing = 'si' | 'data' | '';
interface Entry {
  unit: Unit;
  prefixing: Prefixing;
}

/** Units by exact symbol, by symbol in any case, and by name. */
const bySymbol = new Map<string, Entry[]>();
const byFoldedSymbol = new Map<string, Entry[]>();
const byName = new Map<string, Entry[]>();
/** Names of several words: `nautical mile`. */
const severalWords: string[][] = [];

/** Names of several words, each as a list of words. */
export const longNames: readonly (readonly string[])[] = severalWords;

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
    ...(bySymbol.get(word) ?? []).map(({ unit }) => unit),
    ...prefixed(word, bySymbol, lettersOf),
    ...named(name),
    // Siemens require the exact case: MS are milliseconds.
    ...(byFoldedSymbol.get(name) ?? []).map(({ unit }) => unit).filter(({ quantity }) => quantity !== 'conductance'),
    ...smallFirst(prefixed(name, byFoldedSymbol, foldedLettersOf)),
    ...prefixed(name, byName, namesOf),
    // `pseconds` are not petaseconds: the letter as typed comes first.
    ...prefixed(word, byName, lettersOf),
    ...prefixed(name, byName, foldedLettersOf),
  ];
  // A capital S more often means seconds than siemens.
  if (word === 'S') found.push(...found.splice(0, 1));
  if (found.length < 2) return found;
  return found.filter(
    (unit, at) => found.findIndex((one) => one.label === unit.label && one.quantity === unit.quantity) === at,
  );
}

function named(name: string): Unit[] {
  return entriesNamed(name).map(({ unit }) => unit);
}

/** Units by name or plural. */
function entriesNamed(name: string): readonly Entry[] {
  const found = byName.get(name);
  if (found || !name.endsWith('s') || name.length < 3) return found ?? [];
  return byName.get(name.slice(0, -1)) ?? (name.endsWith('es') ? byName.get(name.slice(0, -2)) : undefined) ?? [];
}

/**
 * Allowed prefixes of seconds: the small ones, and the great ones with their exact case. `ts` and `hs` are not times.
 */
const SECONDS = /^(?:[mµμunpf]|[kMGT])s$/;

/** Units that consist of a prefix and the rest of the word. */
function prefixed(word: string, table: ReadonlyMap<string, readonly Entry[]>, prefixesOf: typeof namesOf): Unit[] {
  const found: Unit[] = [];
  for (const [written, prefix] of prefixesOf(word)) {
    const rest = word.slice(written.length);
    for (const { unit, prefixing } of table === byName ? entriesNamed(rest) : (table.get(rest) ?? [])) {
      const fits = prefixing === 'data' ? prefix.great : prefixing === 'si' && !prefix.binary;
      // Megaseconds must be written out: mS and MS mean milliseconds.
      const folded = table === byFoldedSymbol && prefix.letter === 'M';
      const counts = unit.label !== 's' || table === byName || (SECONDS.test(word) && !folded);
      if (fits && counts) found.push(withPrefix(unit, prefix));
    }
  }
  return found;
}

/**
 * Quantities for which thousandths are common and millions are not: `mah` is a battery capacity, `pf` belongs to a
 * capacitor.
 */
const SMALL = new Set([
  'electric current',
  'electric charge',
  'voltage',
  'capacitance',
  'inductance',
  'magnetic field',
  'magnetic flux',
  'radiation dose',
  'mass',
]);

/** Case distinguishes `m` from `M` and `p` from `P`. If the case was not typed, the quantity decides. */
function smallFirst(units: readonly Unit[]): Unit[] {
  const small = units.filter(({ quantity }) => SMALL.has(quantity)).reverse();
  return [...small, ...units.filter(({ quantity }) => !SMALL.has(quantity))];
}

function withPrefix(unit: Unit, { letter, size }: Prefix): Unit {
  return { ...unit, label: `${letter === 'u' ? 'µ' : letter}${unit.label}`, size: multiply(unit.size, size) };
}

/** Evaluates `648000*149597870700/pi`: products and quotients of decimals and π. */
function sizeOf(text: string): Scalar {
  let size = whole(1);
  for (const [, sign = '*', factor = ''] of text.matchAll(/([*/]?)([^*/]+)/g)) {
    const value = factor.trim() === 'pi' ? exact(rational(1n), 1) : exact(decimal(factor.trim()));
    size = sign === '/' ? divide(size, value) : multiply(size, value);
  }
  return size;
}

function enter(table: Map<string, Entry[]>, key: string, entry: Entry): void {
  table.set(key, [...(table.get(key) ?? []), entry]);
}

const WHERE = new Set(['us', 'uk', 'imperial', 'imp', 'british', 'metric', 'troy']);

function enterLine(symbols: string, names: string, unit: Omit<Unit, 'label'>, prefixing: Prefixing): void {
  const symbolList = symbols.trim().split(/\s+/).filter(Boolean);
  const nameList = names.trim().split(/\s+/).filter(Boolean);
  const entry = { unit: { ...unit, label: (symbolList[0] ?? nameList[0] ?? '').replaceAll('_', ' ') }, prefixing };
  for (const symbol of symbolList) {
    const spaced = symbol.replaceAll('_', ' ');
    enter(bySymbol, spaced, entry);
    enter(byFoldedSymbol, foldedWord(spaced), entry);
    // A pronounceable symbol also takes a plural and the name of a prefix: nibbles, megabar.
    if (/^[a-z]{3,}$/.test(spaced)) enter(byName, spaced, entry);
    if (spaced.includes(' ')) severalWords.push(spaced.split(' '));
  }
  for (const name of nameList) {
    const words = name.split('_');
    // `sticks of butter`, `pounds force`: the first word is in the plural.
    const inner = /^[^_]+_(?:of|per|force)/.test(name) ? [[`${words[0]}s`, ...words.slice(1)]] : [];
    // `gallons uk` as well as `uk gallons`.
    const [where = '', ...rest] = words;
    const behind =
      WHERE.has(where) && rest.length === 1
        ? [
            [...rest, where],
            [`${rest[0]}s`, where],
          ]
        : [];
    for (const form of [words, ...inner, ...behind]) {
      enter(byName, form.join(' '), entry);
      if (form.length < 2) continue;
      severalWords.push(form, [...form.slice(0, -1), `${form.at(-1)}s`]);
      // `metricton`, `poundforce`: some people omit the space.
      const joined = form.join('');
      if (joined.length > 4 && !byName.has(joined)) enter(byName, joined, entry);
    }
  }
}

for (const line of temperatureTable.trim().split('\n')) {
  const [symbols = '', names = '', offset = '', size = ''] = line.split('|');
  const dimension = dimensionOf([0, 0, 0, 0, 1]);
  const unit = { quantity: 'temperature', dimension, size: sizeOf(size), offset: sizeOf(offset.trim()) };
  enterLine(symbols, names, unit, symbols.trim().startsWith('K') ? 'si' : '');
}
for (const { quantity, dimension, units } of [...unitTable, ...physicsUnitTable, ...rareUnitTable]) {
  for (const line of units.trim().split('\n')) {
    const [symbols = '', names = '', size = '', prefixing = ''] = line.split('|');
    const unit = { quantity, dimension: dimensionOf(dimension), size: sizeOf(size) };
    enterLine(symbols, names, unit, prefixing.trim() as Prefixing);
  }
}

function dimensionOf(exponents: readonly number[]): Dimension {
  return Array.from({ length: BASE_COUNT }, (_, at) => exponents[at] ?? 0);
}
