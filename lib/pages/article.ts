/// <reference path="./readability.d.ts" />
import Readability from '@mozilla/readability/Readability.js';
import { leafBlocks, removeSurroundings, titleHeading, withoutClutter, withoutControls } from './clutter.ts';
import { type ContentKind, claimsOf, contentKind } from './content-kind.ts';
import type { DomDocument, DomElement } from './dom.ts';
import type { Metadata } from './metadata.ts';
import { removeNoise } from './noise.ts';
import { firstParagraph, withOpening } from './opening.ts';
import type { PageHead } from './page-head.ts';
import { mainElement, sectionsOf } from './sections.ts';
import { unveilUnits, veilUnits } from './structure.ts';
import { threadOf } from './thread.ts';

/** Readability finds fewer characters than this on pages that are not articles. */
const SHORT_CHARS = 250;
/** Added to the share of links with which Readability takes a block out: boxes with a product have as many. */
const LINK_DENSITY_MODIFIER = 0.15;
/** Of the text in the page's own main element, what readability has to find to be believed. */
const MIN_SHARE_OF_MAIN = 0.5;

/** Of what all sections of a page have, what an article has to have to be the page: less on one that says it is an article. */
const MIN_SHARE_OF_SECTIONS = 0.8;
const MIN_SHARE_OF_CLAIMED = 0.4;
/** Of a page's text, in paragraphs: a page with less is no article. */
const MIN_PROSE_SHARE = 0.3;
const MIN_PARAGRAPH_CHARS = 100;

/** What a page is about, and how it was found. */
export interface MainContent {
  element: DomElement;
  kind: ContentKind;
  /** Whether the page says that it is an article, and none was found: then this is all of it. */
  isUncertain: boolean;
}

/**
 * The main content of a page: its posts if it is a conversation, its article if that is most of what it says, or else all
 * of its sections. Takes the document apart.
 */
export function mainContent(document: DomDocument, about: Metadata, head: PageHead): MainContent {
  const { body } = document;
  const heading = titleHeading(body, about.title);
  const opening = heading === undefined ? '' : firstParagraph(body, heading);
  const thread = threadOf(body, head);
  veilUnits(body);
  const content: MainContent = thread
    ? {
        element: withoutControls(withOpening(thread, body, opening || firstParagraph(body))),
        kind: 'forum',
        isUncertain: false,
      }
    : articleOrSections(document, about, head, opening);
  unveilUnits(content.element);
  return content;
}

function articleOrSections(document: DomDocument, about: Metadata, head: PageHead, opening: string): MainContent {
  const claims = claimsOf(head);
  removeNoise(document.body);
  const sections = sectionsOf(document.body.copy(), about, claims.isProduct);
  const enough = claims.isArticle ? MIN_SHARE_OF_CLAIMED : MIN_SHARE_OF_SECTIONS;
  const article = claims.isArticle || isProse(sections) ? contentOf(document, about, opening) : null;
  const isText = article !== null && textLength(article) >= textLength(sections) * enough;
  const element = isText ? article : sections;
  return { element, kind: contentKind(element, claims, isText), isUncertain: claims.isArticle && !isText };
}

function isProse(content: DomElement): boolean {
  let chars = 0;
  for (const block of leafBlocks(content)) {
    const own = textLength(block);
    if (own >= MIN_PARAGRAPH_CHARS) chars += own;
  }
  return chars >= textLength(content) * MIN_PROSE_SHARE;
}

function contentOf(document: DomDocument, about: Metadata, opening: string): DomElement {
  const { body } = document;
  removeSurroundings(body, about.title);
  const mainChars = textLength(mainOf(body, opening));
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
  for (const element of [mainOf(body, opening), body]) {
    const content = element && withoutClutter(element, about);
    if (content && textLength(content) > foundChars) return content;
  }
  return found ?? body;
}

/** The page's main element, if the article begins in it. */
function mainOf(body: DomElement, opening: string): DomElement | null {
  const main = mainElement(body);
  return main !== null && body.textContent.includes(opening) && !main.textContent.includes(opening) ? null : main;
}

/** Of text that is not a link: menus are long, too. */
function textLength(element: DomElement | null): number {
  if (element === null) return 0;
  let chars = element.textLength;
  for (const link of element.getElementsByTagName('a')) chars -= link.textLength;
  return Math.max(0, chars);
}
