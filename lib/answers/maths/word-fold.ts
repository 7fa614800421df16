/** A word as it is looked up: in lower case, without accents, ß as ss, œ as oe, and one kind of µ. */
export function foldedWord(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replaceAll('μ', 'µ')
    .replaceAll('ø', 'o');
}
