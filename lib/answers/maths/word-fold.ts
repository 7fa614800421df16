/** A word as it is looked up: in lower case, without accents, ß as ss, œ as oe, and one kind of µ. */
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
