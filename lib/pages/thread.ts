import { leafBlocks } from './clutter.ts';
import { DomElement, DomText } from './dom.ts';
import { BLOCKS, HEADINGS, names } from './element-names.ts';
import { holdsBlock } from './link-blocks.ts';
import { inline } from './one-line.ts';
import { isoDate } from './page-date.ts';
import type { PageHead } from './page-head.ts';
import { ancestors, DATE_ELEMENTS, isAuthor, isDate, isMarkedDate, isOfPerson, MAX_DATE_CHARS } from './post-marks.ts';
import { unwrapTable } from './tables.ts';
import { columnOf, removeMachinery } from './units.ts';

/** How pages say that they are a conversation, and the programs that write nothing else. */
const DECLARED = /\b(?:DiscussionForumPosting|QAPage)\b/;
const GENERATORS =
  /discourse|phpbb|vbulletin|xenforo|invision|mybb|flarum|nodebb|vanilla|fluxbb|punbb|simple machines/i;
const ARTICLE = /"@type"\s*:\s*"(?:\w*Article|BlogPosting|Review|Report)"/;
const TABLE_PARTS = names('tbody tr td');
/** How far above its date a post begins. */
const MAX_STEPS = 8;
/** Of the text of a page, in its posts: less are comments on something else. */
const MIN_SHARE = 0.5;
/** Fewer are what two visitors said of something else, unless the page says that it is a conversation. */
const MIN_POSTS = 3;
/** More text than this above the first post is what the posts are about. */
const MAX_ABOVE_CHARS = 600;
/** Of the text of the elements that hold most, what smaller ones need to be the posts. */
const MIN_OF_MOST = 0.8;
/** Of the posts, those in which a name or a date stands in the same place. */
const MIN_SIGNED = 0.6;

/**
 * The posts of a page that is a conversation, in their order, each beginning with its author and date; null for any other
 * page. Posts are elements of one class with an author and a date each that hold most of the page's text.
 */
export function threadOf(body: DomElement, head: PageHead): DomElement | null {
  const posts = postsOf(body);
  if (posts.size === 0) return null;
  const outermost = [...posts].filter((post) => !ancestors(post).some((above) => posts.has(above)));
  if (ownText(outermost) < MIN_SHARE * ownText([body]) || outermost.some(isOfData)) return null;
  if (!isDeclared(head) && (posts.size < MIN_POSTS || isAbout(outermost, body, head))) return null;
  for (const post of outermost) unwrapTable(post);
  const lines = signPosts([...posts], posts);
  removeMachinery(outermost, lines);
  const thread = new DomElement('div');
  outermost[0]?.parentNode?.insertBefore(thread, outermost[0]);
  for (const post of outermost) thread.appendChild(post);
  return thread;
}

function isDeclared({ jsonLd, metas, itemTypes }: PageHead): boolean {
  if (jsonLd.some((script) => DECLARED.test(script))) return true;
  if (metas.get('generator')?.some((name) => GENERATORS.test(name))) return true;
  return [...itemTypes].some((type) => DECLARED.test(type));
}

/** Whether the posts are about something else: an article above them, or pages that their headings lead to. */
function isAbout(posts: DomElement[], body: DomElement, { jsonLd }: PageHead): boolean {
  if (jsonLd.some((script) => ARTICLE.test(script))) return true;
  const teasers = posts.filter(
    (post) => ownText([post]) * 2 < post.textLength || post.querySelectorAll([...HEADINGS].join(',')).some(isLinked),
  );
  if (teasers.length * 2 > posts.length) return true;
  let above = 0;
  for (const block of leafBlocks(body)) {
    if (posts.some((post) => post === block || ancestors(block).includes(post))) break;
    above += ownText([block]);
  }
  return above > MAX_ABOVE_CHARS;
}

/** Whether a heading leads to another page, and to nobody. */
const isLinked = (heading: DomElement) =>
  [...heading.getElementsByTagName('a'), ...ancestors(heading).filter(({ localName }) => localName === 'a')].some(
    (link) => !isAuthor(link) && !link.getAttribute('href')?.includes('#'),
  );

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
  const several = [...kinds.values()]
    .filter(({ size }) => size >= 2)
    .map((elements) => ({ elements, chars: [...elements].reduce((sum, { textLength }) => sum + textLength, 0) }))
    .sort((a, b) => b.chars - a.chars);
  const [most] = several;
  if (most === undefined) return new Set();
  // What holds all posts, and something else like it, has more text than the posts.
  const within = several.find(
    ({ elements, chars }) => chars >= most.chars * MIN_OF_MOST && elements.size >= most.elements.size * MIN_POSTS,
  );
  return (within ?? most).elements;
}

