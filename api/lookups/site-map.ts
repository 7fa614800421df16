import type { Config } from '../../lib/config/config.ts';
import type { MapInput, MapReply } from '../../lib/sites/map-operation.ts';
import type { Requester } from '../ask/call-context.ts';
import { noAnswerError } from '../ask/outcomes.ts';
import type { ProviderClient } from '../ask/provider-client.ts';
import { linksWanted, type MapParams } from '../contract/map-params.ts';
import { pagesProvider } from './pages.ts';

/** What the formats of other services ask for beyond the parameters of the API. */
export interface OwnMapRequest extends Pick<MapInput, 'rules' | 'sitemap' | 'ignoresQuery'> {
  /** A time limit of the client, if it is shorter than that of the setting. */
  withinMs?: number | undefined;
}

/** Maps a site within the deadline of reading pages. Throws a 503 if reading is off, or if no worker could do it. */
export async function mapSite(
  params: MapParams & OwnMapRequest,
  { providers, config }: { providers: ProviderClient; config: Pick<Config, 'extract'> },
  requester: Requester,
): Promise<MapReply> {
  const { url, q = '', subdomains = false, include = [], exclude = [], rules, sitemap, ignoresQuery } = params;
  const pages = pagesProvider(providers);
  const context = providers.callsFor(
    requester,
    Math.min(config.extract.deadlineMs, params.withinMs ?? Number.POSITIVE_INFINITY),
  );
  const input = { url, q, limit: linksWanted(params), subdomains, include, exclude, rules, sitemap, ignoresQuery };
  const [outcome] = await providers.askAll('map', input, [pages], context);
  if (outcome?.ok) return outcome.value;
  const outcomes = outcome ? [{ provider: pages.id, outcome }] : [];
  throw noAnswerError(outcomes, 'The site could not be mapped in time.') ?? new Error('A map has no outcome.');
}
