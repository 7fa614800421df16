import { mayHaveSpeltNumbers, SpeltNumbers } from './spelt-numbers.ts';

const WORD = /[\p{L}\p{M}]+/gu;
/** What may stand between the words of one number. */
const GAP = /^(?: ?- ?| )$/;
/** After digits: `2.5 million`. */
const SCALES: Readonly<Record<string, number>> = { hundred: 2, thousand: 3, million: 6, billion: 9, trillion: 12 };
const SCALED = /(?<![\d.,])(\d{1,15})(?:\.(\d{1,12}))? (hundred|thousand|million|billion|trillion)(?![\p{L}\d])/gu;

/** Writes the numbers in words of a folded text as digits: `two hundred and five plus one` → `205 plus 1`. */
export function withDigits(text: string, lang: string): string {
  if (!mayHaveSpeltNumbers(text)) return text;
  const found = [...text.matchAll(WORD)];
  // A gap that is more than a space or a hyphen ends a number.
  const words: string[] = [];
  const spans: { from: number; to: number }[] = [];
  let end = 0;
  for (const { 0: word, index } of found) {
    if (!GAP.test(text.slice(end, index))) {
      words.push('');
      spans.push({ from: end, to: index });
    }
    words.push(word);
    end = index + word.length;
    spans.push({ from: index, to: end });
  }
  const spelt = new SpeltNumbers(words, lang);
  let [result, at] = ['', 0];
  for (let word = 0; word < words.length; word++) {
    const number = spelt.at(word);
    const [first, last] = [spans[word], spans[word + (number?.length ?? 1) - 1]];
    if (!number || !first || !last) continue;
    result += text.slice(at, first.from) + number.value;
    at = last.to;
    word += number.length - 1;
  }
  return scaled(result + text.slice(at));
}

/** `2.5 million` → `2500000` */
function scaled(text: string): string {
  return text.replace(SCALED, (_, whole: string, fraction: string | undefined, scale: string) => {
    const zeros = SCALES[scale] as number;
    const [kept, rest] = [(fraction ?? '').slice(0, zeros).padEnd(zeros, '0'), (fraction ?? '').slice(zeros)];
    return `${whole}${kept}`.replace(/^0+(?=\d)/, '') + (rest && `.${rest}`);
  });
}
