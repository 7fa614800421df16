import { foldedWord, spaced, tidied } from './folded.ts';
import { withDigits } from './numbers/with-digits.ts';
import { languageOf, wordsOf } from './phrase-matching.ts';
import { homeCountry } from './places/home-country.ts';
import { withoutQuestionWords } from './question-words.ts';

/** What a query says, read once for every kind. What few queries need is read when a kind first asks for it. */
export class Reading {
  /** The query as typed. Use it for what is quoted, encoded or counted: case and white space are kept. */
  readonly q: string;
  /** The requested language, or else that of the question; empty for English. */
  readonly lang: string;
  /** The time zone of the requester; empty if it is unknown. */
  readonly tz: string;
  /** The query in lower case, with white space collapsed and plain quotes, without final question marks. */
  readonly folded: string;
  /** `folded` without words of politeness, questions and instructions: `What is 2 + 2?` → `2 + 2`. */
  readonly plain: string;
  /** `plain` without accents, in which words of all languages are matched. */
  readonly bare: string;
  /** The words of `folded`, without accents and punctuation around them, and its runs of letters and digits. */
  readonly said: readonly string[];
  readonly allWords: readonly string[];
  /** Whether the query is a question or an instruction, which is a sign that an answer is wanted. */
  readonly isAsked: boolean;
  readonly #tidy: string;
  readonly #from: number;
  readonly #to: number;
  #typed: string | undefined;
  #numeric: string | undefined;
  #words: readonly string[] | undefined;
  #mentions: Map<unknown, unknown> | undefined;

  constructor(q: string, lang: string, tz = '') {
    this.q = q;
    this.tz = tz;
    this.#tidy = spaced(tidied(q));
    this.folded = this.#tidy.toLowerCase();
    const { text, isAsked, from, to } = withoutQuestionWords(this.folded);
    this.plain = text;
    const bare = foldedWord(this.folded);
    this.bare = text === this.folded ? bare : foldedWord(text);
    this.said = wordsOf(bare);
    this.lang = lang || languageOf(this.said);
    this.allWords = bare.match(/[\p{L}\p{M}\d]+/gu) ?? [];
    this.#from = from;
    this.#to = to;
    this.isAsked = isAsked || /[?=]\s*$/.test(q);
  }

  /** The country of the requester; empty if it is unknown. */
  get home(): string {
    return homeCountry(this.lang, this.tz);
  }

  /** `plain` with its capitals and with numbers in words as digits. Use it where `MB` and `Mb` differ. */
  get typed(): string {
    if (this.#typed === undefined) {
      const isWhole = this.plain === this.folded;
      const words = isWhole ? [this.#tidy] : this.#tidy.split(' ').slice(this.#from, this.#to);
      this.#typed = withDigits(words.join(' ').replace(/,$/, ''), this.lang);
    }
    return this.#typed;
  }

  /** `bare` with numbers in words as digits: `sqrt of one hundred` → `sqrt of 100`. Match numbers on it. */
  get numeric(): string {
    this.#numeric ??= foldedWord(this.typed);
    return this.#numeric;
  }

  /** The words of `bare`. */
  get words(): readonly string[] {
    this.#words ??= this.bare.match(/[\p{L}\p{M}\d']+/gu) ?? [];
    return this.#words;
  }

  /** What a reader of units, money, places, zones or dates finds. It reads once, when a kind first asks for it. */
  mentions<Found>(find: (reading: Reading) => Found): Found {
    this.#mentions ??= new Map();
    if (!this.#mentions.has(find)) this.#mentions.set(find, find(this));
    return this.#mentions.get(find) as Found;
  }
}
