import {
  type ContentElement,
  type ContentNode,
  elementsIn,
  isContentElement,
  isTextNode,
  textOf,
} from './content-tree.ts';
import { names } from './element-names.ts';
import type { Footnotes } from './footnotes.ts';
import { fenceFor } from './markdown-blocks.ts';
import { held, heldLabel, resolved } from './markdown-text.ts';
import { dollarMath } from './tex.ts';

const EMPHASIS: Record<string, string> = { b: '**', strong: '**', i: '*', em: '*', s: '~~', del: '~~' };
const CODE = names('code kbd samp');

/** How a page is written: with marks, or without. */
export interface Writing {
  markdown: boolean;
  footnotes: Footnotes;
}

/** Without marks. */
export const PLAIN: Writing = {
  markdown: false,
  footnotes: { marks: new Map(), notes: new Map(), backlinks: new Set() },
};

/** A run of inline nodes as a paragraph, which `link` leads away from as a whole. */
export function paragraph(nodes: ContentNode[], writing: Writing, link: string): string {
  const text = tidy(inline(nodes, writing));
  if (!writing.markdown || text === '') return text;
  return resolved(link !== '' && !text.includes('](') ? linked(text, link) : text);
}

function inline(nodes: ContentNode[], writing: Writing): string {
  let written = '';
  for (const node of nodes) {
    const next = isTextNode(node)
      ? text(node.data, writing)
      : isContentElement(node)
        ? inlineElement(node, writing)
        : '';
    // Code next to code: their backquotes would be read as one.
    written += written.endsWith('`') && next.startsWith('`') ? ` ${next}` : next;
  }
  return written;
}

function text(data: string, { markdown }: Writing): string {
  const line = data.replace(/\s+/g, ' ');
  return markdown ? held(line) : line;
}

function inlineElement(element: ContentElement, writing: Writing): string {
  const { name, children, attribs } = element;
  if (name === 'br') return writing.markdown ? '  \n' : '\n';
  if (writing.footnotes.backlinks.has(element)) return '';
  if (attribs.class === 'language-math') return dollarMath(textOf(children), false);
  if (!writing.markdown) return name === 'img' ? '' : scriptOf(element, inline(children, writing), '_');
  const label = writing.footnotes.marks.get(element);
  if (label !== undefined) return `[^${label}]`;
  if (name === 'img') return `![${heldLabel(text(attribs.alt ?? '', writing))}](${destination(attribs.src ?? '')})`;
  if (CODE.has(name)) return inlineCode(inline(children, PLAIN));
  const content = scriptOf(element, inline(children, writing), held('_'));
  if (name === 'a') return content.trim() === '' ? content : linked(content, attribs.href ?? '');
  const mark = EMPHASIS[name];
  return mark === undefined ? content : marked(content, mark);
}

const LOWERED: Record<string, string> = { '+': '₊', '-': '₋', '−': '₋', '=': '₌', '(': '₍', ')': '₎' };

/**
 * What is raised or lowered, so that it cannot be taken for a part of what it stands next to: `10^6`, `x^(n + 1)`, `x_max`,
 * and with the digits that Unicode has, `H₂O`. Marks of footnotes, signs without letters or digits, and letters after a
 * number (`1st`) are written as they stand.
 */
export function scriptOf(element: ContentElement, content: string, low: string): string {
  const { name, children } = element;
  if (name !== 'sup' && name !== 'sub') return content;
  const text = textOf(children).trim();
  const isMark = !/[\p{L}\p{N}]/u.test(text) || /^\[.*\]$/.test(text);
  if (isMark || isOrdinal(element, text) || isLink(element)) return content;
  if (name === 'sub' && /^[\d+\-−=()]+$/.test(text))
    return text.replace(/./g, (sign) => LOWERED[sign] ?? String.fromCharCode(0x2080 + Number(sign)));
  const script = content.trim();
  return `${name === 'sup' ? '^' : low}${/^[+\-−]?[\p{L}\p{N}.]+$/u.test(text) ? script : `(${script})`}`;
}

/** Variables are set in italics, or are one letter. */
function isOrdinal({ name, prev, children }: ContentElement, text: string): boolean {
  const isPlain = name === 'sup' && children.every(isTextNode) && /^\p{L}{2,}$/u.test(text);
  return isPlain && prev !== null && /\d$/.test(textOf([prev]));
}

function isLink({ parent, children }: ContentElement): boolean {
  if (parent !== null && 'name' in parent && parent.name === 'a') return true;
  return [...elementsIn(children)].some(({ name }) => name === 'a');
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
  // Four tildes would begin a block of code.
  if (trimmed === '' || trimmed.includes('\n') || (mark === '~~' && trimmed.startsWith('~'))) return text;
  const at = text.indexOf(trimmed);
  return text.slice(0, at) + mark + trimmed + end + text.slice(at + trimmed.length);
}

function linked(text: string, href: string): string {
  const to = destination(href);
  return to === '' ? text : marked(heldLabel(text.replace(/\s*\n\s*/g, ' ')), '[', `](${to})`);
}

/** An address of the web without the characters that would end it or be read as something else; empty for others. */
function destination(address: string): string {
  if (!/^https?:\/\//i.test(address)) return '';
  return address
    .replace(/[()\\`<>\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
    .replace(/&(?=#?\w{1,40};)/g, '\\&');
}

function tidy(text: string): string {
  return text
    .replace(/[ \t]*\n[ \t]*/g, (newline) => (newline.startsWith('  \n') ? '  \n' : '\n'))
    .replace(/(?:[ \t]*\n){3,}/g, '\n\n')
    .replace(/ {2,}(?!\n)/g, ' ')
    .trim();
}
