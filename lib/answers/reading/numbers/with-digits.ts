import { foldedWord } from '../folded.ts';
import { mayHaveSpeltNumbers, SpeltNumbers } from './spelt-numbers.ts';

/** What may stand between the words of one number. */
const GAP = /^(?: ?- ?| )$/;
/** The names of powers of ten that follow digits, by their zeros: `2.5 million`, `5 Millionen`. */
const POWERS = {
  2: 'hundred',
  3: 'thousand tausend duizend mila',
  6: 'million millionen millions millones milioni milhoes miljoen',
  9: 'billion milliarden milliards miliardi miljard',
  12: 'trillion',
};
const ZEROS: ReadonlyMap<string, number> = new Map(
  Object.entries(POWERS).flatMap(([zeros, names]) => names.split(' ').map((name) => [name, Number(zeros)] as const)),
);
const SCALED = /(?<![\d.,])(\d{1,15})(?:\.(\d{1,12}))? (\p{L}{4,10})(?![\p{L}\d])/giu;
/** `3 point 1 4` */
const SPOKEN = /(?<![\d.,])(\d{1,15}) point (\d(?: \d)*)(?!\d)/gi;

/** Writes the numbers in words of a text as digits: `two hundred and five plus one` → `205 plus 1`. */
export function withDigits(text: string, lang: string): string {
  if (!mayHaveSpeltNumbers(foldedWord(text))) return text;
  const digits = unspelt(scaled(text), lang);
  return digits.replace(SPOKEN, (_, whole: string, places: string) => `${whole}.${places.replaceAll(' ', '')}`);
}

function unspelt(text: string, lang: string): string {
  const parts: string[] = text.match(/[\p{L}\p{M}]+|[^\p{L}\p{M}]+/gu) ?? [];
  // The places of words, and of what ends a number.
  const places = [...parts.keys()].filter((at) => !GAP.test(parts[at] as string));
  const spelt = new SpeltNumbers(
    places.map((at) => foldedWord(parts[at] as string)),
    lang,
  );
  for (let word = 0; word < places.length; word++) {
    const number = spelt.at(word);
    const first = places[word] as number;
    // A number word after digits is part of what they count: `5 mil`.
    if (!number || /\d $/.test(parts[first - 1] ?? '')) continue;
    word += number.length - 1;
    parts.fill('', first, (places[word] as number) + 1);
    parts[first] = String(number.value);
  }
  return parts.join('');
}

/** `2.5 million` → `2500000` */
function scaled(text: string): string {
  return text.replace(SCALED, (typed, whole: string, fraction: string | undefined, scale: string) => {
    const zeros = ZEROS.get(foldedWord(scale));
    if (zeros === undefined) return typed;
    const digits = (fraction ?? '').padEnd(zeros, '0');
    const rest = digits.slice(zeros);
    return `${whole}${digits.slice(0, zeros)}`.replace(/^0+(?=\d)/, '') + (rest && `.${rest}`);
  });
}
