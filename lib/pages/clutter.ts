import { type DomElement, type DomNode, isElement, isText } from './dom.ts';
import { BLOCKS, CONTROLS, HEADINGS, names } from './element-names.ts';
import { holdsBlock, removeLinkBlocks } from './link-blocks.ts';
import type { Metadata } from './metadata.ts';
import { removeNoise } from './noise.ts';
import { comparable } from './one-line.ts';
import { isoDate } from './page-date.ts';

/** Forms and questions to the reader are shorter than what they ask about. */
const MAX_FORM_CHARS = 300;
const MAX_FORM_SHARE = 0.2;
/** Notes of who and when are shorter than a paragraph. */
const MAX_NOTE_CHARS = 120;
const MAX_LABEL_CHARS = 20;
const MAX_CAPTION_CHARS = 1_000;
/** Which of how many: `Image 1 of 8`, `1 / 8`. */
const COUNTER = /^(?:\p{L}+ )?(?<at>\d{1,3})(?: ?\/ ?| \p{L}+ )\d{1,3}$/u;

/** What no form holds. */
const CONTENT = names('pre table img blockquote h1');
/** Blocks whose parts are no blocks of the page. */
const UNITS = names('table ul ol dl pre figure blockquote');

/** Takes out of a page, before its content is looked for, what stands before its title, forms, and lone labels. */
export function removeSurroundings(body: DomElement, title: string) {
  removeForms(body);
  removeTitle(body, title);
  removeLabels(body);
}

/** Takes out of a conversation what is there to be pressed, and links elsewhere. Its notes say who wrote what. */
export function withoutControls(thread: DomElement): DomElement {
  removeNoise(thread);
  removeForms(thread);
  removeLinkBlocks(thread);
  return thread;
}

/** Takes out of the content what is left of links elsewhere, and notes. Judges by tags, lengths and links. */
export function withoutClutter(content: DomElement, about: Metadata): DomElement {
  removeLinkBlocks(content);
  removeCaptions(content);
  removeNotes(content, about);
  removeEmptySections(content);
  return content;
}

const textOf = (element: DomElement) => element.textContent.replace(/\s+/g, ' ').trim();
/** With a space before and after each, so that a part of a word is none. */
const words = (text: string) =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** The heading that repeats the title of the page, or the first that begins with it. */
export function titleHeading(content: DomElement, title: string): DomElement | undefined {
  const wanted = comparable(title);
  if (wanted === '') return undefined;
  return (
    content.querySelectorAll('h1,h2,h3').find((element) => comparable(element.textContent) === wanted) ??
    content.querySelectorAll('h1').find((element) => comparable(element.textContent).startsWith(wanted))
  );
}

/** The heading that repeats the title, and what stands before it in the same content, unless that is most of it. */
function removeTitle(content: DomElement, title: string) {
  const heading = titleHeading(content, title);
  if (heading === undefined) return;
  const before = [...precedingIn(content, heading)];
  const chars = before.reduce((sum, node) => sum + node.textLength, 0);
  if (chars < content.textLength * MAX_FORM_SHARE) {
    for (const node of before) if (!isElement(node) || !holdsImage(node)) node.remove();
  }
  if (heading.localName === 'h1') removeNextArticles(heading);
  heading.remove();
}

/** Sites that scroll on without an end have further articles below: elements like that of the title, with a title each. */
function removeNextArticles(heading: DomElement) {
  for (let at = heading.parentNode; at !== null && at.localName !== 'body'; at = at.parentNode) {
    const { localName, className } = at;
    for (let next = at.nextElementSibling; next !== null; ) {
      const other = next;
      next = next.nextElementSibling;
      const isAlike = other.localName === localName && other.className === className;
      if (isAlike && other.getElementsByTagName('h1').length === 1) other.remove();
    }
  }
}

const holdsImage = (element: DomElement) =>
  element.localName === 'img' || element.getElementsByTagName('img').length > 0;

export function* precedingIn(content: DomElement, element: DomElement): Generator<DomNode> {
  for (let at: DomElement | null = element; at !== null && at !== content; at = at.parentNode) {
    for (const sibling of [...(at.parentNode?.childNodes ?? [])]) {
      if (sibling === at) break;
      yield sibling;
    }
  }
}

