import { z } from 'zod';
import { ApiError, badRequest } from '../../../lib/errors.ts';
import { searchIn } from '../../../lib/limits/cost.ts';
import { parsePoint, rounded } from '../../../lib/maps/point.ts';
import { allowLocation } from '../headers.ts';
import { limitSearch } from '../limit-search.ts';
import { definePage, fieldText, Redirect, signedIn } from '../page-route.ts';
import { readPreferences } from '../preferences.ts';
import { readAddress, servedTabs } from '../search-address.ts';
import { catalogues, languageOf } from '../texts/language.ts';
import { withoutNearMe } from './near-me.tsx';
import { SearchFrame } from './search-frame.tsx';
import { placesNear } from './search-places.tsx';

/** About a hundred metres: enough to find what is near, and not the house that somebody is in. */
const DECIMALS = 3;

/** A search near the visitor, whose position came from their browser. It is used for this search alone. */
const near = definePage({
  method: 'POST',
  path: '/near',
  for: 'searcher',
  input: z.object({ q: fieldText, lat: fieldText, lon: fieldText }),
  async handle(context) {
    const { services, request, reply, input } = context;
    allowLocation(reply);
    const session = signedIn(context);
    const preferences = readPreferences(request);
    const { address, problems } = readAddress({ tab: 'maps', q: input.q }, preferences);
    const q = withoutNearMe(address.q) ?? address.q;
    const { content, problem } = await found().catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      return { content: null, problem: error };
    });
    if (problem) reply.code(problem.status).headers(problem.headers);
    return (
      <SearchFrame
        session={session}
        address={{ ...address, q: address.q || catalogues[languageOf(request)].maps.nearMe }}
        preferences={preferences}
        slots={[]}
        tabs={servedTabs(services.providers.roster)}
        problem={problem}
      >
        {content}
      </SearchFrame>
    );

    async function found() {
      const given = parsePoint(`${input.lat}, ${input.lon}`);
      if (problems) throw badRequest(problems);
      if (!given) throw badRequest({ detail: [catalogues[languageOf(request)].maps.noPosition] });
      await limitSearch(services, session, searchIn('maps'), context);
      const here = { lat: rounded(given.lat, DECIMALS), lon: rounded(given.lon, DECIMALS) };
      return placesNear(q, here, { ...context, address, pictures: preferences.pictures });
    }
  },
});

/** Opening the URL of such a search again shows the form. */
const again = definePage({
  method: 'GET',
  path: '/near',
  for: 'searcher',
  input: z.object({}),
  async handle() {
    return new Redirect('/?tab=maps');
  },
});

export const nearPages = [near, again];
