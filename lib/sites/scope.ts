import { getDomain } from 'tldts';
import { bareHost, parseHttpUrl } from '../search/canonical-url.ts';
import { type AddressTest, type PatternRule, readRule } from './address-patterns.ts';
import { pageKey } from './page-key.ts';
import { globMatches, type PathGlob, readGlob } from './path-glob.ts';

/** Which pages belong to a site as its visitor asked for it. */
export interface SiteScope {
  /** Addresses where it begins. These always belong to it. */
  start: readonly string[];
  /** Whether all hosts of the same registrable domain belong to it, or only the host itself, with `www.` or without. */
  subdomains: boolean;
  /** Globs of paths; none stands for all. */
  include: readonly string[];
  exclude: readonly string[];
  /** Rules of the clients of other services, each of which has to agree. */
  rules?: readonly PatternRule[] | undefined;
}

/** Why an address that was found is not read. */
export type SkipReason = 'robots' | 'scope' | 'duplicate' | 'limit' | 'trap' | 'size';

/** A scope, read once for all the addresses that it is asked about. */
interface Reading {
  starts: ReadonlySet<string>;
  hosts: ReadonlySet<string>;
  include: readonly PathGlob[];
  exclude: readonly PathGlob[];
  rules: readonly AddressTest[];
}

const readings = new WeakMap<SiteScope, Reading>();

/** Whether a page belongs to the site. */
export function inScope(url: URL, scope: SiteScope): boolean {
  const reading = readingOf(scope);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false;
  if (!reading.hosts.has(siteHost(url, scope.subdomains))) return false;
  return isOnPaths(url, reading) || reading.starts.has(pageKey(url.href) ?? '');
}

/** Whether the paths of a scope cover that of a page, which may be on any site. */
export function hasWantedPath(url: URL, scope: SiteScope): boolean {
  const reading = readingOf(scope);
  return isOnPaths(url, reading);
}

function isOnPaths(url: URL, { include, exclude, rules }: Reading): boolean {
  const isIn = (globs: readonly PathGlob[]) => globs.some((glob) => globMatches(glob, url));
  return (include.length === 0 || isIn(include)) && !isIn(exclude) && rules.every((agrees) => agrees(url));
}

function readingOf(scope: SiteScope): Reading {
  const known = readings.get(scope);
  if (known) return known;
  const reading = read(scope);
  readings.set(scope, reading);
  return reading;
}

function read({ start, subdomains, include, exclude, rules = [] }: SiteScope): Reading {
  const urls = start.map(parseHttpUrl).filter((url) => url !== null);
  return {
    starts: new Set(urls.map(({ href }) => pageKey(href) ?? '')),
    hosts: new Set(urls.map((url) => siteHost(url, subdomains))),
    include: include.map(readGlob),
    exclude: exclude.map(readGlob),
    rules: rules.map(readRule),
  };
}

/**
 * What two addresses of one site have in common. People who share a host, as on github.io, have sites of their own. Another
 * port is another server.
 */
function siteHost(url: URL, subdomains: boolean): string {
  const host = bareHost(url);
  const domain = subdomains ? (getDomain(host, { allowPrivateDomains: true }) ?? host) : host;
  return url.port === '' ? domain : `${domain}:${url.port}`;
}
