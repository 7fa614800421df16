import { z } from 'zod';
import { jsonFile } from '../data-file.ts';

/**
 * Sentences that ask for a sum: `subtract 5 from 20` is 20 − 5. The phrase book lists them by their sum. In both, A and B
 * stand for any operand, N for a number and P for a percentage. Operands are parsed like any other calculation.
 */
const phraseBook = jsonFile(
  new URL('./data/wordings.json', import.meta.url),
  z.record(z.string(), z.array(z.string().transform((sentence) => sentence.split(' ')))),
);

/** A sentence of the phrase book, by words, and its sum. */
type Wording = readonly [words: readonly string[], sum: string];

/** Wordings by their longest word, so that a query is compared with few of them. */
let wordings: Map<string, Wording[]> | undefined;

function knownWordings(): Map<string, Wording[]> {
  if (wordings) return wordings;
  wordings = new Map();
  for (const [sum, sentences] of Object.entries(phraseBook())) {
    for (const words of sentences) {
      const key = words.reduce((longest, word) => (word.length > longest.length ? word : longest));
      wordings.set(key, [...(wordings.get(key) ?? []), [words, sum]]);
    }
  }
  return wordings;
}

/** The longest word of each wording. */
export const wordingWords = () => knownWordings().keys();

const WORD = /[^\s/÷%()]+|[/÷%()]/g;
/** What an operand must look like. */
const SLOTS: Readonly<Record<string, RegExp>> = { A: /./, B: /./, N: /^[-+]?\d[\d.,]*$/, P: /(?:%|percent|per cent)$/ };

/** The sum that a sentence asks for; null if it is not in the phrase book. */
export function worded(text: string): string | null {
  const found = [...text.matchAll(WORD)];
  const known = knownWordings();
  const candidates = found.flatMap(([word]) => known.get(word.toLowerCase()) ?? []);
  // Longer ones first: `add together A and B` before `add A and B`.
  for (const [words, sum] of candidates.sort(([one], [other]) => other.length - one.length)) {
    const operands = operandsIn(words, found, text);
    if (operands) return sum.replace(/[ABNP]/g, (slot) => operands[slot] as string);
  }
  return null;
}

/** The operands by slot, if the words of the query are those of the sentence. */
function operandsIn(sentence: readonly string[], found: readonly RegExpExecArray[], text: string) {
  const operands: Record<string, string> = {};
  const words = found.map(([word]) => word.toLowerCase());
  let at = 0;
  for (const [place, word] of sentence.entries()) {
    const slot = SLOTS[word];
    if (!slot && words[at++] !== word) return null;
    if (!slot) continue;
    const next = sentence[place + 1];
    const end = next === undefined ? words.length : words.indexOf(next, at + 1);
    const [first, last] = [found[at], found[end - 1]];
    const operand = first && last && end > at ? text.slice(first.index, last.index + last[0].length) : '';
    if (!slot.test(operand)) return null;
    operands[word] = operand;
    at = end;
  }
  return at === words.length ? operands : null;
}
