import { precedingIn, titleHeading } from './clutter.ts';
import { type DomElement, isElement } from './dom.ts';
import { BLOCKS, names } from './element-names.ts';
import { holdsBlock } from './link-blocks.ts';
import type { Metadata } from './metadata.ts';
import { inline } from './one-line.ts';
import { groupsOf } from './units.ts';

/** Of the page's text, in the element that the page names as its main one. */
const MIN_MAIN_SHARE = 0.3;
/** Of a page's text, in menus above its title. */
const MAX_ABOVE_SHARE = 0.4;
/** Of a text above the title, in links: a summary has fewer. */
const MIN_LINKED_SHARE = 0.1;
/** Nothing in them is said again for no reason. */
const OPAQUE = names('table pre dl');
/** A shorter text may well be said twice. */
const MIN_LONG_CHARS = 40;
/** How often a shorter one is said by what is there to be pressed. */
const MIN_REPEATED = 3;

/**
 * A page read as what it is made of, section by section: all but what names itself as something else, each text once. Of
 * a page that sells one thing, without the others that it shows beside it.
 */
export function sectionsOf(body: DomElement, about: Metadata, isProduct: boolean): DomElement {
  removeAbove(body, about);
  if (isProduct) removeOthers(body);
  removeRepeated(body);
  const main = mainElement(body);
  return main !== null && main.textLength > body.textLength * MIN_MAIN_SHARE ? main : body;
}

/** Takes out what leads elsewhere before the title, unless that is much of the page. */
function removeAbove(body: DomElement, { title }: Metadata) {
  const heading = titleHeading(body, title);
  if (heading === undefined) return;
  const leading = [...precedingIn(body, heading)].filter(isElement).filter(leadsElsewhere);
  const chars = leading.reduce((sum, { textLength }) => sum + textLength, 0);
  if (chars <= body.textLength * MAX_ABOVE_SHARE) for (const element of leading) element.remove();
}

function leadsElsewhere(element: DomElement): boolean {
  if (element.localName === 'a') return true;
  const linked = element.getElementsByTagName('a').reduce((sum, { textLength }) => sum + textLength, 0);
  return linked > element.textLength * MIN_LINKED_SHARE;
}

/** Takes out the cards of other products. */
function removeOthers(body: DomElement) {
  for (const { units, isCards, isPriced } of [...groupsOf(body)])
    if (isCards && isPriced) for (const unit of units) unit.remove();
}

/** The element that the page itself names as its main one, if there is just one. */
export function mainElement(body: DomElement): DomElement | null {
  const all = body.getElementsByTagName('*');
  const named = all.filter((element) => element.localName === 'main' || element.getAttribute('role') === 'main');
  const [element, ...others] = named.length === 1 ? named : all.filter(({ localName }) => localName === 'article');
  return element !== undefined && others.length === 0 ? element : null;
}

/** The innermost blocks, those in lists as well, and the links that stand among blocks as buttons do. */
function* lines(parent: DomElement): Generator<DomElement> {
  const isAround = holdsBlock(parent);
  for (const child of parent.children) {
    if (OPAQUE.has(child.localName)) continue;
    if (holdsBlock(child)) yield* lines(child);
    else if (BLOCKS.has(child.localName) || (isAround && child.localName === 'a')) yield child;
  }
}

/** Takes out long texts that were said before, and short links that stand again and again. */
function removeRepeated(body: DomElement) {
  const seen = new Map<string, DomElement[]>();
  for (const block of lines(body)) {
    const text = inline(block.textContent);
    if (text === '') continue;
    const known = seen.get(text);
    if (known) known.push(block);
    else seen.set(text, [block]);
  }
  for (const [text, blocks] of seen) {
    if (text.length >= MIN_LONG_CHARS) for (const block of blocks.slice(1)) block.remove();
    else if (blocks.length >= MIN_REPEATED && !/\d/.test(text) && blocks.every(isPressed))
      for (const block of blocks) block.remove();
  }
}

/** Whether all of a block is a link. */
const isPressed = (block: DomElement) =>
  block.localName === 'a' ||
  block.getElementsByTagName('a').some(({ textLength }) => textLength >= block.textContent.trim().length);
