import type { DomElement } from './dom.ts';
import { HEADINGS, names } from './element-names.ts';

const PARTS = names('table caption thead tbody tfoot tr td th colgroup col');
const CELLS = names('td th');
/** A cell with more characters, and more of the page than this share, holds the page. */
const MAX_CELL_CHARS = 500;
const MAX_CELL_SHARE = 0.4;

/** Tables that lay out a page become plain blocks. Those that are left hold data. */
export function unwrapLayoutTables(body: DomElement) {
  const pageChars = body.textLength;
  // The inner ones first: what holds one that is left lays out the page.
  for (const table of body.getElementsByTagName('table').reverse()) if (isLayout(table, pageChars)) unwrapTable(table);
}

/** Makes a table, or a part of one, plain blocks. Tables within it stay. */
export function unwrapTable(part: DomElement) {
  const table = tableOf(part);
  for (const element of part.getElementsByTagName('*'))
    if (PARTS.has(element.localName) && tableOf(element) === table) element.rename('div');
  if (PARTS.has(part.localName)) part.rename('div');
}

function isLayout(table: DomElement, pageChars: number): boolean {
  const role = table.getAttribute('role');
  if (role === 'presentation' || role === 'none') return true;
  if (table.getElementsByTagName('table').length > 0) return true;
  const rows = table.getElementsByTagName('tr').map((row) => row.children.filter(isCell));
  if (rows.every((cells) => cells.length < 2)) return true;
  const limit = Math.max(MAX_CELL_CHARS, pageChars * MAX_CELL_SHARE);
  return rows.flat().some((cell) => cell.textLength > limit || (cell.localName === 'td' && holdsHeading(cell)));
}

const isCell = ({ localName }: DomElement) => CELLS.has(localName);

const holdsHeading = (cell: DomElement) => cell.querySelectorAll([...HEADINGS].join(',')).length > 0;

/** The table that an element is a part of. */
function tableOf(element: DomElement): DomElement | null {
  let at: DomElement | null = element;
  while (at !== null && at.localName !== 'table') at = at.parentNode;
  return at;
}
