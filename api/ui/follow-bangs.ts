import { ApiError } from '../../lib/errors.ts';
import { readBangs } from './bangs.ts';
import { readOwnSites, siteAddress } from './own-sites.ts';
import { type PageContext, Redirect } from './page-route.ts';
import { readPreferences } from './preferences.ts';
import { hrefTo, type SearchAddress, servedTabs } from './search-address.ts';
import { textsFor } from './texts/language.ts';
import { siteNamed } from './well-known-sites.ts';

/** A well-known site that a query leads to. */
export interface Departure {
  title: string;
  to: string;
}

/**
 * Where the bangs of a query lead: to the same search without them, so that all links of the page are without them too,
 * or to another site. An error if the visitor's own list has no such site; null without bangs.
 */
export function followBangs(
  { request, services }: Pick<PageContext<unknown>, 'request' | 'services'>,
  address: SearchAddress,
): Redirect | ApiError | Departure | null {
  const { roster } = services.providers;
  const sites = readOwnSites(request);
  const { siteBangs } = readPreferences(request);
  const choices = {
    tabs: servedTabs(roster),
    slots: roster.slots,
    sites,
    siteNamed: siteBangs ? siteNamed : undefined,
  };
  const asked = readBangs(address.q, choices);
  if (asked === null) return null;
  if (asked.kind === 'search') {
    const { q, tab, engine } = asked;
    const filters = { ...address.filters, ...(engine.length > 0 && { engine: engine.join(',') }) };
    return new Redirect(hrefTo({ ...address, filters }, { q, tab: tab ?? address.tab }));
  }
  if (asked.kind === 'well-known') {
    const { title, address: pattern } = asked.site;
    // Without words, to where they would be asked for.
    const to = asked.words === '' ? new URL(pattern).origin : siteAddress({ name: '', address: pattern }, asked.words);
    return { title, to };
  }
  if (asked.site) return new Redirect(new URL(siteAddress(asked.site, asked.words)));
  const names = sites.map(({ name }) => `!!${name}`);
  return new ApiError(400, textsFor(request).bangs.noSite(`!!${asked.name}`, names.join(', ')));
}
