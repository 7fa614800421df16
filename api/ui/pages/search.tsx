import { z } from 'zod';
import { ApiError, badRequest } from '../../../lib/errors.ts';
import { setPageHeaders } from '../headers.ts';
import { limitSearch } from '../limit-search.ts';
import { definePage, type PageContext, signedIn } from '../page-route.ts';
import { readPreferences, timeZoneOf } from '../preferences.ts';
import { readAddress, type Tab } from '../search-address.ts';
import { SearchFrame } from './search-frame.tsx';
import { imagesTab, newsTab, videosTab } from './search-media.tsx';
import { mapsTab } from './search-places.tsx';
import type { TabContent, TabContext } from './search-tab-content.ts';
import { translateTab } from './search-translate.tsx';
import { webTab } from './search-web.tsx';

/** The search page: the same searches as the API's, for people who are signed in, under limits of their own. */
const search = definePage({
  method: 'GET',
  path: '/',
  for: 'person',
  input: z.record(z.string(), z.unknown()),
  async handle(context) {
    const preferences = readPreferences(context.request);
    setPageHeaders(context.reply, preferences.pictures ? 'pictures' : 'nothing');
    const { address, problems } = readAddress(context.input, preferences);
    const tz = timeZoneOf(context.request, preferences);
    const { content, problem } = problems
      ? { content: null, problem: badRequest(problems) }
      : await show({ ...onBehalfOf(context), address, pictures: preferences.pictures, tz });
    if (problem) context.reply.code(problem.status).headers(problem.headers);
    return (
      <SearchFrame
        session={signedIn(context)}
        address={address}
        slots={context.services.providers.roster.slots}
        problem={problem}
      >
        {content}
      </SearchFrame>
    );
  },
});

const tabContents: Readonly<Record<Tab, (context: TabContext) => Promise<TabContent>>> = {
  web: webTab,
  images: imagesTab,
  news: newsTab,
  videos: videosTab,
  maps: mapsTab,
  translate: translateTab,
};

/** A tab's content; what went wrong on purpose is shown on the page, with its status. */
async function show(context: TabContext): Promise<TabContent> {
  const { address } = context;
  if (address.q === '' && address.tab !== 'translate') return { content: null, problem: null };
  try {
    // The form for translations asks nobody; sending it does.
    if (address.tab !== 'translate') await limitSearch(context.services, context.session);
    return await tabContents[address.tab](context);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { content: null, problem: error };
  }
}

/** Whoever looks at the page, as someone who asks. */
function onBehalfOf(context: PageContext<unknown>): Omit<TabContext, 'address' | 'pictures' | 'tz'> {
  const { services, requestId, signal, request } = context;
  const session = signedIn(context);
  const userAgent = request.headers['user-agent'] ?? '';
  return { services, requestId, signal, session, id: `user ${session.username}`, ip: request.ip, userAgent };
}

export const searchPages = [search];
