import type { DomElement } from './dom.ts';
import { inline } from './one-line.ts';
import { isoDate } from './page-date.ts';
import type { PageHead } from './page-head.ts';
import type { PageMarks } from './page-marks.ts';
import type { PageScope } from './page-scope.ts';

const MAX_DATE_CHARS = 80;
/** A paragraph tells of days; a note of when a page was published is shorter. */
const MAX_NOTE_CHARS = 200;
/** How programs name the date of a change, and of an end. */
const CHANGED = /modif|updat|expir|revis/i;
/** A time with seconds is one that a program wrote. */
const BY_PROGRAM = /\d:\d\d:\d\d/;
const PUBLISHED = /publi|creat|issue|entry-date|post-date|posted/i;

/** Where a page may say when it was published. */
export interface DateSources {
  /** What JSON-LD says. */
  described: string;
  head: PageHead;
  marks: PageMarks;
  scope: PageScope;
  /** Whether the page has an author or says that it is an article: events and versions show their dates as articles do. */
  isArticle: boolean;
}

/** When a page was published: what it says for programs goes before what it shows. Never when it was changed. */
export function publicationDate(sources: DateSources, lang: string, url: string): string {
  for (const text of dateTexts(sources, url)) {
    const date = text.length > MAX_DATE_CHARS ? '' : isoDate(text, lang);
    if (date !== '') return date;
  }
  return '';
}

function* dateTexts({ described, head, marks, scope, isArticle }: DateSources, url: string): Generator<string> {
  const metas = [...head.metas].filter(([name]) => !CHANGED.test(name));
  const named = (pattern: RegExp) =>
    metas.filter(([name]) => pattern.test(name)).flatMap(([, values]) => values.slice(0, 1));
  const written = (elements: DomElement[]) => scope.ordered(elements).filter(isNote).map(textOf);
  yield described;
  yield* named(/publi|pub-date|pubdate/);
  yield* named(/issued|created|release_date|online_date/);
  yield* named(/(^|[.:_-])date$/);
  yield* written(marks.dates);
  yield* written(marks.times).slice(0, 1);
  yield* written(marks.classedDates);
  const lines = scope.lines().filter((line) => !CHANGED.test(line));
  yield* isArticle ? lines : lines.filter((line) => BY_PROGRAM.test(line));
  yield /\/(\d{4})[/-]?(\d\d)[/-]?(\d\d)(?=[/._-]|$)/.exec(new URL(url).pathname)?.slice(1).join('-') ?? '';
}

const textOf = (element: DomElement) =>
  element.getAttribute('datetime') ?? element.getAttribute('content') ?? inline(element.textContent);

/** Whether the element is neither in a paragraph nor the date of a change. */
function isNote(element: DomElement): boolean {
  const classes = `${element.className} ${element.getAttribute('itemprop') ?? ''}`;
  if (CHANGED.test(classes) && !PUBLISHED.test(classes)) return false;
  return (element.parentNode?.textLength ?? 0) <= MAX_NOTE_CHARS || element.parentNode?.localName !== 'p';
}
