import { setImmediate } from 'node:timers/promises';
import type { InstantAnswer, InstantQuery, LookUp } from './answer.ts';
import type { AnswerKind, Claim } from './kind.ts';
import { answerKinds } from './registry.ts';

export { answerKinds };

/** The backends of kinds that do not run in the web process. */
interface AnswerBackends {
  /** Tries these kinds in order, in a thread; resolves to null if none of them has an answer. */
  inThread(types: readonly string[], query: InstantQuery): Promise<InstantAnswer | null>;
  lookUp: LookUp;
  /** Hears of a kind whose answer takes a while, before it is there. */
  onAsked?: ((kind: AnswerKind) => void) | undefined;
}

/** The first answer of any kind, with its kind; null if no kind has an answer. */
export async function answerInstantly(
  query: InstantQuery,
  { inThread, lookUp, onAsked }: AnswerBackends,
): Promise<{ answer: InstantAnswer; kind: AnswerKind } | null> {
  const kinds = kindsFor(query);
  for (let at = 0; at < kinds.length; at++) {
    const kind = kinds[at] as AnswerKind;
    const claim = kind.claim(query);
    if (!claim) continue;
    if (needsThread(kind, claim)) {
      // Consecutive thread kinds share one round trip.
      const { types, last } = neighbours(kinds, query, at);
      onAsked?.(kind);
      const answer = await inThread(types, query);
      if (answer) return { answer, kind: kinds.find(({ type }) => type === answer.type) ?? kind };
      at = last;
      continue;
    }
    const given = claim.answer(lookUp);
    if (given instanceof Promise) onAsked?.(kind);
    // Most answers are there at once: an extra turn of the event loop for each query would add up.
    const found = given instanceof Promise ? await given : given;
    if (found) return { answer: { type: kind.type, query: query.q, ...found }, kind };
  }
  return null;
}

/** The places in `answerKinds` of the kinds that each word calls. */
const calledBy = new Map<string, number[]>();
/** Those that signs call. */
const bySigns: { signs: RegExp; at: number }[] = [];
/** A one for each kind that is called, here for those that read every query. There are more than a number has bits. */
const always = new Uint8Array(answerKinds.length);
for (const [at, { words, signs }] of answerKinds.entries()) {
  if (!words && !signs) always[at] = 1;
  if (signs) bySigns.push({ signs, at });
  // Nearly all of thousands of words call one kind, and share its list.
  const alone = [at];
  for (const word of words?.() ?? []) {
    const others = calledBy.get(word);
    calledBy.set(word, others ? [...others, at] : alone);
  }
  // Requests are handled between two kinds: their words are read from files.
  await setImmediate();
}

/** The kinds that a query calls, in their order. Names may be written apart: `sun set`. */
export function kindsFor({ reading: { folded, allWords } }: InstantQuery): AnswerKind[] {
  const called = always.slice();
  for (const { signs, at } of bySigns) if (!called[at] && signs.test(folded)) called[at] = 1;
  for (let word = 0; word < allWords.length; word++) {
    call(allWords[word] as string, called);
    if (word > 0) call((allWords[word - 1] as string) + allWords[word], called);
  }
  return answerKinds.filter((_, at) => called[at]);
}

function call(word: string, called: Uint8Array): void {
  const kinds = calledBy.get(word);
  if (kinds) for (const at of kinds) called[at] = 1;
}

const needsThread = ({ runs }: AnswerKind, claim: Claim) => runs === 'thread' && !claim.isCheap();

/** The thread kinds that claim the query, from here up to the first kind that claims it and needs no thread. */
function neighbours(kinds: readonly AnswerKind[], query: InstantQuery, from: number) {
  const types: string[] = [];
  let last = from;
  for (const [at, kind] of kinds.entries()) {
    const claim = at < from ? null : kind.claim(query);
    if (!claim) continue;
    if (!needsThread(kind, claim)) break;
    types.push(kind.type);
    last = at;
  }
  return { types, last };
}
