/** Numbers in English words, and back. */

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES =
  'thousand million billion trillion quadrillion quintillion sextillion septillion octillion nonillion decillion undecillion duodecillion tredecillion quattuordecillion quindecillion sexdecillion septendecillion octodecillion novemdecillion vigintillion'.split(
    ' ',
  );
/** Maximum number of digits that can be named. */
export const MAX_DIGITS = 3 * (SCALES.length + 1);

function belowHundred(value: number): string {
  if (value < 20) return SMALL[value] as string;
  const unit = value % 10;
  return `${TENS[Math.floor(value / 10) - 2]}${unit ? `-${SMALL[unit]}` : ''}`;
}

function belowThousand(value: number): string {
  const hundreds = Math.floor(value / 100);
  const rest = value % 100;
  if (hundreds === 0) return belowHundred(rest);
  return `${SMALL[hundreds]} hundred${rest ? ` and ${belowHundred(rest)}` : ''}`;
}

/** `-1204.5` → `minus one thousand two hundred and four point five`. Accepts only digits, a sign and a point. */
export function numberToWords(number: string): string | null {
  const [, sign = '', digits = '', fraction = ''] = /^([-+]?)(\d+)(?:\.(\d+))?$/.exec(number) ?? [];
  const whole = digits.replace(/^0+(?=\d)/, '');
  if (whole === '' || whole.length > MAX_DIGITS) return null;
  const groups = whole.padStart(Math.ceil(whole.length / 3) * 3, '0').match(/.{3}/g) ?? [];
  const parts = groups.flatMap((group, at) => {
    const value = Number(group);
    const scale = groups.length - at - 1;
    if (value === 0) return [];
    // `one thousand and four`: the last group is joined with `and` if it is below a hundred.
    const joined = scale === 0 && at > 0 && value < 100 ? `and ${belowHundred(value)}` : belowThousand(value);
    return [scale > 0 ? `${joined} ${SCALES[scale - 1]}` : joined];
  });
  const text = parts.length > 0 ? parts.join(' ') : 'zero';
  const point = fraction && ` point ${[...fraction].map((digit) => SMALL[Number(digit)]).join(' ')}`;
  return `${sign === '-' ? 'minus ' : ''}${text}${point}`;
}

const WORTH = new Map<string, bigint>([
  ...SMALL.map((word, at): [string, bigint] => [word, BigInt(at)]),
  ...TENS.map((word, at): [string, bigint] => [word, BigInt(at + 2) * 10n]),
  ['hundred', 100n],
  ...SCALES.map((word, at): [string, bigint] => [word, 1000n ** BigInt(at + 1)]),
]);

/** `one hundred and fifty-four` → 154; null if the text is not a number in words. */
export function wordsToNumber(text: string): bigint | null {
  const words = text
    .toLowerCase()
    .split(/[\s-]+/)
    .filter((word) => word !== 'and');
  if (words.length === 0 || words.length > 150) return null;
  let total = 0n;
  let group = 0n;
  for (const [at, word] of words.entries()) {
    const worth = WORTH.get(word) ?? (word === 'a' && at === 0 && words.length > 1 ? 1n : undefined);
    if (worth === undefined) return null;
    if (worth === 100n) group = (group || 1n) * 100n;
    else if (worth >= 1000n) {
      total += (group || 1n) * worth;
      group = 0n;
    } else group += worth;
  }
  const value = total + group;
  // Words in an invalid order do not survive the round trip: `three two`, `twenty eleven`.
  const again = numberToWords(String(value))
    ?.split(/[\s-]+/)
    .filter((word) => word !== 'and')
    .join(' ');
  const given = words
    .join(' ')
    .replace(/^a /, 'one ')
    .replace(/^(hundred|thousand|million)/, 'one $1');
  return again === given ? value : null;
}
