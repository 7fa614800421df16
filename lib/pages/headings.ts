import { type DomElement, isElement } from './dom.ts';
import { HEADINGS } from './element-names.ts';

/** The longest text beside a heading that only leads to it or to its source, as `[edit | edit source]`. */
const MAX_BESIDE_CHARS = 40;

/** Headings hold their words alone: no links to themselves or to their source, and no element around for these. */
export function tidyHeadings(body: DomElement) {
  for (const heading of body.querySelectorAll([...HEADINGS].join(','))) {
    for (const element of heading.getElementsByTagName('*')) {
      if (element.parentNode === null) continue;
      if (isSign(element)) element.remove();
      else if (isLinkTo(element, heading)) element.unwrap();
    }
    standAlone(heading);
  }
}

/** Takes out of headings what can be pressed beside their words: copies, folds, permanent links. */
export function removeButtons(headings: DomElement[]) {
  for (const heading of headings) {
    for (const button of heading.getElementsByTagName('button'))
      if (heading.textContent.trim() !== button.textContent.trim()) button.remove();
  }
}

/** A link without words, or one within brackets. */
function isSign(element: DomElement): boolean {
  const text = element.textContent.trim();
  if (element.localName === 'a') return !/[\p{L}\p{N}]/u.test(text) && !holdsImage(element);
  return /^\[.*\]$/s.test(text) && element.getElementsByTagName('a').length > 0;
}

const holdsImage = (element: DomElement) => element.getElementsByTagName('img').length > 0;

function isLinkTo(element: DomElement, heading: DomElement): boolean {
  const id = heading.id || element.id;
  return element.localName === 'a' && id !== '' && (element.getAttribute('href') ?? '').endsWith(`#${id}`);
}

/** A block around a heading and nothing else but links of its own gives way to it. */
function standAlone(heading: DomElement) {
  const around = heading.parentNode;
  if (around?.localName !== 'div' || around.parentNode === null) return;
  const others = around.childNodes.filter((child) => child !== heading && /\S/.test(child.textContent));
  const chars = around.textLength - heading.textLength;
  if (chars > MAX_BESIDE_CHARS || !others.every((other) => isElement(other) && isBeside(other, heading))) return;
  around.parentNode.replaceChild(heading, around);
}

function isBeside(element: DomElement, heading: DomElement): boolean {
  return isSign(element) || isLinkTo(element, heading);
}
