import { type DomElement, spacedText } from './dom.ts';
import { comparable, inline } from './one-line.ts';
import { isMonth, isoDate, isWeekday } from './page-date.ts';
import type { PageHead } from './page-head.ts';
import type { PageMarks } from './page-marks.ts';
import type { PageScope } from './page-scope.ts';

const MAX_NAME_CHARS = 60;
const MAX_NAME_WORDS = 6;
const MAX_BYLINE_CHARS = 120;
const MAX_AUTHORS = 10;
/**
 * How a byline begins in the languages that most pages with one are written in, with a verb before it or without. Some of
 * these words are parts of names: then one word follows, not a whole name.
 */
const BYLINES = [
  /^(?:\p{L}+\s)?(?:by|par|por)(?:\s*:\s*|\s+|$)/u,
  /^(?:von|door|di)(?:\s*:\s*|\s+|$)/u,
  /^\p{L}+\s(?:von|door|di)(?:\s*:\s*|\s+(?=\S+\s\S))/u,
  /^(?:auth?or|auteur|autore)\s*:\s*/u,
];
const BY = new RegExp(BYLINES.map(({ source }) => source).join('|'), 'iu');
const COMMA = /\s*[,;、，]\s*/u;
const METAS = ['author', 'parsely-author', 'citation_author', 'dc.creator', 'dcterms.creator', 'article:author', 'byl'];
/** Fields of libraries, with one name each. */
const FAMILY_FIRST = /^citation_|^dc/;

/** Who JSON-LD says has written the page. */
export interface DescribedAuthor {
  name: string;
  /** `Person`, `Organization`; empty if it is not said. */
  type: string;
}

/** Where a page may name its authors. */
export interface AuthorSources {
  described: DescribedAuthor[];
  head: PageHead;
  marks: PageMarks;
  scope: PageScope;
  isSite: (name: string) => boolean;
}

/**
 * The people who wrote a page: what it says for programs goes before what it shows. A site that signs everything itself
 * may name a person elsewhere, or be one.
 */
export function pageAuthors({ described, head, marks, scope, isSite }: AuthorSources, lang: string): string[] {
  const ofType = (type: RegExp) => described.filter((author) => type.test(author.type)).map(({ name }) => name);
  const isOther = (name: string) => !isSite(name);
  const shown = [
    () => marked(marks.authors, scope, lang),
    () => marked(marks.classedAuthors, scope, lang),
    () => bylineNames(scope, lang),
  ];
  const namesOfMeta = (name: string) =>
    (head.metas.get(name) ?? []).flatMap((value) => namesIn(FAMILY_FIRST.test(name) ? uninverted(value) : value, lang));
  const sources: (() => string[])[] = [
    () =>
      ofType(/^Person$/)
        .flatMap((name) => namesIn(name, lang))
        .filter(isOther),
    () =>
      ofType(/^$/)
        .flatMap((name) => namesIn(name, lang))
        .filter(isOther),
    ...METAS.map((name) => () => namesOfMeta(name).filter(isOther)),
    () =>
      labelled(head)
        .flatMap((line) => namesIn(line, lang))
        .filter(isOther),
    ...shown.map((source) => () => source().filter(isOther)),
    () => described.map(({ name }) => name).filter(isOther),
    ...shown,
    () => ofType(/^Person$/).flatMap((name) => namesIn(name, lang)),
    // A person's own site, unless it says that it is an organisation.
    () => (described.length > 0 ? [] : METAS.flatMap((name) => namesOfMeta(name)).slice(0, 1)),
  ];
  for (const source of sources) {
    const names = distinct(source().filter(isName));
    if (names.length > 0) return names;
  }
  return [];
}

/** Notes for previews that a label calls the author. */
function labelled({ metas }: PageHead): string[] {
  return [1, 2]
    .map((at) => `${metas.get(`twitter:label${at}`)?.[0] ?? ''} ${metas.get(`twitter:data${at}`)?.[0] ?? ''}`)
    .filter((line) => BY.test(line));
}

function distinct(names: string[]): string[] {
  return [...new Map(names.map((name) => [comparable(name), name] as const)).values()].slice(0, MAX_AUTHORS);
}

function isName(name: string): boolean {
  if (name.length > MAX_NAME_CHARS || name.split(' ').length > MAX_NAME_WORDS) return false;
  return /\p{L}/u.test(name) && !/^(https?:|www\.|@)|\S@\S/i.test(name);
}

/** A name as people say it, if a library wrote it. */
function uninverted(name: string): string {
  return name.replace(/^([^,]+),\s*([^,]+)$/, '$2 $1');
}

