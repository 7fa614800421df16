import { bareHost, parseHttpUrl } from './canonical-url.ts';
import type { SearchInput } from './query.ts';
import { queryFor } from './text.ts';

/** Which sites results may come from. A domain covers its subdomains; an empty `include` allows all. */
export interface DomainFilter {
  include: readonly string[];
  exclude: readonly string[];
}

/** Reads a domain such as `example.com`, `*.example.com` or `https://example.com/`; null for anything else. */
export function domainIn(text: string): string | null {
  const name = text.trim().replace(/^(https?:\/\/)?(\*\.)?/i, '');
  const url = parseHttpUrl(`https://${name}`);
  const isPlain = url !== null && url.href === `https://${url.hostname}/`;
  return isPlain ? url.hostname : null;
}

/** Whether the filter allows an address. `www.` makes no difference. */
export function allows({ include, exclude }: DomainFilter, address: string): boolean {
  if (include.length === 0 && exclude.length === 0) return true;
  const url = parseHttpUrl(address);
  if (!url) return false;
  const isOn = (domain: string) =>
    bareHost(url) === bareHost({ hostname: domain }) || url.hostname.endsWith(`.${domain}`);
  return (include.length === 0 || include.some(isOn)) && !exclude.some(isOn);
}

/**
 * Adds the filter to a query as `site:` and `-site:`, as far as it fits. Engines have no common way to ask for several
 * sites at once, so these are not added.
 */
export function withSiteOperators(q: string, { include, exclude }: DomainFilter, maxChars: number): string {
  const operators = [
    ...(include.length === 1 ? include.map((domain) => `site:${domain}`) : []),
    ...exclude.map((domain) => `-site:${domain}`),
  ];
  return operators.reduce((query, operator) => {
    const longer = `${query} ${operator}`;
    return longer.length <= maxChars ? longer : query;
  }, q);
}

/** How an engine takes a query with sites. */
interface SiteQueryLimits {
  maxChars: number;
  maxWords?: number;
  /** Whether it reads `(site:a OR site:b)`. */
  or?: boolean;
  /** What it writes before a site to search its subdomains as well. */
  prefix?: string;
}

/**
 * The query within an engine's limits, with the sites of the search as operators at its end. They take at most half of
 * it: what does not fit is left to our own filter.
 */
export function siteQuery(
  input: SearchInput,
  { maxChars, maxWords, or = false, prefix = '' }: SiteQueryLimits,
): string {
  const { q, site = [], excludeSite = [] } = input;
  const operators: string[] = [];
  const add = (operator: string) => {
    if ([...operators, operator].join(' ').length <= maxChars / 2) operators.push(operator);
  };
  if (site.length === 1 || (or && site.length > 1)) {
    const sites = site.map((domain) => `site:${prefix}${domain}`).join(' OR ');
    add(site.length === 1 ? sites : `(${sites})`);
  }
  for (const domain of excludeSite) add(`-site:${domain}`);
  if (operators.length === 0) return queryFor(q, maxChars, maxWords);
  const end = ` ${operators.join(' ')}`;
  const words = maxWords === undefined ? undefined : Math.max(1, maxWords - end.split(' ').length + 1);
  return queryFor(q, maxChars - end.length, words) + end;
}
