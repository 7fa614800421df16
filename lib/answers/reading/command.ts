import { z } from 'zod';
import { jsonFile, meaningsSchema } from '../data-file.ts';
import { foldedWord } from './folded.ts';
import { phraseLength, phraseLengthBefore } from './phrase-matching.ts';
import { questionWords } from './question-words.ts';
import type { Reading } from './reading.ts';

/** Commands around a text: `md5 of x`, `x in morse code`. The text keeps its case and white space. */
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
type Link = 'of' | 'for' | 'in' | 'to' | 'from' | ':';

const links = jsonFile(new URL('./data/command-links.json', import.meta.url), meaningsSchema);
const linkOf = (word = '') => links().get(word) as Link | undefined;
/**
 * The words around the text of a command, folded: `articles` of `a file`; `nouns` of `the word x`; `carriers` before a text
 * that ends in a command (`translate x to morse code`); `ways` before a command (`how to escape x`); `samples` of words and
 * sentences that people try commands with; `openers`, which such texts begin with; words `anywhere` in them that a search for a topic leaves out.
 */
const commandWords = jsonFile(
  new URL('./data/command-words.json', import.meta.url),
  z.record(
    z.enum(['articles', 'nouns', 'carriers', 'ways', 'samples', 'openers', 'anywhere']),
    z.array(z.string()).transform((words) => new Set(words)),
  ),
);

/** `Title-Case`, `title case` and `titlecase` are the same name. */
const squeezed = (name: string) => name.replace(/[\s\-_/]+/g, '');

/** Commands: names, or words that go with them, folded, with what they mean. */
export class Commands<Part extends { names: readonly string[] }> {
  readonly #known: ReadonlyMap<string, Part>;
  readonly #longest: number;
  /** What calls a kind with these commands: each name written together, and its last two words. */
  readonly words: ReadonlySet<string>;

  /** `isCalling`: without a word that means this, a query is no command. */
  constructor(parts: readonly Part[], isCalling: (part: Part) => boolean = () => true) {
    this.#known = new Map(parts.flatMap((part) => part.names.map((name) => [squeezed(name), part])));
    this.#longest = [...this.#known.keys()].reduce((most, { length }) => Math.max(most, length), 0);
    const calling = parts.filter(isCalling).flatMap(({ names }) => names);
    const ends = calling.map((name) => name.split(' ').slice(-2).join(''));
    this.words = new Set([...calling, ...ends].map((name) => squeezed(name).replace("'", '')));
  }

