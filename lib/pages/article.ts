/// <reference path="./readability.d.ts" />
import Readability from '@mozilla/readability/Readability.js';
import { removeSurroundings, titleHeading, withoutClutter, withoutControls } from './clutter.ts';
import { type ContentKind, claimsOf, contentKind } from './content-kind.ts';
import type { DomDocument, DomElement } from './dom.ts';
import { names } from './element-names.ts';
import { holdsBlock } from './link-blocks.ts';
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

/** Of what all sections of a page say, what an article has to say to be the page: less on one that says it is an article. */
const MIN_SHARE_OF_SECTIONS = 0.9;
const MIN_SHARE_OF_CLAIMED = 0.4;
/** Of a page's text, in paragraphs: if these are that much, only they are compared. With less, nothing is an article. */
const MIN_PROSE_SHARE = 0.3;
const MIN_PARAGRAPH_BYTES = 100;
const UNITS = names('table ul ol dl pre blockquote');

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
  const claims = claimsOf(head, about);
  removeNoise(document.body);
  const sections = sectionsOf(document.body.copy(), about, claims.isProduct);
  const kind = contentKind(sections, claims, false);
  // Each thing is of the same worth, and an article would be the longest of them.
  if (kind === 'collection' || kind === 'listing') return { element: sections, kind, isUncertain: false };
  const chars = textLength(sections);
  const prose = proseLength(sections);
  const isProse = prose >= chars * MIN_PROSE_SHARE;
  const article = claims.isArticle || isProse ? contentOf(document, about, opening) : null;
  const isEnough = (element: DomElement) => {
    const share = textLength(element) / chars;
    if (share >= MIN_SHARE_OF_SECTIONS || (claims.isArticle && share >= MIN_SHARE_OF_CLAIMED)) return true;
    return share >= MIN_SHARE_OF_CLAIMED && proseLength(element) >= prose * MIN_SHARE_OF_SECTIONS;
  };
  const isText = article !== null && isEnough(article);
  const element = isText ? article : sections;
  return { element, kind: contentKind(element, claims, isText), isUncertain: claims.isArticle && !isText };
}

/** The text of what is more than a line: paragraphs, lists, tables and code. Letters of other scripts say more each. */
function proseLength(parent: DomElement): number {
  let chars = 0;
  for (const child of parent.children) {
    if (!UNITS.has(child.localName) && holdsBlock(child)) chars += proseLength(child);
    else if (Buffer.byteLength(child.textContent) >= MIN_PARAGRAPH_BYTES) {
      const own = textLength(child);
      if (own * 2 >= child.textLength) chars += own;
    }
  }
  return chars;
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
