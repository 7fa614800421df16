const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** A number in digits, or in English words up to ninety-nine. */
export function numberIn(text: string): number | null {
  if (/^\d/.test(text)) return Number(text.replaceAll(',', ''));
  if (/^half an?$/.test(text)) return 0.5;
  if (/^an?$/.test(text)) return 1;
  if (/^a couple/.test(text)) return 2;
  if (text === 'a dozen') return 12;
  const [first = '', second] = text.split(/[ -]/);
  const tens = TENS.indexOf(first);
  const ones = ONES.indexOf(second ?? first);
  if (tens < 0) return second === undefined && ones >= 0 ? ones : null;
  if (second === undefined) return (tens + 2) * 10;
  return ones >= 1 && ones <= 9 ? (tens + 2) * 10 + ones : null;
}
