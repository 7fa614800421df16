import { type ContentElement, type ContentNode, isContentElement, isTextNode } from './content-tree.ts';
import { names } from './element-names.ts';
import { footnotes } from './footnotes.ts';
import { codeBlock } from './markdown-blocks.ts';
import { dollarMath } from './tex.ts';
import { PLAIN, paragraph, scriptOf, type Writing } from './write-inline.ts';
import { tableGrid, tableRows } from './write-table.ts';

/** Elements that stand in a line of text. All others begin a block. */
const INLINE = names(
  'a abbr b br cite code del dfn em i img ins kbd mark q rp rt ruby s samp small span strong sub sup time u var',
);
/** Numbers of items in Markdown have at most nine digits. */
const MAX_NUMBER = 999_000_000;

/** The content as Markdown, in blocks that empty lines separate. */
export function markdownOf(nodes: ContentNode[]): string[] {
  return blocks(nodes, { markdown: true, footnotes: footnotes(nodes) });
}

/** The content as text without marks. */
export function plainTextOf(nodes: ContentNode[]): string {
  const { backlinks } = footnotes(nodes);
  return blocks(nodes, { ...PLAIN, footnotes: { ...PLAIN.footnotes, backlinks } }).join('\n\n');
}

const isInline = (node: ContentNode): boolean =>
  isTextNode(node) || (isContentElement(node) && INLINE.has(node.name) && node.children.every(isInline));

/** What the nodes are as blocks: runs of inline nodes become paragraphs. */
function blocks(nodes: ContentNode[], writing: Writing, link = ''): string[] {
  const written: string[] = [];
  let run: ContentNode[] = [];
  const flush = () => {
    const text = paragraph(run, writing, link);
    if (text !== '') written.push(text);
    run = [];
  };
  for (const node of nodes) {
    if (isInline(node)) run.push(node);
    else if (isContentElement(node)) {
      flush();
      written.push(...block(node, writing, link));
    }
  }
  flush();
  return written;
}

function block(element: ContentElement, writing: Writing, link: string): string[] {
  const { name, children } = element;
  const label = writing.footnotes.notes.get(element);
  if (label !== undefined) return [note(label, blocks(children, writing))];
  if (/^h[1-6]$/.test(name)) return heading(element, writing, link);
  if (name === 'pre') return [preformatted(element, writing)];
  if (name === 'hr') return writing.markdown ? ['---'] : [];
  if (name === 'blockquote') return quote(blocks(children, writing, link), writing);
  if (name === 'ul' || name === 'ol') return list(element, writing);
  if (name === 'table') return table(element, writing);
  if (name === 'dd') {
    const parts = blocks(children, writing);
    return [writing.markdown ? after(':', parts, '  ') : `  ${indented(parts.join('\n\n'), '  ')}`];
  }
  if (name === 'a') return blocks(children, writing, element.attribs.href ?? link);
  return blocks(children, writing, link);
}

/**
 * A note. Where notes are unknown, a single word after the label is the address of a link: with a scheme, an invisible
 * space makes it none.
 */
function note(label: string, [first = '', ...others]: string[]): string {
  const isAddress = /^(?:<|(?!https?:)\S*:\S*[ \t]*(?:$|[\n"'(]))/i.test(first);
  return after(`[^${label}]:`, [isAddress ? `&#8203;${first}` : first, ...others], '    ');
}

/**
 * The parts after a mark that is not a container everywhere: other blocks than a paragraph begin a line of their own,
 * because code would not be code after the mark.
 */
function after(mark: string, parts: string[], indent: string): string {
  const isParagraph = !/^(?:`{3}|>|- |\d+\. |\| |#{1,6} |---|\[\^|: ?)/.test(parts[0] ?? '');
  return `${mark}${isParagraph ? ' ' : `\n\n${indent}`}${indented(parts.join('\n\n'), indent)}`;
}

function heading({ name, children }: ContentElement, writing: Writing, link: string): string[] {
  const text = paragraph(children, writing, link) || blocks(children, writing, link).join(' ');
  if (text === '') return [];
  const line = text.replace(/\s*\n\s*/g, ' ');
  return [writing.markdown ? `${'#'.repeat(Number(name[1]))} ${line}` : line];
}

function preformatted(element: ContentElement, { markdown }: Writing): string {
  const code = codeText(element.children).replace(/^\n+|\s+$/g, '');
  if (element.attribs.class === 'language-math') return dollarMath(code, true);
  if (!markdown || code === '') return code;
  const first = element.children.find(isContentElement);
  const language = /language-(\S+)/.exec(`${element.attribs.class ?? ''} ${first?.attribs.class ?? ''}`)?.[1] ?? '';
  return codeBlock(code, language);
}

/** Highlighters write lines of code as elements, or end them by `<br>`. */
function codeText(nodes: ContentNode[]): string {
  return nodes
    .map((node) => {
      if (isTextNode(node)) return node.data;
      if (!isContentElement(node)) return '';
      return node.name === 'br' ? '\n' : scriptOf(node, codeText(node.children), '_');
    })
    .join('');
}

function quote(quoted: string[], { markdown }: Writing): string[] {
  if (quoted.length === 0) return [];
  return [markdown ? quoted.join('\n\n').replace(/^/gm, '> ').replace(/^> $/gm, '>') : quoted.join('\n\n')];
}

function list(element: ContentElement, writing: Writing): string[] {
  const start = Number.parseInt(element.attribs.start ?? '1', 10);
  let number = start >= 0 && start <= MAX_NUMBER ? start : 1;
  const notes: string[] = [];
  const items: string[] = [];
  for (const item of element.children.filter(isContentElement)) {
    if (writing.footnotes.notes.has(item)) {
      notes.push(...block(item, writing, ''));
      continue;
    }
    const parts = blocks(item.name === 'li' ? item.children : [item], writing);
    if (parts.length === 0) continue;
    const marker = element.name === 'ol' ? `${number++}. ` : '- ';
    items.push(marker + indented(joined(parts, item), ' '.repeat(marker.length)));
  }
  const loose = items.some((item) => item.includes('\n\n'));
  return [...(items.length === 0 ? [] : [items.join(loose ? '\n\n' : '\n')]), ...notes];
}

/** A list directly below its item's line belongs to it without an empty line, if it does not begin with another number. */
function joined(parts: string[], item: ContentElement): string {
  const tight = !item.children.some((child) => isContentElement(child) && child.name === 'p');
  return parts
    .map((part, at) => (at === 0 ? part : (tight && /^(- |1\. )/.test(part) ? '\n' : '\n\n') + part))
    .join('');
}

function indented(text: string, by: string): string {
  return text.replace(/\n(?=[^\n])/g, `\n${by}`);
}

/** A table of data becomes rows of cells. One that lays out a page gives its cells in turn. */
function table(element: ContentElement, writing: Writing): string[] {
  const caption = element.children.filter((child) => isContentElement(child) && child.name === 'caption');
  const rows = tableRows(element.children);
  const above = blocks(
    caption.flatMap((child) => (isContentElement(child) ? child.children : [])),
    writing,
  );
  const isLayout = rows.some((row) => row.some(holdsTable)) || rows.every((row) => row.length <= 1);
  if (isLayout) return [...above, ...rows.flatMap((row) => row.flatMap((cell) => blocks(cell.children, writing)))];
  const grid = tableGrid(rows, writing, (cell) => blocks(cell.children, writing).join(' '));
  return grid === '' ? above : [...above, grid];
}

function holdsTable({ children }: ContentElement): boolean {
  return children.some((child) => isContentElement(child) && (child.name === 'table' || holdsTable(child)));
}
