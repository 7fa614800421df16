import type { BoundedHtml } from './bounded-html.ts';
import type { DomElement } from './dom.ts';
import { linkedData } from './json-ld.ts';
import { isoDate } from './page-date.ts';
import type { PageHead } from './page-head.ts';
import type { PageMarks } from './page-marks.ts';

export interface Metadata {
  title: string;
  description: string;
  author: string;
  published: string;
  lang: string;
  site: string;
}

const MAX_TITLE_CHARS = 300;
const MAX_NAME_CHARS = 60;
const MAX_DATE_CHARS = 80;
const MAX_AUTHORS = 10;
/** How a byline begins in the languages that most pages with one are written in. */
const BY = /^(?:by|von|par|por|door|di)[\s:]+/iu;
const SEPARATORS = /\s+(?:[|\-–—·•»«:/]|::)\s+|\s*[|｜_»]\s*/;

/** What a page says about itself. What it wrote for programs goes before what it wrote for people. */
export function metadata({ head, marks }: BoundedHtml, url: string): Metadata {
  const data = linkedData(head.jsonLd);
  const meta = (...names: string[]) => names.map((name) => head.metas.get(name)?.[0] ?? '').find(Boolean) ?? '';
  const lang = languageTag(head.lang) || languageTag(meta('og:locale', 'content-language', 'language'));
  const namedSite = inline(meta('og:site_name', 'application-name') || data.site);
  // Sites head their pages with their own name.
  const headings = marks.headings.map(headingText).filter((text) => text !== namedSite);
  const title = pageTitle(
    [data.title, meta('og:title', 'twitter:title', 'citation_title', 'dc.title'), head.title].map(inline),
    namedSite,
    headings,
  );
  return {
    title: title.slice(0, MAX_TITLE_CHARS),
    description: inline(meta('description', 'og:description', 'twitter:description') || data.description),
    author: pageAuthors(data.authors, head, marks, namedSite, lang).join(', '),
    published: pageDate(data.published, head, marks, lang, url),
    lang,
    site: namedSite || new URL(url).hostname.replace(/^www\./, ''),
  };
}

const inline = (text: string) => text.replace(/\s+/g, ' ').trim();

function languageTag(tag: string): string {
  const normal = tag.trim().replace('_', '-');
  return /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(normal) ? normal : '';
}

