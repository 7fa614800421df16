import { allows } from './domains.ts';
import type { Mention } from './fuse.ts';
import type { SearchInput } from './query.ts';

/** What decides whether a result stays; its date is ISO 8601, or empty. */
interface Candidate {
  url: string;
  date?: string;
}

/** Whether a merged result stays in the list. */
export type Keep = (row: Candidate, mentions: readonly Mention[]) => boolean;

/**
 * Keeps results to the sites and days of a search, whatever the engines made of them; undefined if none are asked for. A
 * result without a date stays if an engine found it that keeps to the days itself: `keepsToDays` says it of each list.
 */
export function narrowing(
  { site = [], excludeSite = [], from = '', to = '9999' }: SearchInput,
  keepsToDays: readonly boolean[],
): Keep | undefined {
  const sites = { include: site, exclude: excludeSite };
  const hasDays = from !== '' || to !== '9999';
  if (site.length + excludeSite.length === 0 && !hasDays) return undefined;
  return ({ url, date = '' }, mentions) => {
    if (!allows(sites, url)) return false;
    if (!hasDays) return true;
    const day = date.slice(0, 10);
    return day === '' ? mentions.some(({ list }) => keepsToDays[list]) : from <= day && day <= to;
  };
}
