import { type ContentElement, type ContentNode, isContentElement, isTextNode } from './content-tree.ts';
import { names } from './element-names.ts';
import { footnotes } from './footnotes.ts';
import { fenceFor, paragraph, type Writing } from './write-inline.ts';

/** Elements that stand in a line of text. All others begin a block. */
const INLINE = names(
  'a abbr b br cite code del dfn em i img ins kbd mark q rp rt ruby s samp small span strong sub sup time u var',
);
const MAX_COLUMNS = 100;

/** The content as Markdown. */
export function markdownOf(nodes: ContentNode[]): string {
  return write(nodes, { markdown: true, footnotes: footnotes(nodes) });
}

/** The content as text without marks. */
export function plainTextOf(nodes: ContentNode[]): string {
  return write(nodes, { markdown: false, footnotes: { marks: new Map(), notes: new Map(), backlinks: new Set() } });
}

function write(nodes: ContentNode[], writing: Writing): string {
  return blocks(nodes, writing).join('\n\n');
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
  if (label !== undefined) return [`[^${label}]: ${indented(blocks(children, writing).join('\n\n'), '    ')}`];
  if (/^h[1-6]$/.test(name)) return heading(element, writing, link);
  if (name === 'pre') return [codeBlock(element, writing)];
  if (name === 'hr') return writing.markdown ? ['---'] : [];
  if (name === 'blockquote') return quote(blocks(children, writing, link), writing);
  if (name === 'ul' || name === 'ol') return list(element, writing);
  if (name === 'table') return table(element, writing);
  if (name === 'dd')
    return [`${writing.markdown ? ': ' : '  '}${indented(blocks(children, writing).join('\n\n'), '  ')}`];
  if (name === 'a') return blocks(children, writing, element.attribs.href ?? link);
  return blocks(children, writing, link);
}

function heading({ name, children }: ContentElement, writing: Writing, link: string): string[] {
  const text =
    paragraph(children, writing, link).replace(/\s*\n\s*/g, ' ') || blocks(children, writing, link).join(' ');
  if (text === '') return [];
  return [writing.markdown ? `${'#'.repeat(Number(name[1]))} ${text}` : text];
}

function codeBlock(element: ContentElement, { markdown }: Writing): string {
  const code = codeText(element.children).replace(/^\n+|\s+$/g, '');
  if (!markdown || code === '') return code;
  const first = element.children.find(isContentElement);
  const language = /language-(\S+)/.exec(`${element.attribs.class ?? ''} ${first?.attribs.class ?? ''}`)?.[1] ?? '';
  const fence = fenceFor(code, '```');
  return `${fence}${language}\n${code}\n${fence}`;
}

/** Highlighters write lines of code as elements, or end them by `<br>`. */
function codeText(nodes: ContentNode[]): string {
  return nodes
    .map((node) => {
      if (isTextNode(node)) return node.data;
      if (!isContentElement(node)) return '';
      return node.name === 'br' ? '\n' : codeText(node.children);
    })
    .join('');
}

function quote(quoted: string[], { markdown }: Writing): string[] {
  if (quoted.length === 0) return [];
  return [markdown ? quoted.join('\n\n').replace(/^/gm, '> ').replace(/^> $/gm, '>') : quoted.join('\n\n')];
}

function list(element: ContentElement, writing: Writing): string[] {
  const start = Number.parseInt(element.attribs.start ?? '1', 10);
  let number = Number.isSafeInteger(start) ? start : 1;
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

/** A list directly below its item's line belongs to it without an empty line. */
function joined(parts: string[], item: ContentElement): string {
  const tight = !item.children.some((child) => isContentElement(child) && child.name === 'p');
  return parts
    .map((part, at) => (at === 0 ? part : (tight && /^(- |\d+\. )/.test(part) ? '\n' : '\n\n') + part))
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
  const texts = rows.map((row) => rowTexts(row, writing)).filter((row) => row.some(Boolean));
  const [first, ...others] = texts;
  if (first === undefined) return above;
  if (!writing.markdown) return [...above, texts.map((row) => row.join('\t').trimEnd()).join('\n')];
  const columns = Math.min(MAX_COLUMNS, Math.max(...texts.map((row) => row.length)));
  const line = (row: string[]) => `| ${Array.from({ length: columns }, (_, at) => row[at] ?? '').join(' | ')} |`;
  const rule = `|${' --- |'.repeat(columns)}`;
  return [...above, [line(first), rule, ...others.map(line)].join('\n')];
}

function tableRows(nodes: ContentNode[]): ContentElement[][] {
  return nodes.filter(isContentElement).flatMap((node) => {
    if (node.name === 'tr') return [node.children.filter(isContentElement)];
    return ['thead', 'tbody', 'tfoot'].includes(node.name) ? tableRows(node.children) : [];
  });
}

function holdsTable({ children }: ContentElement): boolean {
  return children.some((child) => isContentElement(child) && (child.name === 'table' || holdsTable(child)));
}

/** The texts of the cells, and empty ones for the columns that a cell spans. */
function rowTexts(row: ContentElement[], writing: Writing): string[] {
  const texts: string[] = [];
  for (const cell of row) {
    if (texts.length >= MAX_COLUMNS) break;
    const text = blocks(cell.children, writing).join(' ').replace(/\s+/g, ' ').trim();
    const span = Math.min(MAX_COLUMNS, Math.max(1, Number.parseInt(cell.attribs.colspan ?? '1', 10) || 1));
    texts.push(writing.markdown ? text.replaceAll('|', '\\|') : text, ...new Array<string>(span - 1).fill(''));
  }
  return texts;
}
