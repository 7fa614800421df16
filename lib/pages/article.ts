import { Readability } from '@mozilla/readability';
import { removeSurroundings, withoutClutter } from './clutter.ts';
import type { DomDocument, DomElement } from './dom.ts';
import type { Metadata } from './metadata.ts';

/** Readability finds fewer characters than this on pages that are not articles. */
const SHORT_CHARS = 250;
/** Of the text in the page's own main element, what readability has to find to be believed. */
const MIN_SHARE_OF_MAIN = 0.5;

/**
 * The main content of a page: what readability finds, or the page's own main element if that is far more. `build` gives
 * the document, and gives it again if it is needed again, because readability takes it apart.
 */
export function mainContent(build: () => DomDocument, about: Metadata): DomElement {
  const document = build();
  removeSurroundings(document.body, about.title);
  const mainChars = textLength(mainElement(document));
  const article = new Readability<DomElement>(document as never, {
    keepClasses: true,
    disableJSONLD: true,
    serializer: (element) => element as unknown as DomElement,
  }).parse()?.content;
  const found = article ? withoutClutter(article, about) : null;
  const foundChars = textLength(found);
  if (found !== null && foundChars >= SHORT_CHARS && foundChars >= mainChars * MIN_SHARE_OF_MAIN) return found;
  const again = build();
  removeSurroundings(again.body, about.title);
  for (const element of [mainElement(again), again.body]) {
    const content = element && withoutClutter(element, about);
    if (content && textLength(content) > foundChars) return content;
  }
  return found ?? again.body;
}

/** The element that the page itself names as its main one, if there is just one. */
function mainElement(document: DomDocument): DomElement | null {
  for (const selector of ['main, [role="main"]', 'article']) {
    const elements = document.querySelectorAll(selector);
    if (elements.length === 1) return elements[0] ?? null;
  }
  return null;
}

/** Of text that is not a link: menus are long, too. */
function textLength(element: DomElement | null): number {
  if (element === null) return 0;
  let chars = inlineLength(element);
  for (const link of element.getElementsByTagName('a')) chars -= inlineLength(link);
  return Math.max(0, chars);
}

const inlineLength = (element: DomElement) => element.textContent.replace(/\s+/g, ' ').length;
