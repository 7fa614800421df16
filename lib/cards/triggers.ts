import type { Place } from '../maps/place.ts';

/** Decides when to request a card, and whether the card matches the query. A wrong card is worse than no card. */

const MAX_NAME_WORDS = 6;
/** Words that show that a query is a question or not a name. */
const NOT_IN_NAMES = listed(
  'how what why when where who which whose does do did is are was were can could should would will vs versus or ' +
    'best cheap buy price review reviews news lyrics weather time download tutorial error wie warum wann wo wer ' +
    'comment pourquoi quand cómo qué cuándo',
);

/** Whether the query is a plain name, as a place might have: a few words of letters, and no question word. */
export function isPlainName(q: string): boolean {
  const words = wordsOf(q);
  return (
    words.length > 0 &&
    words.length <= MAX_NAME_WORDS &&
    /^[\p{L}\p{M}](?!.*\s-\S)[\p{L}\p{M}\p{N}\s,.'’·/-]*$/u.test(q.trim()) &&
    // Accents matter here: "cómo" is a question word, Como is a town.
    !q
      .toLowerCase()
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .some((word) => NOT_IN_NAMES.has(word))
  );
}

/** Minimum importance of a place for a bare name to mean it: almost every word is also the name of a hamlet. */
const MIN_IMPORTANCE = 0.4;
/** From this importance on, a place matches in any language: `Wien` for Vienna. */
const WORLD_KNOWN = 0.6;

/**
 * Whether a plain name means this place: the query contains the place's name, and its other words say where the place
 * is.
 */
export function isMeantPlace(place: Place, q: string): boolean {
  if (place.importance >= WORLD_KNOWN) return true;
  const asked = wordsOf(q);
  const name = wordsOf(place.name);
  const whole = new Set(wordsOf(place.display_name));
  const named = name.length > 0 && name.every((word) => asked.includes(word));
  if (!named || !asked.every((word) => whole.has(word))) return false;
  // "Springfield, Illinois" says where the place is; "Springfield" alone must be well known.
  return asked.length > name.length || place.importance >= MIN_IMPORTANCE;
}

/** Programming terms with no other meaning. */
const CRAFT = listed(
  'javascript typescript golang kotlin php c++ c# sql mysql postgres postgresql sqlite mongodb bash zsh powershell linux ' +
    'ubuntu debian vim emacs git github gitlab docker kubernetes kubectl nginx html css sass jquery node.js nodejs npm ' +
    'webpack django fastapi pandas numpy matplotlib tensorflow pytorch hibernate gradle xcode haskell erlang clojure ' +
    'matlab regex json xml yaml csv cors oauth jwt graphql nullpointerexception segfault stacktrace makefile cmake ' +
    'terraform ansible aws azure vba .net asp.net',
);
/** Programming terms with another meaning: cars rust too. */
const NAMES = listed(
  'python java scala rust ruby perl swift redis apache react vue angular svelte vite flask maven android ios flutter ' +
    'dart elixir lua latex excel',
);
/** Everyday words that are also programming terms. */
const PARTS = listed(
  'http https rest api async await promise lambda pointer array list dict dictionary string integer boolean exception ' +
    'undefined compiler compile function variable loop class thread code script file parse import install spring ' +
    'express shell node yarn',
);
const LANGUAGES =
  'python java scala rust ruby perl swift c lua dart react vue angular svelte flutter latex excel'.split(' ');
const IN_LANGUAGE = new RegExp(`\\b(?:in|with|using) (?:${LANGUAGES.join('|')})\\b`, 'i');
const ASKING =
  /^(?:how|why|what|when|where|which|can|does|do|is|should)\b|\b(?:error|exception|cannot|can't|failed|undefined)\b|\?$/i;

/**
 * Whether the query is a programming question: it contains programming terms, and either asks or is long enough to
 * describe a problem.
 */
export function isProgrammingQuestion(q: string): boolean {
  const words = q
    .toLowerCase()
    .split(/[\s,;:?!()"']+/)
    .map((word) => word.replace(/\.$/, ''))
    .filter(Boolean);
  if (words.length < 3) return false;
  const asks = ASKING.test(q.trim());
  const count = (known: ReadonlySet<string>) => words.filter((word) => known.has(word)).length;
  const [craft, names, parts] = [count(CRAFT), count(NAMES), count(PARTS)];
  if (craft > 0) return asks || craft + names + parts >= 2 || words.length >= 4;
  if (names > 0 && names + parts >= 2) return true;
  return (asks && parts >= 2) || IN_LANGUAGE.test(q);
}

function listed(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** How similar two texts are by their words: 1 means the same words, 0 no shared word. */
export function likeness(a: string, b: string): number {
  const [left, right] = [new Set(wordsOf(a)), new Set(wordsOf(b))];
  if (left.size === 0 || right.size === 0) return 0;
  const shared = [...left].filter((word) => right.has(word)).length;
  return (2 * shared) / (left.size + right.size);
}

/** The words of a text in lower case and without accents. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}+#]+/u)
    .filter(Boolean);
}
