import { commandWords } from './command-words.ts';
import { foldedWord } from './folded.ts';
import { isClosing, isOpening } from './question-words.ts';

/** What links a command to its text. A colon stands for every explicit introduction, such as `the word …`. */
export type Link = 'of' | 'for' | 'in' | 'to' | 'from' | ':';

const LINKS = ['of', 'for', 'in', 'to', 'from'] as const;
const MAX_PHRASE_WORDS = 6;

/** `Title-Case`, `title case` and `titlecase` are the same name. */
export const squeezed = (name: string) => foldedWord(name).replace(/[\s\-_/]/g, '');

/** The words of a query as typed, by their places, so that a text between them keeps its case and white space. */
export class TypedWords {
  readonly length: number;
  readonly #q: string;
  readonly #places: readonly { from: number; to: number }[];
  readonly #folded: readonly string[];
  readonly #squeezed: readonly string[];
  #opened: number | undefined;

  constructor(typed: string) {
    // Brackets around the text are spaces: `md5("x")`.
    this.#q = /^[a-z][\w.]{1,30}\(.+\)$/is.test(typed) ? typed.replace('(', ' ').slice(0, -1) : typed;
    const found = [...this.#q.matchAll(/[^\s:]+|:/g)];
    this.#places = found.map(({ 0: word, index }) => ({ from: index, to: index + word.length }));
    // A comma or a question mark after a word is not part of it.
    this.#folded = found.map(([word]) =>
      foldedWord(word.replace(/[\u2018\u2019]/g, "'")).replace(/(?<=\p{L})[,?]+$/u, ''),
    );
    this.#squeezed = this.#folded.map(squeezed);
    this.length = found.length;
  }

  /** A word in the form in which names are compared. */
  squeezed(at: number): string {
    return this.#squeezed[at] ?? '';
  }

  linkAt(at: number): Link | undefined {
    const word = this.#folded[at];
    if (word === undefined || word === ':') return word;
    return LINKS.find((link) => commandWords()[link].has(word));
  }

  isQuoteAt(at: number): boolean {
    return /^["'\u201c\u2018`]/.test(this.#folded[at] ?? '');
  }

  isArticle(at: number): boolean {
    return commandWords().articles.has(this.#folded[at] ?? '');
  }

  /** The place after the words of politeness and questions at the beginning. */
  afterOpenings(): number {
    const { carriers, ways } = commandWords();
    this.#opened ??= this.#after(
      this.length - 1,
      (phrase) => isOpening(phrase) || carriers.has(phrase) || ways.has(phrase),
    );
    return this.#opened;
  }

  /**
   * The place of the text of a command that ends the query. Single words of politeness stay, because texts begin with
   * them too (`hello`, `the`), and so does a verb before a link (`translate to braille to braille`).
   */
  afterCarriers(end: number): number {
    const { carriers } = commandWords();
    return this.#after(end - 1, (phrase, next) =>
      carriers.has(phrase) ? this.linkAt(next) === undefined : phrase.includes(' ') && isOpening(phrase),
    );
  }

  /** The place after `the word` or `this text:` before a text. */
  afterIntroduction(at: number): number {
    const { nouns } = commandWords();
    let next = at;
    if (this.#folded[next] === 'the' || this.#folded[next] === 'this') next++;
    if (this.#folded[next] === 'following') next++;
    if (nouns.has(this.#folded[next] ?? '')) next++;
    const isColon = this.#folded[next] === ':';
    const isNamed = next === at + 2 && this.#folded[at] === 'the';
    return next + 1 < this.length + (isColon ? 0 : 1) && next > at && (isColon || isNamed)
      ? next + Number(isColon)
      : at;
  }

  /** The place before the words of politeness at the end. */
  beforeClosings(): number {
    for (let length = 1; length <= 3; length++) {
      if (length < this.length && isClosing(this.#phrase(this.length - length, length))) return this.length - length;
    }
    return this.length;
  }

  /** The text between two places as typed. In a question, its question marks are not part of the text. */
  between(from: number, end: number, isQuestion: boolean): string {
    const [first, last] = [this.#places[from], this.#places[end - 1]];
    if (!first || !last || end <= from) return '';
    const text = this.#q.slice(first.from, last.to);
    return isQuestion && end === this.length ? text.replace(/(?<=\S)\s*\?+$/, '') : text;
  }

  #phrase(at: number, length: number): string {
    return this.#folded.slice(at, at + length).join(' ');
  }

  #after(end: number, isSkipped: (phrase: string, next: number) => boolean): number {
    let at = 0;
    for (let length = MAX_PHRASE_WORDS; length > 0; length--) {
      if (at + length > end || !isSkipped(this.#phrase(at, length), at + length)) continue;
      at += length;
      length = MAX_PHRASE_WORDS + 1;
    }
    return at;
  }
}
