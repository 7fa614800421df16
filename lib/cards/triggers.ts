import type { Place } from '../maps/place.ts';

/** When a card is worth asking for, and when what came back is what was meant. A wrong card is worse than none. */

const MAX_NAME_WORDS = 6;
/** Words that make a query a question or a search for something else than a name. */
const NOT_IN_NAMES = listed(
  'how what why when where who which whose does do did is are was were can could should would will vs versus or ' +
    'best cheap buy price review reviews news lyrics weather time download tutorial error wie warum wann wo wer ' +
    'comment pourquoi quand cómo qué cuándo',
);

/** A plain name, as a place might have one: a few words of letters, nothing that asks for something about it. */
export function isPlainName(q: string): boolean {
  const words = wordsOf(q);
  return (
    words.length > 0 &&
    words.length <= MAX_NAME_WORDS &&
    /^[\p{L}\p{M}](?!.*\s-\S)[\p{L}\p{M}\p{N}\s,.'’·/-]*$/u.test(q.trim()) &&
    // With its accents: "cómo" asks, Como is a town.
    !q
      .toLowerCase()
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .some((word) => NOT_IN_NAMES.has(word))
  );
}

/** Places less known than this are not what a bare name means: there is a hamlet for every word. */
const MIN_IMPORTANCE = 0.4;
/** So well known that it may answer to a name in another language: `Wien` for Vienna. */
const WORLD_KNOWN = 0.6;

/** Whether this place is what a plain name asks for: its name is in the query, and the rest of the query is where it lies. */
export function isMeantPlace(place: Place, q: string): boolean {
  if (place.importance >= WORLD_KNOWN) return true;
  const asked = wordsOf(q);
  const name = wordsOf(place.name);
  const whole = new Set(wordsOf(place.display_name));
  const named = name.length > 0 && name.every((word) => asked.includes(word));
  if (!named || !asked.every((word) => whole.has(word))) return false;
  // "Springfield, Illinois" says where; "Springfield" alone has to be well known.
  return asked.length > name.length || place.importance >= MIN_IMPORTANCE;
}

/** Names that mean nothing else. */
const CRAFT = listed(
  'javascript typescript golang kotlin php c++ c# sql mysql postgres postgresql sqlite mongodb bash zsh powershell linux ' +
    'ubuntu debian vim emacs git github gitlab docker kubernetes kubectl nginx html css sass jquery node.js nodejs npm ' +
    'webpack django fastapi pandas numpy matplotlib tensorflow pytorch hibernate gradle xcode haskell erlang clojure ' +
    'matlab regex json xml yaml csv cors oauth jwt graphql nullpointerexception segfault stacktrace makefile cmake ' +
    'terraform ansible aws azure vba .net asp.net',
);
/** Names that mean something else as well: there is rust on cars. */
const NAMES = listed(
  'python java scala rust ruby perl swift redis apache react vue angular svelte vite flask maven android ios flutter ' +
    'dart elixir lua latex excel',
);
/** Everyday words that a programmer uses too. */
const PARTS = listed(
  'http https rest api async await promise lambda pointer array list dict dictionary string integer boolean exception ' +
    'undefined compiler compile function variable loop class thread code script file parse import install spring ' +
    'express shell node yarn',
);
const IN_LANGUAGE =
  /\b(?:in|with|using) (?:python|java|scala|rust|ruby|perl|swift|c|lua|dart|react|vue|angular|svelte|flutter|latex|excel)\b/i;
const ASKING =
  /^(?:how|why|what|when|where|which|can|does|do|is|should)\b|\b(?:error|exception|cannot|can't|failed|undefined)\b|\?$/i;

/** A programming question: names something of the craft, and asks, or says enough to be about a problem with it. */
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

/** How much of what was asked a title says, and the other way round: 1 = the same words. */
export function likeness(a: string, b: string): number {
  const [left, right] = [new Set(wordsOf(a)), new Set(wordsOf(b))];
  if (left.size === 0 || right.size === 0) return 0;
  const shared = [...left].filter((word) => right.has(word)).length;
  return (2 * shared) / (left.size + right.size);
}

/** Lower-case words without accents. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}+#]+/u)
    .filter(Boolean);
}
