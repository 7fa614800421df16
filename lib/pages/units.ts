import { countWords } from './count-words.ts';
import type { DomElement } from './dom.ts';
import { BLOCKS, names } from './element-names.ts';
import { inline } from './one-line.ts';

/** What says something whatever its length. */
const TELLING = names('img pre blockquote code');
/** Fewer units repeat things by chance. */
const MIN_UNITS = 3;
/** How far up the names of a column go. */
const COLUMN_NAMES = 3;
/** Of the units, those in which a part stands before it counts as one of each. */
const MIN_PRESENT = 0.5;
/** A column of fewer words in the mean is no text: what a member is, and how many posts, likes and points they have. */
const MIN_WORDS = 4;
/** Of a column's texts, those that are the same. */
const SAME = 0.6;

/** Where in its unit an element stands, by the names that repeat from unit to unit: its own and those around it. */
export function columnOf(element: DomElement): string {
  const names: string[] = [];
  for (let at: DomElement | null = element; at !== null && names.length < COLUMN_NAMES; at = at.parentNode) {
    const classes = at.className.replace(/\S*\d\S*/g, '').trim();
    names.push(`${at.localName} ${classes} ${at.getAttribute('itemprop') ?? ''}`);
  }
  return names.join('<');
}

/** A part that stands in most units, with what each of them has in it. */
interface Column {
  elements: DomElement[];
  units: Set<DomElement>;
  words: number;
  texts: Map<string, number>;
}

/**
 * Takes out of units that are alike — posts, items, cards — the parts that are the same in most of them, and those that
 * never hold more than a few words: what there is to be pressed, and counted.
 */
export function removeMachinery(units: DomElement[], kept: ReadonlySet<DomElement> = new Set()) {
  if (units.length < MIN_UNITS) return;
  const columns = new Map<string, Column>();
  for (const unit of units) for (const element of partsOf(unit)) note(columns, unit, element);
  for (const { elements, units: present, words, texts } of columns.values()) {
    if (present.size < Math.max(MIN_UNITS, units.length * MIN_PRESENT)) continue;
    const isSame = Math.max(...texts.values()) >= elements.length * SAME;
    const isShort = words < elements.length * MIN_WORDS;
    if (!isSame && !isShort) continue;
    for (const element of elements) if (!kept.has(element)) element.remove();
  }
}

function* partsOf(unit: DomElement): Generator<DomElement> {
  for (const child of unit.children) {
    if (TELLING.has(child.localName)) continue;
    const within = child.getElementsByTagName('*');
    if (!within.some(({ localName }) => TELLING.has(localName)) && (BLOCKS.has(child.localName) || within.length > 0))
      yield child;
    yield* partsOf(child);
  }
}

function note(columns: Map<string, Column>, unit: DomElement, element: DomElement) {
  const key = columnOf(element);
  const column: Column = columns.get(key) ?? { elements: [], units: new Set(), words: 0, texts: new Map() };
  columns.set(key, column);
  const text = inline(element.textContent);
  column.elements.push(element);
  column.units.add(unit);
  column.words += countWords(text);
  column.texts.set(text, (column.texts.get(text) ?? 0) + 1);
}

/** Elements beside each other that are alike. */
export interface Group {
  units: DomElement[];
  /** Whether they are cards: short, with a picture or a price, each leading to a page of its own. */
  isCards: boolean;
  isPriced: boolean;
}

/** What no group is made of: parts of texts, tables and choices. */
const NO_UNITS = names('p br h1 h2 h3 h4 h5 h6 tr td th dt dd option');
/** Of a group, those units that have what makes it a group of cards. */
const MOST = 0.6;
const MAX_CARD_CHARS = 600;
const PRICE = /[$€£¥₹]\s?\d|\d\s?[€£]|\d\s?(?:kr|zł|USD|EUR)\b/;

/** The groups of a page, the outer ones first. */
export function* groupsOf(parent: DomElement): Generator<Group> {
  const alike = new Map<string, DomElement[]>();
  for (const child of parent.children) {
    if (NO_UNITS.has(child.localName) || child.textLength === 0) continue;
    const [name = ''] = child.className.split(/\s+/).filter((one) => !/\d/.test(one));
    const key = `${child.localName} ${name}`;
    const known = alike.get(key);
    if (known) known.push(child);
    else alike.set(key, [child]);
  }
  for (const units of alike.values()) if (units.length >= MIN_UNITS) yield groupOf(units);
  for (const child of parent.children) yield* groupsOf(child);
}

function groupOf(units: DomElement[]): Group {
  const chars = units.reduce((sum, { textLength }) => sum + textLength, 0) / units.length;
  // Long ones are looked at part by part.
  if (chars > MAX_CARD_CHARS) return { units, isCards: false, isPriced: false };
  const share = (has: (unit: DomElement) => boolean) => units.filter(has).length / units.length;
  const isPriced = share(({ textContent }) => PRICE.test(textContent)) >= MOST;
  const isPictured = share((unit) => unit.getElementsByTagName('img').length > 0) >= MOST;
  return { units, isCards: (isPriced || isPictured) && share(leadsElsewhere) >= MOST, isPriced };
}

const leadsElsewhere = (unit: DomElement) =>
  unit.getElementsByTagName('a').some((link) => /^[^#]+$/.test(link.getAttribute('href') ?? ''));
