import { commandWords } from './command-words.ts';
import { foldedWord } from './folded.ts';
import type { Reading } from './reading.ts';
import { type Link, squeezed, TypedWords } from './typed-words.ts';

/**
 * Commands around a text: `md5 of x`, `x in morse code`, `base64 encode "x"`. The text keeps its case and white space.
 */
export interface Commanded<Part> {
  /** What the words of the command mean. */
  parts: readonly Part[];
  /** The text as typed, and without its quotation marks. */
  typed: string;
  text: string;
  isQuoted: boolean;
  link: Link | undefined;
  /** Whether the command comes before the text. */
  isFront: boolean;
  /** Whether a question or an instruction introduces it: `what is …`, `how do you write …`. */
  isAsked: boolean;
}

/** Names are at most this many words long; only this many words before a text can be a command. */
const MAX_NAME_WORDS = 6;
const MAX_COMMAND_WORDS = 10;

interface Named<Part> {
  part: Part;
  length: number;
}

/** The names of commands and the words that go with them, with what they mean. */
export class Commands<Part> {
  readonly #names: () => Iterable<readonly [name: string, part: Part]>;
  #known: ReadonlyMap<string, Part> | undefined;
  /** Every word of a name, and every name as one word. */
  #words: ReadonlySet<string> | undefined;

  /** The names are read on first use. */
  constructor(names: () => Iterable<readonly [name: string, part: Part]>) {
    this.#names = names;
  }

  get #parts(): ReadonlyMap<string, Part> {
    this.#known ??= new Map(Array.from(this.#names(), ([name, part]) => [squeezed(name), part]));
    return this.#known;
  }

  /** The possible readings of a query as a command, the surest first. */
  in({ q, words: said }: Reading): readonly Commanded<Part>[] {
    if (!this.#areNamedIn(said)) return [];
    const words = typedWords(q);
    const behind = this.#behind(words);
    const front = this.#front(words);
    const isBehind = behind && (behind.link || behind.isQuoted || !/\s/.test(behind.text));
    return (isBehind ? [behind, front] : [front, behind]).filter((each) => each !== null);
  }

  /** Whether a word belongs to a command, so that most queries are not read any further. */
  #areNamedIn(said: readonly string[]): boolean {
    this.#words ??= new Set(
      Array.from(this.#names(), ([name]) => [squeezed(name), ...name.split(/[^\p{L}\d]+/u)]).flat(),
    );
    const known = this.#words;
    return said.some((word, at) => known.has(word) || known.has(word + (said[at + 1] ?? '')));
  }

  /** `md5 of x`, `in pig latin x`, `decode the base64 string x` */
  #front(words: TypedWords): Commanded<Part> | null {
    let at = this.#at(words, 0) ? 0 : words.afterOpenings();
    const isAsked = at > 0;
    const most = Math.min(words.length, at + MAX_COMMAND_WORDS);
    const parts: Part[] = [];
    let link: Link | undefined;
    for (let isMore = true; isMore && at < most; ) {
      const named = this.#at(words, at);
      const next = words.linkAt(at);
      // `md5 in python`: what follows the link is not the text, unless it is in quotes.
      const isLink = next && (parts.length === 0 || !['in', 'to'].includes(next) || words.isQuoteAt(at + 1));
      if (named) parts.push(named.part);
      if (!named && isLink) link = next;
      at += named?.length ?? Number(isLink ?? false);
      isMore = named !== null || (isLink === true && parts.length === 0);
    }
    if (parts.length === 0) return null;
    const from = words.afterIntroduction(at);
    return commanded(parts, words.between(from, words.length, isAsked), from > at ? ':' : link, true, isAsked);
  }

  /** `x in morse code`, and commands around the text: `hash x with sha256`, `sha256 of x in base64`, `md5 "x" hash`. */
  #behind(words: TypedWords): Commanded<Part> | null {
    const parts: Part[] = [];
    let end = words.beforeClosings();
    for (let named = this.#upTo(words, end); named; named = this.#upTo(words, end)) {
      parts.push(named.part);
      end -= named.length;
    }
    if (parts.length === 0) return null;
    if (words.isArticle(end - 1)) end--;
    let link = words.linkAt(end - 1);
    if (link) end--;
    let from = words.afterCarriers(end);
    const isAsked = from > 0;
    for (let named = this.#at(words, from); named && from + named.length < end; named = this.#at(words, from)) {
      parts.push(named.part);
      from += named.length;
      const next = words.linkAt(from);
      if (next) from++;
      link = next ?? link;
    }
    const start = words.afterIntroduction(from);
    return commanded(parts, words.between(start, end, true), start > from ? ':' : link, false, isAsked);
  }

  /** Whether a text is a word of these commands. */
  isName(text: string): boolean {
    return this.#parts.has(squeezed(text));
  }

  /** The longest name that begins at a word. */
  #at(words: TypedWords, at: number): Named<Part> | null {
    let [name, longest]: [string, Named<Part> | null] = ['', null];
    for (let length = 1; length <= MAX_NAME_WORDS && at + length <= words.length; length++) {
      name += words.squeezed(at + length - 1);
      const part = this.#parts.get(name);
      if (part !== undefined) longest = { part, length };
    }
    return longest;
  }

  /** The longest name that ends before a word. */
  #upTo(words: TypedWords, end: number): Named<Part> | null {
    let [name, longest]: [string, Named<Part> | null] = ['', null];
    for (let length = 1; length <= MAX_NAME_WORDS && length <= end; length++) {
      name = words.squeezed(end - length) + name;
      const part = this.#parts.get(name);
      if (part !== undefined) longest = { part, length };
    }
    return longest;
  }
}

