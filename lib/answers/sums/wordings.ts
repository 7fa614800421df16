import { z } from 'zod';
import { jsonFile } from '../data-file.ts';

/**
 * Sentences that ask for a sum: `subtract 5 from 20` is 20 − 5. The phrase book lists them by their sum. In both, A and B
 * stand for any operand, N for a number and P for a percentage. Operands are parsed like any other calculation.
 */
const phraseBook = jsonFile(
  new URL('./data/wordings.json', import.meta.url),
  z.record(z.string(), z.array(z.string())),
);

interface Wording {
  words: readonly string[];
  sum: string;
}

/** Wordings by their longest word, so that a query is compared with few of them. */
let wordings: Map<string, Wording[]> | undefined;

function knownWordings(): Map<string, Wording[]> {
  if (wordings) return wordings;
  wordings = new Map();
  for (const [sum, sentences] of Object.entries(phraseBook())) {
    for (const words of sentences.map((sentence) => sentence.split(' '))) {
      const key = words.reduce((longest, word) => (word.length > longest.length ? word : longest));
      wordings.set(key, [...(wordings.get(key) ?? []), { words, sum }]);
    }
  }
  return wordings;
}

const WORD = /[^\s/÷%()]+|[/÷%()]/g;
const NUMBER = /^[-+]?\d[\d.,]*$/;
const SHARE = /(?:%|percent|per cent)$/;

/** The sum that a sentence asks for; null if it is not in the phrase book. */
export function worded(text: string): string | null {
  if (!/\d/.test(text)) return null;
  const known = knownWordings();
  const found = [...text.matchAll(WORD)];
  const spans = found.map(({ 0: word, index }) => ({ word: word.toLowerCase(), from: index, to: index + word.length }));
  // Longer ones first: `add together A and B` before `add A and B`.
  const candidates = spans.flatMap(({ word }) => known.get(word) ?? []);
  for (const { words, sum } of candidates.sort((one, other) => other.words.length - one.words.length)) {
    const operands = operandsIn(words, spans, text);
    if (operands) return sum.replace(/[ABNP]/g, (slot) => operands[slot] as string);
  }
  return null;
}

interface Span {
  word: string;
  from: number;
  to: number;
}

/** The operands by slot, if the words of the query are those of the sentence. */
function operandsIn(sentence: readonly string[], spans: readonly Span[], text: string): Record<string, string> | null {
  const operands: Record<string, string> = {};
  let at = 0;
  for (const [place, word] of sentence.entries()) {
    if (!/^[ABNP]$/.test(word)) {
      if (spans[at++]?.word !== word) return null;
      continue;
    }
    const next = sentence[place + 1];
    const end = next === undefined ? spans.length : spans.findIndex((span, index) => index > at && span.word === next);
    const [first, last] = [spans[at], spans[end - 1]];
    if (end <= at || !first || !last) return null;
    const operand = text.slice(first.from, last.to);
    if ((word === 'N' && !NUMBER.test(operand)) || (word === 'P' && !SHARE.test(operand))) return null;
    operands[word] = operand;
    at = end;
  }
  return at === spans.length ? operands : null;
}
