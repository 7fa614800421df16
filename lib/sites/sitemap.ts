import { Parser } from 'htmlparser2';
import { webAddress } from '../pages/web-address.ts';

/** What a sitemap says: other sitemaps, or pages. */
export interface Sitemap {
  sitemaps: string[];
  pages: { url: string /** As written; null if it says none. */; lastmod: string | null }[];
  /** It has more than is read. */
  isCut?: true;
}

/** The protocol allows no more in one file. */
const MAX_SITEMAP_ENTRIES = 50_000;
const MAX_FIELD_CHARS = 2_100;
/** The parser compares each closing tag with all that are open. */
const MAX_OPEN = 100;
/** Of what is in an entry: prices, pictures, languages. */
const MAX_TAGS = 40 * MAX_SITEMAP_ENTRIES;

type Kind = 'sitemaps' | 'pages';
/** The elements around an address, and what it is the address of. */
const ENTRIES: Readonly<Record<string, Kind>> = {
  url: 'pages',
  sitemap: 'sitemaps',
  item: 'pages',
  entry: 'pages',
};
/** What sitemaps, RSS and Atom call an entry's address and date. */
const ADDRESSES = new Set(['loc', 'link']);
const DATES = new Set(['lastmod', 'updated', 'published', 'pubdate', 'date']);

/**
 * Reads a sitemap, a list of addresses, or a feed. What is neither has no entries. In pieces, a large file takes no more
 * memory than its entries.
 */
export function readSitemap(text: string | Iterable<string>): Sitemap {
  const pieces = (typeof text === 'string' ? [text] : text)[Symbol.iterator]();
  const { value: first = '' } = pieces.next() as IteratorResult<string, undefined>;
  const all = function* () {
    yield first;
    for (let next = pieces.next(); !next.done; next = pieces.next()) yield next.value;
  };
  return /^[\s\ufeff]*</.test(first.slice(0, 1_000)) ? readXml(all()) : readLines(all());
}

function readLines(pieces: Iterable<string>): Sitemap {
  const sitemap: Sitemap = { sitemaps: [], pages: [] };
  let begun = '';
  const take = (line: string) => {
    const url = absolute(line.slice(0, MAX_FIELD_CHARS).replace(/^\ufeff/, ''));
    if (url === null) return;
    if (sitemap.pages.length < MAX_SITEMAP_ENTRIES) sitemap.pages.push({ url, lastmod: null });
    else sitemap.isCut = true;
  };
  for (const piece of pieces) {
    let at = 0;
    for (let end = piece.indexOf('\n'); end !== -1 && !sitemap.isCut; end = piece.indexOf('\n', at)) {
      take(begun + piece.slice(at, end).slice(0, MAX_FIELD_CHARS));
      begun = '';
      at = end + 1;
    }
    if (sitemap.isCut) return sitemap;
    begun = (begun + piece.slice(at).slice(0, MAX_FIELD_CHARS)).slice(0, MAX_FIELD_CHARS);
  }
  take(begun);
  return sitemap;
}

function readXml(pieces: Iterable<string>): Sitemap {
  const sitemap: Sitemap = { sitemaps: [], pages: [] };
  const open: string[] = [];
  let kind: Kind | null = null;
  let entry = { url: '', lastmod: '' };
  let tags = 0;

  function finish() {
    const url = absolute(entry.url);
    if (url === null) return;
    if (sitemap.pages.length + sitemap.sitemaps.length >= MAX_SITEMAP_ENTRIES) cut();
    else if (kind === 'pages') sitemap.pages.push({ url, lastmod: entry.lastmod.trim() || null });
    else sitemap.sitemaps.push(url);
  }

  function cut() {
    sitemap.isCut = true;
    parser.pause();
  }

  /** The field directly in an entry that a text belongs to. */
  function take(data: string) {
    const name = open.at(-1) ?? '';
    if (kind === null || ENTRIES[open.at(-2) ?? ''] !== kind) return;
    if (ADDRESSES.has(name)) entry.url = (entry.url + data).slice(0, MAX_FIELD_CHARS);
    else if (DATES.has(name) && entry.lastmod.length < 100) entry.lastmod = (entry.lastmod + data).slice(0, 100);
  }

  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        // Whatever prefix the file gives to the names of the protocol.
        const name = tag.slice(tag.indexOf(':') + 1).toLowerCase();
        open.push(tag.includes(':') && !/^(?:sm|sitemap|ns\d*):/i.test(tag) ? tag.toLowerCase() : name);
        tags += 1;
        if (open.length > MAX_OPEN || tags > MAX_TAGS) return cut();
        const begun = ENTRIES[open.at(-1) as string];
        if (begun !== undefined) {
          kind = begun;
          entry = { url: '', lastmod: '' };
        } else if (
          name === 'link' &&
          kind !== null &&
          attributes.href &&
          (attributes.rel ?? 'alternate') === 'alternate'
        ) {
          entry.url ||= attributes.href.slice(0, MAX_FIELD_CHARS);
        }
      },
      ontext: take,
      onclosetag() {
        const name = open.pop() ?? '';
        if (kind === null || ENTRIES[name] !== kind) return;
        finish();
        kind = null;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  for (const piece of pieces) {
    parser.write(piece);
    if (sitemap.isCut) return sitemap;
  }
  parser.end();
  return sitemap;
}

/** The address if it is one of the web. A sitemap has no others, and none that are relative. */
function absolute(text: string): string | null {
  const address = text.trim();
  return /^https?:\/\//i.test(address) ? webAddress(address, address) || null : null;
}
