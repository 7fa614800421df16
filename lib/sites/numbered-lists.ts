/**
 * Finds the links that lead on in a list, by numbers alone, because their words differ from language to language: those
 * named by numbers whose addresses differ in one number, and those whose address is that of the page with the number before or
 * after, or with the number that they are named by.
 */
export function continuing(links: readonly { url: string; text: string }[], base: string): ReadonlySet<string> {
  const numbered = new Map<string, { url: string; number: number }[]>();
  for (const { url, text } of links) {
    if (!/^\d{1,5}$/.test(text)) continue;
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
  for (const { url, text } of links) if (isInListWith(base, url, text)) found.add(url);
  return found;
}

const MAX_NUMBERS = 8;

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
    const isNear = Math.abs(Number(next) - Number(current)) === 1 || text === next;
    return isNear && next !== current && url.slice(from + next.length) === base.slice(from + current.length);
  }
  return isSecond(url, base);
}

/** `/list?page=2` and `/list/page/2` after `/list`. */
function isSecond(url: string, base: string): boolean {
  const start = base.replace(/[?#].*$/s, '').replace(/\/$/, '');
  if (!url.startsWith(start)) return false;
  const more = url.slice(start.length);
  const query = /\?[^#]*/.exec(base)?.[0].slice(1) ?? '';
  const added = query === '' ? more : more.replace(`${query}&`, '').replace(`&${query}`, '');
  return /^\/?\?[\w.[\]-]{1,30}=2$/.test(added) || /^\/[a-z]{1,12}[/-]?2\/?$/i.test(added);
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
