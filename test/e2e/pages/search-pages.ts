import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { ENGINES, SEARCHES_A_MINUTE } from '../site-settings.ts';
import { at, type ListedPage } from './listed-page.ts';

const SEARCHES = [
  ['web', 'linux', 'Web results'],
  ['web', '10 km in miles', 'an instant answer'],
  ['web', 'qr code hello', 'an instant answer that is a picture'],
  ['web', 'python list comprehension', 'cards'],
  ['web', 'paris', 'a card about one subject'],
  ['images', 'retriever', 'images'],
  ['news', 'climate', 'news'],
  ['videos', 'space', 'videos'],
  ['maps', 'paris', 'places'],
  ['maps', '48.8584, 2.2945', 'the place at a point'],
] as const;

/** The search page in every state that looks different. */
export const searchPages: ListedPage[] = [
  { what: 'the empty search page', route: '/', as: 'member', isWalked: true, open: at('/') },
  ...SEARCHES.map(
    ([tab, q, what]): ListedPage => ({
      what,
      route: '/',
      as: 'member',
      isWalked: true,
      open: at(`/?q=${encodeURIComponent(q)}&tab=${tab}`),
    }),
  ),
  ...['web', 'images', 'news', 'videos', 'maps'].map(
    (tab): ListedPage => ({
      what: `nothing found: ${tab}`,
      route: '/',
      as: 'member',
      open: at(`/?q=zzqqxxyy&tab=${tab}`),
    }),
  ),
  {
    what: 'a picture in its pane',
    route: '/',
    as: 'member',
    isWalked: true,
    async open(page) {
      const response = await page.goto('/?q=retriever&tab=images');
      await page.locator('.open').nth(1).click();
      await page.locator('.pane:popover-open').waitFor();
      return response;
    },
  },
  {
    what: 'filters that are set',
    route: '/',
    as: 'member',
    isWalked: true,
    open: at('/?q=linux&engine=engine_a&safe=off&date=y'),
  },
  { what: 'a page that was not listed', route: '/read', as: 'member', status: 404, open: at('/read?url=x') },
  { what: 'the second page of results', route: '/', as: 'member', isWalked: true, open: at('/?q=world&page=2') },
  { what: 'a page of results beyond the last', route: '/', as: 'member', status: 400, open: at('/?q=linux&page=99') },
  {
    what: 'no engine answers',
    route: '/',
    as: 'member',
    status: 503,
    async open(page, { stack }) {
      for (const engine of ENGINES) await stack.knobs(engine, { status: 500 });
      // A browser that is known to run scripts may be shown the page before its status is certain.
      await page.context().clearCookies({ name: 'tributary_tz' });
      const response = await page.goto('/?q=failing');
      await stack.healUpstreams();
      return response;
    },
  },
  {
    what: 'searched too often',
    route: '/',
    as: 'member',
    status: 429,
    async open(page, { stack }) {
      const log = redisKeys.userRateLog('member', 'burst');
      await stack.client.rpush(log, ...Array<string>(SEARCHES_A_MINUTE).fill(String(Date.now())));
      const response = await page.goto('/?q=linux');
      await stack.client.del(log);
      return response;
    },
  },
  { what: 'the form for translations', route: '/translate', as: 'member', open: at('/translate') },
  {
    what: 'a translation',
    route: '/',
    as: 'member',
    isWalked: true,
    async open(page) {
      const response = await page.goto('/?tab=translate&q=good+morning');
      await page.selectOption('[name=target]', 'de');
      await page.locator('#translation', { hasText: 'guten Morgen' }).waitFor();
      return response;
    },
  },
  { what: 'the form for places', route: '/near', as: 'member', open: at('/near') },
  {
    what: 'preferences',
    route: '/settings/preferences',
    as: 'member',
    isWalked: true,
    open: at('/settings/preferences'),
  },
];
