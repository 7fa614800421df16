/// <reference path="./readability.d.ts" />
import Readability from '@mozilla/readability/Readability.js';
import { removeSurroundings, titleHeading, withoutClutter, withoutControls } from './clutter.ts';
import type { DomDocument, DomElement } from './dom.ts';
import type { Metadata } from './metadata.ts';
import { firstParagraph, withOpening } from './opening.ts';
import type { PageHead } from './page-head.ts';
import { unveilUnits, veilUnits } from './structure.ts';
import { threadOf } from './thread.ts';

/** Readability finds fewer characters than this on pages that are not articles. */
const SHORT_CHARS = 250;
/** Added to the share of links with which Readability takes a block out: boxes with a product have as many. */
const LINK_DENSITY_MODIFIER = 0.15;
/** Of the text in the page's own main element, what readability has to find to be believed. */
const MIN_SHARE_OF_MAIN = 0.5;

/**
 * The main content of a page: what readability finds, or the page's own main element if that is far more. Takes the
 * document apart.
 */
export function mainContent(document: DomDocument, about: Metadata, head: PageHead): DomElement {
  const { body } = document;
  const heading = titleHeading(body, about.title);
  const opening = heading === undefined ? '' : firstParagraph(body, heading);
  const thread = threadOf(body, head);
  veilUnits(body);
  const content = thread
    ? withoutControls(withOpening(thread, body, opening || firstParagraph(body)))
    : contentOf(document, about, opening);
  unveilUnits(content);
  return content;
}

function contentOf(document: DomDocument, about: Metadata, opening: string): DomElement {
  const { body } = document;
  removeSurroundings(body, about.title);
  const mainChars = textLength(mainElement(body, opening));
  const article = new Readability(document, {
    keepClasses: true,
    disableJSONLD: true,
    linkDensityModifier: LINK_DENSITY_MODIFIER,
    serializer: (element) => element,
  }).parse()?.content;
  body.restore();
  const found = article ? withoutClutter(withOpening(article, body, opening), about) : null;
  const foundChars = textLength(found);
  if (found !== null && foundChars >= SHORT_CHARS && foundChars >= mainChars * MIN_SHARE_OF_MAIN) return found;
  for (const element of [mainElement(body, opening), body]) {
    const content = element && withoutClutter(element, about);
    if (content && textLength(content) > foundChars) return content;
  }
  return found ?? body;
}

/** The element that the page itself names as its main one, if there is just one and the article begins in it. */
function mainElement(body: DomElement, opening: string): DomElement | null {
  const all = body.getElementsByTagName('*');
  const named = all.filter((element) => element.localName === 'main' || element.getAttribute('role') === 'main');
  const [element, ...others] = named.length === 1 ? named : all.filter(({ localName }) => localName === 'article');
  if (element === undefined || others.length > 0) return null;
  return body.textContent.includes(opening) && !element.textContent.includes(opening) ? null : element;
}

/** Of text that is not a link: menus are long, too. */
function textLength(element: DomElement | null): number {
  if (element === null) return 0;
  let chars = element.textLength;
  for (const link of element.getElementsByTagName('a')) chars -= link.textLength;
  return Math.max(0, chars);
}
