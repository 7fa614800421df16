import { type DomElement, isText } from './dom.ts';
import { BLOCKS, HEADINGS, names } from './element-names.ts';

/** A block with more of its text in links than this is for going elsewhere. */
const MAX_LINK_SHARE = 0.6;
/** If links are more of the content than this, the page is a list of links. */
const MAX_CLUTTER_SHARE = 0.4;
const MAX_CHARS_A_LINK = 100;
const LISTS = names('ul ol dl');

/** Takes out menus, related pages, tags and the like. */
export function removeLinkBlocks(content: DomElement) {
  const blocks = [...linkBlocks(content)];
  const chars = blocks.reduce((sum, block) => sum + block.textLength, 0);
  if (chars > content.textLength * MAX_CLUTTER_SHARE) return;
  for (const block of blocks) block.remove();
}

function* linkBlocks(parent: DomElement): Generator<DomElement> {
  const standsAmongBlocks = holdsBlock(parent);
  for (const child of [...parent.children]) {
    const name = child.localName;
    if (HEADINGS.has(name) || name === 'pre' || name === 'figure') continue;
    const isUnit = LISTS.has(name) || !holdsBlock(child);
    if (!isUnit) yield* linkBlocks(child);
    else if (!BLOCKS.has(name) && !(name === 'a' && standsAmongBlocks)) continue;
    else if (isMostlyLinks(child) && !isInText(child) && !isSentence(child)) yield child;
  }
}

/** Whether blocks are in the element, so that it is more than a text. */
export const holdsBlock = (element: DomElement) => element.children.some(({ localName }) => BLOCKS.has(localName));

function isMostlyLinks(element: DomElement): boolean {
  const links = element.localName === 'a' ? [element] : element.getElementsByTagName('a');
  const all = element.textLength;
  if (links.length === 0 || all === 0) return false;
  const linked = links.reduce((sum, link) => sum + link.textLength, 0);
  return linked / all > MAX_LINK_SHARE && all / links.length <= MAX_CHARS_A_LINK;
}

/** Text before its links, and a full stop after them. */
function isSentence(element: DomElement): boolean {
  const { firstChild, lastChild } = element;
  return (
    firstChild !== null &&
    isText(firstChild) &&
    /\p{L}/u.test(firstChild.textContent) &&
    lastChild !== null &&
    isText(lastChild) &&
    /[.。!?]\s*$/.test(lastChild.textContent)
  );
}

/** A list that a text introduces and another follows, or that ends a text with a colon, unless it only leads into the page. */
function isInText(element: DomElement): boolean {
  if (!LISTS.has(element.localName) || isContents(element)) return false;
  const before = siblingText(element, 'previousSibling');
  return /[:：]$/.test(before) || (before !== '' && siblingText(element, 'nextSibling') !== '');
}

/** The text of the paragraph on this side; empty if something else is there. */
function siblingText(element: DomElement, side: 'previousSibling' | 'nextSibling'): string {
  let at = element[side];
  while (at !== null && !/\S/.test(at.textContent)) at = at[side];
  return at !== null && (isText(at) || at.localName === 'p') ? at.textContent.trim() : '';
}

/** A table of contents. */
function isContents(list: DomElement): boolean {
  const places = list.getElementsByTagName('a').map((link) => link.getAttribute('href')?.split('#') ?? []);
  return places.every(([page, fragment]) => fragment !== undefined && page === places[0]?.[0]);
}
