import { foldedWord } from '../folded.ts';

/** Normalises a name for lookup: lower case, without accents and punctuation, `St. Louis` = `st louis`. */
export function foldedName(text: string): string {
  return foldedWord(text)
    .replace(/[\s.,'’‘ʻ`´_-]+/g, ' ')
    .trim();
}

/** Normalises the name of a place: like `foldedName`, and `Saint Cloud` = `st cloud`, `Ft. Myers` = `fort myers`. */
export function placeKey(text: string): string {
  return foldedName(text)
    .replace(/(?<= |^)saint(?= )/, 'st')
    .replace(/^ft(?= )/, 'fort')
    .replace(/^mt(?= )/, 'mount');
}