let last: { q: string; words: TypedWords } | undefined;

/** Several kinds read the same query one after the other. */
function typedWords(q: string): TypedWords {
  if (last?.q !== q) last = { q, words: new TypedWords(q) };
  return last.words;
}

function commanded<Part>(parts: Part[], typed: string, link: Link | undefined, isFront: boolean, isAsked: boolean) {
  if (typed === '') return null;
  return { parts, typed, text: unquoted(typed), isQuoted: isQuoted(typed), link, isFront, isAsked };
}

/**
 * Whether the text of a command is surely one: it is in quotes, after a colon, a single word after `of`, or it has
 * something that people leave out of a search for a topic (see `isText`).
 */
export function isSure({ text, isQuoted: quoted, link, isFront }: Commanded<unknown>): boolean {
  if (quoted || link === ':') return true;
  const isWord = !/\s/.test(text);
  if (isFront && link === 'of' && isWord) return true;
  return isText(text) && (isFront || link !== undefined || isWord);
}

/**
 * Whether a text is meant for a way of speaking, such as pig latin: it surely is a text, or the command is linked to it
 * as a language is. Two words at most follow without a question, because more may describe something.
 */
export function isSpoken(command: Commanded<unknown>): boolean {
  const { text, link, isFront, isAsked } = command;
  if (isSure(command)) return true;
  if (isDescribed(text)) return false;
  const count = text.split(/\s+/).length;
  // `in pig latin i love it`, `morse code for e`, `what is the morse code for love`
  if (isFront) return link === 'in' || (link === 'for' && (isAsked ? count === 1 : [...text].length === 1));
  return link === 'to' || (link === 'in' && (isAsked || count <= 2));
}

/** Marks that belong to texts and code rather than to the words of a search. */
const MARKS = /[<>{}[\]|\\^~=&%$@!;]|:\/\//;

/** Whether an unmarked text is one that people try a command with, speaks to somebody, or has marks of its own. */
export function isText(text: string): boolean {
  const { samples, openers, anywhere } = commandWords();
  const words = text.toLowerCase().match(/[\p{L}\p{M}\d']+/gu) ?? [];
  if (MARKS.test(text) || openers.has(words[0] ?? '')) return true;
  return words.length === 1 ? samples.has(words[0] ?? '') : words.some((word) => anywhere.has(word));
}

/** Whether a text begins with an article, and so describes something: `md5 of a file`. */
export function isDescribed(text: string): boolean {
  return commandWords().articles.has(foldedWord(/^\S+(?=\s)/.exec(text)?.[0] ?? ''));
}

const QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '\u201c': '\u201d',
  '\u2018': '\u2019',
  '`': '`',
};

/** Whether quotation marks enclose the whole text. */
export function isQuoted(text: string): boolean {
  return text.length > 2 && QUOTES[text.charAt(0)] === text.charAt(text.length - 1);
}

/** The text without quotation marks around the whole of it. */
export function unquoted(text: string): string {
  return isQuoted(text) ? text.slice(1, -1) : text;
}
