import { Readability } from '@mozilla/readability';
import type { BoundedHtml } from './bounded-html.ts';
import type { DomDocument, DomElement } from './dom.ts';

/** The main content of a page; `rebuild` gives the document once more, because readability takes it apart. */
export function mainContent({ document }: BoundedHtml, rebuild: () => DomDocument): DomElement {
  const article = new Readability<DomElement>(document as never, {
    keepClasses: true,
    disableJSONLD: true,
    serializer: (element) => element as unknown as DomElement,
  }).parse();
  return article?.content ?? rebuild().body;
}
