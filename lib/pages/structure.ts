import { tidyCode } from './code-blocks.ts';
import type { DomElement } from './dom.ts';
import { HEADINGS, names } from './element-names.ts';
import { tidyHeadings } from './headings.ts';
import { tidyMaths } from './maths.ts';
import { unwrapLayoutTables } from './tables.ts';

/** Whole or not at all: no rule looks at their parts. */
const UNITS = names('table pre');

/** Gives what programs write in many ways the one form that HTML has for it. */
export function arrange(body: DomElement) {
  tidyMaths(body);
  tidyCode(body);
  tidyHeadings(body);
  unwrapLayoutTables(body);
}

/** Hides the parts of tables and code, and the names of headings, from the search for the content. */
export function veilUnits(body: DomElement) {
  for (const heading of body.querySelectorAll([...HEADINGS].join(','))) {
    heading.removeAttribute('class');
    moveAttribute(heading, 'id', 'data-id');
  }
  for (const unit of body.querySelectorAll([...UNITS].join(','))) if (/\S/.test(unit.textContent)) unit.veil();
}

/** Shows them again. */
export function unveilUnits(content: DomElement) {
  for (const heading of content.querySelectorAll([...HEADINGS].join(','))) moveAttribute(heading, 'data-id', 'id');
  for (const unit of content.getElementsByTagName('p')) unit.unveil();
}

function moveAttribute(element: DomElement, from: string, to: string) {
  const value = element.getAttribute(from);
  if (value === null) return;
  element.removeAttribute(from);
  element.setAttribute(to, value);
}
