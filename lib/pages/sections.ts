import { leafBlocks } from './clutter.ts';
import type { DomElement } from './dom.ts';
import { inline } from './one-line.ts';
import { groupsOf } from './units.ts';

/** Of the page's text, in the element that the page names as its main one. */
const MIN_MAIN_SHARE = 0.3;
/** A shorter text may well be said twice. */
const MIN_LONG_CHARS = 40;
/** How often a shorter one is said by what is the same everywhere: a button, a badge, the name of a field. */
const MIN_REPEATED = 3;

/**
 * A page read as what it is made of, section by section: all but what names itself as something else, each text once. Of
 * a page that sells one thing, without the others that it shows beside it.
 */
export function sectionsOf(body: DomElement, isProduct: boolean): DomElement {
  if (isProduct) for (const { units, isCards } of groupsOf(body)) if (isCards) for (const unit of units) unit.remove();
  removeRepeated(body);
  const main = mainElement(body);
  return main !== null && main.textLength > body.textLength * MIN_MAIN_SHARE ? main : body;
}

/** The element that the page itself names as its main one, if there is just one. */
export function mainElement(body: DomElement): DomElement | null {
  const all = body.getElementsByTagName('*');
  const named = all.filter((element) => element.localName === 'main' || element.getAttribute('role') === 'main');
  const [element, ...others] = named.length === 1 ? named : all.filter(({ localName }) => localName === 'article');
  return element !== undefined && others.length === 0 ? element : null;
}

/** Takes out long texts that were said before, and short ones that are said again and again. */
function removeRepeated(body: DomElement) {
  const seen = new Map<string, DomElement[]>();
  for (const block of leafBlocks(body)) {
    const text = inline(block.textContent);
    if (text === '') continue;
    const known = seen.get(text);
    if (known) known.push(block);
    else seen.set(text, [block]);
  }
  for (const [text, blocks] of seen) {
    if (text.length >= MIN_LONG_CHARS) for (const block of blocks.slice(1)) block.remove();
    else if (blocks.length >= MIN_REPEATED && !/\d/.test(text)) for (const block of blocks) block.remove();
  }
}
