import { webAddress } from './web-address.ts';

const MAX_TITLE_CHARS = 2_000;
const MAX_META_CHARS = 2_000;
const MAX_TYPE_CHARS = 200;
const MAX_METAS = 200;
const MAX_SCRIPTS = 20;
const MAX_JSON_LD_CHARS = 300_000;

type Attributes = Record<string, string>;

/** What a page says about itself outside its text, collected from its tags in their order. */
export class PageHead {
  title = '';
  lang = '';
  /** By `name`, `property` or `itemprop`, in lower case. */
  readonly metas = new Map<string, string[]>();
  /** Texts of JSON-LD scripts, unparsed. */
  readonly jsonLd: string[] = [];
  /** What microdata says that the page and its parts are. */
  readonly itemTypes = new Set<string>();
  /** What relative addresses are relative to. */
  base: string;

  readonly #url: string;
  #metaCount = 0;
  #reading: 'title' | 'json-ld' | null = null;

  constructor(url: string) {
    this.#url = url;
    this.base = url;
  }

  openTag(name: string, attributes: Attributes) {
    const { itemtype } = attributes;
    if (itemtype !== undefined && this.itemTypes.size < MAX_METAS)
      this.itemTypes.add(itemtype.slice(0, MAX_TYPE_CHARS));
    if (name === 'html') this.lang ||= attributes.lang ?? attributes['xml:lang'] ?? '';
    else if (name === 'base') this.base = webAddress(attributes.href ?? '', this.#url) || this.base;
    else if (name === 'meta') this.#meta(attributes);
    else if (name === 'title' && this.title === '') this.#reading = 'title';
    else if (
      name === 'script' &&
      /^application\/ld\+json/i.test(attributes.type ?? '') &&
      this.jsonLd.length < MAX_SCRIPTS
    ) {
      this.#reading = 'json-ld';
      this.jsonLd.push('');
    }
  }

  closeTag(name: string) {
    if (name === 'title' || name === 'script') this.#reading = null;
  }

  /** Whether the text belongs to the head. */
  takeText(text: string): boolean {
    if (this.#reading === 'title') this.title = (this.title + text).slice(0, MAX_TITLE_CHARS);
    else if (this.#reading === 'json-ld') {
      const last = this.jsonLd.length - 1;
      // A script that is too long is cut, and then no longer JSON.
      this.jsonLd[last] = `${this.jsonLd[last]}${text}`.slice(0, MAX_JSON_LD_CHARS);
    }
    return this.#reading !== null;
  }

  #meta({ property, name, itemprop, 'http-equiv': httpEquiv, content = '' }: Attributes) {
    // Who wrote a review of it, unless the page is a text itself.
    if (itemprop === 'author' && ![...this.itemTypes].some((type) => /Article|Posting|Book|Recipe/.test(type))) return;
    const key = (property ?? name ?? itemprop ?? httpEquiv ?? '').toLowerCase();
    const value = content.slice(0, MAX_META_CHARS).trim();
    if (key === '' || value === '' || this.#metaCount >= MAX_METAS) return;
    this.#metaCount += 1;
    this.metas.set(key, [...(this.metas.get(key) ?? []), value]);
  }
}
