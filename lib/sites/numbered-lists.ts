import { datedAddress } from './dated-address.ts';

/**
 * Finds the links that lead on in a list, by numbers, because their words differ from language to language: those named by
 * numbers whose addresses differ in one number, and those whose address is that of the page with another number, by which
 * they are named, or which comes before or after and is called the number of a page. Products, versions and years are
 * numbered as well, and their neighbours are pages like any other.
 */
export function continuing(links: readonly { url: string; text: string }[], base: string): ReadonlySet<string> {
  const numbered = new Map<string, { url: string; number: number }[]>();
  for (const { url, text } of links) {
    if (!/^\d{1,5}$/.test(text) || isDate(url)) continue;
    for (const shape of shapesOf(url)) {
      const alike = numbered.get(shape) ?? [];
      alike.push({ url, number: Number(text) });
      numbered.set(shape, alike);
    }
  }
  const found = new Set<string>();
  for (const alike of numbered.values()) {
    if (new Set(alike.map(({ number }) => number)).size > 1) for (const { url } of alike) found.add(url);
  }
  for (const { url, text } of links) if (isInListWith(base, url, text) && !isDate(url)) found.add(url);
  return found;
}

const MAX_NUMBERS = 8;
/** What comes before the number of a page, in a parameter or a path. */
const PAGE_NUMBER = /[^a-z](?:p|pg|pag[a-z]*|seite|start|offset)[=/_-]?$/i;

/** The address with one of its numbers left out, for each that it has. */
function shapesOf(url: string): string[] {
  const shapes: string[] = [];
  for (const { index, 0: number } of pathOf(url).matchAll(/\d+/g)) {
    if (shapes.length === MAX_NUMBERS) break;
    const at = url.length - pathOf(url).length + index;
    shapes.push(`${url.slice(0, at)}#${url.slice(at + number.length)}`);
  }
  return shapes;
}

/** Whether a page is near another in a list, or the second of one whose first has no number. */
function isInListWith(base: string, url: string, text: string): boolean {
  const before = shared(url, base);
  // The number begins where the first digit of it is.
  const from = before - (/\d*$/.exec(url.slice(0, before))?.[0].length ?? 0);
  const next = /^\d{1,9}/.exec(url.slice(from))?.[0];
  const current = /^\d{1,9}/.exec(base.slice(from))?.[0];
  if (next !== undefined && current !== undefined) {
    const isNear = Math.abs(Number(next) - Number(current)) === 1 && PAGE_NUMBER.test(url.slice(0, from));
    return (
      (isNear || text === next) &&
      next !== current &&
      url.slice(from + next.length) === base.slice(from + current.length)
    );
  }
  return isSecond(url, base, text);
}

/** `/list?page=2` and `/list/page/2` after `/list`. */
function isSecond(url: string, base: string, text: string): boolean {
  const start = base.replace(/[?#].*$/s, '').replace(/\/$/, '');
  if (!url.startsWith(start)) return false;
  const more = url.slice(start.length);
  const query = /\?[^#]*/.exec(base)?.[0].slice(1) ?? '';
  const added = query === '' ? more : more.replace(`${query}&`, '').replace(`&${query}`, '');
  const name = /^(\/?\?[\w.[\]-]{1,30}=)2$/.exec(added) ?? /^(\/[a-z]{1,12}[/-]?)2\/?$/i.exec(added);
  return name !== null && (text === '2' || PAGE_NUMBER.test(name[1] as string));
}

/** Whether an address is certainly that of a date: a calendar is no list. */
function isDate(address: string): boolean {
  const { pathname, search } = new URL(address);
  return datedAddress(pathname.split('/').filter(Boolean), search.slice(1).split('&'))?.isCertain === true;
}

function shared(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

/** The address after its host, whose numbers are no pages. */
function pathOf(url: string): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2));
}
