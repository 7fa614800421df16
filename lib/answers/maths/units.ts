import { decimal, rational } from './rational.ts';
import { divide, exact, multiply, type Scalar, whole } from './scalar.ts';
import { unitTable } from './unit-table.ts';
import { physicsUnitTable, temperatureTable } from './unit-table-physics.ts';
import { foldedWord } from './word-fold.ts';

/** Exponents of the nine base units. Two units convert into each other when these are equal. */
export type Dimension = readonly number[];

/** A unit that queries may name. */
export interface Unit {
  /** What an answer calls it. */
  label: string;
  quantity: string;
  dimension: Dimension;
  /** In base units. */
  size: Scalar;
  /** Temperatures only: what is added to a value before it is multiplied. */
  offset?: Scalar;
}

export const BASE_COUNT = 9;
export const dimensionKey = (dimension: Dimension) => dimension.join(' ');

type Prefixing = 'si' | 'data' | '';
interface Entry {
  unit: Unit;
  prefixing: Prefixing;
}

/** By symbol as written, by symbol in any case, and by name. */
const bySymbol = new Map<string, Entry[]>();
const byFoldedSymbol = new Map<string, Entry[]>();
const byName = new Map<string, Entry[]>();
/** Names of several words, for the reader of tokens: `nautical mile`. */
const severalWords: string[][] = [];

/** Names of more than one word, each as its words. */
export const longNames: readonly (readonly string[])[] = severalWords;

const PREFIXES: readonly (readonly [string, string, number])[] = [
  ['Q', 'quetta', 30],
  ['R', 'ronna', 27],
  ['Y', 'yotta', 24],
  ['Z', 'zetta', 21],
  ['E', 'exa', 18],
  ['P', 'peta', 15],
  ['T', 'tera', 12],
  ['G', 'giga', 9],
  ['M', 'mega', 6],
  ['k', 'kilo', 3],
  ['h', 'hecto', 2],
  ['h', 'hekto', 2],
  ['da', 'deca', 1],
  ['da', 'deka', 1],
  ['d', 'deci', -1],
  ['d', 'dezi', -1],
  ['c', 'centi', -2],
  ['c', 'zenti', -2],
  ['m', 'milli', -3],
  ['m', 'mili', -3],
  ['µ', 'micro', -6],
  ['µ', 'mikro', -6],
  ['u', 'micro', -6],
  ['n', 'nano', -9],
  ['p', 'pico', -12],
  ['p', 'piko', -12],
  ['f', 'femto', -15],
  ['a', 'atto', -18],
  ['z', 'zepto', -21],
  ['y', 'yocto', -24],
];
const BINARY: readonly (readonly [string, string, number])[] = [
  ['Ki', 'kibi', 1],
  ['Mi', 'mebi', 2],
  ['Gi', 'gibi', 3],
  ['Ti', 'tebi', 4],
  ['Pi', 'pebi', 5],
  ['Ei', 'exbi', 6],
  ['Zi', 'zebi', 7],
  ['Yi', 'yobi', 8],
];

/** A prefix standing alone: `centi meter`. */
export const isPrefixWord = (word: string) => PREFIXES.some(([, name]) => name === word);

/** What a word may mean, the likeliest first; none when it is no unit. */
export function unitsNamed(word: string): readonly Unit[] {
  const name = foldedWord(word);
  const found = [
    ...(bySymbol.get(word) ?? []).map(({ unit }) => unit),
    ...prefixed(word, bySymbol, 0, (prefix) => prefix),
    ...named(name),
    ...(byFoldedSymbol.get(name) ?? []).map(({ unit }) => unit),
    ...prefixed(name, byFoldedSymbol, 0, (prefix) => prefix.toLowerCase()),
    ...prefixed(name, byName, 1, (prefix) => prefix),
    ...prefixed(name, byName, 0, (prefix) => prefix.toLowerCase()),
  ];
  return found.filter(
    (unit, at) => found.findIndex((one) => one.label === unit.label && one.quantity === unit.quantity) === at,
  );
}

