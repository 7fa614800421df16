import { Parser } from 'htmlparser2';
import { withoutInvisible } from '../invisible-characters.ts';
import { withoutControls } from './control-characters.ts';
import { DomDocument, type DomElement, DomText } from './dom.ts';
import { CONTROLS, HEADINGS, names, SILENT, SURROUNDINGS } from './element-names.ts';
import type { HiddenCounts } from './hidden-counts.ts';
import { formulaOf, isPicker, isTask, isTransparent, keepsSpaces, newElement } from './html-elements.ts';
import { PageHead } from './page-head.ts';
import { type Look, PageLooks, type Unseen } from './page-looks.ts';
import { PageMarks } from './page-marks.ts';
import { StreamedParts } from './streamed-parts.ts';
import { isMuted as isMutedElement, WaitingText } from './waiting-text.ts';

/** Articles nest some thirty deep; what lies deeper loses its elements, not its text. */
const MAX_DEPTH = 100;
/** Of open elements. The parser compares each closing tag with all of them. */
const MAX_OPEN = 400;
const MAX_ELEMENTS = 12_000;
/** Of the depths of all elements together. */
const MAX_NESTING = 240_000;
const MAX_TAGS = 80_000;
const MAX_TEXT_CHARS = 1_000_000;
/** Of the depths of all characters together: readability looks at a text once for each element around it. */
const MAX_NESTED_CHARS = 20_000_000;
/** What waits for a script may hold what waits as well. */
const MAX_PASSES = 5;

/** The document has these already. */
const ROOTS = names('html body');
const QUOTES = names('blockquote');

export interface BoundedHtml {
  document: DomDocument;
  head: PageHead;
  marks: PageMarks;
  truncated: boolean;
  /** What of its text nobody sees, which was left out. */
  hidden: HiddenCounts;
}

/** Where the children of an open element go: null if they are left out. */
interface Place {
  parent: DomElement | null;
  /** How it is hidden, if it is. */
  hidden: Unseen | null;
  look: Look;
  depth: number;
  /** Whether white space in it is part of its text. */
  keepsSpace: boolean;
}

/**
 * Builds a document from any HTML in one linear pass, within bounds: readability takes time that grows with depth times
 * size, and throws on fragments. Scripts, styles, what nobody sees and, unless `whole`, navigation and footers never
 * become elements.
 * Links and images have absolute addresses of the web, or none.
 */
export function boundedHtml(html: string, url: string, { whole = false } = {}): BoundedHtml {
  let shown: ReadonlySet<number> = new Set();
  for (let pass = 1; ; pass++) {
    const waiting = new WaitingText(shown);
    const built = build(html, url, whole, waiting);
    const more = pass < MAX_PASSES ? [...waiting.shown(built.document.body)] : [];
    if (more.length === 0) return built;
    shown = new Set([...shown, ...more]);
  }
}

