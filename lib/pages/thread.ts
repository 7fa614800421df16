import { DomElement, DomText } from './dom.ts';
import { BLOCKS, names } from './element-names.ts';
import { holdsBlock } from './link-blocks.ts';
import { nameWords } from './name-words.ts';
import { inline } from './one-line.ts';
import { unwrapTable } from './tables.ts';

const AUTHOR = names('author user username creator poster member members users u profile nick nickname');
const DATE = names('date time datetime timestamp relativetime age ago posted published');
const DATE_ELEMENTS = names('time relative-time time-ago local-time');
/** A year and a time of day, as programs write them where they mark nothing. */
const TIME = /\b(?:19|20)\d\d\b.*\d:\d\d/s;
const TABLE_PARTS = names('tbody tr td');
const MAX_NAME_CHARS = 40;
const MAX_DATE_CHARS = 60;
/** How far above its date a post begins. */
const MAX_STEPS = 8;
/** Of the text of a page, in its posts: less are comments on something else. */
const MIN_SHARE = 0.5;

/**
 * The posts of a page that is a conversation, in their order, each beginning with its author and date; null for any other
 * page. Posts are elements of one class with an author and a date each that hold most of the page's text.
 */
export function threadOf(body: DomElement): DomElement | null {
  const posts = postsOf(body);
  if (posts.size === 0) return null;
  const outermost = [...posts].filter((post) => !ancestors(post).some((above) => posts.has(above)));
  if (ownText(outermost) < MIN_SHARE * ownText([body]) || outermost.some(isOfData)) return null;
  for (const post of outermost) unwrapTable(post);
  for (const post of posts) signPost(post, posts);
  const thread = new DomElement('div');
  outermost[0]?.parentNode?.insertBefore(thread, outermost[0]);
  for (const post of outermost) thread.appendChild(post);
  return thread;
}

/** A row or a cell of a table with authors and dates in it, which is no post: its cells hold texts, not blocks. */
function isOfData(element: DomElement): boolean {
  return TABLE_PARTS.has(element.localName) && element.querySelectorAll('div,p').length === 0;
}

/** Of the elements of one class with an author and a date, those that hold most text. */
function postsOf(body: DomElement): Set<DomElement> {
  const all = body.getElementsByTagName('*');
  const dates = all.filter(isDate);
  if (dates.length < 2) return new Set();
  const signed = new Set(all.filter(isAuthor).flatMap((author) => ancestors(author).slice(0, MAX_STEPS)));
  const kinds = new Map<string, Set<DomElement>>();
  for (const date of dates) {
    for (const element of ancestors(date).slice(0, MAX_STEPS)) {
      if (element === body) break;
      if (!signed.has(element)) continue;
      for (const kind of element.className.split(/\s+/).filter(Boolean)) {
        const known = kinds.get(kind);
        if (known) known.add(element);
        else kinds.set(kind, new Set([element]));
      }
    }
  }
  let best = new Set<DomElement>();
  let most = 0;
  for (const elements of kinds.values()) {
    const chars = [...elements].reduce((sum, { textLength }) => sum + textLength, 0);
    if (elements.size >= 2 && chars > most) [best, most] = [elements, chars];
  }
  return best;
}

function ancestors(element: DomElement): DomElement[] {
  const found: DomElement[] = [];
  for (let at = element.parentNode; at !== null; at = at.parentNode) found.push(at);
  return found;
}

function isDate(element: DomElement): boolean {
  return isMarkedDate(element) || (element.textLength <= MAX_DATE_CHARS && TIME.test(element.textContent));
}

function isMarkedDate(element: DomElement): boolean {
  const { textLength, localName, className } = element;
  if (textLength > MAX_DATE_CHARS || holdsBlock(element) || !/\d/.test(element.textContent)) return false;
  return DATE_ELEMENTS.has(localName) || nameWords(className).some((word) => DATE.has(word));
}

function isAuthor(element: DomElement): boolean {
  const { textLength, attributes } = element;
  if (attributes.length === 0 || textLength > MAX_NAME_CHARS || textLength === 0) return false;
  const [, path = ''] = /^https?:\/\/[^/]*(.*)/.exec(element.getAttribute('href') ?? '') ?? [];
  const named = `${element.className} ${element.getAttribute('itemprop') ?? ''} ${element.getAttribute('rel') ?? ''} ${path}`;
  return nameWords(named).some((word) => AUTHOR.has(word)) && /[\p{L}\p{N}]/u.test(element.textContent);
}

/** Text that is not a link. */
function ownText(elements: DomElement[]): number {
  return elements.reduce((sum, element) => {
    const links = element.getElementsByTagName('a');
    return sum + element.textLength - links.reduce((linked, { textLength }) => linked + textLength, 0);
  }, 0);
}

/** Begins a post with a line of its author and date, in place of where it names them. */
function signPost(post: DomElement, posts: ReadonlySet<DomElement>) {
  const own = post
    .getElementsByTagName('*')
    .filter((element) => ancestors(element).find((at) => posts.has(at)) === post);
  const dates = own.filter(isMarkedDate);
  const date = dates.at(-1);
  const authors = own.filter((element) => isAuthor(element) && !holdsBlock(element));
  const author = authors.findLast(({ localName }) => localName === 'a') ?? authors[0];
  // What names both without a mark stays as it is.
  if (author === undefined || date === undefined || [author, date].some((it) => holdsOther(it, author, date))) return;
  const line = new DomElement('p');
  const name = line.appendChild(new DomElement('strong'));
  name.appendChild(new DomText(inline(author.textContent)));
  line.appendChild(new DomText(` · ${dateText(date)}`));
  const blocks = new Set([...authors, ...dates].map(blockOf));
  for (const element of [...authors, ...dates]) element.remove();
  for (const block of blocks) if (block !== post && isLeftOver(block)) block.remove();
  if (post.firstChild === null) post.appendChild(line);
  else post.insertBefore(line, post.firstChild);
}

const holdsOther = (element: DomElement, ...others: DomElement[]) =>
  others.some((other) => ancestors(other).includes(element));

function blockOf(element: DomElement): DomElement {
  return ancestors(element).find(({ localName }) => BLOCKS.has(localName)) ?? element;
}

/** Whether what is left of a block is no more than a word between an author and a date. */
function isLeftOver(block: DomElement): boolean {
  return /^[^\p{L}\p{N}.!?]*(?:[\p{L}\p{N}]+[^\p{L}\p{N}.!?]*)?$/u.test(block.textContent);
}

/** As the page shows it, unless that is only how long ago it was. */
function dateText(date: DomElement): string {
  const shown = inline(date.textContent);
  const exact = date.getAttribute('datetime') ?? date.getAttribute('title') ?? '';
  return /\d{4}/.test(shown) || !/\d{4}/.test(exact) ? shown : inline(exact).slice(0, MAX_DATE_CHARS);
}
