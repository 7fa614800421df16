import type { MappedLink } from '../../lib/sites/best-matches.ts';
import { isTrap, shapeOf } from '../../lib/sites/traps.ts';
import type { SiteLink, SitePlace } from './site-parts.ts';

/** Pages of one site that are remembered: more than a map has, because the best of them may be wanted. */
const MAX_FOUND = 100_000;
/** What a file is called that may be a page. Others have links that nobody can follow. */
const PAGE_ENDING = /\.(?:[a-z]?html?|php\d?|aspx?|jspx?|cgi|cfm|do)$/i;
const FILE_ENDING = /\.[a-z][a-z\d]{1,4}$/i;

/** The pages of a site that have been found, each once, and those among them whose links are still to be followed. */
export class FoundPages {
  readonly #links = new Map<string, MappedLink & { isWanted: boolean }>();
  readonly #ignoresQuery: boolean;
  /** How many of those that are wanted are found at each address as it is listed. */
  readonly #listed = new Map<string, number>();
  readonly #seenOfShape = new Map<string, number>();
  /** Lists that go on come first: a list of products leads to more than a product. */
  readonly #lists: string[] = [];
  readonly #others: string[] = [];
  #isFull = false;

  /** `ignoresQuery`: whether addresses are listed without what follows `?`. All are followed as they are. */
  constructor(ignoresQuery = false) {
    this.#ignoresQuery = ignoresQuery;
  }

  /** Those that are wanted, in the order in which they were found. */
  get links(): MappedLink[] {
    const listed = new Map<string, MappedLink>();
    for (const { isWanted, url, title } of this.#links.values()) {
      const address = this.#addressOf(url);
      if (isWanted && !listed.has(address)) listed.set(address, { url: address, title });
    }
    return [...listed.values()];
  }

  get size(): number {
    return this.#listed.size;
  }

  /** Whether pages were found that are not remembered. */
  get isFull(): boolean {
    return this.#isFull;
  }

  get hasUnfollowed(): boolean {
    return this.#lists.length + this.#others.length > 0;
  }

  /** Takes what a sitemap lists. */
  addListed(pages: readonly SitePlace[]): void {
    for (const page of pages) this.#add(page, '');
  }

  /** Takes the links of a page, but those into a trap. */
  addLinks(links: readonly SiteLink[]): void {
    for (const link of links) {
      const { url, key, text, continues } = link;
      const known = this.#links.get(key);
      if (known) {
        known.title ||= text;
        continue;
      }
      const address = new URL(url);
      const shape = shapeOf(address);
      const before = this.#seenOfShape.get(shape) ?? 0;
      if (isTrap(address, before)) continue;
      this.#seenOfShape.set(shape, before + 1);
      if (this.#add(link, text) && mayHaveLinks(address)) {
        (continues ? this.#lists : this.#others).push(url);
      }
    }
  }

  /** The title that a page gives itself counts more than what others call it. */
  addPage(page: SitePlace, title: string): void {
    this.#add(page, title);
    const known = this.#links.get(page.key);
    if (known && title !== '') known.title = title;
  }

  /** Forgets a page that is not there. */
  drop(key: string): void {
    const dropped = this.#links.get(key);
    if (dropped?.isWanted) this.#count(dropped.url, -1);
    this.#links.delete(key);
  }

  /** The page to follow next; undefined if none is left. */
  next(): string | undefined {
    return this.#lists.shift() ?? this.#others.shift();
  }

  #add({ key, url, isWanted }: SitePlace, title: string): boolean {
    if (this.#links.has(key)) return false;
    if (this.#links.size >= MAX_FOUND) {
      this.#isFull = true;
      return false;
    }
    this.#links.set(key, { url, title, isWanted });
    if (isWanted) this.#count(url, 1);
    return true;
  }

  #count(url: string, more: number): void {
    const address = this.#addressOf(url);
    const count = (this.#listed.get(address) ?? 0) + more;
    if (count > 0) this.#listed.set(address, count);
    else this.#listed.delete(address);
  }

  #addressOf(url: string): string {
    return this.#ignoresQuery ? url.replace(/\?.*/s, '') : url;
  }
}

function mayHaveLinks({ pathname }: URL): boolean {
  return PAGE_ENDING.test(pathname) || !FILE_ENDING.test(pathname);
}
