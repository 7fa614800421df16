import { z } from 'zod';
import { jsonFile } from '../data-file.ts';
import { foldedWord } from './folded.ts';
import { isClosing, isOpening } from './question-words.ts';
import type { Reading } from './reading.ts';

/**
 * Commands around a text: `md5 of x`, `x in morse code`, `base64 encode "x"`. The text keeps its case and white space.
 */
export interface Command<Part> {
  /** What the words of the command mean together. */
  part: Part;
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

/** What links a command to its text. A colon stands for every explicit introduction, such as `the word …`. */
const LINKS = ['of', 'for', 'in', 'to', 'from', ':'] as const;
type Link = (typeof LINKS)[number];

const MAX_PHRASE_WORDS = 6;

const list = z.array(z.string());
const set = list.transform((words): ReadonlySet<string> => new Set(words));
/**
 * The words around the text of a command, folded: `articles` of `a file`; `nouns` of `the word x`; `carriers` before a text
 * that ends in a command (`translate x to morse code`); `ways` before a command (`how to escape x`); `samples` that people
 * try commands with; `openers`, which such texts begin with; words `anywhere` in them that a search for a topic leaves out.
 */
const commandWords = jsonFile(
  new URL('./data/command-words.json', import.meta.url),
  z.object({
    links: z
      .record(z.enum(LINKS), list)
      .transform((links) => new Map(LINKS.flatMap((link) => links[link].map((word) => [word, link])))),
    ...{ articles: set, nouns: set, carriers: set, ways: set, samples: set, openers: set, anywhere: set },
  }),
);

/** `Title-Case`, `title case` and `titlecase` are the same name. */
const squeezed = (name: string) => name.replace(/[\s\-_/]+/g, '');

/** Commands: names, or words that go with them, folded, with what they mean. */
export class Commands<Part extends { names: readonly string[] }> {
  readonly #rows: () => readonly Part[];
  readonly #isCalling: (part: Part) => boolean;
  #table: { known: ReadonlyMap<string, Part>; longest: number; words: ReadonlySet<string> } | undefined;

  /** The rows are read on first use. `isCalling`: without a word that means this, a query is no command. */
  constructor(rows: () => readonly Part[], isCalling: (part: Part) => boolean = () => true) {
    this.#rows = rows;
    this.#isCalling = isCalling;
  }

  get #names() {
    if (this.#table) return this.#table;
    const known = new Map<string, Part>();
    const words = new Set<string>();
    let longest = 0;
    for (const part of this.#rows()) {
      const isCalling = this.#isCalling(part);
      for (const name of part.names) {
        const key = squeezed(name);
        known.set(key, part);
        longest = Math.max(longest, key.length);
        if (isCalling) words.add(key.replace("'", ''));
        if (isCalling && key !== name) words.add(name.split(' ').slice(-2).join(''));
      }
    }
    this.#table = { known, words, longest };
    return this.#table;
  }

  /** What calls a kind with these commands: each name written together, and the last two words of it. */
  get words(): ReadonlySet<string> {
    return this.#names.words;
  }

  /** What a query asks as a command, in the surest reading that `askedBy` accepts. */
  find<Asked>({ q, allWords }: Reading, askedBy: (command: Command<Part>) => Asked | null): Asked | null {
    const { words: called } = this.#names;
    if (!allWords.some((word, at) => called.has(word) || called.has(word + allWords[at + 1]))) return null;
    const words = new TypedWords(q);
    const behind = this.#read(words, false);
    const isBehind = behind && (behind.link || behind.isQuoted || !/\s/.test(behind.text));
    const asked = isBehind ? askedBy(behind) : null;
    if (asked) return asked;
    const front = this.#read(words, true);
    return (front && askedBy(front)) ?? (behind && !isBehind ? askedBy(behind) : null);
  }

  /** Whether a text is a word of these commands. */
  isName(text: string): boolean {
    return this.#names.known.has(squeezed(foldedWord(text)));
  }

  /**
   * Before the text: `md5 of x`, `in pig latin x`, `decode the base64 string x`. Behind it, or around it: `x in morse code`,
   * `hash x with sha256`, `sha256 of x in base64`, `md5 "x" hash`.
   */
  #read(words: TypedWords, isFront: boolean): Command<Part> | null {
    const parts: Part[] = [];
    let end = words.folded.length;
    let link: Link | undefined;
    if (!isFront) {
      end = this.#take(words, words.beforeClosings(), 0, parts);
      if (parts.length === 0) return null;
      if (commandWords().articles.has(words.folded[end - 1] ?? '')) end--;
      link = words.linkAt(end - 1);
      if (link) end--;
    }
    let start = 0;
    // At least one word is the text.
    const take = (at: number) => this.#take(words, at, Math.max(at, end - 1), parts);
    let from = isFront ? take(start) : 0;
    if (from === 0) {
      start = words.afterOpenings(end, isFront);
      from = take(start);
    }
    if (from === start && words.linkAt(start)) {
      from = take(start + 1);
      if (from === start + 1) from = start;
      else link = words.linkAt(start);
    }
    if (parts.length === 0) return null;
    const next = from > start ? words.linkAt(from) : undefined;
    // `md5 in python`: what follows the link is not the text, unless it is in quotes.
    if (next && (!['in', 'to'].includes(next) || /^["'\u201c\u2018`]/.test(words.folded[from + 1] ?? ''))) {
      link = next;
      from++;
    }
    const introduced = words.afterIntroduction(from);
    if (introduced > from) link = ':';
    const isAsked = start > 0;
    const typed = words.between(introduced, end, isAsked || !isFront);
    if (typed === '') return null;
    const part: Part = Object.assign({}, ...parts);
    return { part, typed, text: unquoted(typed), isQuoted: isQuoted(typed), link, isFront, isAsked };
  }

  /** Reads names, the longest first, from a place on, or backwards if `to` is before it; returns the place after them. */
  #take(words: TypedWords, from: number, to: number, parts: Part[]): number {
    const { known, longest } = this.#names;
    const step = Math.sign(to - from);
    let [name, after] = ['', from];
    let part: Part | undefined;
    for (let at = from; at !== to && name.length < longest; ) {
      name = step > 0 ? name + words.squeezed[at] : words.squeezed[at - 1] + name;
      at += step;
      const found = known.get(name);
      if (found) [part, after] = [found, at];
    }
    if (!part) return from;
    parts.push(part);
    return this.#take(words, after, to, parts);
  }
}

/** A word with plain quotes. A comma or a question mark after it is not part of it. */
const plainWord = (word: string) =>
  /[\u2018\u2019,?]/.test(word) ? word.replace(/[\u2018\u2019]/g, "'").replace(/(?<=\p{L})[,?]+$/u, '') : word;

/** The words of a query, also as typed, so that a text between them keeps its case and white space. */
class TypedWords {
  /** The words with the white space before them. */
  readonly #typed: readonly string[];
  readonly folded: readonly string[];
  readonly squeezed: readonly string[];

