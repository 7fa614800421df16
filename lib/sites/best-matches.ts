import { bm25 } from '../text/bm25.ts';

/** A page of which no more is known than where it is, and what links to it say. */
export interface MappedLink {
  url: string;
  title: string;
}

/** Orders pages by the words of their addresses and titles. Those without any of the words keep their order at the end. */
export function bestMatches(q: string, links: readonly MappedLink[], limit: number): MappedLink[] {
  const scores = bm25(
    q,
    links.map(({ url, title }) => ({ text: `${wordsOf(url)} ${title}`, lang: '' })),
  );
  return links
    .map((link, at) => ({ link, score: scores[at] ?? 0 }))
    .sort((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ link }) => link);
}

/** The words of an address: those of its path and parameters, also where only capitals divide them. Each page has its host. */
function wordsOf(url: string): string {
  const path = url.slice(url.indexOf('/', url.indexOf('//') + 2));
  return decoded(path).replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A % that is not part of an encoded character.
    return path;
  }
}
