import { type DomElement, type DomNode, isElement, isText } from './dom.ts';
import { HEADINGS } from './element-names.ts';
import { inline } from './one-line.ts';

const MAX_LINE_CHARS = 160;
const MAX_PART_CHARS = 80;
const MAX_STEPS = 30;
const LINES_ABOVE = 2;
/** Of text between a heading and who wrote what is below it: a summary may stand there. */
const MAX_NEAR_CHARS = 600;
/** How pages name the parts that hold comments, other articles, and works that the text cites. */
const OTHERS = /comment|related|sidebar|widget|recommend|popular|reference|citation/i;

/** What of a page belongs to the text below its title: comments and other articles have authors and dates, too. */
export class PageScope {
  readonly #heading: DomElement | null;
  readonly #article: DomElement | null;
  /** What the heading is in. */
  readonly #around = new Set<DomElement>();
  #lines: string[] | null = null;

  constructor(heading: DomElement | null) {
    this.#heading = heading;
    for (let at = heading?.parentNode ?? null; at !== null; at = at.parentNode) this.#around.add(at);
    this.#article = [...this.#around].find(({ localName }) => localName === 'article') ?? null;
  }

  /** Those elements that are not of comments or other articles, with those of the heading's article first. */
  ordered(elements: DomElement[]): DomElement[] {
    const own = elements.filter((element) => !this.#isOfAnother(element));
    const [inside, outside] = [true, false].map((wanted) =>
      own.filter((element) => (this.#article !== null && isWithin(element, this.#article)) === wanted),
    ) as [DomElement[], DomElement[]];
    return [...inside, ...outside];
  }

  /** Whether an element stands in the heading's article or little text away from the heading: others are of somebody quoted. */
  isNear(element: DomElement): boolean {
    const heading = this.#heading;
    if (heading === null || (this.#article !== null && isWithin(element, this.#article))) return true;
    let around: DomElement | null = element;
    while (around !== null && !this.#around.has(around)) around = around.parentNode;
    return around !== null && charsBetween(around, heading, element) <= MAX_NEAR_CHARS;
  }

  /** The short lines about the heading: those that follow it, before a paragraph or another heading, and two above it. */
  lines(): string[] {
    this.#lines ??= this.#heading === null ? [] : [...linesBelow(this.#heading), ...linesAbove(this.#heading)];
    return this.#lines;
  }

  #isOfAnother(element: DomElement): boolean {
    let isNested = false;
    for (let at: DomElement | null = element; at !== null; at = at.parentNode) {
      // What holds the title as well is no part beside it.
      if (this.#around.has(at)) return isNested;
      if (OTHERS.test(`${at.className} ${at.id}`)) return true;
      isNested ||= at.localName === 'article' && this.#article !== null;
    }
    return false;
  }
}

function isWithin(element: DomElement, container: DomElement): boolean {
  for (let at: DomElement | null = element; at !== null; at = at.parentNode) if (at === container) return true;
  return false;
}

/** The text between two elements in what holds both. */
function charsBetween(around: DomElement, one: DomElement, other: DomElement): number {
  let chars = -1;
  const walk = (node: DomNode): boolean => {
    if (node === one || node === other) {
      if (chars >= 0) return true;
      chars = 0;
    } else if (isText(node)) chars += chars >= 0 ? node.textLength : 0;
    else if (isElement(node)) return node.childNodes.some(walk);
    return false;
  };
  walk(around);
  return chars;
}

function linesBelow(heading: DomElement): string[] {
  const lines: string[] = [];
  let element: DomElement | null = heading;
  for (let steps = 0; element !== null && steps < MAX_STEPS; steps++) {
    element = following(element);
    const line = inline(element?.textContent ?? '');
    if (line.length > MAX_LINE_CHARS || HEADINGS.has(element?.localName ?? '')) break;
    lines.push(line);
  }
  return lines;
}

function linesAbove(heading: DomElement): string[] {
  const lines: string[] = [];
  for (let at = heading.previousSibling; at !== null && lines.length < LINES_ABOVE; at = at.previousSibling) {
    const line = inline(at.textContent);
    if (line.length > MAX_PART_CHARS) break;
    if (line !== '') lines.push(line);
  }
  return lines;
}

/** The next element in the order of the page that is not within this one. */
function following(element: DomElement): DomElement | null {
  for (let at: DomElement | null = element; at !== null; at = at.parentNode) {
    const next = at.nextElementSibling;
    if (next === null) continue;
    let leaf: DomElement = next;
    while (leaf.children[0] !== undefined && holdsLines(leaf)) leaf = leaf.children[0];
    return leaf;
  }
  return null;
}

/** Whether an element is more than one line of text. */
function holdsLines(element: DomElement): boolean {
  const isLong = inline(element.textContent).length > MAX_PART_CHARS;
  return (
    (isLong && element.localName !== 'p') ||
    element.children.some(({ localName }) => /^(div|p|ul|li|section|header)$/.test(localName))
  );
}
