import { foldedWord } from '../folded.ts';
import { mayHaveSpeltNumbers, SpeltNumbers } from './spelt-numbers.ts';

const WORD = /[\p{L}\p{M}]+/gu;
/** What may stand between the words of one number. */
const GAP = /^(?: ?- ?| )$/;
/** After digits: `2.5 million`. */
const SCALES: Readonly<Record<string, number>> = { hundred: 2, thousand: 3, million: 6, billion: 9, trillion: 12 };
const SCALED = /(?<![\d.,])(\d{1,15})(?:\.(\d{1,12}))? (hundred|thousand|million|billion|trillion)(?![\p{L}\d])/giu;
/** `3 point 1 4` */
const SPOKEN = /(?<![\d.,])(\d{1,15}) point (\d(?: \d)*)(?!\d)/gi;

/** Writes the numbers in words of a text as digits: `two hundred and five plus one` → `205 plus 1`. */
export function withDigits(text: string, lang: string): string {
  if (!mayHaveSpeltNumbers(foldedWord(text))) return text;
  const digits = unspelt(scaled(text), lang);
  return digits.replace(SPOKEN, (_, whole: string, places: string) => `${whole}.${places.replaceAll(' ', '')}`);
}

function unspelt(text: string, lang: string): string {
  // A gap that is more than a space or a hyphen ends a number.
  const words: string[] = [];
  const spans: { from: number; to: number }[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!GAP.test(text.slice(end, index))) {
      words.push('');
      spans.push({ from: end, to: index });
    }
    words.push(foldedWord(word));
    end = index + word.length;
    spans.push({ from: index, to: end });
  }
  const spelt = new SpeltNumbers(words, lang);
  let [result, at] = ['', 0];
  for (let word = 0; word < words.length; word++) {
    const number = spelt.at(word);
    const [first, last] = [spans[word], spans[word + (number?.length ?? 1) - 1]];
    // A number word after digits is part of what they count: `5 mil`.
    if (!number || !first || !last || /\d $/.test(text.slice(Math.max(0, first.from - 2), first.from))) continue;
    result += text.slice(at, first.from) + number.value;
    at = last.to;
    word += number.length - 1;
  }
  return result + text.slice(at);
}

/** `2.5 million` → `2500000` */
function scaled(text: string): string {
  return text.replace(SCALED, (_, whole: string, fraction: string | undefined, scale: string) => {
    const zeros = SCALES[scale.toLowerCase()] as number;
    const [kept, rest] = [(fraction ?? '').slice(0, zeros).padEnd(zeros, '0'), (fraction ?? '').slice(zeros)];
    return `${whole}${kept}`.replace(/^0+(?=\d)/, '') + (rest && `.${rest}`);
  });
}
