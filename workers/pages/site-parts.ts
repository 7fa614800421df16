import { gunzipSync } from 'node:zlib';
import { decodeText } from '../../lib/pages/charset.ts';
import { pageKind } from '../../lib/pages/page-kind.ts';
import { linksOf, type PageLink } from '../../lib/sites/links.ts';
import { pageKey } from '../../lib/sites/page-key.ts';
import { hasWantedPath, inScope, type SiteScope } from '../../lib/sites/scope.ts';
import { readSitemap } from '../../lib/sites/sitemap.ts';

/** A sitemap of 50,000 entries has five to ten. The protocol allows 50. */
export const MAX_SITEMAP_BYTES = 20 * 1024 * 1024;

/** A page of the site, and whether it is wanted, or only leads to others that are. */
export interface SitePlace {
  url: string;
  key: string;
  isWanted: boolean;
}

/** A link to a page of the site. */
export type SiteLink = PageLink & SitePlace;

/** A page whose links are followed. */
export interface SitePage {
  /** Null if it is on another site. */
  own: SitePlace | null;
  title: string;
  links: SiteLink[];
}

/** The links of a page that lead to others of its site; null if it is no page. Runs in a thread. */
export function pageLinks(body: Uint8Array, contentType: string, url: string, scope: SiteScope): SitePage | null {
  if (pageKind(contentType, body) !== 'html') return null;
  const { links, title } = linksOf(decodeText(body, contentType), url);
  const toSite = { ...scope, include: [], rules: [] };
  const [own = null] = placed({ url }, scope, toSite);
  return { own, title, links: links.flatMap((link) => placed(link, scope, toSite)) };
}

/** The entries of a sitemap that belong to the site, and the sitemaps that it names; null if it is none. Runs in a thread. */
export function sitemapEntries(
  body: Uint8Array,
  contentType: string,
  scope: SiteScope,
): { sitemaps: string[]; pages: SitePlace[] } | null {
  const isPacked = body[0] === 0x1f && body[1] === 0x8b;
  const text = decodeText(isPacked ? unpacked(body) : body, contentType);
  // The page that says "not found", with a status that says the opposite.
  if (/^\s*<(?:!doctype html|html)/i.test(text.slice(0, 1_000))) return null;
  const { sitemaps, pages } = readSitemap(text);
  return { sitemaps, pages: pages.flatMap(({ url }) => placed({ url }, scope, scope)) };
}

function placed<Link extends { url: string }>(link: Link, wanted: SiteScope, site: SiteScope): (Link & SitePlace)[] {
  const key = pageKey(link.url);
  const url = new URL(link.url);
  return key !== null && inScope(url, site) ? [{ ...link, key, isWanted: hasWantedPath(url, wanted) }] : [];
}

function unpacked(body: Uint8Array): Uint8Array {
  try {
    return gunzipSync(body, { maxOutputLength: MAX_SITEMAP_BYTES });
  } catch {
    // Broken, or larger than any sitemap that is read: it has no entries.
    return new Uint8Array();
  }
}
