import type { Page } from 'playwright-core';
import { getUser } from '../../../lib/accounts/account-store.ts';
import { makeLink } from '../../../lib/accounts/password-link.ts';
import { addMember, createKey, createTeam, createUser, TESTER } from '../../harness/as-tester.ts';
import { eventually } from '../../harness/processes.ts';
import { at, filling, type ListedPage, type Scene, sending } from './listed-page.ts';

const REVOKE = '/settings/api-keys/:prefix/revoke';
const KEY = '/settings/api-keys/:prefix';
const NEW_KEY = 'form[action$="/settings/api-keys"]';
const TEAMS = '/settings/teams';
const REQUESTS = '/settings/requests';
const DAY_MS = 86_400_000;

/** In the reply for the page that is shown, which is not shown: that would take a browser ten times as long. */
const IS_LISTED = `fetch(location.href).then((reply) => reply.text()).then((text) =>
  new DOMParser().parseFromString(text, 'text/html').querySelector('.requests tbody tr') !== null)`;

/** Waits until the log has requests, of which processes hand over some at a time, and shows it. */
async function untilListed(page: Page): Promise<void> {
  await page.goto(REQUESTS);
  await eventually('the log has requests', async () => (await page.evaluate(IS_LISTED)) === true);
  await page.goto(REQUESTS);
}

/** Opens the page of a team that the member owns. */
export const inTeam =
  (path: string) =>
  async (page: Page, { app }: Scene) => {
    if ((await getUser(app.client, 'blue')) === null) {
      await createTeam(app.client, 'blue');
      await createKey(app.client, 'blue', { name: 'of the team', madeBy: 'member' });
    }
    await addMember(app.client, 'blue', 'member', 'owner');
    return page.goto(`${TEAMS}/blue${path}`);
  };

/** Sends a form after its further fields are unfolded. */
const sendingMore = (path: string, fields: Record<string, string>, form: string) => async (page: Page) => {
  await page.goto(path);
  await page.locator(`${form} summary`).click();
  return filling(page, fields, form);
};

/** Opens a page of the reference with all that is folded. */
const openingAll = (path: string) => async (page: Page) => {
  const response = await page.goto(path);
  await page.evaluate("for (const one of document.querySelectorAll('#reference details')) one.open = true");
  return response;
};

