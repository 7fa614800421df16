import type { Page, Response } from 'playwright-core';
import { setDisabled } from '../../lib/accounts/account-store.ts';
import { redisKeys } from '../../lib/redis-keys.ts';
import { reportCall } from '../harness/health.ts';
import type { Stack } from '../harness/stack.ts';
import type { KnownFinding } from './browser.ts';

/** The limit that the deployment is started with: more than all these pages need. */
export const SEARCHES_A_MINUTE = 600;

/** What a page may need to be shown: the deployment, and what was made in it. */
export interface Scene {
  stack: Stack;
  /** Path of the set-up page with its token. */
  setUp: string;
  /** The member's key, as addresses name it. */
  prefix: string;
  /** The member's key. */
  key: string;
}

export type Role = 'nobody' | 'newcomer' | 'member' | 'administrator';

/** One page in one state. */
export interface ListedPage {
  what: string;
  /** The route that shows it, as it is registered. */
  route: string;
  as: Role;
  /** 200 unless told. */
  status?: number;
  known?: readonly KnownFinding[];
  /** Whether it shows something on a phone that it does not on a desk. */
  isOfPhone?: boolean;
  /** What is there when the page is dark, where that is for a script to see to. */
  darkWith?: string;
  open(page: Page, scene: Scene): Promise<Response | null>;
  /** The part of the page to look at, if the rest is looked at elsewhere. */
  within?: string;
}

const at = (path: string) => (page: Page) => page.goto(path);

/** Fills a form of the page at `path` and sends it; the reply is what the browser then shows. */
const sending = (path: string, fields: Record<string, string>, form: string) => async (page: Page) => {
  await page.goto(path);
  for (const [name, value] of Object.entries(fields)) await page.locator(`${form} [name=${name}]`).fill(value);
  const [response] = await Promise.all([
    page.waitForResponse((candidate) => candidate.request().isNavigationRequest()),
    page.locator(`${form} button[type=submit]`).click(),
  ]);
  await page.waitForLoadState();
  return response;
};

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

