import { foldedWord } from '../folded.ts';

/** The words of a date question, without accents, apostrophes and marks that only separate: `22-jan-2020` is three. */
export function wordsIn(text: string): string[] {
  return foldedWord(text)
    .replace(/(?<=^| )([dl])'(?=\p{L})/gu, '$1 ')
    .replace(/(?<=\p{L})['’](?=\p{L}|$| )/gu, '')
    .replace(/(?<=\p{L})-(?=[\p{L}\d])|(?<=\d)-(?=\p{L})|(?<=\d)t(?=\d)|(?<=\d)(?=z\b)/gu, ' ')
    .replace(/["“”()¿?=_]|[,;:](?= |$)|(?<=\p{L})\.(?= |$)/gu, ' ')
    .replaceAll('+', ' + ')
    .split(/\s+/)
    .filter(Boolean);
}

/** Values by phrase. Finds the longest phrase that begins at a word. */
export class PhraseIndex<Value> {
  readonly #values = new Map<string, Value>();
  /** The number of words of the longest phrase that begins with a word. */
  readonly #lengths = new Map<string, number>();

  /** Enters a phrase. The first value of a phrase stays. */
  add(phrase: string, value: Value): void {
    const words = wordsIn(phrase);
    const [first = ''] = words;
    const key = words.join(' ');
    if (!this.#values.has(key)) this.#values.set(key, value);
    this.#lengths.set(first, Math.max(words.length, this.#lengths.get(first) ?? 0));
  }

  /** The longest phrase that begins at a word, as its value and its number of words. */
  at(words: readonly string[], from: number): { value: Value; length: number } | null {
    const longest = Math.min(this.#lengths.get(words[from] ?? '') ?? 0, words.length - from);
    for (let length = longest; length > 0; length--) {
      const value = this.#values.get(words.slice(from, from + length).join(' '));
      if (value !== undefined) return { value, length };
    }
    return null;
  }

  /** All words of all phrases. */
  words(): string[] {
    return [...this.#values.keys()].flatMap((phrase) => phrase.split(' '));
  }
}