  constructor(q: string) {
    // Brackets around the text are spaces: `md5("x")`.
    const typed = /^[a-z][\w.]{1,30}\(.+\)$/is.test(q) ? q.replace('(', ' ').slice(0, -1) : q;
    this.#typed = typed.match(/\s*(?:[^\s:]+|:)/g) ?? [];
    this.folded = this.#typed.map((word) => plainWord(foldedWord(word.trimStart())));
    this.squeezed = this.folded.map(squeezed);
  }

  linkAt(at: number): Link | undefined {
    return commandWords().links.get(this.folded[at] ?? '');
  }

  /**
   * The place after the words of politeness and questions at the beginning. Before a text, single words of politeness stay,
   * because texts begin with them too (`hello`, `the`), and so does a verb before a link (`translate to braille to braille`).
   */
  afterOpenings(end: number, isFront: boolean): number {
    const { carriers, ways } = commandWords();
    let at = 0;
    for (let length = MAX_PHRASE_WORDS; length > 0; length--) {
      if (at + length >= end) continue;
      const phrase = this.folded.slice(at, at + length).join(' ');
      const isSkipped = carriers.has(phrase)
        ? isFront || this.linkAt(at + length) === undefined
        : (isFront && ways.has(phrase)) || ((isFront || length > 1) && isOpening(phrase));
      if (!isSkipped) continue;
      at += length;
      length = MAX_PHRASE_WORDS + 1;
    }
    return at;
  }

  /** The place after `the word` or `this text:` before a text. */
  afterIntroduction(at: number): number {
    let next = at;
    const skip = (isSkipped: boolean) => (next += Number(isSkipped));
    skip(this.folded[next] === 'the' || this.folded[next] === 'this');
    skip(this.folded[next] === 'following');
    skip(commandWords().nouns.has(this.folded[next] ?? ''));
    const isNamed = next === at + 2 && this.folded[at] === 'the';
    const isColon = next > at && this.folded[next] === ':';
    skip(isColon);
    return (isColon || isNamed) && next < this.folded.length ? next : at;
  }

  /** The place before the words of politeness at the end. */
  beforeClosings(): number {
    const { length } = this.folded;
    const isBefore = (at: number) => at > 0 && isClosing(this.folded.slice(at).join(' '));
    return [length - 1, length - 2, length - 3].find(isBefore) ?? length;
  }

  /** The text between two places as typed. In a question, its question marks are not part of the text. */
  between(from: number, end: number, isQuestion: boolean): string {
    const text = this.#typed.slice(from, end).join('').trimStart();
    return isQuestion && end === this.folded.length ? text.replace(/(?<=\S)\s*\?+$/, '') : text;
  }
}

/**
 * Whether the text of a command is surely one: it is in quotes, after a colon, a single word after `of`, or it has
 * something that people leave out of a search for a topic (see `isText`).
 */
export function isSure({ text, isQuoted: quoted, link, isFront }: Command<unknown>): boolean {
  if (quoted || link === ':') return true;
  const isWord = !/\s/.test(text);
  if (isFront && link === 'of' && isWord) return true;
  return isText(text) && (isFront || link !== undefined || isWord);
}

/**
 * Whether a text is meant for a way of speaking, such as pig latin: it surely is a text, or the command is linked to it
 * as a language is. Two words at most follow without a question, because more may describe something.
 */
export function isSpoken(command: Command<unknown>): boolean {
  const { text, link, isFront, isAsked } = command;
  if (isSure(command)) return true;
  // `md5 of a file`: a text with an article describes something.
  const [first = '', ...others] = text.split(/\s+/);
  if (others.length > 0 && commandWords().articles.has(foldedWord(first))) return false;
  // `in pig latin i love it`, `morse code for e`, `what is the morse code for love`
  if (isFront) return link === 'in' || (link === 'for' && others.length === 0 && (isAsked || [...text].length === 1));
  return link === 'to' || (link === 'in' && (isAsked || others.length <= 1));
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

/** Whether quotation marks enclose the whole text. */
export const isQuoted = (text: string) => /^(?:(["'`]).+\1|\u201c.+\u201d|\u2018.+\u2019)$/s.test(text);

/** The text without quotation marks around the whole of it. */
export const unquoted = (text: string) => (isQuoted(text) ? text.slice(1, -1) : text);
