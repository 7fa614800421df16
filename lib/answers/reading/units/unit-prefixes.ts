import { exact, type Scalar } from '../../sums/scalar.ts';
import { rational } from '../numbers/rational.ts';

/** A prefix that multiplies a unit. */
export interface Prefix {
  letter: string;
  name: string;
  size: Scalar;
  /** Powers of 1,024, only for data. */
  binary: boolean;
  /** A thousand or more: fractions of a bit do not exist. */
  great: boolean;
}

const DECIMAL = `
  Q quetta 30, R ronna 27, Y yotta 24, Z zetta 21, E exa 18, P peta 15, T tera 12, G giga 9, M mega 6, k kilo 3, k chilo 3, k quilo 3, h hecto 2,
  h hekto 2, da deca 1, da deka 1, d deci -1, d dezi -1, c centi -2, c zenti -2, m milli -3, m mili -3, µ micro -6,
  µ mikro -6, u micro -6, n nano -9, p pico -12, p piko -12, f femto -15, a atto -18, z zepto -21, y yocto -24`;
const BINARY = 'Ki kibi 1, Mi mebi 2, Gi gibi 3, Ti tebi 4, Pi pebi 5, Ei exbi 6, Zi zebi 7, Yi yobi 8';

const tenTo = (power: number) => (power < 0 ? rational(1n, 10n ** BigInt(-power)) : rational(10n ** BigInt(power)));

function read(list: string, binary: boolean): Prefix[] {
  return list.split(',').map((line) => {
    const [letter = '', name = '', power = ''] = line.trim().split(' ');
    const size = binary ? rational(1024n ** BigInt(power)) : tenTo(Number(power));
    return { letter, name, size: exact(size), binary, great: binary || Number(power) > 2 };
  });
}

const prefixes = [...read(DECIMAL, false), ...read(BINARY, true)];

/** Indexes prefixes by their first letter, so that a word is compared with only two or three of them. */
function byInitial(written: (prefix: Prefix) => string): (word: string) => readonly (readonly [string, Prefix])[] {
  const index = new Map<string, [string, Prefix][]>();
  for (const prefix of prefixes) {
    const text = written(prefix);
    index.set(text[0] as string, [...(index.get(text[0] as string) ?? []), [text, prefix]]);
  }
  return (word) =>
    (index.get(word[0] ?? '') ?? []).filter(([text]) => word.startsWith(text) && word.length > text.length);
}

/** The possible prefixes of a word: by exact letter, by letter in any case, and by name. */
export const lettersOf = byInitial(({ letter }) => letter);
export const foldedLettersOf = byInitial(({ letter }) => letter.toLowerCase());
export const namesOf = byInitial(({ name }) => name);

/** Whether a word is a prefix on its own: `centi meter`. */
export const isPrefixWord = (word: string) => prefixNames.has(word);
const prefixNames: ReadonlySet<string> = new Set(prefixes.map(({ name }) => name));
