import type { BoundedHtml } from './bounded-html.ts';
import { linkedData } from './json-ld.ts';
import { inline } from './one-line.ts';
import { pageAuthors } from './page-author.ts';
import { PageScope } from './page-scope.ts';
import { type Heading, headingsOf, pageTitle } from './page-title.ts';
import { publicationDate } from './publication-date.ts';
import { isPartOf, leadsUp, SiteNames, titleParts } from './site-name.ts';

export interface Metadata {
  title: string;
  description: string;
  author: string;
  published: string;
  lang: string;
  site: string;
}

const MAX_TITLE_CHARS = 300;
const TITLES = ['og:title', 'twitter:title', 'citation_title', 'dc.title'];

/** What a page says about itself. What it says in several places goes before what it says in one. */
export function metadata({ head, marks }: BoundedHtml, url: string): Metadata {
  const data = linkedData(head.jsonLd, url);
  const meta = (...names: string[]) => names.map((name) => head.metas.get(name)?.[0] ?? '').find(Boolean) ?? '';
  const lang = languageTag(head.lang) || languageTag(meta('og:locale', 'content-language', 'language'));
  const headings = headingsOf(marks.headings);
  const tagTitle = inline(head.title);
  const named = [meta('og:site_name'), ...data.websites, meta('application-name')].map(inline).filter(Boolean);
  const claims = [data.headline, data.name, ...TITLES.map((name) => meta(name))].map(inline);
  const shown = headings.filter(
    (heading, at) => !claims.includes(heading.text) && isLogo(heading, headings.slice(at + 1), tagTitle, url),
  );
  const names = new SiteNames([...named, data.publisher, ...shown.map(({ text }) => text)], url);

  const { title, heading } = isFirstPage(url)
    ? { title: inline(meta('og:title')) || tagTitle || (headings[0]?.text ?? ''), heading: headings[0] }
    : pageTitle([...claims, tagTitle], headings, names);
  const scope = new PageScope(heading?.element ?? null);
  const authors = pageAuthors({ described: data.authors, head, marks, scope, isSite: (name) => names.has(name) }, lang);
  const isArticle = authors.length > 0 || data.isWork || meta('og:type') === 'article';
  return {
    title: title.slice(0, MAX_TITLE_CHARS),
    description: inline(meta('description', 'og:description', 'twitter:description') || data.description),
    author: authors.join(', '),
    published: publicationDate({ described: data.published, head, marks, scope, isArticle }, lang, url),
    lang,
    site: named[0] || siteInTitle(tagTitle, title, names) || new URL(url).hostname.replace(/^www\./, ''),
  };
}

/** The first page of a site is called as it calls itself; its headings are those of what it shows. */
function isFirstPage(url: string): boolean {
  const { pathname, search } = new URL(url);
  return pathname === '/' && search === '';
}

function languageTag(tag: string): string {
  const normal = tag.trim().replace('_', '-');
  return /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(normal) ? normal : '';
}

/** Whether a heading shows the site's name: it leads to a page above, or it and a later one share the page's title. */
function isLogo({ element, text, isInContent }: Heading, later: Heading[], tagTitle: string, url: string): boolean {
  if (isInContent) return false;
  if (leadsUp(element, url)) return true;
  const isLastPart = tagTitle !== text && tagTitle.endsWith(text) && isPartOf(tagTitle, text);
  return (
    isLastPart &&
    later.some((other) => other.text !== text && tagTitle.startsWith(other.text) && isPartOf(tagTitle, other.text))
  );
}

/** The part of the page's title that is not its own and that names the site or its host. */
function siteInTitle(tagTitle: string, title: string, names: SiteNames): string {
  return titleParts(tagTitle).findLast((part) => part !== title && names.isLike(part)) ?? '';
}