/** Small blocks around something to fill in or press. */
function removeForms(content: DomElement) {
  const limit = Math.min(MAX_FORM_CHARS, content.textLength * MAX_FORM_SHARE);
  const weights = new Map<DomElement, Weight>();
  weigh(content, weights);
  const walk = (parent: DomElement) => {
    for (const child of [...parent.children]) {
      const { chars, hasControl, hasContent } = weights.get(child) ?? {
        chars: 0,
        hasControl: false,
        hasContent: false,
      };
      if (!hasControl) continue;
      if (chars <= limit && !hasContent && !HEADINGS.has(child.localName)) child.remove();
      else walk(child);
    }
  };
  walk(content);
}

interface Weight {
  chars: number;
  hasControl: boolean;
  /** Something that no form holds. */
  hasContent: boolean;
}

/** Weighs every element below, each once. */
function weigh(element: DomElement, weights: Map<DomElement, Weight>): Weight {
  const weight = {
    chars: 0,
    hasControl: CONTROLS.has(element.localName) || element.localName === 'input',
    hasContent: CONTENT.has(element.localName),
  };
  for (const child of element.childNodes) {
    if (isText(child)) weight.chars += child.textContent.trim().length;
    if (!isElement(child)) continue;
    const { chars, hasControl, hasContent } = weigh(child, weights);
    weight.chars += chars;
    weight.hasControl ||= hasControl;
    weight.hasContent ||= hasContent;
  }
  weights.set(element, weight);
  return weight;
}

/** Short lines with the author or the date before the first paragraph. */
function removeNotes(content: DomElement, { author, published, lang }: Metadata) {
  const names = author === '' ? [] : author.split(', ').map(words);
  for (const block of [...leafBlocks(content)]) {
    if (block.textLength > MAX_NOTE_CHARS) return;
    const text = textOf(block);
    if (HEADINGS.has(block.localName)) continue;
    if (names.some((name) => words(text).includes(name)) || isSameDay(text, published, lang)) block.remove();
  }
}

/** Texts beside pictures that say nothing new: a caption that stands there already, or which picture of how many it is. */
function removeCaptions(content: DomElement) {
  if (!holdsImage(content)) return;
  const captions = new Set(content.getElementsByTagName('figcaption').map(textOf));
  const seen = new Set<string>();
  for (const element of content.querySelectorAll('figcaption,p,div,span')) {
    if (element.textLength > MAX_CAPTION_CHARS || holdsBlock(element) || holdsImage(element)) continue;
    const text = textOf(element);
    const isRepeated = captions.has(text) && seen.has(text);
    if (isRepeated || (COUNTER.test(text) && isBesideImage(element))) element.remove();
    seen.add(text);
  }
}

function isBesideImage(element: DomElement): boolean {
  for (let at = element.parentNode, steps = 0; at !== null && steps < 3; at = at.parentNode, steps++)
    if (holdsImage(at)) return true;
  return false;
}

/** One word alone, such as the one that must stand above advertising. */
function removeLabels(content: DomElement) {
  for (const block of [...leafBlocks(content)]) {
    const isShort = block.localName === 'div' && block.textLength <= MAX_LABEL_CHARS;
    if (isShort && /^\p{L}+$/u.test(textOf(block)) && !holdsImage(block)) block.remove();
  }
}

function isSameDay(text: string, published: string, lang: string): boolean {
  return published !== '' && isoDate(text, lang).slice(0, 10) === published.slice(0, 10);
}

/** The innermost blocks of text, in the order of the page. */
export function* leafBlocks(parent: DomElement): Generator<DomElement> {
  for (const child of parent.children) {
    if (UNITS.has(child.localName)) continue;
    if (holdsBlock(child)) yield* leafBlocks(child);
    else if (BLOCKS.has(child.localName)) yield child;
  }
}

/** Headings of which nothing is left, at the end or before a heading of their own rank or a higher one. */
function removeEmptySections(content: DomElement) {
  let above: DomElement[] = [];
  const walk = (parent: DomElement) => {
    for (const node of [...parent.childNodes]) {
      if (isText(node) && node.textContent.trim() !== '') above = [];
      if (!isElement(node)) continue;
      if (HEADINGS.has(node.localName)) {
        for (const heading of above.filter(({ localName }) => localName >= node.localName)) heading.remove();
        above = [...above.filter(({ localName }) => localName < node.localName), node];
      } else if (node.localName === 'img') above = [];
      else walk(node);
    }
  };
  walk(content);
  for (const heading of above) heading.remove();
}
