import type { Place } from '../maps/place.ts';

/** When a card is worth asking for, and when what came back is what was meant. A wrong card is worse than none. */

const MAX_NAME_WORDS = 6;
/** Words that make a query a question or a search for something else than a name. */
const NOT_IN_NAMES = new Set(
  (
    'how what why when where who which whose does do did is are was were can could should would will vs versus or ' +
    'best cheap buy price review reviews news lyrics weather time download tutorial error wie was warum wann wo wer ' +
    'comment pourquoi quand cómo qué cuándo'
  ).split(' '),
);

/** A plain name, as a place might have one: a few words of letters, nothing that asks for something about it. */
export function isPlainName(q: string): boolean {
  const words = wordsOf(q);
  return (
    words.length > 0 &&
    words.length <= MAX_NAME_WORDS &&
    /^[\p{L}\p{M}][\p{L}\p{M}\p{N}\s,.'’·/-]*$/u.test(q.trim()) &&
    // With its accents: "cómo" asks, Como is a town.
    !q
      .toLowerCase()
      .split(/[\s,]+/)
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

const PROGRAMMING = new Set(
  (
    'javascript typescript python java kotlin scala rust golang ruby php perl swift c++ c# c sql mysql postgres postgresql ' +
    'sqlite mongodb redis bash shell zsh powershell linux ubuntu debian vim emacs git github gitlab docker kubernetes ' +
    'kubectl nginx apache html css sass react vue angular svelte jquery node node.js nodejs npm yarn webpack vite express ' +
    'django flask fastapi pandas numpy matplotlib tensorflow pytorch spring hibernate maven gradle android ios xcode ' +
    'flutter dart haskell elixir erlang clojure lua matlab latex regex json xml yaml csv cors http https oauth jwt ' +
    'graphql rest api async await promise lambda pointer array list dict dictionary string integer boolean nullpointerexception ' +
    'segfault exception stacktrace undefined compiler compile makefile cmake terraform ansible aws azure excel vba .net asp.net'
  ).split(' '),
);
const ASKING =
  /^(?:how|why|what|when|where|which|can|does|do|is|should)\b|\b(?:error|exception|cannot|can't|failed|undefined)\b|\?$/i;

/** A programming question: names something of the craft, and asks, or says enough to be about a problem with it. */
export function isProgrammingQuestion(q: string): boolean {
  const words = q
    .toLowerCase()
    .split(/[\s,;:?!()"']+/)
    .filter(Boolean);
  const terms = words.filter((word) => PROGRAMMING.has(word.replace(/\.$/, ''))).length;
  if (terms === 0 || words.length < 3) return false;
  return ASKING.test(q.trim()) || terms >= 2 || words.length >= 4;
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
