import { Parser } from 'htmlparser2';
import { parseHTML } from 'linkedom';
import type { DomDocument, DomElement } from './dom.ts';
import { webAddress } from './web-address.ts';

/** Articles nest some thirty deep; what lies deeper loses its elements, not its text. */
const MAX_DEPTH = 100;
/** Of open elements, also of those that are left out: where there are more, tags are not closed on purpose. */
const MAX_OPEN = 400;
const MAX_ELEMENTS = 12_000;
/** Tags of all kinds; a closing tag that fits nothing is compared with every open element. */
const MAX_TAGS = 80_000;
const MAX_TEXT_CHARS = 1_000_000;
const MAX_ATTRIBUTE_CHARS = 2_000;
const MAX_METAS = 200;
const MAX_JSON_LD_CHARS = 300_000;

/** Elements that hold nothing to read. */
const SILENT = new Set(
  'script style noscript template svg canvas iframe object embed audio video dialog map math frameset'.split(' '),
);
/** Elements that are there to be used. They stay, without what is in them, as a sign that their block is a form. */
const CONTROLS = new Set(['button', 'select', 'textarea']);
/** Elements that surround what a page is about. */
const SURROUNDINGS = new Set(['nav', 'footer']);
const ATTRIBUTES = new Set(
  'alt class colspan content data-lang data-language datetime dir href id itemprop itemtype lang rel role rowspan src start title'.split(
    ' ',
  ),
);
/** Where pages keep the address of an image that they load late. */
const IMAGE_SOURCES = ['data-src', 'data-original', 'data-lazy-src', 'src', 'data-srcset', 'srcset'];

/** What a page says about itself outside its text. */
export interface PageHead {
  title: string;
  lang: string;
  /** By `name`, `property` or `itemprop`, in lower case. */
  metas: Map<string, string[]>;
  /** Texts of JSON-LD scripts, unparsed. */
  jsonLd: string[];
}

export interface BoundedHtml {
  document: DomDocument;
  head: PageHead;
  truncated: boolean;
}

/**
 * Builds a document from any HTML in one linear pass, within bounds: readability takes time that grows with depth times
 * size, and throws on fragments. Scripts, styles and, unless `whole`, navigation and footers never become elements.
 * Links and images have absolute addresses of the web, or none.
 */
