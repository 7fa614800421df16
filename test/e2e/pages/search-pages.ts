import type { Page } from 'playwright-core';
import { redisKeys } from '../../../lib/redis/redis-keys.ts';
import { eventually } from '../../harness/processes.ts';
import { ENGINES, SEARCHES_A_MINUTE } from '../site-settings.ts';
import { at, type ListedPage } from './listed-page.ts';

/** A search, and the part of its page that it is listed for. */
const SEARCHES = [
  ['web', 'linux', 'Web results', '[data-result]'],
  ['web', '10 km in miles', 'an instant answer', '.instant'],
  ['web', 'qr code hello', 'an instant answer that is a picture', '.instant .qr'],
  ['web', 'how do I exit vim', 'an answer to a question on a card', '.card .verbatim'],
  ['web', 'paris', 'a card about one subject', '.entity'],
  ['images', 'retriever', 'images', '.images .open'],
  ['news', 'climate', 'news', '[data-result]'],
  ['videos', 'space', 'videos', '[data-result]'],
  ['maps', 'paris', 'places', '.places-map'],
  ['maps', '48.8584, 2.2945', 'the place at a point', '.places-map'],
] as const;

/** Opens a page until it has this: on a busy machine, what is asked for beside the results may come too late for them. */
const showing = (path: string, part: string) => (page: Page) =>
  eventually(`${part} is on ${path}`, async () => {
    const response = await page.goto(path);
    return (await page.locator(part).first().isVisible()) && response;
  });

/** The search page in every state that looks different. */
export const searchPages: ListedPage[] = [
  { what: 'the empty search page', route: '/', as: 'member', isWalked: true, open: at('/') },
  ...SEARCHES.map(
    ([tab, q, what, part]): ListedPage => ({
      what,
      route: '/',
      as: 'member',
      isWalked: true,
      open: showing(`/?q=${encodeURIComponent(q)}&tab=${tab}`, part),
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
    async open(page, { app }) {
      for (const engine of ENGINES) await app.knobs(engine, { status: 500 });
      // A browser that is known to run scripts may be shown the page before its status is certain.
      await page.context().clearCookies({ name: 'tributary_tz' });
      const response = await page.goto('/?q=failing');
      await app.healUpstreams();
      return response;
    },
  },
  {
    what: 'searched too often',
    route: '/',
    as: 'member',
    status: 429,
    async open(page, { app }) {
      const log = redisKeys.userRateLog('member', 'burst');
      await app.client.rpush(log, ...Array<string>(SEARCHES_A_MINUTE).fill(String(Date.now())));
      const response = await page.goto('/?q=linux');
      await app.client.del(log);
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
