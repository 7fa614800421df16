import { type ContentElement, type ContentNode, isContentElement } from './content-tree.ts';
import type { Writing } from './write-inline.ts';

const MAX_COLUMNS = 100;
/** Of a cell that spans rows. A longer text is written once. */
const MAX_REPEATED_CHARS = 200;

/** The cells of each row, as they stand in the page. */
export function tableRows(nodes: ContentNode[]): ContentElement[][] {
  return nodes.filter(isContentElement).flatMap((node) => {
    if (node.name === 'tr') return [node.children.filter(isContentElement)];
    return ['thead', 'tbody', 'tfoot'].includes(node.name) ? tableRows(node.children) : [];
  });
}

/** The rows of a table as lines, each cell in its column; empty if there is no text. */
export function tableGrid(
  rows: ContentElement[][],
  { markdown }: Writing,
  textOfCell: (cell: ContentElement) => string,
): string {
  const texts = gridOf(rows, (cell) => {
    const text = textOfCell(cell).replace(/\s+/g, ' ').trim();
    return markdown ? cellText(text) : text;
  }).filter((row) => row.some(Boolean));
  const [first, ...others] = texts;
  if (first === undefined) return '';
  if (!markdown) return texts.map((row) => row.join('\t').trimEnd()).join('\n');
  const columns = Math.max(...texts.map((row) => row.length));
  const line = (row: string[]) => `| ${Array.from({ length: columns }, (_, at) => row[at] ?? '').join(' | ')} |`;
  return [line(first), `|${' --- |'.repeat(columns)}`, ...others.map(line)].join('\n');
}

/** What a cell above leaves for a column of the rows below. */
interface Span {
  text: string;
  rowsLeft: number;
}

/** Every row with every column: a cell that spans columns leaves them empty, one that spans rows stands in each. */
function gridOf(rows: ContentElement[][], textOfCell: (cell: ContentElement) => string): string[][] {
  const spans: (Span | undefined)[] = [];
  return rows.map((cells) => {
    const row: string[] = [];
    const takeSpans = () => {
      for (let span = spans[row.length]; span !== undefined && span.rowsLeft > 0; span = spans[row.length]) {
        span.rowsLeft -= 1;
        row.push(span.text);
      }
    };
    for (const cell of cells) {
      takeSpans();
      if (row.length >= MAX_COLUMNS) break;
      const text = textOfCell(cell);
      const below = { text: text.length > MAX_REPEATED_CHARS ? '' : text, rowsLeft: numberOf(cell, 'rowspan') - 1 };
      for (let left = Math.min(numberOf(cell, 'colspan'), MAX_COLUMNS - row.length), at = 0; at < left; at++) {
        spans[row.length] = { ...below, text: at === 0 ? below.text : '' };
        row.push(at === 0 ? text : '');
      }
    }
    takeSpans();
    return row;
  });
}

function numberOf({ attribs }: ContentElement, name: 'colspan' | 'rowspan'): number {
  return Math.max(1, Number.parseInt(attribs[name] ?? '1', 10) || 1);
}

/** A pipe would end the cell, in code, too. A backslash before it there would escape the one that is added. */
function cellText(text: string): string {
  return text.replace(/(\\*)\|/g, (_pipe, before: string) => `${before}${before.length % 2 === 0 ? '' : ' '}\\|`);
}
