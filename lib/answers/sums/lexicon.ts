import { z } from 'zod';
import { jsonFile } from '../data-file.ts';
import { longNames } from '../reading/units/units.ts';

/**
 * The possible roles of a word or phrase. It may have several: `in` is an inch, and also precedes the target of a
 * conversion.
 */
export interface Roles extends Partial<Record<Mark, true>> {
  operator?: string;
  fn?: string;
  constant?: string;
  /** The degree of a root or power: `fifth root`. */
  nth?: bigint;
  /** A denominator: `two thirds`. */
  share?: bigint;
}

/**
 * What a word is besides: `joiner` precedes the fraction of a mixed number (`two and a half`), `wordy` is a unit that is
 * an ordinary word first, `money` is a currency, and `unitName` is a unit with several words.
 */
type Mark = 'connector' | 'howMany' | 'link' | 'opening' | 'closing' | 'article' | 'noise' | UnitMark;
type UnitMark = 'square' | 'cubic' | 'degree' | 'joiner' | 'wordy' | 'money' | 'unitName';

const byLanguage = z.record(z.string(), z.array(z.string()));
/** The words of arithmetic by role, meaning and language, folded: `raíz` is listed as `raiz`. */
const words = jsonFile(
  new URL('./data/words.json', import.meta.url),
  z.record(z.enum(['operator', 'fn', 'constant', 'nth', 'share', 'is']), z.record(z.string(), byLanguage)),
);

/** Operators that are ordinary words, and stand only next to others. */
const ORDINARY = ['of', 'and', 'or', 'per'];

/** The phrases of calculations: every calculation without signs has one. `to the` has no meaning without an ordinal. */
export function calculationPhrases(): string[] {
  const { operator, fn, constant, nth, share } = words();
  const meanings = [operator, fn, constant, nth, share].flatMap((role) => Object.entries(role));
  const phrases = meanings.flatMap(([name, languages]) => (ORDINARY.includes(name) ? [] : Object.values(languages)));
  return phrases.flat().filter((phrase) => phrase !== 'to the');
}

function rolesOf(role: string, meaning: string): Roles {
  if (role === 'is') return { [meaning]: true };
  return { [role]: role === 'nth' || role === 'share' ? BigInt(meaning) : meaning };
}

/** All phrases with their roles, and the number of words of the longest phrase that begins with each word. */
class Lexicon {
  readonly roles = new Map<string, Roles>();
  readonly longest = new Map<string, number>();
  readonly words = new Set<string>();

  constructor() {
    for (const [role, meanings] of Object.entries(words()))
      for (const [meaning, languages] of Object.entries(meanings))
        for (const phrase of Object.values(languages).flat()) this.enter(phrase, rolesOf(role, meaning));
    for (const name of longNames()) this.enter(name.join(' ').toLowerCase(), { unitName: true });
  }

  private enter(phrase: string, roles: Roles): void {
    this.roles.set(phrase, { ...this.roles.get(phrase), ...roles });
    const all = phrase.split(' ');
    const first = all[0] as string;
    this.longest.set(first, Math.max(this.longest.get(first) ?? 0, all.length));
    for (const word of all) this.words.add(word);
  }
}

/** A known phrase at the start of a run of words, and its number of words. */
export interface Phrase {
  roles: Roles;
  length: number;
  phrase: string;
}

let lexicon: Lexicon | undefined;

/** Whether a word occurs in any phrase. */
export function isPhraseWord(word: string): boolean {
  lexicon ??= new Lexicon();
  return lexicon.words.has(word);
}

/** The longest known phrase with which the words begin. */
export function phraseAt(run: readonly string[]): Phrase | null {
  lexicon ??= new Lexicon();
  const most = Math.min(lexicon.longest.get(run[0] as string) ?? 0, run.length);
  for (let length = most; length > 0; length--) {
    const phrase = run.slice(0, length).join(' ');
    const roles = lexicon.roles.get(phrase);
    if (roles) return { roles, length, phrase };
  }
  return null;
}