  /** What a query asks as a command, in the surest reading that `askedBy` accepts. */
  find<Asked>({ q, allWords }: Reading, askedBy: (command: Command<Part>) => Asked | null): Asked | null {
    if (!allWords.some((word, at) => this.words.has(word) || this.words.has(word + allWords[at + 1]))) return null;
    const words = typedWords(q);
    const behind = this.#read(words, false);
    const isSurer = behind && (behind.link || behind.isQuoted || !/\s/.test(behind.text));
    const asked = (command: Command<Part> | null) => command && askedBy(command);
    return (isSurer ? askedBy(behind) : null) ?? asked(this.#read(words, true)) ?? asked(behind);
  }

  /** Whether a text is a word of these commands. */
  isName(text: string): boolean {
    return this.#known.has(squeezed(foldedWord(text)));
  }

  /** Before the text: `md5 of x`, `in pig latin x`; or behind or around it: `x in morse code`, `md5 "x" hash`. */
  #read({ typed, folded, squeezed }: TypedWords, isFront: boolean): Command<Part> | null {
    const parts: Part[] = [];
    const linkAt = (at: number) => linkOf(folded[at]);
    let end = folded.length;
    let link: Link | undefined;
    if (!isFront) {
      const closing = phraseLengthBefore(folded, end, questionWords().closings, 1);
      end = this.#take(squeezed, end - closing, 0, parts);
      if (parts.length === 0) return null;
      if (commandWords().articles.has(folded[end - 1] ?? '')) end--;
      link = linkAt(end - 1);
      if (link) end--;
    }
    // At least one word is the text.
    const take = (at: number) => this.#take(squeezed, at, Math.max(at, end - 1), parts);
    let [start, from] = [0, take(0)];
    if (from === 0) {
      start = afterOpenings(folded, end, isFront);
      from = take(start);
    }
    if (from === start && linkAt(start)) {
      from = take(start + 1);
      if (from === start + 1) from = start;
      else link = linkAt(start);
    }
    if (parts.length === 0) return null;
    const next = from > start ? linkAt(from) : undefined;
    // `md5 in python`: what follows the link is not the text, unless it is in quotes.
    if (next && (!['in', 'to'].includes(next) || /^["'\u201c\u2018`]/.test(folded[from + 1] ?? ''))) {
      link = next;
      from++;
    }
    const introduced = afterIntroduction(folded, from);
    if (introduced > from) link = ':';
    const isAsked = start > 0;
    const given = typed.slice(introduced, end).join('').trimStart();
    // The question mark of a question is not part of the text.
    const whole = isAsked ? given.replace(/(?<=\S)\s*\?+$/, '') : given;
    if (whole === '') return null;
    const part: Part = Object.assign({}, ...parts);
    return { part, typed: whole, text: unquoted(whole), isQuoted: isQuoted(whole), link, isFront, isAsked };
  }

  /** Reads names, the longest first, from a place on, or backwards if `to` is before it; returns the place after them. */
  #take(words: readonly string[], from: number, to: number, parts: Part[]): number {
    const step = Math.sign(to - from);
    let [name, after] = ['', from];
    let part: Part | undefined;
    for (let at = from; at !== to && name.length < this.#longest; ) {
      name = step > 0 ? name + words[at] : words[at - 1] + name;
      at += step;
      const found = this.#known.get(name);
      if (found) [part, after] = [found, at];
    }
    if (!part) return from;
    parts.push(part);
    return this.#take(words, after, to, parts);
  }
}

type TypedWords = ReturnType<typeof typedWords>;

/** The words of a query, also as typed with the white space before them, so that a text between them keeps it. */
function typedWords(q: string) {
  // Brackets around the text are spaces: `md5("x")`.
  const spaced = /^[a-z][\w.]{1,30}\(.+\)$/is.test(q) ? q.replace('(', ' ').slice(0, -1) : q;
  const typed: readonly string[] = spaced.match(/\s*(?:[^\s:]+|:)/g) ?? [];
  // A comma or a question mark after a word is not part of it.
  const folded = typed.map((word) =>
    foldedWord(word.trimStart().replace(/[\u2018\u2019]/g, "'")).replace(/(?<=\p{L})[,?]+$/u, ''),
  );
  return { typed, folded, squeezed: folded.map(squeezed) };
}

/** The place after openings. Single polite words stay before a text or a link (`hello in morse`), verbs before a link. */
function afterOpenings(words: readonly string[], end: number, isFront: boolean): number {
  const { carriers, ways } = commandWords();
  const { openings } = questionWords();
  let at = 0;
  const has = (phrase: string) => {
    if (carriers.has(phrase)) return isFront || !linkOf(words[at + 1]);
    const isOpening = openings.has(phrase) && (phrase.includes(' ') || (isFront && !linkOf(words[at + 1])));
    return isOpening || (isFront && ways.has(phrase));
  };
  for (let length = 1; length > 0; at += length) length = phraseLength(words, at, { has }, end - 1);
  return at;
}

/** The place after `the word`, `this text:` or `the following text:` before a text. */
function afterIntroduction(words: readonly string[], at: number): number {
  const isShown = words[at] === 'the' || words[at] === 'this';
  const noun = at + Number(isShown) + Number(isShown && words[at + 1] === 'following');
  const isNamed = commandWords().nouns.has(words[noun] ?? '');
  const next = noun + Number(isNamed);
  if (next > at && words[next] === ':') return next + 1;
  return isNamed && words[at] === 'the' ? next : at;
}

/** Whether the text is surely one: in quotes, after a colon, a single word after `of`, or one that `isText`. */
export function isSure({ text, isQuoted: quoted, link, isFront }: Command<unknown>): boolean {
  if (quoted || link === ':') return true;
  const isWord = !/\s/.test(text);
  if (isFront && link === 'of' && isWord) return true;
  return isText(text) && (isFront || link !== undefined || isWord);
}

/** Whether a text is meant for a way of speaking: it is sure, or linked as a language is. A longer one may not be. */
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
  if (words.length === 1) return samples.has(words[0] ?? '');
  // `the quick brown fox` begins such a sentence; `the ubuntu iso image` describes something.
  const beginning = `${words.join(' ')} `;
  return words.some((word) => anywhere.has(word)) || [...samples].some((sample) => `${sample} `.startsWith(beginning));
}

/** Whether quotation marks enclose the whole text. */
export const isQuoted = (text: string) => /^(?:(["'`]).+\1|\u201c.+\u201d|\u2018.+\u2019)$/s.test(text);

/** The text without quotation marks around the whole of it. */
export const unquoted = (text: string) => (isQuoted(text) ? text.slice(1, -1) : text);
