import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseHttpUrl } from '../../lib/search/canonical-url.ts';
import { cookieAttributes } from './cookie-attributes.ts';
import { outsideAddress } from './outside-address.ts';

/** A site of the visitor's own list: `!!name words` leads to its address, with the words in place of `%s`. */
export interface OwnSite {
  name: string;
  address: string;
}

/** What is wrong with a line of the list. */
export interface SiteProblem {
  line: number;
  what: 'form' | 'name' | 'twice' | 'address' | 'private' | 'words' | 'many' | 'long';
}

export const MAX_SITES = 20;
/** Size of the whole list. In base64 it is 3 KB; browsers keep 4 KB of a cookie. */
export const MAX_SITES_BYTES = 2_250;
/** Stands for the words in an address, as in the bookmarks of browsers. */
export const WORDS = '%s';
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,29}$/u;
/** URLs allow more, such as `;`, which would end a directive of the pages' policy. */
const PLAIN_HOST = /^[\w.:[\]-]+$/;

const COOKIE = 'tributary_sites';
const KEPT_S = 365 * 86_400;

/** Whether a text can be the name of a site. */
export function isSiteName(text: string): boolean {
  return NAME.test(text);
}

/** Reads a list with a `name address` in each line. Names are in lower case; empty lines are left out. */
export function parseSites(text: string): { sites: OwnSite[]; problems: SiteProblem[] } {
  const sites: OwnSite[] = [];
  const problems: SiteProblem[] = [];
  let bytes = 0;
  for (const [index, row] of text.split(/\r\n|\r|\n/).entries()) {
    if (row.trim() === '') continue;
    const [name = '', address = '', ...more] = row.trim().split(/\s+/u);
    const site = { name: name.toLowerCase().normalize('NFC'), address };
    bytes += Buffer.byteLength(`${site.name} ${address}\n`);
    const what = more.length > 0 || address === '' ? 'form' : problemWith(site, sites, bytes);
    if (what === null) sites.push(site);
    else problems.push({ line: index + 1, what });
  }
  return { sites, problems };
}

function problemWith(
  { name, address }: OwnSite,
  before: readonly OwnSite[],
  bytes: number,
): SiteProblem['what'] | null {
  if (!isSiteName(name)) return 'name';
  if (before.some((site) => site.name === name)) return 'twice';
  const url = parseHttpUrl(address);
  if (!url || `${url.username}${url.password}` !== '' || !PLAIN_HOST.test(url.host)) return 'address';
  if (outsideAddress(address) === null) return 'private';
  if (!address.includes(WORDS)) return 'words';
  if (before.length === MAX_SITES) return 'many';
  return bytes > MAX_SITES_BYTES ? 'long' : null;
}

/** The list as text, as `parseSites` reads it. */
export function sitesText(sites: readonly OwnSite[]): string {
  return sites.map(({ name, address }) => `${name} ${address}\n`).join('');
}

/** The address of a site with the words in it. They cannot change its host: it has no `%s` there. */
export function siteAddress({ address }: OwnSite, words: string): string {
  return address.replaceAll(WORDS, () => encodeURIComponent(words.toWellFormed()));
}

/**
 * Reads the list of the account, if it has preferences, or else that in the visitor's cookie. Visitors can edit it, so
 * that invalid lines are left out.
 */
export function readOwnSites(request: FastifyRequest): OwnSite[] {
  if (request.session?.preferences) return parseSites(request.session.sites).sites;
  // Errors outside of the pages also have a page, but no cookies were read for it.
  const cookies: Partial<FastifyRequest['cookies']> = request.cookies ?? {};
  const kept = cookies[COOKIE];
  return kept ? parseSites(Buffer.from(kept, 'base64url').toString()).sites : [];
}

/** Stores the list in the visitor's cookie. */
export function keepOwnSites(request: FastifyRequest, reply: FastifyReply, sites: readonly OwnSite[]): void {
  const attributes = cookieAttributes(request);
  if (sites.length === 0) reply.clearCookie(COOKIE, attributes);
  else reply.setCookie(COOKIE, Buffer.from(sitesText(sites)).toString('base64url'), { ...attributes, maxAge: KEPT_S });
}
