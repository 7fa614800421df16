import { datedAddress } from './dated-address.ts';

/** Sites have no pages this deep, but links that are relative by mistake lead ever deeper. */
const MAX_SEGMENTS = 20;
const MAX_ADDRESS_CHARS = 1_500;
/** How often a segment, or a run of segments, may be repeated. */
const MAX_REPEATED = 2;
/** Lists that can be narrowed and sorted have an address for each combination. So many are read of one page, by their parameters. */
const READ_OF_COMBINATIONS = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 10_000, 1_000, 200, 50];
/** A calendar has a page for each day for ever; an archive of so many months goes back for 25 years. */
const READ_OF_CALENDAR = { certain: 300, perhaps: 1_000 };
const YEARS_AHEAD = 2;

/**
 * Whether an address belongs to pages without end, rather than to a site. `seenOfShape` is how many addresses of the same
 * shape were accepted before.
 */
export function isTrap(url: URL, seenOfShape: number): boolean {
  const { href } = url;
  if (href.length > MAX_ADDRESS_CHARS || /%25(?:25)+/.test(href)) return true;
  const segments = url.pathname.split('/').filter(Boolean);
  if (segments.length > MAX_SEGMENTS || hasRepetition(segments)) return true;
  const pairs = pairsOf(url);
  if (new Set(pairs).size < pairs.length) return true;
  const date = datedAddress(segments, pairs);
  if (date && seenOfShape >= READ_OF_CALENDAR[date.isCertain ? 'certain' : 'perhaps']) return true;
  if (date?.isCertain && date.year > new Date().getUTCFullYear() + YEARS_AHEAD) return true;
  return seenOfShape >= (READ_OF_COMBINATIONS[pairs.length] ?? (READ_OF_COMBINATIONS.at(-1) as number));
}

/** What is equal for the addresses that lead into the same trap: the days of a calendar, the forms of a list. */
export function shapeOf(url: URL): string {
  const segments = url.pathname.split('/').filter(Boolean);
  const pairs = pairsOf(url);
  const host = `${url.hostname}${url.port === '' ? '' : `:${url.port}`}`;
  if (datedAddress(segments, pairs)) {
    const path = segments.map((segment) => (/^[\d\-._]+$/.test(segment) ? '#' : segment));
    return `${host}/${path.join('/')}?dates`;
  }
  return `${host}/${segments.join('/')}?${pairs.length}`;
}

function pairsOf({ search }: URL): string[] {
  return search.slice(1).split('&').filter(Boolean);
}

/** Whether a run of segments follows itself more often than anybody would name a page. */
function hasRepetition(segments: readonly string[]): boolean {
  for (let run = 1; run * (MAX_REPEATED + 1) <= segments.length; run += 1) {
    let equal = 0;
    for (let at = run; at < segments.length; at += 1) {
      equal = segments[at] === segments[at - run] ? equal + 1 : 0;
      if (equal >= run * MAX_REPEATED) return true;
    }
  }
  return false;
}
