import { ElementType, parseDocument } from 'htmlparser2';
import { h, type VNode } from 'preact';

/** LaTeX as MathML. Only elements and attributes that are listed here reach the page. */

const ELEMENTS = new Set(
  'math mrow mi mn mo ms mtext mspace msup msub msubsup mfrac msqrt mroot mover munder munderover mtable mtr mtd mpadded mphantom mstyle'.split(
    ' ',
  ),
);
const ATTRIBUTES = new Set(
  'display mathvariant fence form stretchy separator lspace rspace width height depth accent linethickness columnalign displaystyle scriptlevel minsize maxsize'.split(
    ' ',
  ),
);
const MAX_CHARS = 2_000;
/** Temml spaces the columns of a table with styles, which the page's policy refuses: the stylesheet does it. */
const MAX_DEPTH = 60;

let toMathML: ((latex: string) => string) | undefined;

/** Loads what typesets. It takes half a megabyte, and few answers need it. */
export async function loadTypesetting(): Promise<void> {
  if (toMathML) return;
  const { default: temml } = await import('temml');
  toMathML = (latex) => temml.renderToString(latex, { displayMode: true, throwOnError: true, maxExpand: 100 });
}

/** The formula, or null if it cannot be typeset. Call `loadTypesetting` first. */
export function typeset(latex: string): VNode | null {
  if (!toMathML || latex.trim() === '' || latex.length > MAX_CHARS) return null;
  let markup: string;
  try {
    markup = toMathML(latex);
  } catch {
    // A ParseError: not LaTeX that Temml knows. The answer has the same as text.
    return null;
  }
  const [math] = parseDocument(markup, { xmlMode: true }).children;
  const node = math && nodeOf(math, 0);
  return node && typeof node !== 'string' && node.type === 'math' ? node : null;
}

type Parsed = ReturnType<typeof parseDocument>['children'][number];

function nodeOf(node: Parsed, depth: number): VNode | string | null {
  if (node.type === ElementType.Text) return node.data;
  if (node.type !== ElementType.Tag || !ELEMENTS.has(node.name) || depth > MAX_DEPTH) return null;
  const attributes = Object.entries(node.attribs).filter(([name]) => ATTRIBUTES.has(name));
  const children = node.children.map((child) => nodeOf(child, depth + 1));
  return h<object>(node.name, Object.fromEntries(attributes), ...children);
}