/** Keys, usage and password of an account. */
export const settingsPages: ListedPage[] = [
  { what: 'API keys: none yet', route: '/settings/api-keys', as: 'newcomer', open: at('/settings/api-keys') },
  {
    what: 'a key that ends soon, and its new secret',
    route: KEY,
    as: 'member',
    status: 200,
    async open(page, { app }) {
      const expiresAt = new Date(Date.now() + 9.6 * DAY_MS);
      const { prefix } = await createKey(app.client, 'member', { name: 'ends soon', expiresAt });
      await page.goto(KEY.replace(':prefix', `trib_${prefix}`));
      return filling(page, {}, 'form[action$="/rotate"]');
    },
  },
  {
    what: 'API keys, one of which ends soon',
    route: '/settings/api-keys',
    as: 'member',
    open: at('/settings/api-keys?done=revoked'),
  },
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
    open: sendingMore('/settings/api-keys', { expires: '2001-01-01', burst: 'fast' }, NEW_KEY),
  },
  { what: 'requests: none yet', route: REQUESTS, as: 'newcomer', open: at(REQUESTS) },
  {
    what: 'requests',
    lookedAtIn: 'requests.system.test.ts',
    route: REQUESTS,
    as: 'member',
    async open(page, { app, key }) {
      await app.get('/api/v1/web/?q=requests', { key });
      await app.get('/api/v1/web/?page=none', { key });
      await untilListed(page);
      return page.reload();
    },
  },
  {
    what: 'a request',
    lookedAtIn: 'requests.system.test.ts',
    route: `${REQUESTS}/:id`,
    as: 'member',
    async open(page, { app, key }) {
      await app.get('/api/v1/web/?q=requests', { key });
      await untilListed(page);
      await page.locator('.requests td a').first().click();
      await page.waitForURL(`**${REQUESTS}/*`);
      return page.reload();
    },
  },
  {
    what: 'a key',
    route: KEY,
    as: 'member',
    open: (page, { prefix }) => page.goto(`${KEY.replace(':prefix', prefix)}?done=saved`),
  },
  {
    what: 'a key that was not saved',
    route: KEY,
    as: 'member',
    status: 400,
    open: (page, { prefix }) =>
      sending(KEY.replace(':prefix', prefix), { labels: 'none' }, 'form:has([name=version])')(page),
  },
  {
    what: 'a team that was refused, which is said at its field',
    route: TEAMS,
    as: 'administrator',
    status: 400,
    open: sending(TEAMS, { name: 'not allowed!' }, 'main form'),
  },
  { what: 'teams: none yet', route: TEAMS, as: 'newcomer', open: at(TEAMS) },
  { what: 'a team of others: not found', route: `${TEAMS}/:team`, as: 'newcomer', status: 404, open: inTeam('') },
  { what: 'a team', route: `${TEAMS}/:team`, as: 'member', open: inTeam('?done=added') },
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
      await page.getByText('Show as table').first().click();
      return response;
    },
  },
  {
    what: 'usage of one key',
    route: '/settings/usage',
    as: 'member',
    open: (page, { prefix }) => page.goto(`/settings/usage?key=${prefix}`),
  },
  { what: 'password and second factors', route: '/settings/security', as: 'member', open: at('/settings/security') },
  { what: 'password', route: '/settings/password', as: 'member', open: at('/settings/password') },
  {
    what: 'sessions',
    lookedAtIn: 'own-account.system.test.ts',
    route: '/settings/sessions',
    as: 'member',
    open: at('/settings/sessions?done=ended'),
  },
  { what: 'connected programs: none yet', route: '/settings/programs', as: 'member', open: at('/settings/programs') },
  {
    what: 'a sign-in link that is over',
    route: '/login/link',
    as: 'nobody',
    status: 403,
    open: at('/login/link?token=x'),
  },
  {
    what: 'own data',
    lookedAtIn: 'own-account.system.test.ts',
    route: '/settings/data',
    as: 'member',
    open: at('/settings/data'),
  },
  {
    what: 'a link that is over',
    lookedAtIn: 'own-account.system.test.ts',
    route: '/set-password',
    as: 'nobody',
    status: 410,
    open: at('/set-password?token=x'),
  },
  {
    what: 'an invitation',
    lookedAtIn: 'own-account.system.test.ts',
    route: '/set-password',
    as: 'nobody',
    async open(page, { app }) {
      const name = 'invited';
      if (!(await getUser(app.client, name))) await createUser(app.client, name);
      const token = await makeLink(app.client, TESTER, name, 'invitation');
      return page.goto(`/set-password?token=${token}`);
    },
  },
  {
    what: 'password: the current one is wrong',
    route: '/settings/password',
    as: 'member',
    status: 400,
    open: sending('/settings/password', { current: 'not this one', password: 'a new long secret' }, 'main form'),
  },
];

/** Set-up goes with the first administrator. */
export const setUpPages: readonly ListedPage[] = [
  { what: 'set-up', route: '/setup', as: 'nobody', open: (page, { setUp }) => page.goto(setUp) },
  { what: 'set-up without its token', route: '/setup', as: 'nobody', status: 403, open: at('/setup') },
];

/** Pages for everybody. */
export const publicPages: ListedPage[] = [
  { what: 'sign-in', route: '/login', as: 'nobody', open: at('/login') },
  { what: 'who reads pages', route: '/bot', as: 'nobody', open: at('/bot') },
  { what: 'second factor, of nobody', route: '/login/factor', as: 'nobody', open: at('/login/factor') },
  {
    what: 'sign-in that failed',
    route: '/login',
    as: 'nobody',
    status: 401,
    open: sending('/login', { username: 'ada', password: 'not this one' }, 'main form'),
  },
  { what: 'an address that is not there', route: '*', as: 'nobody', status: 404, open: at('/nothing/here') },
  {
    what: 'the API reference: the guide',
    lookedAtIn: 'api-reference.system.test.ts',
    route: '/docs',
    as: 'nobody',
    open: at('/docs'),
  },
  {
    what: 'the API reference: an endpoint, for somebody who is not signed in',
    lookedAtIn: 'api-reference.system.test.ts',
    route: '/docs/:page',
    as: 'nobody',
    open: openingAll('/docs/extract'),
  },
  { what: 'the API reference: no such page', route: '/docs/:page', as: 'nobody', status: 404, open: at('/docs/x') },
  {
    what: 'the API reference: forms of endpoints, and the reply to one',
    lookedAtIn: 'api-reference.system.test.ts',
    route: '/docs/:page',
    as: 'member',
    async open(page) {
      const response = await openingAll('/docs/web')(page);
      await page.locator('#web .try button[type=submit]').click();
      await page.locator('#web-result h3').waitFor();
      return response;
    },
  },
  {
    what: 'the API reference: the management API',
    lookedAtIn: 'api-reference.system.test.ts',
    route: '/docs/admin/:page',
    as: 'member',
    open: openingAll('/docs/admin/keys'),
  },
];
