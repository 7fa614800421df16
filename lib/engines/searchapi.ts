import type { Adapter } from '../providers/adapter.ts';
import { GOOGLE_PER_PAGE, googleResults, googleStandIn } from './google-results.ts';

const PATH = '/search';
const TIME_PERIOD = { d: 'last_day', w: 'last_week', m: 'last_month', y: 'last_year' } as const;

/** SearchApi.io, an API for Google's results. The key is part of the address, so the address must never be logged. */
export const searchapi: Adapter = {
  slug: 'searchapi',
  name: 'Google (SearchApi)',
  docs: { about: 'Google’s results.', keyFrom: 'https://www.searchapi.io' },
  index: 'google',
  defaultUrl: 'https://www.searchapi.io/api/v1',
  apiKey: 'required',
  hasInfobox: true,
  operations: {
    web: googleResults(PATH, ({ page, date }) => ({
      page: String(page),
      ...(date ? { time_period: TIME_PERIOD[date] } : {}),
    })),
  },
  standIn: googleStandIn(`/api/v1${PATH}`, (query) => (Number(query.get('page') ?? 1) - 1) * GOOGLE_PER_PAGE),
};
