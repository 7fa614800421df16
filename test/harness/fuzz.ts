import fc from 'fast-check';

/**
 * Number of random inputs to try for a property: 50, times its weight, times the environment variable FUZZ. For a long
 * run: `FUZZ=20 npx vitest run test/contract --testTimeout=600000`.
 */
export function runs(weight = 1): number {
  return Math.max(1, Math.round(50 * weight * factor));
}

/** Of costly inputs, those that are tried: all, or with less than one time as many random runs only each second, or fifth. */
export function sampled<Input>(inputs: readonly Input[]): Input[] {
  const step = Math.max(1, Math.round(1 / factor));
  return inputs.filter((_, at) => at % step === 0);
}

const { FUZZ = '1' } = process.env;
const factor = Number(FUZZ);
if (!(factor > 0 && factor < Number.POSITIVE_INFINITY)) {
  throw new Error(
    `FUZZ is "${FUZZ}": it has to be a positive number, such as 20 for twenty times as many random runs.`,
  );
}

const { SEED } = process.env;

/** For `fc.assert`: the environment variable SEED, which a failed property prints, repeats that run. */
export const seeded = SEED === undefined ? {} : { seed: Number(SEED) };

const SURROGATES = 0x800;
const FIRST_SURROGATE = 0xd800;

/**
 * Any code point except surrogates, for `fc.string({ unit: anyCharacter })`. The unit `binary` of fast-check has the
 * same characters, but first builds a table of all 1.1 million, which takes longer than most properties.
 */
export const anyCharacter = fc.integer({ min: 0, max: 0x10ffff - SURROGATES }).map(
  (at) => String.fromCodePoint(at < FIRST_SURROGATE ? at : at + SURROGATES),
  (character) => {
    const code = typeof character === 'string' ? character.codePointAt(0) : undefined;
    if (code === undefined || character !== String.fromCodePoint(code)) throw new Error('not a character');
    return code < FIRST_SURROGATE ? code : code - SURROGATES;
  },
);

const part = fc.string({ unit: anyCharacter }).map(encodeURIComponent);

/** An http URL; `fc.webUrl` would build the same table. */
export const webAddress = fc
  .tuple(fc.constantFrom('http', 'https'), fc.domain(), fc.array(part), fc.option(part), fc.option(part))
  .map(([scheme, host, path, query, fragment]) => {
    const tail = `${query === null ? '' : `?${query}`}${fragment === null ? '' : `#${fragment}`}`;
    return `${scheme}://${host}/${path.join('/')}${tail}`;
  });
