/** Numbers written out, in English up to the trillions; in other languages the small ones. */

const SMALL = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  'null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf',
  'zero un deux trois quatre cinq six sept huit neuf dix onze douze',
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce',
  'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici',
  'zero um dois tres quatro cinco seis sete oito nove dez onze doze',
  'nul een twee drie vier vijf zes zeven acht negen tien elf twaalf',
];
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety';

const values = new Map<string, number>();
for (const line of SMALL)
  for (const [at, word] of line.split(' ').entries()) if (!values.has(word)) values.set(word, at);
for (const [at, word] of TENS.split(' ').entries()) values.set(word, 20 + 10 * at);
// Spoken for by other words: French `six` is the same, but `once` is an ounce, and `a` an article.
for (const word of ['un', 'um', 'een', 'once', 'uno']) values.delete(word);

const SCALES = new Map<string, number>([
  ['hundred', 100],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
]);

/** Shares of one: `two thirds`. */
export const shares = new Map<string, bigint>([
  ['third', 3n],
  ['thirds', 3n],
  ['quarter', 4n],
  ['quarters', 4n],
  ['fourth', 4n],
  ['fourths', 4n],
  ['fifth', 5n],
  ['fifths', 5n],
  ['tenth', 10n],
  ['tenths', 10n],
  ['drittel', 3n],
  ['viertel', 4n],
]);

export const isNumberWord = (word: string) => values.has(word) || word === 'hundred';

/** The number that begins at this word, and how many words it takes; null when none does. */
export function numberInWords(words: readonly string[], from: number): { value: bigint; length: number } | null {
  let [total, current, at, seen] = [0, 0, from, false];
  for (; at < words.length; at++) {
    const word = words[at] as string;
    const value = values.get(word);
    const scale = SCALES.get(word);
    if (value !== undefined) {
      // `twenty five` is one number, `five twenty` two.
      if (seen && !fits(current, value)) break;
      current += value;
    } else if (scale === 100 && (seen || at === from)) {
      current = (current || 1) * 100;
    } else if (scale && seen) {
      total += (current || 1) * scale;
      current = 0;
    } else if (word === 'and' && seen && words[at - 1] === 'hundred' && values.has(words[at + 1] ?? '')) {
      continue;
    } else break;
    seen = true;
  }
  return seen ? { value: BigInt(total + current), length: at - from } : null;
}

function fits(current: number, value: number): boolean {
  if (current === 0) return true;
  if (current % 100 === 0) return value < 100;
  return current % 100 >= 20 && current % 10 === 0 && value > 0 && value < 10;
}
