import { namesFor, siteTable } from './sites.ts';

/** Addresses that well-known sites have for the same page. Other sites may use the same names for different pages. */

/** Subdomains that show the same pages in another form. */
const SUBDOMAINS = siteTable(`
  wikipedia.org wiktionary.org wikibooks.org wikinews.org wikiquote.org wikisource.org wikiversity.org wikivoyage.org: m
  wikimedia.org wikidata.org mediawiki.org: m
  youtube.com imdb.com twitch.tv soundcloud.com ebay.com aliexpress.com yelp.com espn.com bilibili.com weibo.cn: m
  facebook.com: m mbasic touch web
  x.com twitter.com tiktok.com: m mobile
  reddit.com: old new np i m amp sh
`);

/** Whether a host may have a part that only names a form. Most have none, and need no look at the table. */
const SOME_FORM = new RegExp(`\\b(?:amp|${[...new Set([...SUBDOMAINS.values()].flat())].join('|')})\\.`);

/** Hosts with the pages of another host. */
const HOSTS: ReadonlyMap<string, string> = new Map([
  ['twitter.com', 'x.com'],
  ['fb.com', 'facebook.com'],
  ['youtube-nocookie.com', 'youtube.com'],
]);

/** Other forms of a path. The replacement may add a parameter. */
const PATHS: readonly [form: RegExp, path: string][] = [
  [/^youtu\.be\/([\w-]+)$/, 'youtube.com/watch?v=$1'],
  [/^youtube\.com\/(?:shorts|embed|live|v)\/([\w-]+)$/, 'youtube.com/watch?v=$1'],
  [/^redd\.it\/(\w+)$/, 'reddit.com/comments/$1'],
  [/^reddit\.com\/(?:(?:r|user)\/[^/]+\/)?comments\/(\w+)(?:\/[^/]*)?$/, 'reddit.com/comments/$1'],
  [/^(amazon(?:\.[a-z]{2,3}){1,2})(?:\/[^/]+)?\/(?:dp|gp\/product)\/([A-Z0-9]{10})(?:\/.*)?$/, '$1/dp/$2'],
  [
    /^(stackoverflow\.com|superuser\.com|serverfault\.com|askubuntu\.com|[a-z.]+\.stackexchange\.com)\/(?:q|questions)\/(\d+)(?:\/[^/]*)?$/,
    '$1/questions/$2',
  ],
];

/** Parameters that choose a form of the page, or a place in it. */
const PARAMETERS = siteTable(`
  youtube.com youtu.be: app t start time_continue
  blogspot.com: m
  wikipedia.org: mobileaction
`);

/** Pairs of name and value that ask for the AMP form of a page. */
const AMP_PARAMETERS: readonly string[] = ['amp=', 'amp=1', 'amp=true', 'outputType=amp'];

/** The host that has the same pages as this one and is preferred. */
export function preferredHost(host: string): string {
  const site = SOME_FORM.test(host) ? withoutForms(host) : host;
  return HOSTS.get(site) ?? site;
}

function withoutForms(host: string): string {
  const labels = host.split('.');
  const known = ['amp', ...namesFor(SUBDOMAINS, host)];
  // `amp.dev` is a site, not a form of one.
  return labels.filter((label, index) => index >= labels.length - 2 || !known.includes(label)).join('.');
}

/** The preferred form of a host and path, and a parameter that it needs. */
export function preferredPath(address: string): { address: string; parameter: string } {
  for (const [form, path] of PATHS) {
    if (!form.test(address)) continue;
    const [to = '', parameter = ''] = address.replace(form, path).split('?');
    return { address: to, parameter };
  }
  return { address, parameter: '' };
}

/** Whether a parameter chooses only the form of a page. `pair` is its name and value. */
export function isFormParameter(host: string, pair: string): boolean {
  return AMP_PARAMETERS.includes(pair) || namesFor(PARAMETERS, host).includes(pair.split('=', 1)[0] ?? '');
}

/**
 * The path without `amp` at its start or end. The segment beside it must look like the name of an article, because
 * `/dictionary/amp` is a page of its own.
 */
export function withoutAmp(segments: readonly string[]): readonly string[] {
  const isArticle = (segment: string | undefined) => segment !== undefined && /[-\d.]/.test(segment);
  if (segments.at(-1) === 'amp' && isArticle(segments.at(-2))) return segments.slice(0, -1);
  if (segments[0] === 'amp' && isArticle(segments.at(-1))) return segments.slice(1);
  return segments;
}
