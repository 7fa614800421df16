import type { Adapter } from '../providers/adapter.ts';
import { GOOGLE_PER_PAGE, googleResults, googleStandIn } from './google-results.ts';

const PATH = '/search.json';

/** SerpApi, an API for Google's results. The key is part of the address, so the address must never be logged. */
export const serpapi: Adapter = {
  slug: 'serpapi',
  name: 'Google (SerpApi)',
  docs: { about: 'Google’s results.', keyFrom: 'https://serpapi.com' },
  index: 'google',
  defaultUrl: 'https://serpapi.com',
  apiKey: 'required',
  hasInfobox: true,
  operations: {
    web: googleResults(PATH, ({ page, date }) => ({
      start: String((page - 1) * GOOGLE_PER_PAGE),
      ...(date ? { tbs: `qdr:${date}` } : {}),
    })),
  },
  standIn: googleStandIn(PATH, (query) => Number(query.get('start') ?? 0)),
};
