import { tidyCode } from './code-blocks.ts';
import type { DomElement } from './dom.ts';
import { names } from './element-names.ts';
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

/** Hides the parts of tables and code from the search for the content. */
export function veilUnits(body: DomElement) {
  for (const unit of body.querySelectorAll([...UNITS].join(','))) if (/\S/.test(unit.textContent)) unit.veil();
}

/** Shows them again. */
export function unveilUnits(content: DomElement) {
  for (const unit of content.getElementsByTagName('p')) unit.unveil();
}
