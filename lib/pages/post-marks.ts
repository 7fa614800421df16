import type { DomElement } from './dom.ts';
import { names } from './element-names.ts';
import { holdsBlock } from './link-blocks.ts';
import { nameWords } from './name-words.ts';

const AUTHOR = names('author user username creator poster member nick nickname');
/** Where the addresses of people begin. */
const PEOPLE = names('u user users member members profile profiles people author');
const DATE = names('date time datetime timestamp relativetime age ago posted published');
export const DATE_ELEMENTS = names('time relative-time time-ago local-time');
/** A year and a time of day, as programs write them where they mark nothing. */
const TIME = /\b(?:19|20)\d\d\b.*\d:\d\d/s;
const MAX_NAME_CHARS = 40;
export const MAX_DATE_CHARS = 60;

/** What an element is in, from the inside out. */
export function ancestors(element: DomElement): DomElement[] {
  const found: DomElement[] = [];
  for (let at = element.parentNode; at !== null; at = at.parentNode) found.push(at);
  return found;
}

export function isDate(element: DomElement): boolean {
  return isMarkedDate(element) || (element.textLength <= MAX_DATE_CHARS && TIME.test(element.textContent));
}

/** Whether an element or its class says that it is a date. */
export function isMarkedDate(element: DomElement): boolean {
  const { textLength, localName, className } = element;
  if (textLength > MAX_DATE_CHARS || holdsBlock(element) || !/\d/.test(element.textContent)) return false;
  return DATE_ELEMENTS.has(localName) || nameWords(className).some((word) => DATE.has(word));
}

export function isAuthor(element: DomElement): boolean {
  const { textLength, attributes, className } = element;
  if (attributes.length === 0 || textLength > MAX_NAME_CHARS || !/\p{L}/u.test(element.textContent)) return false;
  const named = `${className} ${element.getAttribute('itemprop') ?? ''} ${element.getAttribute('rel') ?? ''}`;
  return nameWords(named).some((word) => AUTHOR.has(word)) || isOfPerson(element);
}

/** Whether a link leads to where a page has its people. */
export function isOfPerson(element: DomElement): boolean {
  const [, path = ''] = /^https?:\/\/[^/]*(.*)/.exec(element.getAttribute('href') ?? '') ?? [];
  return nameWords(path).some((word) => PEOPLE.has(word));
}