/** Without the sign of a link to the heading itself. */
function headingText(heading: DomElement): string {
  return inline(heading.textContent).replace(/[¶#]$/, '').trim();
}

/** The first title, without the name of the site, or the heading that is one part of it. */
function pageTitle(candidates: string[], site: string, headings: string[]): string {
  const title = candidates.find(Boolean) ?? headings[0] ?? '';
  const heading = headings.find((text) => isPartOf(title, text));
  if (heading !== undefined) return heading;
  const parts = title.split(SEPARATORS);
  const same = (part: string | undefined) => part?.toLowerCase() === site.toLowerCase();
  if (site === '' || parts.length < 2) return title;
  if (same(parts.at(-1))) return title.slice(0, title.length - site.length).replace(/[\s|｜\-–—·•»«:/_]+$/, '');
  if (same(parts[0])) return title.slice(site.length).replace(/^[\s|｜\-–—·•»«:/_]+/, '');
  return title;
}

/** Whether a title begins or ends with the text, and a sign separates it from the rest. */
function isPartOf(title: string, text: string): boolean {
  if (text === '') return false;
  if (title.startsWith(text)) return /^(?:$|\s*[^\p{L}\p{N}\s]+\s|[|｜_])/u.test(title.slice(text.length));
  return title.endsWith(text) && /(?:\s[^\p{L}\p{N}\s]+\s*|[|｜_])$/u.test(title.slice(0, -text.length));
}

function pageAuthors(described: string[], head: PageHead, marks: PageMarks, site: string, lang: string): string[] {
  const named = [
    'author',
    'parsely-author',
    'citation_author',
    'dc.creator',
    'dcterms.creator',
    'article:author',
    'byl',
  ];
  const candidates = [described, ...named.map((name) => head.metas.get(name) ?? []), markedAuthors(marks, lang)];
  const isName = (name: string) => name !== '' && name.length <= MAX_NAME_CHARS && !/^(https?:|@)/i.test(name);
  let ofSite: string[] = [];
  for (const names of candidates) {
    const found = [...new Set(names.map((name) => inline(name).replace(BY, '')).filter(isName))].slice(0, MAX_AUTHORS);
    if (found.length === 0) continue;
    if (found.some((name) => name.toLowerCase() !== site.toLowerCase())) return found;
    // A site that signs everything itself may still name a person on the page.
    ofSite = found;
  }
  return ofSite;
}

/** The author as marked in the text: by microdata, by a link's relation, by class, or by the line below the heading. */
function markedAuthors(marks: PageMarks, lang: string): string[] {
  for (const element of [...marks.authors, ...marks.classedAuthors]) {
    if (isAmongComments(element)) continue;
    const within = element.getElementsByTagName('*');
    const inner =
      within.find((part) => /\bname\b/.test(part.getAttribute('itemprop') ?? '')) ??
      within.find(({ className }) => /author|\bfn\b/.test(className)) ??
      within.find((part) => part.hasAttribute('href'));
    for (const candidate of [inner, element]) {
      const name = inline(candidate?.getAttribute('content') ?? candidate?.textContent ?? '').replace(BY, '');
      const isName = name !== '' && name.length <= MAX_NAME_CHARS && /\p{L}/u.test(name);
      if (isName && isoDate(name, lang) === '') return [name];
    }
  }
  return belowHeading(marks)
    .filter((line) => BY.test(line) && line.length <= MAX_NAME_CHARS)
    .slice(0, 1);
}

/** The short lines that follow the heading, before the first that is a paragraph. */
function belowHeading(marks: PageMarks): string[] {
  const lines: string[] = [];
  let element = marks.headings.find(({ localName }) => localName === 'h1') ?? null;
  for (let steps = 0; element !== null && steps < 30; steps++) {
    element = following(element);
    const line = inline(element?.textContent ?? '');
    if (line.length > 2 * MAX_DATE_CHARS) break;
    lines.push(line);
  }
  return lines;
}

/** The next element in the order of the page that is not within this one. */
function following(element: DomElement): DomElement | null {
  for (let at: DomElement | null = element; at !== null; at = at.parentNode) {
    const next = at.nextElementSibling ?? null;
    if (next === null) continue;
    let leaf: DomElement = next;
    while (leaf.children[0] !== undefined && holdsLines(leaf)) leaf = leaf.children[0];
    return leaf;
  }
  return null;
}

/** Whether an element is more than one line of text. */
function holdsLines(element: DomElement): boolean {
  const isLong = inline(element.textContent).length > MAX_DATE_CHARS;
  return isLong || [...element.children].some(({ localName }) => /^(div|p|ul|li|section|header)$/.test(localName));
}

function isAmongComments(element: DomElement): boolean {
  for (let at: DomElement | null = element; at !== null; at = at.parentNode) {
    if (/comment|related|sidebar/i.test(`${at.className ?? ''} ${at.id ?? ''}`)) return true;
  }
  return false;
}

function pageDate(described: string, head: PageHead, marks: PageMarks, lang: string, url: string): string {
  const metas = [...head.metas].filter(([name]) => !/modif|updat|expir/.test(name));
  const named = (pattern: RegExp) =>
    metas.filter(([name]) => pattern.test(name)).flatMap(([, values]) => values.slice(0, 1));
  const inPath = /\/(\d{4})[/-]?(\d\d)[/-]?(\d\d)(?=[/._-]|$)/.exec(new URL(url).pathname)?.slice(1).join('-') ?? '';
  const texts = [
    described,
    ...named(/publi|pub-date|pubdate/),
    ...named(/issued|created/),
    ...named(/(^|[.:_-])date$/),
    ...markedDates(marks),
    inPath,
  ];
  for (const text of texts) {
    const date = text.length > MAX_DATE_CHARS ? '' : isoDate(text, lang);
    if (date !== '') return date;
  }
  return '';
}

/** Dates as marked in the text. Without a mark, a time with seconds below the heading is one that a program wrote. */
function markedDates(marks: PageMarks): string[] {
  const written = (elements: DomElement[]) =>
    elements
      .filter((element) => !isAmongComments(element))
      .map(
        (element) => element.getAttribute('datetime') ?? element.getAttribute('content') ?? inline(element.textContent),
      );
  return [
    ...written(marks.dates),
    ...written(marks.times).slice(0, 1),
    ...written(marks.classedDates),
    ...belowHeading(marks).filter((line) => /\d:\d\d:\d\d/.test(line)),
  ];
}
