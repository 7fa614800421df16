/// <reference path="./readability.d.ts" />
import Readability from '@mozilla/readability/Readability.js';
import { removeSurroundings, withoutClutter } from './clutter.ts';
import type { DomDocument, DomElement } from './dom.ts';
import type { Metadata } from './metadata.ts';
import { unveilUnits, veilUnits } from './structure.ts';

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
export function mainContent(document: DomDocument, about: Metadata): DomElement {
  veilUnits(document.body);
  const content = contentOf(document, about);
  unveilUnits(content);
  return content;
}

function contentOf(document: DomDocument, about: Metadata): DomElement {
  removeSurroundings(document.body, about.title);
  const mainChars = textLength(mainElement(document.body));
  const article = new Readability(document, {
    keepClasses: true,
    disableJSONLD: true,
    linkDensityModifier: LINK_DENSITY_MODIFIER,
    serializer: (element) => element,
  }).parse()?.content;
  const found = article ? withoutClutter(article, about) : null;
  const foundChars = textLength(found);
  if (found !== null && foundChars >= SHORT_CHARS && foundChars >= mainChars * MIN_SHARE_OF_MAIN) return found;
  const { body } = document;
  body.restore();
  for (const element of [mainElement(body), body]) {
    const content = element && withoutClutter(element, about);
    if (content && textLength(content) > foundChars) return content;
  }
  return found ?? body;
}

/** The element that the page itself names as its main one, if there is just one. */
function mainElement(body: DomElement): DomElement | null {
  const all = body.getElementsByTagName('*');
  const named = all.filter((element) => element.localName === 'main' || element.getAttribute('role') === 'main');
  const [element, ...others] = named.length === 1 ? named : all.filter(({ localName }) => localName === 'article');
  return element !== undefined && others.length === 0 ? element : null;
}

/** Of text that is not a link: menus are long, too. */
function textLength(element: DomElement | null): number {
  if (element === null) return 0;
  let chars = element.textLength;
  for (const link of element.getElementsByTagName('a')) chars -= link.textLength;
  return Math.max(0, chars);
}
