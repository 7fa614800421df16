import { codeLanguage } from './code-language.ts';
import { DomElement, type DomNode, DomText, isElement } from './dom.ts';
import { names } from './element-names.ts';
import { nameWords } from './name-words.ts';

/** Elements that are a line each within code. */
const LINES = names('div p li tr');
const CELLS = names('td th');

/** Gives every block of code the form of a `pre` with its lines as text, however a highlighter wrote them. */
export function tidyCode(body: DomElement) {
  for (const table of body.getElementsByTagName('table')) {
    const code = codeOfTable(table);
    if (code === null) continue;
    const block = new DomElement(isWithinPre(table) ? 'code' : 'pre');
    block.setAttribute('data-lang', languageOfTable(table));
    block.appendChild(new DomText(code));
    table.parentNode?.replaceChild(block, table);
  }
  for (const block of body.getElementsByTagName('pre')) {
    // It may be noted around the block, which is found without what is around it.
    const language = codeLanguage(block);
    if (language !== '') block.setAttribute('data-lang', language);
    // Nothing but text and what marks it up: links in it stay.
    if (!block.getElementsByTagName('*').some((element) => isLine(element) || isNumber(element))) continue;
    const code = codeText(block);
    while (block.firstChild !== null) block.firstChild.remove();
    block.appendChild(new DomText(code));
  }
}

function isWithinPre({ parentNode }: DomElement): boolean {
  for (let at = parentNode; at !== null; at = at.parentNode) if (at.localName === 'pre') return true;
  return false;
}

/** The code of a table with the numbers of lines in its first columns and code in its last; null for any other table. */
function codeOfTable(table: DomElement): string | null {
  const rows = table
    .getElementsByTagName('tr')
    .map((row) => row.children.filter(({ localName }) => CELLS.has(localName)));
  const isCode = (cell: DomElement) =>
    cell.getElementsByTagName('pre').length > 0 || nameWords(cell.className).includes('code');
  const isRow = (cells: readonly DomElement[]) =>
    cells.length > 1 &&
    cells.every((cell, at) => (at < cells.length - 1 ? /^[\s\d]*$/.test(cell.textContent) : isCode(cell)));
  if (rows.length === 0 || !rows.every(isRow)) return null;
  return rows.map((cells) => codeText(cells[cells.length - 1] as DomElement).replace(/\n$/, '')).join('\n');
}

function languageOfTable(table: DomElement): string {
  const inner = table.querySelectorAll('pre,code').map(codeLanguage);
  return inner.find(Boolean) ?? codeLanguage(table);
}

function isLine(element: DomElement): boolean {
  return LINES.has(element.localName) || element.className.split(' ').some((name) => nameWords(name).at(-1) === 'line');
}

const isNumber = (element: DomElement) => /^\s*\d+\s*$/.test(element.textContent) && element.textLength < 10;

/** Where the number of a line stands in a text. */
interface LineNumber {
  value: number;
  from: number;
  to: number;
}

/** The text of code with a break after each line, and without the numbers of lines if every line has its own. */
function codeText(root: DomElement): string {
  let text = '';
  /** A line has ended, and nothing has followed yet. */
  let isEnded = false;
  const numbers: LineNumber[] = [];
  const write = (node: DomNode) => {
    if (isElement(node)) return writeElement(node);
    if (node.textContent === '') return undefined;
    if (isEnded && !node.textContent.startsWith('\n')) text += '\n';
    isEnded = false;
    text += node.textContent;
  };
  const writeElement = (element: DomElement) => {
    const line = isLine(element);
    if (line && isEnded) text += '\n';
    else if (line && text !== '' && !text.endsWith('\n')) text += '\n';
    if (line) isEnded = false;
    if (element.localName === 'br') write(new DomText('\n'));
    const from = text.length;
    for (const child of element.childNodes) write(child);
    const isFirst = from === 0 || text[from - 1] === '\n';
    if (isFirst && isNumber(element) && numbers.at(-1)?.from !== from)
      numbers.push({ value: Number(element.textContent), from, to: text.length });
    if (line) isEnded = !text.endsWith('\n') || text.length === from;
  };
  for (const child of root.childNodes) write(child);
  return withoutNumbers(text, numbers);
}

function withoutNumbers(text: string, numbers: LineNumber[]): string {
  const lines = text.replace(/\n+$/, '').split('\n').length;
  const isCounted = numbers.every(({ value }, at) => value === (numbers[0]?.value ?? 0) + at);
  if (numbers.length < lines || !isCounted) return text;
  let at = 0;
  let code = '';
  for (const { from, to } of numbers) {
    code += text.slice(at, from);
    at = to;
  }
  code += text.slice(at);
  // A list of numbers.
  return /\S/.test(code) ? code : text;
}
