import { longNames } from '../reading/units/units.ts';
import {
  articleWords,
  closingWords,
  connectorWords,
  constantWords,
  functionWords,
  howManyWords,
  linkWords,
  noiseWords,
  openingWords,
  operatorWords,
} from './words.ts';

/**
 * The possible roles of a word or phrase. It may have several: `in` is an inch, and also precedes the target of a
 * conversion.
 */
export interface Roles {
  operator?: string;
  fn?: string;
  constant?: string;
  connector?: true;
  howMany?: true;
  link?: true;
  opening?: true;
  closing?: true;
  article?: true;
  noise?: true;
  /** The name of a unit with several words; looked up by its text. */
  unitName?: true;
}

const lexicon = new Map<string, Roles>();
/** Number of words of the longest phrase that begins with this word. */
const longest = new Map<string, number>();

function enter(phrase: string, roles: Roles): void {
  lexicon.set(phrase, { ...lexicon.get(phrase), ...roles });
  const words = phrase.split(' ');
  const first = words[0] as string;
  longest.set(first, Math.max(longest.get(first) ?? 0, words.length));
}

for (const [operator, phrases] of Object.entries(operatorWords))
  for (const phrase of phrases) enter(phrase, { operator });
for (const [fn, phrases] of Object.entries(functionWords)) for (const phrase of phrases) enter(phrase, { fn });
for (const [constant, phrases] of Object.entries(constantWords))
  for (const phrase of phrases) enter(phrase, { constant });
for (const phrase of connectorWords) enter(phrase, { connector: true });
for (const phrase of howManyWords) enter(phrase, { howMany: true });
for (const phrase of linkWords) enter(phrase, { link: true });
for (const phrase of openingWords) enter(phrase, { opening: true });
for (const phrase of closingWords) enter(phrase, { closing: true });
for (const phrase of articleWords) enter(phrase, { article: true });
for (const phrase of noiseWords) enter(phrase, { noise: true });
for (const words of longNames) enter(words.join(' ').toLowerCase(), { unitName: true });

/** The longest phrase that begins here, and its number of words. */
export function phraseAt(
  words: readonly string[],
  from: number,
): { roles: Roles; length: number; phrase: string } | null {
  const most = Math.min(longest.get(words[from] as string) ?? 0, words.length - from);
  for (let length = most; length > 0; length--) {
    const phrase = words.slice(from, from + length).join(' ');
    const roles = lexicon.get(phrase);
    if (roles) return { roles, length, phrase };
  }
  return null;
}
