import { z } from 'zod';
import { jsonFile } from '../data-file.ts';
import { longNames } from '../reading/units/units.ts';

/**
 * The possible roles of a word or phrase. It may have several: `in` is an inch, and also precedes the target of a
 * conversion. `nth` is the degree of a root or power (`fifth root`), `share` a denominator (`two thirds`), `power` the
 * exponent of `squared`, and `unitPower` that of the unit after `square`. A `joiner` precedes the fraction of a mixed
 * number (`two and a half`), and a `wordy` unit is an ordinary word first.
 */
export type Roles = Partial<
  Record<'operator' | 'fn' | 'constant', string> &
    Record<'nth' | 'share' | 'power' | 'unitPower', bigint> &
    Record<'connector' | 'howMany' | 'link' | 'opening' | 'closing' | 'article' | 'noise', true> &
    Record<'degree' | 'joiner' | 'wordy' | 'money', true>
>;

const role = z.enum(['operator', 'fn', 'constant', 'nth', 'share', 'power', 'unitPower', 'is']);
const meanings = z.record(z.string(), z.record(z.string(), z.array(z.string())));

/** The roles of the words of arithmetic, folded: `raiz`. The beginnings of longer phrases are listed, without roles. */
export const lexicon = jsonFile(
  new URL('./data/words.json', import.meta.url),
  z.record(role, meanings).transform((words): ReadonlyMap<string, Roles | null> => {
    const known = new Map<string, Roles | null>();
    const enter = (phrase: string, roles: Roles) => {
      for (let end = phrase.indexOf(' '); end > 0; end = phrase.indexOf(' ', end + 1))
        if (!known.has(phrase.slice(0, end))) known.set(phrase.slice(0, end), null);
      known.set(phrase, { ...known.get(phrase), ...roles });
    };
    for (const [role, meanings] of Object.entries(words))
      for (const [meaning, languages] of Object.entries(meanings))
        for (const phrase of Object.values(languages).flat()) {
          const value = /^\d+$/.test(meaning) ? BigInt(meaning) : meaning;
          enter(phrase, role === 'is' ? { [meaning]: true } : { [role]: value });
        }
    for (const name of longNames()) enter(name.join(' ').toLowerCase(), {});
    return known;
  }),
);

/** Operators that are ordinary words, and never stand alone. */
const ORDINARY = ['of', 'and', 'or', 'per', 'to the', 'x'];

/** Phrases of which every calculation without digits and signs has one. */
export function calculationPhrases(): string[] {
  return [...lexicon()].flatMap(([phrase, roles]) => {
    const { operator, fn, constant, nth, share, power } = roles ?? {};
    const isMeant = fn || constant || nth || share || power || (operator && !ORDINARY.includes(operator));
    return isMeant && !ORDINARY.includes(phrase) ? [phrase] : [];
  });
}
