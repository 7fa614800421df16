import { type ContentElement, type ContentNode, isContentElement, isTextNode, textOf } from './content-tree.ts';
import { names } from './element-names.ts';
import type { Footnotes } from './footnotes.ts';

const EMPHASIS: Record<string, string> = { b: '**', strong: '**', i: '*', em: '*', s: '~~', del: '~~' };
const CODE = names('code kbd samp');

/** How a page is written: with marks, or without. */
export interface Writing {
  markdown: boolean;
  footnotes: Footnotes;
}

/** A run of inline nodes as a paragraph, which `link` leads away from as a whole. */
export function paragraph(nodes: ContentNode[], writing: Writing, link: string): string {
  const text = tidy(inline(nodes, writing));
  if (!writing.markdown || text === '') return text;
  return startEscaped(link !== '' && !text.includes('](') ? linked(text, link) : text);
}

/** A fence longer than any in the text. */
export function fenceFor(text: string, shortest: string): string {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return '`'.repeat(Math.max(shortest.length, longest + 1));
}

function inline(nodes: ContentNode[], writing: Writing): string {
  return nodes
    .map((node) => {
      if (isTextNode(node))
        return writing.markdown ? escaped(node.data.replace(/\s+/g, ' ')) : node.data.replace(/\s+/g, ' ');
      return isContentElement(node) ? inlineElement(node, writing) : '';
    })
    .join('');
}

function inlineElement(element: ContentElement, writing: Writing): string {
  const { name, children, attribs } = element;
  if (name === 'br') return writing.markdown ? '  \n' : '\n';
  if (!writing.markdown) return name === 'img' ? '' : inline(children, writing);
  const label = writing.footnotes.marks.get(element);
  if (label !== undefined) return `[^${label}]`;
  if (writing.footnotes.backlinks.has(element)) return '';
  if (name === 'img') return `![${escaped(attribs.alt ?? '').replace(/\s+/g, ' ')}](${attribs.src ?? ''})`;
  if (CODE.has(name)) return inlineCode(textOf(children));
  const text = inline(children, writing);
  if (name === 'a') return text.trim() === '' ? text : linked(text, attribs.href ?? '');
  const mark = EMPHASIS[name];
  return mark === undefined ? text : marked(text, mark);
}

function inlineCode(code: string): string {
  const text = code.replace(/\s+/g, ' ');
  if (text.trim() === '') return text;
  const fence = fenceFor(text, '`');
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
}

/** Marks stand next to the words, not next to their spaces. */
function marked(text: string, mark: string, end = mark): string {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.includes('\n')) return text;
  const at = text.indexOf(trimmed);
  return text.slice(0, at) + mark + trimmed + end + text.slice(at + trimmed.length);
}

function linked(text: string, href: string): string {
  return href === ''
    ? text
    : marked(text.replace(/\s*\n\s*/g, ' '), '[', `](${href.replaceAll('(', '%28').replaceAll(')', '%29')})`);
}

/** Characters that would be taken for marks. */
function escaped(text: string): string {
  return text
    .replace(/[\\`*]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[a-z/!?])/giu, '\\$&')
    .replace(/\](?=\()/g, '\\]');
}

/** The start of a paragraph that would be taken for a heading, a quote or an item. */
function startEscaped(text: string): string {
  return text.replace(/^(#{1,6} |> |[-+] )/, '\\$1').replace(/^(\d{1,9})([.)] )/, '$1\\$2');
}

function tidy(text: string): string {
  return text
    .replace(/[ \t]*\n[ \t]*/g, (newline) => (newline.startsWith('  \n') ? '  \n' : '\n'))
    .replace(/(?:[ \t]*\n){3,}/g, '\n\n')
    .replace(/ {2,}(?!\n)/g, ' ')
    .trim();
}