/** Text that is not a link. */
function ownText(elements: DomElement[]): number {
  return elements.reduce((sum, element) => {
    const links = element.getElementsByTagName('a');
    return sum + element.textLength - links.reduce((linked, { textLength }) => linked + textLength, 0);
  }, 0);
}

/**
 * Begins each post with a line of its author and date, in place of where it names them. Both stand in the same place in
 * most posts; what is the same text with several addresses is no name. Where that is not sure, the page's own lines stay.
 */
function signPosts(posts: DomElement[], all: ReadonlySet<DomElement>): Set<DomElement> {
  const lines = new Set<DomElement>();
  const own = posts.map((post) =>
    post.getElementsByTagName('*').filter((element) => ancestors(element).find((at) => all.has(at)) === post),
  );
  const authors = placed(
    own.map((elements) => elements.filter((it) => isAuthor(it) && !holdsBlock(it))),
    isSureName,
  );
  const dates = placed(
    own.map((elements) => elements.filter(isMarkedDate)),
    isSureDate,
  );
  for (const [at, post] of posts.entries()) {
    const [author, date] = [authors[at], dates[at]];
    // What names both without a mark stays as it is.
    if (author === undefined || date === undefined || author === date) continue;
    if (ancestors(author).includes(date) || ancestors(date).includes(author)) continue;
    lines.add(signPost(post, author, date));
  }
  return lines;
}

/** Of the candidates in each post the first that stands where most posts have one; the surest place goes first. */
function placed(candidates: DomElement[][], sureness: (column: DomElement[]) => number): (DomElement | undefined)[] {
  const columns = new Map<string, (DomElement | undefined)[]>();
  for (const [at, elements] of candidates.entries()) {
    for (const element of elements) {
      const key = columnOf(element);
      const column = columns.get(key) ?? [];
      columns.set(key, column);
      column[at] ??= element;
    }
  }
  let best: (DomElement | undefined)[] = [];
  let most = 0;
  for (const column of columns.values()) {
    const present = column.filter((element) => element !== undefined);
    if (present.length < candidates.length * MIN_SIGNED) continue;
    const sure = sureness(present) * (1 + present.length / candidates.length);
    if (sure > most) [best, most] = [column, sure];
  }
  return best;
}

function isSureName(column: DomElement[]): number {
  const addresses = new Map<string, Set<string>>();
  for (const element of column) {
    const text = inline(element.textContent);
    const known = addresses.get(text) ?? new Set();
    addresses.set(text, known.add(element.getAttribute('href') ?? ''));
  }
  const people = new Set([...addresses.values()].flatMap((known) => [...known]));
  // One label for several people.
  if (people.size >= addresses.size * 2) return 0;
  const isMarked = column.some((element) => /\bauthor\b/.test(`${element.getAttribute('itemprop')}`));
  const isLink = column.every((element) => isOfPerson(element) || element.getElementsByTagName('a').some(isOfPerson));
  if (column.length > 3 && addresses.size === 1 && !isLink) return 0;
  return isMarked ? 4 : isLink ? 3 : 1;
}

function isSureDate(column: DomElement[]): number {
  if (column.some(({ localName }) => DATE_ELEMENTS.has(localName))) return 3;
  const exact = column.filter((element) => isoDate(dateText(element), '') !== '' || /:\d\d/.test(element.textContent));
  return exact.length * 2 > column.length ? 2 : 1;
}

function signPost(post: DomElement, author: DomElement, date: DomElement): DomElement {
  const line = new DomElement('p');
  const name = line.appendChild(new DomElement('strong'));
  name.appendChild(new DomText(inline(author.textContent)));
  line.appendChild(new DomText(` · ${dateText(date)}`));
  const blocks = new Set([author, date].map(blockOf));
  author.remove();
  date.remove();
  for (const block of blocks) if (block !== post && isLeftOver(block)) block.remove();
  if (post.firstChild === null) post.appendChild(line);
  else post.insertBefore(line, post.firstChild);
  return line;
}

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
