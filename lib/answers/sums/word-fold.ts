/** Normalises a word for lookup: lower case, no accents, ß as ss, œ as oe, and a single kind of µ. */
export function foldedWord(word: string): string {
  const lower = word.toLowerCase();
  if (/^[ -~]*$/.test(lower)) return lower;
  return lower
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replaceAll('μ', 'µ')
    .replaceAll('ø', 'o');
}
