import { withoutInvisible } from '../invisible-characters.ts';
import { DomElement } from './dom.ts';
import { names } from './element-names.ts';
import { webAddress } from './web-address.ts';

const MAX_ATTRIBUTE_CHARS = 2_000;
const ATTRIBUTES = names(
  'alt alttext class colspan content data-lang data-language data-latex datetime dir display encoding id itemprop itemtype lang rel role rowspan start title',
);
/** Where pages keep the address of an image, those that are loaded late first. */
const IMAGE_SOURCES = ['data-src', 'data-original', 'data-lazy-src', 'src', 'data-srcset', 'srcset'];

/** The box of a task in a list, which nobody can tick: text, in the form that Markdown has for it. */
export function isTask(name: string, { type, disabled }: Record<string, string>): boolean {
  return name === 'input' && type === 'checkbox' && disabled !== undefined;
}

/** Something to tick or choose, which pages have without any form: for tabs, menus and tasks. */
export function isPicker(name: string, { type = '' }: Record<string, string>): boolean {
  return name === 'input' && /^(?:checkbox|radio|hidden)$/i.test(type);
}

/** Code keeps its spaces; so do the cells of code that is a table. */
export function keepsSpaces(name: string, { class: classes = '' }: Record<string, string>): boolean {
  return name === 'pre' || (name === 'td' && /\bcode\b/.test(classes)) || classes === 'language-math';
}

/** The element that holds a formula's TeX, if this is a script with one, as MathJax reads it. */
export function formulaOf(name: string, { type = '' }: Record<string, string>): 'code' | 'pre' | null {
  if (name !== 'script' || !/^math\/tex/i.test(type)) return null;
  return /display/i.test(type) ? 'pre' : 'code';
}

/** Whether nothing is lost if an element gives way to what is in it. */
export function isTransparent(name: string, attributes: Record<string, string>): boolean {
  if (name !== 'span' && name !== 'font') return false;
  for (const attribute in attributes) if (ATTRIBUTES.has(attribute)) return false;
  return true;
}

export function newElement(name: string, attributes: Record<string, string>, base: string): DomElement {
  const element = new DomElement(name);
  for (const attribute in attributes) {
    if (ATTRIBUTES.has(attribute))
      element.setAttribute(attribute, withoutInvisible((attributes[attribute] ?? '').slice(0, MAX_ATTRIBUTE_CHARS)));
  }
  const href = name === 'a' && attributes.href !== undefined ? webAddress(attributes.href, base) : '';
  if (href !== '') element.setAttribute('href', href);
  const src = name === 'img' ? imageAddress(attributes, base) : '';
  if (src !== '') element.setAttribute('src', src);
  return element;
}

function imageAddress(attributes: Record<string, string>, base: string): string {
  for (const name of IMAGE_SOURCES) {
    const value = attributes[name];
    if (value === undefined) continue;
    const first = name.endsWith('srcset') ? (value.trim().split(/\s/, 1)[0] ?? '') : value;
    const address = webAddress(first, base);
    if (address !== '') return address;
  }
  return '';
}
