import { leafBlocks } from './clutter.ts';
import { DomElement, type DomNode, isElement } from './dom.ts';

/** Shorter texts below a title are notes. */
const MIN_CHARS = 60;
const MIN_KNOWN_CHARS = 20;
/** An article is longer. */
const MIN_ALONE_CHARS = 250;

/** The first paragraph of a page that stands below this heading, if one is given; empty if there is none. */
export function firstParagraph(body: DomElement, heading?: DomElement): string {
  let isBelow = heading === undefined;
  for (const block of leafBlocks(body)) {
    if (block === heading) isBelow = true;
    else if (isBelow && isParagraph(block)) return block.textContent;
  }
  return '';
}

function isParagraph(block: DomElement): boolean {
  const linked = block.getElementsByTagName('a').reduce((sum, { textLength }) => sum + textLength, 0);
  return block.textLength - linked >= MIN_CHARS;
}

/** The first text that is long enough to be known by. */
function firstText(node: DomNode): string {
  if (!isElement(node)) return node.textLength >= MIN_KNOWN_CHARS ? node.textContent : '';
  for (const child of node.childNodes) {
    const text = firstText(child);
    if (text !== '') return text;
  }
  return '';
}

/**
 * What was found, and before it the element with the opening of the article if that was left out, up to where both are
 * under one parent. If the opening stands after what was found, that is not the article: its element alone.
 */
export function withOpening(found: DomElement, body: DomElement, opening: string): DomElement {
  const first = firstText(found);
  if (opening === '' || first === '' || found.textContent.includes(opening)) return found;
  let element = [...leafBlocks(body)].find((block) => block.textContent === opening) ?? null;
  while (element?.parentNode && !element.parentNode.textContent.includes(first)) element = element.parentNode;
  if (element === null || element.parentNode === null) return found;
  const around = element.parentNode.textContent;
  if (around.indexOf(opening) > around.indexOf(first)) return element.textLength < MIN_ALONE_CHARS ? found : element;
  const both = new DomElement('div');
  both.appendChild(element);
  both.appendChild(found);
  return both;
}