/** The names in a field: one, or a list of them. */
function namesIn(text: string, lang: string): string[] {
  const line = inline(text)
    .replace(/^\S+@\S+\s+\((.+)\)$/, '$1')
    .replace(/\s*[(<[].*$/, '')
    .replace(BY, '')
    .replace(/\s+[|•·–—-]\s.*$|\s*[|•·].*$/u, '');
  return line
    .split(COMMA)
    .flatMap((part) => people(part.trim(), lang))
    .filter(Boolean);
}

/** The names in a line for readers. What follows a name, and no last name closes, is what that person is. */
function namesShown(line: string, lang: string): string[] {
  const parts = beforeDate(line.replace(BY, ''), lang).split(COMMA);
  const last = parts.findLastIndex((part) => conjunction(lang).test(` ${part}`));
  const names = namesIn(parts.slice(0, Math.max(last, 0) + 1).join(', '), lang);
  // What ends with a small word is a label: “View more posts”.
  return names.filter((name) => !/\s\p{Ll}+$/u.test(name));
}

/** Two people, if each could be one: the words of an organisation's name are joined in the same way. */
function people(text: string, lang: string): string[] {
  const and = conjunction(lang);
  const parts = text.replace(/^(?:and|&)\s/i, '').split(and);
  const couldBe = parts.every((part) => !/(?:^|\s)\p{Ll}/u.test(part) && part.includes(' '));
  return couldBe ? parts : [text.replace(/^(?:and|&)\s/i, '')];
}

const conjunctions = new Map<string, RegExp>();

/** How a language joins two names. */
function conjunction(lang: string): RegExp {
  const key = /^[a-z]{2}/i.exec(lang)?.[0].toLowerCase() ?? 'en';
  const known = conjunctions.get(key);
  if (known) return known;
  const [, literal] = new Intl.ListFormat(key, { type: 'conjunction' }).formatToParts(['A', 'B']);
  const word = literal?.value.trim() ?? '';
  const found = /^\p{L}+$/u.test(word) ? new RegExp(`\\s+(?:${word}|and|&)\\s+`, 'iu') : /\s+(?:and|&)\s+/i;
  conjunctions.set(key, found);
  return found;
}

/** The names in elements that microdata, a link's relation or a class marks: those of the first line that has one. */
function marked(elements: DomElement[], scope: PageScope, lang: string): string[] {
  const inScope = scope.ordered(elements).filter((element) => scope.isNear(element));
  for (const [at, element] of inScope.entries()) {
    const names = markedNames(element, lang);
    if (names.length === 0) continue;
    const others = inScope.slice(at + 1).filter((other) => sharesLine(element, other));
    return [...names, ...others.flatMap((other) => markedNames(other, lang))];
  }
  return [];
}

function markedNames(element: DomElement, lang: string): string[] {
  const within = element.getElementsByTagName('*');
  const inner =
    within.find((part) => /\bname\b/.test(part.getAttribute('itemprop') ?? '')) ??
    within.find(({ className }) => /author|user-?name|\bfn\b/.test(className)) ??
    within.find((part) => part.localName === 'a' && part.hasAttribute('href') && part.textLength > 0);
  for (const candidate of [inner, element]) {
    const text = inline(candidate?.getAttribute('content') ?? (candidate ? spacedText(candidate) : ''));
    if (text === '' || text.length > MAX_BYLINE_CHARS) continue;
    const names = namesShown(text, lang).filter(isName);
    if (names.length > 0) return names;
  }
  return [];
}

/** Whether two elements stand in one short line. */
function sharesLine(one: DomElement, other: DomElement): boolean {
  let line: DomElement | null = one.parentNode;
  for (let steps = 0; line !== null && steps < 2; steps++, line = line.parentNode) {
    if (line.textLength > MAX_BYLINE_CHARS) return false;
    for (let at = other.parentNode; at !== null; at = at.parentNode) if (at === line) return true;
  }
  return false;
}

/** The names in the first line about the heading that begins as bylines do. */
function bylineNames(scope: PageScope, lang: string): string[] {
  const line = scope.lines().find((text) => BY.test(text) && text.length <= MAX_BYLINE_CHARS);
  // Not “rainfall by region”, nor “Shop by Category”.
  if (line === undefined) return [];
  return namesShown(line, lang).filter((name) => !/^\p{Ll}|^[\p{Script=Latin}\p{P}]+$/u.test(name));
}

/** The beginning of a line up to the date in it, and the words that lead to the date. */
function beforeDate(line: string, lang: string): string {
  const words = line.split(' ');
  const at = words.findIndex((word) => /\d/.test(word) || (isMonth(word, lang) && isoDate(line, lang) !== ''));
  if (at === -1) return line;
  const before = words.slice(0, at);
  // A weekday, a preposition or a sign belongs to the date.
  while (before.length > 0 && isOfDate(before, lang)) before.pop();
  return before.join(' ');
}

function isOfDate(words: string[], lang: string): boolean {
  const last = words.at(-1) ?? '';
  return isWeekday(last, lang) || (words.length > 1 && /^[^\p{L}]*$|^\p{Ll}|[,:]$/u.test(last));
}
