import { codeLanguage } from './code-language.ts';
import { type DomElement, type DomNode, isElement, isText } from './dom.ts';
import { escapeHtml } from './escape-html.ts';
import { inline } from './one-line.ts';
import type { PageImage, PageLink } from './page.ts';

/** The elements that a reader of the content needs. Others give way to their children. */
const KEPT = new Set(
  `a abbr b blockquote br caption cite code dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins
  kbd li mark ol p pre q rp rt ruby s samp small span strong sub summary sup table tbody td tfoot th thead time tr u ul var`.split(
    /\s+/,
  ),
);
const WITHOUT_END = new Set(['br', 'hr', 'img']);
/** Their addresses are absolute since the document was built. */
const ATTRIBUTES: Record<string, string[]> = {
  a: ['href', 'id', 'title'],
  img: ['src', 'alt', 'title'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
  ol: ['start'],
  time: ['datetime'],
};
/** Footnotes are linked to by the `id` of an item or a mark. */
const IDENTIFIED = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'p', 'sup']);

export interface SafeHtml {
  html: string;
  links: PageLink[];
  images: PageImage[];
}

/** Writes HTML from an allow-list alone, so that nothing in it can run, load or submit. */
export function safeHtml(root: DomElement): SafeHtml {
  const written: string[] = [];
  const links = new Map<string, PageLink>();
  const images = new Map<string, PageImage>();

  // The document is at most a hundred elements deep.
  function write(node: DomNode) {
    if (isText(node)) written.push(escapeHtml(node.textContent));
    if (!isElement(node)) return;
    const name = node.localName;
    if (name === 'a')
      note(
        node.getAttribute('href'),
        (url) => links.has(url) || links.set(url, { url, text: inline(node.textContent) }),
      );
    if (name === 'img') {
      const src = node.getAttribute('src');
      if (src === null) return;
      note(src, (url) => images.has(url) || images.set(url, { url, alt: inline(node.getAttribute('alt') ?? '') }));
    }
    const kept = KEPT.has(name);
    if (kept) written.push(`<${name}${attributes(node)}>`);
    for (const child of node.childNodes) write(child);
    if (kept && !WITHOUT_END.has(name)) written.push(`</${name}>`);
  }

  for (const child of root.childNodes) write(child);
  return { html: written.join('').trim(), links: [...links.values()], images: [...images.values()] };
}

function note(url: string | null, keep: (url: string) => void) {
  if (url) keep(url);
}

function attributes(element: DomElement): string {
  const names = [...(ATTRIBUTES[element.localName] ?? []), ...(IDENTIFIED.has(element.localName) ? ['id'] : [])];
  const pairs = names.map((name) => [name, element.getAttribute(name)] as const);
  const language = element.localName === 'code' || element.localName === 'pre' ? codeLanguage(element) : '';
  if (language !== '') pairs.push(['class', `language-${language}`]);
  return pairs.map(([name, value]) => (value === null ? '' : ` ${name}="${escapeHtml(value)}"`)).join('');
}
