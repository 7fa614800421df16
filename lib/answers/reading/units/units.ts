import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { tableFile } from '../../data-file.ts';
import { divide, multiply, PI, type Scalar, whole } from '../../sums/scalar.ts';
import { foldedWord } from '../folded.ts';
import { decimal } from '../numbers/rational.ts';
import { callingWords } from '../phrase-matching.ts';
import { type Prefix, prefixes } from './unit-prefixes.ts';

/** The number of base units. */
export const BASE_COUNT = 9;
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

/** The quantities that units measure. `case` says how a symbol in the wrong case is read. */
export const quantities = tableFile(
  new URL('./data/quantities.tsv', import.meta.url),
  z.object({
    quantity: z.string().min(1),
    dimension: z
      .string()
      .transform((text) => text.split(' ').map(Number))
      .pipe(z.array(z.number().int()).length(BASE_COUNT)),
    case: z.enum(['', 'small', 'exact']),
  }),
);

const list = z.string().transform((text) => text.split(', ').filter(Boolean));
/** `648000*149597870700/pi`: products and quotients of decimals and π. */
const size = z
  .string()
  .regex(/^(?:pi|[\d.]+(?:e-?\d+)?)(?:[*/](?:pi|[\d.]+))*$/)
  .transform((text) => {
    let product = whole(1);
    for (const [, sign, factor = ''] of text.matchAll(/([*/]?)(pi|[\d.]+(?:e-?\d+)?)/g)) {
      product = (sign === '/' ? divide : multiply)(product, factor === 'pi' ? PI : decimal(factor));
    }
    return product;
  });
/** All units, with the more likely meaning of a word first. */
const unitRows = tableFile(
  new URL('./data/units.tsv', import.meta.url),
  z.object({
    quantity: z.string(),
    symbols: list,
    names: list,
    size,
    offset: z.union([size, z.literal('').transform(() => undefined)]),
    /** `si`, `data`, or the letters that the symbols take. */
    prefixes: z.string().regex(/^(?:si|data|\S{1,2}(?: \S{1,2})*)?$/),
  }),
);

type Entry = Unit & Pick<ReturnType<typeof unitRows>[number], 'prefixes'> & { case: string };
type Table = Map<string, Entry[]>;

/** Units by exact symbol, by symbol in any case, and by name. */
let built: Record<'bySymbol' | 'byFoldedSymbol' | 'byName', Table> | undefined;

function tables(): NonNullable<typeof built> {
  if (built) return built;
  const [bySymbol, byFoldedSymbol, byName] = [new Map(), new Map(), new Map()] as [Table, Table, Table];
  const enter = (table: Table, key: string, entry: Entry) => table.set(key, [...(table.get(key) ?? []), entry]);
  for (const { symbols, names, size, offset, prefixes, quantity } of unitRows()) {
    const known = quantities().find((each) => each.quantity === quantity);
    if (!known) throw new Error(`units.tsv: unknown quantity "${quantity}"`);
    const entry = { ...known, label: symbols[0] ?? names[0] ?? '', size, ...(offset && { offset }), prefixes };
    for (const symbol of symbols) enter(bySymbol, symbol, entry);
    for (const symbol of entry.case === 'exact' ? [] : symbols) enter(byFoldedSymbol, foldedWord(symbol), entry);
    for (const name of names) {
      enter(byName, name, entry);
      // `metricton`, `poundforce`: some people omit the space.
      const joined = name.replaceAll(' ', '');
      if (joined.length > 4 && !byName.has(joined)) enter(byName, joined, entry);
    }
  }
  built = { bySymbol, byFoldedSymbol, byName };
  return built;
}

/** Names of several words, each as a list of words: `nautical mile`. */
export const longNames = () =>
  [...tables().byName.keys()]
    .filter((name) => name.includes(' '))
    .flatMap((name) => [name.split(' '), `${name}s`.split(' ')]);

/** The words for units, or only for those of a quantity: names, plurals and symbols, also with prefixes. */
export function unitWords(only?: string): string[] {
  const rows = unitRows().filter(({ quantity }) => !only || quantity === only);
  return rows.flatMap(({ symbols, names, prefixes: allowed }) => {
    const fitting = prefixes().filter((prefix) => fits(allowed, prefix, true, false));
    const long = names.flatMap((name) => fitting.flatMap((prefix) => prefix.names.map((each) => each + name)));
    const short = symbols.flatMap((symbol) => [symbol, ...fitting.map(({ letter }) => letter + symbol)]);
    const plurals = [...names, ...long].map((name) => `${name}s`);
    return callingWords([...names, ...long, ...plurals, ...names.map((name) => `${name}es`), ...short.map(foldedWord)]);
  });
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

/** The units with these labels, in their order. */
export const unitsLabelled = (labels: string): Unit[] =>
  labels.split(' ').map((label) => unitsNamed(label).find((unit) => unit.label === label) as Unit);

function lookUp(word: string): readonly Unit[] {
  const name = foldedWord(word);
  const { bySymbol, byFoldedSymbol, byName } = tables();
  const found = [
    ...(bySymbol.get(word) ?? []),
    ...prefixed(word, bySymbol, ({ letter }) => [letter]),
    ...entriesNamed(name),
    ...(byFoldedSymbol.get(name) ?? []),
    ...prefixed(name, byFoldedSymbol, ({ letter }) => [letter.toLowerCase()]),
    ...prefixed(name, byName, ({ names }) => names),
    // `pseconds` are not petaseconds: the letter as typed comes first.
    ...prefixed(word, byName, ({ letter }) => [letter]),
    ...prefixed(name, byName, ({ letter }) => [letter.toLowerCase()]),
  ];
  return found.filter(
    (unit, at) => found.findIndex((one) => one.label === unit.label && one.quantity === unit.quantity) === at,
  );
}

/** Units by name or plural. */
function entriesNamed(name: string): readonly Entry[] {
  const { byName } = tables();
  const plurals =
    name.length < 3 ? undefined : (byName.get(name.replace(/s$/, '')) ?? byName.get(name.replace(/es$/, '')));
  return byName.get(name) ?? plurals ?? [];
}

/**
 * Units that consist of a prefix and the rest of the word. Case distinguishes `m` from `M` and `p` from `P`; if it was
 * not typed, the quantity decides.
 */
function prefixed(word: string, table: Table, writing: (prefix: Prefix) => readonly string[]): Entry[] {
  const { bySymbol, byFoldedSymbol, byName } = tables();
  const [small, others]: [Entry[], Entry[]] = [[], []];
  for (const prefix of prefixes()) {
    const written = writing(prefix).find((each) => word.startsWith(each));
    if (written === undefined) continue;
    const rest = word.slice(written.length);
    for (const entry of (table === byName ? entriesNamed(rest) : table.get(rest)) ?? []) {
      if (!fits(entry.prefixes, prefix, table === byName, table === bySymbol)) continue;
      const label = `${prefix.letter === 'u' ? 'µ' : prefix.letter}${entry.label}`;
      const unit = { ...entry, label, size: multiply(entry.size, prefix.size) };
      if (table === byFoldedSymbol && entry.case === 'small') small.unshift(unit);
      else others.push(unit);
    }
  }
  return [...small, ...others];
}

function fits(allowed: string, { letter, isBinary, isGreat }: Prefix, isName: boolean, isSymbol: boolean): boolean {
  if (allowed === '' || allowed === 'data') return allowed === 'data' && isGreat;
  if (allowed === 'si' || isName) return !isBinary;
  return isSymbol && allowed.split(' ').includes(letter);
}
