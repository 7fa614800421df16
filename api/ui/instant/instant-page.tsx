import { z } from 'zod';
import { ApiError } from '../../../lib/errors.ts';
import { MESSAGE } from '../../../lib/limits/cost.ts';
import { qParam } from '../../contract/params.ts';
import { limitSearch } from '../limit-search.ts';
import { definePage, signedIn } from '../page-route.ts';
import { readPreferences, timeZoneOf } from '../preferences.ts';
import { localeOf } from '../texts/language.ts';
import { Instant } from './instant.tsx';
import { pageAnswer } from './page-answer.ts';

/**
 * The instant answer to a query alone, for the scripts of the search page: converters and calculators ask as one types.
 * It is no search, and calls no provider; the limit is that of messages, which is ten times that of searches.
 */
const instant = definePage({
  method: 'GET',
  path: '/instant',
  for: 'searcher',
  input: z.object({ q: qParam }),
  async handle(context) {
    const { request, services } = context;
    await limitSearch(services, signedIn(context), MESSAGE, context);
    const preferences = readPreferences(request);
    const query = {
      q: context.input.q,
      lang: preferences.lang || localeOf(request),
      tz: timeZoneOf(request, preferences),
    };
    const userAgent = request.headers['user-agent'] ?? '';
    const asked = pageAnswer(query, { ...services, providers: null }, { ...context, ip: request.ip, userAgent });
    const answer = await asked.catch((error: unknown) => {
      // There was no time for it, or it needs a provider: as good as none.
      if (error instanceof ApiError) return null;
      throw error;
    });
    return answer ? <Instant answer={answer} /> : <p />;
  },
});

export const instantPages = [instant];
