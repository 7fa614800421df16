import { type InvisibleWay, withoutInvisible } from '../invisible-characters.ts';
import type { ReadablePage } from './page.ts';

/** A page without invisible characters in what it says of itself and in a plain text. Its HTML has none since it was built. */
export function seenPage(page: ReadablePage): ReadablePage {
  const hidden = { ...page.hidden };
  const count = (way: InvisibleWay) => {
    hidden[way] = (hidden[way] ?? 0) + 1;
  };
  const [title, description, author, site, text] = [
    page.title,
    page.description,
    page.author,
    page.site,
    page.text,
  ].map((one) => withoutInvisible(one, count)) as [string, string, string, string, string];
  return { ...page, title, description, author, site, text, hidden };
}