function named(name: string): Unit[] {
  const singular = byName.get(name.replace(/(?<=..)s$/, '')) ?? byName.get(name.replace(/(?<=...)es$/, ''));
  return (byName.get(name) ?? singular ?? []).map(({ unit }) => unit);
}

/** Units made of a prefix and the rest of the word. `form` 0 is the prefix's letter, 1 its name. */
function prefixed(word: string, table: Map<string, Entry[]>, form: 0 | 1, cased: (prefix: string) => string): Unit[] {
  const found: Unit[] = [];
  const take = (binary: boolean, prefix: readonly [string, string, number]) => {
    const written = cased(prefix[form]);
    if (!word.startsWith(written)) return;
    const rest = word.slice(written.length);
    const entries = table.get(rest) ?? (table === byName ? table.get(rest.replace(/s$/, '')) : undefined) ?? [];
    for (const { unit, prefixing } of entries) {
      // Half a bit is no bit: data are only ever multiplied.
      const fits = binary ? prefixing === 'data' : prefixing === 'si' || (prefixing === 'data' && prefix[2] > 2);
      if (fits) found.push(withPrefix(unit, prefix[0], binary ? whole(1024n ** BigInt(prefix[2])) : tenTo(prefix[2])));
    }
  };
  for (const prefix of PREFIXES) take(false, prefix);
  for (const prefix of BINARY) take(true, prefix);
  return found;
}

const tenTo = (power: number) =>
  exact(power < 0 ? rational(1n, 10n ** BigInt(-power)) : rational(10n ** BigInt(power)));

function withPrefix(unit: Unit, letter: string, times: Scalar): Unit {
  return { ...unit, label: `${letter === 'u' ? 'µ' : letter}${unit.label}`, size: multiply(unit.size, times) };
}

/** `648000*149597870700/pi`: products and quotients of decimals and π. */
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

function enterLine(symbols: string, names: string, unit: Omit<Unit, 'label'>, prefixing: Prefixing): void {
  const symbolList = symbols.trim().split(/\s+/).filter(Boolean);
  const nameList = names.trim().split(/\s+/).filter(Boolean);
  const entry = { unit: { ...unit, label: (symbolList[0] ?? nameList[0] ?? '').replaceAll('_', ' ') }, prefixing };
  for (const symbol of symbolList) {
    const spaced = symbol.replaceAll('_', ' ');
    enter(bySymbol, spaced, entry);
    enter(byFoldedSymbol, foldedWord(spaced), entry);
    // A symbol that can be spoken takes a plural and a prefix's name as well: nibbles, megabar.
    if (/^[a-z]{3,}$/.test(spaced)) enter(byName, spaced, entry);
    if (spaced.includes(' ')) severalWords.push(spaced.split(' '));
  }
  for (const name of nameList) {
    const words = name.split('_');
    // `sticks of butter`, `pounds force`: the plural is in the first word.
    const inner = /^[^_]+_(?:of|per|force)/.test(name) ? [[`${words[0]}s`, ...words.slice(1)]] : [];
    for (const form of [words, ...inner]) {
      enter(byName, form.join(' '), entry);
      if (form.length > 1) severalWords.push(form, [...form.slice(0, -1), `${form.at(-1)}s`]);
    }
  }
}

for (const line of temperatureTable.trim().split('\n')) {
  const [symbols = '', names = '', offset = '', size = ''] = line.split('|');
  const dimension = dimensionOf([0, 0, 0, 0, 1]);
  const unit = { quantity: 'temperature', dimension, size: sizeOf(size), offset: sizeOf(offset.trim()) };
  enterLine(symbols, names, unit, symbols.trim().startsWith('K') ? 'si' : '');
}
for (const { quantity, dimension, units } of [...unitTable, ...physicsUnitTable]) {
  for (const line of units.trim().split('\n')) {
    const [symbols = '', names = '', size = '', prefixing = ''] = line.split('|');
    const unit = { quantity, dimension: dimensionOf(dimension), size: sizeOf(size) };
    enterLine(symbols, names, unit, prefixing.trim() as Prefixing);
  }
}

function dimensionOf(exponents: readonly number[]): Dimension {
  return Array.from({ length: BASE_COUNT }, (_, at) => exponents[at] ?? 0);
}
