import { type ContentElement, type ContentNode, elementsIn, textOf } from './content-tree.ts';

/** The footnotes of a page: marks in the text that link to notes elsewhere in it. */
export interface Footnotes {
  /** The label of a mark. */
  marks: Map<ContentElement, string>;
  /** The label of a note. */
  notes: Map<ContentElement, string>;
  /** Links from a note back to its marks, and elements that hold nothing else. */
  backlinks: Set<ContentElement>;
}

/** A raised link to an element of the same page is a footnote's mark, whatever program wrote the page. */
export function footnotes(nodes: ContentNode[]): Footnotes {
  const elements = [...elementsIn(nodes)];
  const byId = new Map(elements.filter(({ attribs }) => attribs.id).map((element) => [element.attribs.id, element]));
  const found: Footnotes = { marks: new Map(), notes: new Map(), backlinks: new Set() };
  const labels = new Map<string, ContentElement>();
  for (const mark of elements.filter(({ name }) => name === 'sup')) {
    const link = linksIn(mark.children)[0] ?? parentLink(mark);
    const note = link && byId.get(fragment(link));
    const label = textOf(mark.children).replace(/[[\]\s]/g, '');
    if (!note || note.name === 'sup' || !/^[*\w\P{ASCII}]{1,20}$/u.test(label)) continue;
    // Two notes with one label: the second stays a link.
    if ((labels.get(label) ?? note) !== note) continue;
    labels.set(label, note);
    found.marks.set(mark, label);
    found.notes.set(note, label);
  }
  for (const note of found.notes.keys()) {
    for (const element of elementsIn(note.children)) {
      const links = element.name === 'a' ? [element] : linksIn(element.children);
      const isBack = links.length > 0 && links.every((link) => isBacklink(link, byId));
      if (isBack && !/\p{L}{2}/u.test(textOf(element.children))) found.backlinks.add(element);
    }
  }
  return found;
}

const linksIn = (nodes: ContentNode[]) => [...elementsIn(nodes)].filter(({ name }) => name === 'a');

/** It leads into this page, and its text has no words. */
function isBacklink(link: ContentElement, byId: Map<string | undefined, ContentElement>): boolean {
  return byId.has(fragment(link)) && !/\p{L}{2}/u.test(textOf(link.children));
}

function parentLink({ parent }: ContentElement): ContentElement | undefined {
  return parent && 'name' in parent && parent.name === 'a' ? (parent as ContentElement) : undefined;
}

function fragment({ attribs }: ContentElement): string {
  const href = attribs.href ?? '';
  const at = href.indexOf('#');
  if (at === -1) return '';
  try {
    return decodeURIComponent(href.slice(at + 1));
  } catch (error) {
    // A stray percent sign: the identifier may have it, too.
    if (error instanceof URIError) return href.slice(at + 1);
    throw error;
  }
}
