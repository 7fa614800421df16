import { ApiError } from '../../lib/errors.ts';
import { readBangs } from './bangs.ts';
import { readOwnSites, siteAddress } from './own-sites.ts';
import { type PageContext, Redirect } from './page-route.ts';
import { hrefTo, type SearchAddress, servedTabs } from './search-address.ts';
import { textsFor } from './texts/language.ts';

/**
 * Where the bangs of a query lead: to the same search without them, so that all links of the page are without them too,
 * or to a site of the visitor's own list. An error if there is no such site; null without bangs.
 */
export function followBangs(
  { request, services }: Pick<PageContext<unknown>, 'request' | 'services'>,
  address: SearchAddress,
): Redirect | ApiError | null {
  const { roster } = services.providers;
  const sites = readOwnSites(request);
  const asked = readBangs(address.q, { tabs: servedTabs(roster), slots: roster.slots, sites });
  if (asked === null) return null;
  if (asked.kind === 'search') {
    const { q, tab, engine } = asked;
    const filters = { ...address.filters, ...(engine.length > 0 && { engine: engine.join(',') }) };
    return new Redirect(hrefTo({ ...address, filters }, { q, tab: tab ?? address.tab }));
  }
  if (asked.site) return new Redirect(new URL(siteAddress(asked.site, asked.words)));
  const names = sites.map(({ name }) => `!!${name}`);
  return new ApiError(400, textsFor(request).bangs.noSite(`!!${asked.name}`, names.join(', ')));
}