const searchPages: ListedPage[] = [
  { what: 'the empty search page', route: '/', as: 'member', open: at('/') },
  ...SEARCHES.map(
    ([tab, q, what]): ListedPage => ({
      what,
      route: '/',
      as: 'member',
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
    async open(page) {
      const response = await page.goto('/?q=retriever&tab=images');
      await page.locator('.open').nth(1).click();
      await page.locator('.pane:popover-open').waitFor();
      return response;
    },
  },
  { what: 'filters that are set', route: '/', as: 'member', open: at('/?q=linux&engine=engine_a&safe=off&date=y') },
  { what: 'the second page of results', route: '/', as: 'member', open: at('/?q=world&page=2') },
  { what: 'a page of results beyond the last', route: '/', as: 'member', status: 400, open: at('/?q=linux&page=99') },
  {
    what: 'no engine answers',
    route: '/',
    as: 'member',
    status: 503,
    async open(page, { stack }) {
      for (const engine of ['brave', 'mojeek', 'marginalia']) await stack.knobs(engine, { status: 500 });
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
    async open(page) {
      const response = await page.goto('/?tab=translate&q=good+morning');
      await page.selectOption('[name=target]', 'de');
      await page.locator('#translation', { hasText: 'guten Morgen' }).waitFor();
      return response;
    },
  },
  { what: 'the form for places', route: '/near', as: 'member', open: at('/near') },
  { what: 'preferences', route: '/preferences', as: 'member', open: at('/preferences') },
];

const REVOKE = '/settings/api-keys/:prefix/revoke';
const NEW_KEY = 'form[action$="/settings/api-keys"]';

const settingsPages: ListedPage[] = [
  { what: 'API keys: none yet', route: '/settings/api-keys', as: 'newcomer', open: at('/settings/api-keys') },
  { what: 'API keys', route: '/settings/api-keys', as: 'member', open: at('/settings/api-keys?done=revoked') },
  {
    what: 'a new key, shown this once',
    route: '/settings/api-keys',
    as: 'member',
    open: sending('/settings/api-keys', { name: 'a name that is rather long, so that it has to break' }, NEW_KEY),
  },
  {
    what: 'a new key that was refused',
    route: '/settings/api-keys',
    as: 'member',
    status: 400,
    open: sending('/settings/api-keys', { expires: '2001-01-01' }, NEW_KEY),
  },
  {
    what: 'the question before a key is revoked',
    route: REVOKE,
    as: 'member',
    open: (page, { prefix }) => page.goto(REVOKE.replace(':prefix', prefix)),
  },
  {
    what: "somebody else's key: not found",
    route: REVOKE,
    as: 'newcomer',
    status: 404,
    open: (page, { prefix }) => page.goto(REVOKE.replace(':prefix', prefix)),
  },
  { what: 'usage: none yet', route: '/settings/usage', as: 'newcomer', open: at('/settings/usage') },
  {
    what: 'usage, with the days as a table',
    route: '/settings/usage',
    as: 'member',
    async open(page) {
      const response = await page.goto('/settings/usage');
      await page.getByText('Show as table').click();
      return response;
    },
  },
  {
    what: 'usage of one key',
    route: '/settings/usage',
    as: 'member',
    open: (page, { prefix }) => page.goto(`/settings/usage?key=${prefix}`),
  },
  { what: 'password', route: '/settings/password', as: 'member', open: at('/settings/password') },
  {
    what: 'password: the current one is wrong',
    route: '/settings/password',
    as: 'member',
    status: 400,
    open: sending('/settings/password', { current: 'not this one', password: 'a new long secret' }, 'main form'),
  },
];

/**
 * bull-board's own markup, in its bundle: buttons that are only an icon, a logo that repeats the title beside it, headings
 * that begin below the first level, an icon without a name, a table that scrolls but cannot be reached with the keyboard,
 * buttons that are half transparent.
 */
const DASHBOARD_FINDINGS: readonly KnownFinding[] = [
  { rule: 'button-name', selector: 'button[class*="button-"]' },
  { rule: 'image-redundant-alt', selector: 'header img' },
  { rule: 'page-has-heading-one', selector: 'html' },
  { rule: 'heading-order', selector: 'h5[class^="jobName-"]' },
  { rule: 'svg-img-alt', selector: 'header svg' },
  { rule: 'scrollable-region-focusable', selector: '[class^="tableScroll-"]' },
  { rule: 'color-contrast', selector: 'button[class^="rangeButton-"]' },
];

function dashboardPage(what: string, route: string, path: (scene: Scene) => string | Promise<string>): ListedPage {
  return {
    what: `the queue dashboard: ${what}`,
    route,
    as: 'administrator',
    known: DASHBOARD_FINDINGS,
    darkWith: 'body.dark-mode',
    async open(page, scene) {
      const response = await page.goto(await path(scene));
      await page.locator('main').waitFor();
      await page.waitForLoadState('networkidle');
      return response;
    },
  };
}

/** Opens the menu that the navigation is on a phone; with more room it stays the line that it is. */
async function openMenu(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole('button', { name: 'Menu' }).click();
}

const NEW_ACCOUNT = 'form[action$="/admin/users"]';

const adminPages: ListedPage[] = [
  { what: 'for administrators only', route: '/admin/users', as: 'member', status: 403, open: at('/admin/users') },
  {
    what: 'accounts, with the menu open',
    route: '/admin/users',
    as: 'administrator',
    isOfPhone: true,
    async open(page) {
      const response = await page.goto('/admin/users');
      await openMenu(page);
      return response;
    },
  },
  {
    what: 'accounts, one about to get a password',
    route: '/admin/users',
    as: 'administrator',
    async open(page) {
      const response = await page.goto('/admin/users');
      await page.locator('main summary').first().click();
      return response;
    },
  },
  {
    what: 'accounts: one was disabled',
    route: '/admin/users',
    as: 'administrator',
    async open(page, { stack }) {
      await setDisabled(stack.client, 'tester', false);
      await page.goto('/admin/users');
      const [response] = await Promise.all([
        page.waitForResponse((candidate) => candidate.url().includes('done=disable')),
        page.locator('form[action$="/admin/users/tester/disable"] button').click(),
      ]);
      await page.getByText('Account disabled.').waitFor();
      return response;
    },
  },
  {
    what: 'accounts: a name that is not allowed',
    route: '/admin/users',
    as: 'administrator',
    status: 400,
    open: sending('/admin/users', { username: 'not allowed!' }, NEW_ACCOUNT),
  },
  {
    what: 'providers, one of them failing',
    route: '/admin/providers',
    as: 'administrator',
    async open(page, { stack }) {
      const reason = 'answered 502 with a page of its own';
      for (let i = 0; i < 3; i++) await reportCall(stack.client, 'mojeek', { code: 'upstream', reason });
      return page.goto('/admin/providers');
    },
  },
  dashboardPage('all queues', '/admin/queues', () => '/admin/queues'),
  dashboardPage('one queue', '/admin/queues/queue/:queueName', async ({ stack }) => {
    // More than ten would have pages, whose links are the dashboard's own fault.
    await stack.client.zremrangebyrank('{trib:queue:fan-out}:fan-out:failed', 1, -1);
    return '/admin/queues/queue/fan-out?status=failed';
  }),
  dashboardPage('one job', '/admin/queues/queue/:queueName/:jobId', async ({ stack }) => {
    const [job] = await stack.client.zrange('{trib:queue:fan-out}:fan-out:failed', '0', '0');
    if (job === undefined) throw new Error('no failed job');
    return `/admin/queues/queue/fan-out/${job}`;
  }),
  dashboardPage('its schedules', '/admin/queues/job-schedulers', () => '/admin/queues/job-schedulers'),
  dashboardPage('its history', '/admin/queues/metrics-history', () => '/admin/queues/metrics-history'),
];

/**
 * swagger-ui's own markup, in its bundle: what stands above its main part, headings that skip a level, a link within the
 * button of each endpoint, fields without a label, examples that scroll but cannot be reached with the keyboard.
 */
const REFERENCE_FINDINGS: readonly KnownFinding[] = [
  { rule: 'region', selector: '.swagger-ui .information-container' },
  { rule: 'heading-order', selector: '.swagger-ui h3.opblock-tag' },
  { rule: 'nested-interactive', selector: '.swagger-ui .opblock-summary-control' },
  { rule: 'select-name', selector: '.swagger-ui .parameters-col_description select' },
  { rule: 'scrollable-region-focusable', selector: '.swagger-ui pre.example' },
];

/** Set-up goes with the first administrator. */
export const setUpPages: readonly ListedPage[] = [
  { what: 'set-up', route: '/setup', as: 'nobody', open: (page, { setUp }) => page.goto(setUp) },
  { what: 'set-up without its token', route: '/setup', as: 'nobody', status: 403, open: at('/setup') },
];

const publicPages: ListedPage[] = [
  { what: 'sign-in', route: '/login', as: 'nobody', open: at('/login') },
  {
    what: 'sign-in that failed',
    route: '/login',
    as: 'nobody',
    status: 401,
    open: sending('/login', { username: 'ada', password: 'not this one' }, 'main form'),
  },
  { what: 'an address that is not there', route: '*', as: 'nobody', status: 404, open: at('/nothing/here') },
  {
    what: 'the API reference, with an endpoint opened',
    route: '/docs',
    as: 'nobody',
    known: REFERENCE_FINDINGS,
    darkWith: 'html.dark-mode',
    async open(page) {
      const response = await page.goto('/docs');
      await page.locator('.opblock-summary-control').first().click();
      await page.locator('.opblock-body .responses-table').first().waitFor();
      return response;
    },
  },
];

/** Every other page for people, in every state that looks different. */
export const pages: readonly ListedPage[] = [...publicPages, ...searchPages, ...settingsPages, ...adminPages];

/** What else is served by GET: for programs, or a part of a page above. */
export const notPages: readonly RegExp[] = [
  /^\/api\/v1\//,
  /^\/compat\//,
  // Says that it takes POST only.
  /^\/mcp\/:key$/,
  /^\/(healthz|readyz|metrics|suggest\.json|opensearch\.xml|robots\.txt|favicon\.ico|manifest\.webmanifest)$/,
  // An instant answer, for the scripts of the search page.
  /^\/instant$/,
  /^\/static\/\*$/,
  // A picture of a result.
  /^\/img\//,
  // The reference is one page; these are its document, its files and what its playground calls.
  /^\/docs\/(json|yaml|session|static\/.*|try\/.*)$/,
  /^\/admin\/queues\/((api|static)\/|\*$)/,
];