export function boundedHtml(html: string, url: string, { whole = false } = {}): BoundedHtml {
  const { document } = parseHTML('<!DOCTYPE html><html><head></head><body></body></html>') as unknown as {
    document: DomDocument;
  };
  const head: PageHead = { title: '', lang: '', metas: new Map(), jsonLd: [] };
  const source = withinTags(html);
  let truncated = source.length < html.length;

  /** One for each open element: where its children go, or null if they are left out. */
  const open: (DomElement | null)[] = [];
  let parent: DomElement | null = document.body;
  let depth = 0;
  let elements = 0;
  let chars = 0;
  let metas = 0;
  let text = '';
  let base = url;
  /** Where the text of a title or of a JSON-LD script goes. */
  let aside: 'title' | 'json-ld' | null = null;

  function flush() {
    if (text !== '' && parent !== null) parent.appendChild(document.createTextNode(text));
    text = '';
  }

  function stop() {
    truncated = true;
    parser.pause();
  }

  function readHead(name: string, attributes: Record<string, string>) {
    if (name === 'html') head.lang ||= attributes.lang ?? attributes['xml:lang'] ?? '';
    else if (name === 'base') base = webAddress(attributes.href ?? '', url) || base;
    else if (name === 'meta') {
      const key = (
        attributes.property ??
        attributes.name ??
        attributes.itemprop ??
        attributes['http-equiv'] ??
        ''
      ).toLowerCase();
      const value = (attributes.content ?? '').slice(0, MAX_ATTRIBUTE_CHARS).trim();
      if (key === '' || value === '' || metas >= MAX_METAS) return;
      metas += 1;
      head.metas.set(key, [...(head.metas.get(key) ?? []), value]);
    } else if (name === 'title' && head.title === '') aside = 'title';
    else if (name === 'script' && /^application\/ld\+json/i.test(attributes.type ?? '')) {
      aside = 'json-ld';
      head.jsonLd.push('');
    }
  }

  function isLeftOut(name: string, attributes: Record<string, string>): boolean {
    if (SILENT.has(name) || name === 'title' || name === 'head') return true;
    if (!whole && SURROUNDINGS.has(name) && !open.some((element) => element?.localName === 'blockquote')) return true;
    if ('hidden' in attributes || /display\s*:\s*none/i.test(attributes.style ?? '')) return true;
    return attributes['aria-hidden'] === 'true' && name !== 'img';
  }

  function createElement(name: string, attributes: Record<string, string>): DomElement {
    const element = document.createElement(name);
    for (const [attribute, value] of Object.entries(attributes)) {
      if (!ATTRIBUTES.has(attribute) || attribute === 'src') continue;
      const kept = attribute === 'href' ? webAddress(value, base) : value.slice(0, MAX_ATTRIBUTE_CHARS);
      if (kept !== '') element.setAttribute(attribute, kept);
    }
    if (name === 'img') {
      const src = imageAddress(attributes, base);
      if (src !== '') element.setAttribute('src', src);
    }
    return element;
  }

  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const name = tag === 'amp-img' ? 'img' : tag;
        readHead(name, attributes);
        if (open.length >= MAX_OPEN) stop();
        flush();
        open.push(parent);
        if (parent === null) return;
        // The page's own root elements are there already.
        if (name === 'html' || name === 'body' || name === 'head') return;
        if (isLeftOut(name, attributes)) {
          parent = null;
          return;
        }
        depth += 1;
        if (depth > MAX_DEPTH) {
          truncated = true;
          return;
        }
        elements += 1;
        if (elements > MAX_ELEMENTS) {
          stop();
          return;
        }
        const element = createElement(name, attributes);
        parent.appendChild(element);
        // The headings of what can be folded away are buttons.
        parent =
          CONTROLS.has(name) && !open.some((above) => above !== null && /^h[1-6]$/.test(above.localName))
            ? null
            : element;
      },
      ontext(data) {
        if (aside === 'title') head.title = (head.title + data).slice(0, MAX_ATTRIBUTE_CHARS);
        else if (aside === 'json-ld') {
          const last = head.jsonLd.length - 1;
          head.jsonLd[last] = `${head.jsonLd[last]}${data}`;
        } else if (parent !== null) {
          chars += data.length;
          if (chars > MAX_TEXT_CHARS) stop();
          else text += data;
        }
      },
      onclosetag(tag) {
        flush();
        if (tag === 'title' || tag === 'script') aside = null;
        const before = open.pop();
        if (before === undefined) return;
        if (parent !== null && !['html', 'body', 'head'].includes(tag)) depth -= 1;
        parent = before;
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true, recognizeCDATA: false },
  );
  parser.end(source);
  flush();
  head.jsonLd = head.jsonLd.filter((json) => json.length <= MAX_JSON_LD_CHARS);
  return { document, head, truncated };
}

/** The text up to the last tag that we read. */
function withinTags(html: string): string {
  let tags = 0;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) {
    if (/[a-z/!?]/i.test(html[at + 1] ?? '')) tags += 1;
    if (tags > MAX_TAGS) return html.slice(0, at);
  }
  return html;
}

function imageAddress(attributes: Record<string, string>, base: string): string {
  for (const name of IMAGE_SOURCES) {
    const value = attributes[name];
    if (value === undefined) continue;
    const first = name.endsWith('srcset') ? (value.trim().split(/\s/, 1)[0] ?? '') : value;
    const address = webAddress(first, base);
    if (address !== '') return address;
  }
  return '';
}
