import type { DomElement } from './dom.ts';
import { comparable } from './one-line.ts';

/** What separates the parts of a title: a sign with spaces around it, or one that titles hold for nothing else. */
const SEPARATOR = /(\s+(?:[|\-–—·•»«:/]|::)\s+|\s*[|｜»]\s*|_|:\s+)/u;
/** Of the longer of a name and a host's label, what both must share. */
const MIN_SHARED = 0.6;

/** The names that a site goes by, as far as one of its pages tells. */
export class SiteNames {
  readonly #names: Set<string>;
  readonly #labels: string[];

  constructor(names: string[], url: string) {
    const host = new URL(url).hostname.replace(/^www\./, '');
    this.#names = new Set([...names, host].map(comparable).filter(Boolean));
    // Without what all hosts of a registry share.
    this.#labels = host
      .split('.')
      .slice(0, -1)
      .map(comparable)
      .filter(({ length }) => length > 2);
  }

  /** Whether the page names its site so. */
  has(text: string): boolean {
    return this.#names.has(comparable(text));
  }

  /** Whether a text is the site's name, or looks like its host's. */
  isLike(text: string): boolean {
    const name = comparable(text);
    if (name === '') return false;
    return this.#names.has(name) || this.#labels.some((label) => isMostly(name, label));
  }

  /** A title without the name of the site at its end or its beginning, unless nothing would be left. */
  without(title: string): string {
    const parts = title.split(SEPARATOR);
    let [first, last] = [0, parts.length - 1];
    while (last > first && this.isLike(parts[last] ?? '')) last -= 2;
    if (last === parts.length - 1) while (first < last && this.isLike(parts[first] ?? '')) first += 2;
    return (
      parts
        .slice(first, last + 1)
        .join('')
        .trim() || title
    );
  }
}

function isMostly(name: string, label: string): boolean {
  const [short, long] = name.length < label.length ? [name, label] : [label, name];
  return (long.startsWith(short) || long.endsWith(short)) && short.length / long.length >= MIN_SHARED;
}

/** The parts of a title that signs separate. */
export const titleParts = (title: string): string[] => title.split(SEPARATOR).filter((_, at) => at % 2 === 0);

/** Whether a title begins or ends with the text, and a sign separates it from the rest. */
export function isPartOf(title: string, text: string): boolean {
  if (text === '') return false;
  if (title.startsWith(text)) return /^(?:$|\s*[^\p{L}\p{N}\s]+\s|[|｜_])/u.test(title.slice(text.length));
  return title.endsWith(text) && /(?:\s[^\p{L}\p{N}\s]+\s*|[|｜_]|:\s)$/u.test(title.slice(0, -text.length));
}

/** Whether an element is, holds or is in a link to the site's first page, or to that of a section this page is in. */
export function leadsUp(element: DomElement, url: string): boolean {
  const links = [...element.getElementsByTagName('a')];
  for (let at: DomElement | null = element; at !== null; at = at.parentNode) if (at.localName === 'a') links.push(at);
  const page = new URL(url);
  return links.some((link) => {
    const href = link.getAttribute('href');
    return href !== null && isAbove(new URL(href), page);
  });
}

function isAbove(link: URL, page: URL): boolean {
  const [host, pageHost] = [link, page].map(({ hostname }) => hostname.replace(/^www\./, '')) as [string, string];
  const folder = link.pathname.replace(/\/index\.\w+$/, '/').replace(/\/?$/, '/');
  if (host !== pageHost) return folder === '/' && pageHost.endsWith(`.${host}`);
  const depth = folder.split('/').length - 2;
  return depth <= 1 && link.search === '' && page.pathname.startsWith(folder) && page.pathname !== link.pathname;
}