function build(html: string, url: string, whole: boolean, waiting: WaitingText): BoundedHtml {
  const document = new DomDocument();
  const head = new PageHead(url);
  const marks = new PageMarks();
  const source = withinTags(html);
  let truncated = source.length < html.length;
  let isFull = false;
  const looks = new PageLooks(source);
  const streamed = new StreamedParts(source);
  const hidden: HiddenCounts = {};
  const outermost: Place = { parent: document.body, hidden: null, look: looks.first, depth: 0, keepsSpace: false };
  let place = outermost;
  let open: Place[] = [];
  let elements = 0;
  let nesting = 0;
  let text = '';
  let chars = 0;
  let nestedChars = 0;
  /** Whether the text here is none of the page's own, and whether it was around each open element. */
  let isMuted = false;
  let mutes: boolean[] = [];

  function flush() {
    if (text === '') return;
    const clean = withoutInvisible(withoutControls(text), count);
    place.parent?.appendChild(new DomText(place.keepsSpace ? clean : clean.replace(/\s+/g, ' ')));
    text = '';
  }

  function count(way: keyof HiddenCounts) {
    hidden[way] = (hidden[way] ?? 0) + 1;
  }

  function isLeftOut(name: string): boolean {
    return SILENT.has(name) || (!whole && SURROUNDINGS.has(name) && !isWithin(QUOTES));
  }

  const isWithin = (names: ReadonlySet<string>) =>
    [place, ...open].some(({ parent }) => parent !== null && names.has(parent.localName));

  function placeWithin(name: string, attributes: Record<string, string>): Place {
    const { parent, depth, keepsSpace } = place;
    if (parent === null) return place;
    if (isLeftOut(name)) return { ...place, parent: null };
    if (ROOTS.has(name)) return { ...place, look: looks.ofRoot(place.look, name, attributes) };
    const given = looks.within(place.look, name, attributes);
    const waits = waiting.isShown(parser.startIndex) || streamed.isPart(attributes.id);
    const seen = waits && (typeof given === 'string' || given.unseen !== place.look.unseen) ? place.look : given;
    if (typeof seen === 'string' && holdsFormula(name, attributes)) {
      return { ...place, look: { ...place.look, unseen: waiting.unseen(seen, -1) } };
    }
    const way = waits ? null : (wayOf(name, attributes) ?? (typeof seen === 'string' ? seen : null));
    if (way !== null) return { ...place, parent: null, hidden: waiting.unseen(way, parser.startIndex) };
    const look = typeof seen === 'string' ? place.look : name === 'math' ? { ...seen, unseen: null } : seen;
    if (look.unseen !== null && look.unseen !== place.look.unseen) waiting.note(look.unseen, parser.startIndex);
    if (isTransparent(name, attributes) || isNothing(name, look)) {
      return look === place.look ? place : { ...place, look };
    }
    if (depth >= MAX_DEPTH) {
      truncated = true;
      return { ...place, look, depth: depth + 1 };
    }
    elements += 1;
    nesting += depth;
    if (elements > MAX_ELEMENTS || nesting > MAX_NESTING) {
      isFull = true;
      return place;
    }
    flush();
    const element = newElement(name, attributes, head.base);
    parent.appendChild(element);
    marks.take(element, name, attributes);
    // The headings of what can be folded away are buttons.
    const within = CONTROLS.has(name) && !isWithin(HEADINGS) ? null : element;
    const keeps = keepsSpace || keepsSpaces(name, attributes);
    return { parent: within, hidden: null, look, depth: depth + 1, keepsSpace: keeps };
  }

  const handler = {
    onopentag(tag: string, given: Record<string, string>) {
      mutes.push(isMuted);
      isMuted ||= isMutedElement(tag, given);
      const formula = formulaOf(tag, given);
      const name = formula ?? (tag === 'amp-img' ? 'img' : tag);
      const attributes = formula === null ? given : { class: 'language-math' };
      head.openTag(name, attributes);
      if (isTask(name, attributes)) text += 'checked' in attributes ? '[x] ' : '[ ] ';
      const within = isPicker(name, attributes) ? place : placeWithin(name, attributes);
      // What stands before an element that is left out is not part of it.
      if (within.parent !== place.parent) flush();
      if (tag === 'template' && place.parent !== null && streamed.isPlace(given.id)) {
        flush();
        streamed.place(place.parent, given.id);
      }
      if (within.parent !== null && streamed.isPart(given.id)) streamed.part(within.parent, given.id);
      open.push(place);
      place = within;
      if (isFull || open.length >= MAX_OPEN) parser.pause();
    },
    ontext(data: string) {
      if (head.takeText(data)) return;
      const unseen = place.parent === null ? place.hidden : place.look.unseen;
      // Each element that is hidden counts once, if it has a text.
      if (unseen !== null && !unseen.isCounted && /\S/.test(data)) {
        unseen.isCounted = true;
        count(unseen.way);
      }
      if (unseen !== null && !isMuted) unseen.chars += data.trim().length;
      if (place.parent === null || unseen !== null) return;
      const nestedLeft = Math.floor((MAX_NESTED_CHARS - nestedChars) / (place.depth + 1));
      const left = Math.min(MAX_TEXT_CHARS - chars, nestedLeft);
      chars += data.length;
      nestedChars += data.length * (place.depth + 1);
      text += data.slice(0, left);
      isFull ||= data.length > left;
      if (isFull) parser.pause();
    },
    oncomment(data: string) {
      if (place.parent !== null && streamed.isEnd(data)) {
        flush();
        streamed.end(place.parent);
      }
    },
    onclosetag(tag: string) {
      head.closeTag(tag);
      isMuted = mutes.pop() ?? false;
      const outside = open.pop() ?? place;
      if (outside.parent !== place.parent) flush();
      place = outside;
    },
  };

  let parser = new Parser(handler);
  let at = 0;
  parser.end(source);
  // Where too much is open, tags are not closed: the rest is read as if they were.
  while (open.length >= MAX_OPEN && !isFull) {
    truncated = true;
    at += parser.endIndex + 1;
    open = [];
    mutes = [];
    isMuted = false;
    place = outermost;
    parser = new Parser(handler);
    parser.end(source.slice(at));
  }
  flush();
  streamed.arrange();
  return { document, head, marks, truncated: truncated || isFull, hidden };
}

/** Programs that draw formulas with other characters hide the formula itself, for those who have it read out. */
function holdsFormula(name: string, attributes: Record<string, string>): boolean {
  return /mathml|assistive-mml/i.test(`${name} ${attributes.class ?? ''}`);
}

/** How attributes hide an element. What a browser finds in a search of the page is not hidden. */
function wayOf(name: string, attributes: Record<string, string>): Unseen['way'] | null {
  if (attributes.hidden !== undefined && attributes.hidden.toLowerCase() !== 'until-found') return 'hidden';
  return attributes['aria-hidden'] === 'true' && name !== 'img' ? 'aria_hidden' : null;
}

/** Whether nothing is left of an element whose text is not seen. Pictures need no font and have their own colours. */
function isNothing(name: string, { unseen }: Look): boolean {
  return unseen !== null && (name === 'a' || (name === 'img' && unseen.way === 'visibility'));
}

/** The text up to the last tag that we read. */
function withinTags(html: string): string {
  let tags = 0;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) {
    if (/[a-z/!?]/i.test(html[at + 1] ?? '')) tags += 1;
    if (tags > MAX_TAGS) return html.slice(0, at);
  }
  return html;
}
