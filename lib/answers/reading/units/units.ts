import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { once, tableFile } from '../../data-file.ts';
import { divide, multiply, PI, raise, type Scalar, whole } from '../../sums/scalar.ts';
import { foldedWord } from '../folded.ts';
import { decimal } from '../numbers/rational.ts';
import { callingWords } from '../phrase-matching.ts';

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

const exponents = z.string().regex(/^-?\d(?: -?\d){8}$/);
/** The quantities that units measure. `case` says how a symbol in the wrong case is read. */
export const quantities = tableFile(
  new URL('./data/quantities.tsv', import.meta.url),
  z.object({
    quantity: z.string().min(1),
    dimension: exponents.transform((text) => text.split(' ').map(Number)),
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
    for (const [, sign, factor = ''] of text.matchAll(/([*/]?)([^*/]+)/g))
      product = (sign === '/' ? divide : multiply)(product, factor === 'pi' ? PI : decimal(factor));
    return product;
  });
/** All units, with the more likely meaning of a word first. */
const unitRows = tableFile(
  new URL('./data/units.tsv', import.meta.url),
  z.object({
    ...{ quantity: z.string(), symbols: list, names: list, size },
    offset: z.union([size, z.literal('').transform(() => undefined)]),
    /** `si`, `data`, or the letters that the symbols take. */
    prefixes: z.string().regex(/^(?:si|data|\S{1,2}(?: \S{1,2})*)?$/),
  }),
);

/** The prefixes that multiply a unit. */
const prefixes = tableFile(
  new URL('./data/prefixes.tsv', import.meta.url),
  z
    .object({ letter: z.string().min(1), names: list, base: z.coerce.number(), power: z.coerce.number().int() })
    .transform((row) => ({ ...row, size: raise(whole(row.base), whole(row.power)) })),
);
type Prefix = ReturnType<typeof prefixes>[number];

/** Whether a word is a prefix on its own: `centi meter`. */
export const isPrefixWord = (word: string) => prefixes().some(({ names }) => names.includes(word));

type Entry = Unit & { prefixes: string; case: string };
type Table = Map<string, Entry[]>;

/** Units by exact symbol, by symbol in any case, and by name. */
const tables = once(() => {
  const [bySymbol, byFoldedSymbol, byName] = [new Map(), new Map(), new Map()] as [Table, Table, Table];
  const enter = (table: Table, key: string, entry: Entry) => table.set(key, [...(table.get(key) ?? []), entry]);
  for (const { symbols, names, size, offset, prefixes, quantity } of unitRows()) {
    const known = quantities().find((each) => each.quantity === quantity);
    if (!known) throw new Error(`units.tsv: unknown quantity "${quantity}"`);
    const entry = { ...known, label: symbols[0] ?? names[0] ?? '', size, ...(offset && { offset }), prefixes };
    for (const symbol of symbols) {
      enter(bySymbol, symbol, entry);
      if (entry.case !== 'exact') enter(byFoldedSymbol, foldedWord(symbol), entry);
    }
    for (const name of names) {
      enter(byName, name, entry);
      // `metricton`, `poundforce`: some people omit the space.
      const joined = name.replaceAll(' ', '');
      if (joined.length > 4 && !byName.has(joined)) enter(byName, joined, entry);
    }
  }
  return { bySymbol, byFoldedSymbol, byName };
});

type Key = keyof ReturnType<typeof tables>;

/** Names of several words, each as a list of words: `nautical mile`. */
export const longNames = () =>
  [...tables().byName.keys()]
    .filter((name) => name.includes(' '))
    .flatMap((name) => [name.split(' '), `${name}s`.split(' ')]);

/** The words for units, or only for those of a quantity: names, plurals and symbols, also with prefixes. */
export function unitWords(only?: string): string[] {
  const rows = unitRows().filter(({ quantity }) => !only || quantity === only);
  return rows.flatMap(({ symbols, names, prefixes: allowed }) => {
    const fitting = prefixes().filter((prefix) => fits(allowed, prefix, 'byName'));
    const long = names.flatMap((name) => [
      name,
      ...fitting.flatMap((prefix) => prefix.names.map((each) => each + name)),
    ]);
    const short = symbols.flatMap((symbol) => [symbol, ...fitting.map(({ letter }) => letter + symbol)]);
    return callingWords([...long.flatMap((name) => [name, `${name}s`, `${name}es`]), ...short.map(foldedWord)]);
  });
}

/** Recently looked-up words: the same few words recur, and each lookup goes through seven tables. */
const lookedUp = new LRUCache<string, readonly Unit[]>({ max: 2_000, memoMethod: lookUp });

/** The possible meanings of a word, most likely first; empty if it is not a unit. */
export const unitsNamed = (word: string) => lookedUp.memo(word);

/** The unit of the same name in the first of these countries that has its own: British pints are not American ones. */
export const unitIn = (countries: readonly string[], unit: Unit): Unit =>
  countries.flatMap((each) => unitsNamed(`${each} ${unit.label}`)).find(({ quantity }) => quantity === unit.quantity) ??
  unit;

/** The system of a unit that differs between America and Britain; undefined for the others. */
export function systemOf({ label }: Unit): 'us' | 'imperial' | undefined {
  if (/^(?:imperial|long) /.test(label)) return 'imperial';
  return tables().byName.has(`imperial ${label}`) ? 'us' : undefined;
}

/** The units with these labels, in their order. */
export const unitsLabelled = (labels: string): Unit[] =>
  labels.split(' ').map((label) => unitsNamed(label).find((unit) => unit.label === label) as Unit);

function lookUp(word: string): readonly Unit[] {
  const name = foldedWord(word);
  const found = [
    ...entries('bySymbol', word),
    ...prefixed('bySymbol', word, ({ letter }) => [letter]),
    ...entries('byName', name),
    ...entries('byFoldedSymbol', name),
    ...prefixed('byFoldedSymbol', name, ({ letter }) => [letter.toLowerCase()]),
    ...prefixed('byName', name, ({ names }) => names),
    // `pseconds` are not petaseconds: the letter as typed comes first.
    ...prefixed('byName', word, ({ letter }) => [letter]),
    ...prefixed('byName', name, ({ letter }) => [letter.toLowerCase()]),
  ];
  return found.filter(
    (unit, at) => found.findIndex((one) => one.label === unit.label && one.quantity === unit.quantity) === at,
  );
}

/** Units by symbol, or by name or plural. */
function entries(by: Key, word: string): readonly Entry[] {
  const table = tables()[by];
  const found = table.get(word);
  if (found || by !== 'byName' || word.length < 3) return found ?? [];
  return table.get(word.replace(/s$/, '')) ?? table.get(word.replace(/es$/, '')) ?? [];
}

/** Units with a prefix. Case distinguishes `m` from `M` and `p` from `P`; if it was not typed, the quantity decides. */
function prefixed(by: Key, word: string, writing: (prefix: Prefix) => readonly string[]) {
  const [small, others]: [Entry[], Entry[]] = [[], []];
  for (const prefix of prefixes()) {
    const written = writing(prefix).find((each) => word.startsWith(each));
    if (written === undefined) continue;
    for (const entry of entries(by, word.slice(written.length))) {
      if (!fits(entry.prefixes, prefix, by)) continue;
      const label = `${prefix.letter === 'u' ? 'µ' : prefix.letter}${entry.label}`;
      const unit = { ...entry, label, size: multiply(entry.size, prefix.size) };
      if (by === 'byFoldedSymbol' && entry.case === 'small') small.unshift(unit);
      else others.push(unit);
    }
  }
  return [...small, ...others];
}

function fits(allowed: string, { letter, base, power }: Prefix, by: Key): boolean {
  // Fractions of a bit do not exist, and powers of 1,024 are only for data.
  if (allowed === 'data') return base === 1024 || power > 2;
  if (allowed === 'si' || (allowed && by === 'byName')) return base === 10;
  return by === 'bySymbol' && allowed.split(' ').includes(letter);
}
