import { type SiteRule, siteRules } from './site-rules.ts';

/** What we know about the addresses of a site. */
export interface Site extends Pick<SiteRule, 'host' | 'paths' | 'anyCase'> {
  tracks: NameTest;
  ignores: NameTest;
}

/** Whether a list has a parameter. */
export type NameTest = (name: string, value?: string) => boolean;

const sites: ReadonlyMap<string, Site> = new Map(
  siteRules.flatMap(({ sites, tracking = '', ignore = '', ...rest }) => {
    const site = { ...rest, tracks: nameTest(tracking), ignores: nameTest(ignore) };
    return wordsIn(sites).map((domain) => [domain, site] as const);
  }),
);

/** The site of a host: its own or that of the nearest domain above it. Most hosts have none. */
export function siteOf(host: string): Site | undefined {
  let domain = host;
  for (;;) {
    const site = sites.get(domain);
    if (site) return site;
    const dot = domain.indexOf('.');
    if (dot < 0) return undefined;
    domain = domain.slice(dot + 1);
  }
}

/** A test for a list of names, without regard to case: `name`, `name*` for any ending, or `name=value`. */
export function nameTest(list: string): NameTest {
  const names = wordsIn(list).map((name) => name.toLowerCase());
  const exact = new Set(names);
  const starts = names.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));
  const hasValues = list.includes('=');
  return (name, value) => {
    const lower = name.toLowerCase();
    if (exact.has(lower) || (hasValues && exact.has(`${lower}=${value}`))) return true;
    return starts.some((start) => lower.startsWith(start));
  };
}

function wordsIn(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}
