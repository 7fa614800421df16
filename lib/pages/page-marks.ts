import type { DomElement } from './dom.ts';

const MAX_MARKS = 50;

type Attributes = Record<string, string>;

/** Elements whose tag, microdata or class says what they are, collected while a document is built. */
export class PageMarks {
  readonly headings: DomElement[] = [];
  /** By microdata or by a link's relation. */
  readonly authors: DomElement[] = [];
  readonly classedAuthors: DomElement[] = [];
  /** By microdata. */
  readonly dates: DomElement[] = [];
  readonly times: DomElement[] = [];
  readonly classedDates: DomElement[] = [];

  take(element: DomElement, name: string, attributes: Attributes) {
    const { itemprop = '', rel = '', class: classes = '', id = '' } = attributes;
    if (/^h[1-3]$/.test(name)) add(this.headings, element);
    if (/\bauthor\b/.test(`${itemprop} ${rel}`)) add(this.authors, element);
    // Nothing that is authorised.
    if (/author(?!i)|byline/i.test(classes) || /^(author|byline)$/i.test(id)) add(this.classedAuthors, element);
    if (/\bdate(Published|Created)\b/.test(itemprop)) add(this.dates, element);
    if (attributes.datetime !== undefined) add(this.times, element);
    if (/date|publi|posted/i.test(classes)) add(this.classedDates, element);
  }
}

function add(marks: DomElement[], element: DomElement) {
  if (marks.length < MAX_MARKS) marks.push(element);
}
