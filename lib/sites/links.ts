import { Parser } from 'htmlparser2';
import { inline } from '../pages/one-line.ts';
import { PageHead } from '../pages/page-head.ts';
import { webAddress } from '../pages/web-address.ts';
import { continuing } from './numbered-lists.ts';

/** A link of a page. */
export interface PageLink {
  url: string;
  text: string;
  /** Whether it leads on in a list: `rel=next`, or one of its numbered pages. Such links have a budget of their own. */
  continues: boolean;
}

/** What a page says of others, and of itself. */
export interface PageLinks {
  links: PageLink[];
  canonical: string | null;
  title: string;
}

interface Found {
  text: string;
  isNext: boolean;
}

/** Links of one page. A page with more is a list of addresses, and has others. */
const MAX_LINKS = 10_000;
const MAX_OPEN = 400;
const MAX_TEXT_CHARS = 300;
const MAX_REFRESH_CHARS = 3_000;

/** The links of a page, each once, in the order in which people read them, and the address that the page calls its own. */
export function linksOf(html: string, base: string): PageLinks {
  const head = new PageHead(base);
  const found = new Map<string, Found>();
  let canonical: string | null = null;
  let current: Found | null = null;
  let open = 0;

  function add(address: string | undefined, rel = ''): Found | null {
    const whole = address === undefined ? '' : webAddress(address, head.base);
    if (whole === '') return null;
    const url = withoutPlace(whole);
    const known = found.get(url) ?? { text: '', isNext: false };
    known.isNext ||= says('next', rel);
    if (found.size < MAX_LINKS) found.set(url, known);
    return known;
  }

  const handler = {
    onopentag(name: string, attributes: Record<string, string>) {
      head.openTag(name, attributes);
      open += 1;
      if (open >= MAX_OPEN) parser.pause();
      const { href, rel, src, alt = '' } = attributes;
      if (name === 'a') {
        const link = add(href, rel);
        // A page is often linked by its picture first, and then by its words.
        current = link?.text === '' ? link : null;
      } else if (name === 'area') {
        const link = add(href, rel);
        if (link) link.text ||= alt.slice(0, MAX_TEXT_CHARS);
      } else if (name === 'link' && says('canonical', rel)) {
        canonical ??= webAddress(href ?? '', head.base) || null;
      } else if (name === 'link' && says('next', rel)) add(href, rel);
      else if (name === 'frame') add(src);
      else if (name === 'img' && current) take(alt);
      else if (name === 'meta') add(refreshed(attributes));
    },
    ontext(text: string) {
      if (!head.takeText(text)) take(text);
    },
    onclosetag(name: string) {
      head.closeTag(name);
      open -= 1;
      if (name === 'a') current = null;
    },
  };

  function take(text: string) {
    if (current && current.text.length < MAX_TEXT_CHARS) current.text += text.slice(0, MAX_TEXT_CHARS);
  }

  let parser = new Parser(handler);
  let at = 0;
  parser.end(html);
  // Where too much is open, tags are not closed: the rest is read as if they were. The parser compares each closing tag with
  // all that are open.
  while (open >= MAX_OPEN) {
    at += parser.endIndex + 1;
    open = 0;
    parser = new Parser(handler);
    parser.end(html.slice(at));
  }
  const links = [...found].map(([url, { text }]) => ({ url, text: inline(text).slice(0, MAX_TEXT_CHARS) }));
  const inLists = continuing(links, base);
  return {
    links: links.map((link) => ({ ...link, continues: found.get(link.url)?.isNext === true || inLists.has(link.url) })),
    canonical,
    title: inline(head.title).slice(0, MAX_TEXT_CHARS),
  };
}

/** Without the place in the page, unless scripts read it as a path. */
function withoutPlace(address: string): string {
  const hash = address.indexOf('#');
  return hash === -1 || /^#!?\//.test(address.slice(hash)) ? address : address.slice(0, hash);
}

const says = (word: string, rel = '') => rel.toLowerCase().split(/\s+/).includes(word);

/** Where a page sends its reader by itself: `<meta http-equiv="refresh" content="0; url=/new">`. */
function refreshed({ 'http-equiv': header = '', content = '' }: Record<string, string>): string | undefined {
  if (!/^refresh$/i.test(header)) return undefined;
  return /^[\d.\s]*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content.slice(0, MAX_REFRESH_CHARS))?.[1];
}
