import type { Page } from 'playwright-core';
import { askedActions } from '../../../api/ui/pages/account-questions.tsx';
import { setDisabled } from '../../harness/as-tester.ts';
import { reportCall } from '../../harness/health.ts';
import type { KnownFinding } from '../browser.ts';
import { inTeam } from './account-pages.ts';
import { at, type ListedPage, type Scene, sending } from './listed-page.ts';

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

/** Opens the menu that the sidebar is on a phone. */
async function openMenu(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole('button', { name: 'Menu' }).click();
}

const NEW_ACCOUNT = 'form[action$="/admin/accounts"]';

const STEPS = '/admin/first-steps';

/** Pages for administrators. */
export const adminPages: ListedPage[] = [
  { what: 'for administrators only', route: '/admin/accounts', as: 'member', status: 403, open: at('/admin/accounts') },
  {
    what: 'alerts',
    lookedAtIn: 'alerts.system.test.ts',
    route: '/admin/alerts',
    as: 'administrator',
    open: at('/admin/alerts'),
  },
  {
    what: 'an address for alerts, about to be deleted',
    route: '/admin/alerts/endpoints/:id/delete',
    as: 'administrator',
    async open(page) {
      await page.goto('/admin/alerts');
      await page.getByLabel('Mail address').fill('ada@example.org');
      await page.getByRole('button', { name: 'Add' }).last().click();
      await page.waitForURL(/done=added/);
      await page.getByRole('link', { name: 'Delete: ada@example.org' }).first().click();
      await page.waitForURL('**/delete');
      return page.reload();
    },
  },
  {
    what: 'the overview',
    lookedAtIn: 'usage.system.test.ts',
    route: '/admin',
    as: 'administrator',
    open: at('/admin'),
  },
  {
    what: 'the usage of the instance',
    lookedAtIn: 'usage.system.test.ts',
    route: '/admin/usage',
    as: 'administrator',
    open: at('/admin/usage'),
  },
  {
    what: 'first steps: engines',
    lookedAtIn: 'api-reference.system.test.ts',
    route: STEPS,
    as: 'administrator',
    open: sending(STEPS, {}, 'main'),
  },
  {
    what: 'first steps: the key',
    lookedAtIn: 'api-reference.system.test.ts',
    route: `${STEPS}/key`,
    as: 'administrator',
    open: at(`${STEPS}/key`),
  },
  {
    what: 'first steps: a new key, and the wait for its first request',
    lookedAtIn: 'api-reference.system.test.ts',
    route: `${STEPS}/request`,
    as: 'administrator',
    open: sending(`${STEPS}/key`, { name: 'first' }, 'main form'),
  },
  {
    what: 'the audit log',
    lookedAtIn: 'audit.system.test.ts',
    route: '/admin/audit',
    as: 'administrator',
    open: at('/admin/audit'),
  },
  {
    what: 'requests of all accounts',
    lookedAtIn: 'requests.system.test.ts',
    route: '/admin/requests',
    as: 'administrator',
    open: at('/admin/requests'),
  },
  {
    what: 'a request that is not in the log',
    route: '/admin/requests/:id',
    as: 'administrator',
    status: 404,
    open: at('/admin/requests/unknown'),
  },
  {
    what: 'accounts, with the menu open',
    route: '/admin/accounts',
    as: 'administrator',
    isOfPhone: true,
    async open(page) {
      const response = await page.goto('/admin/accounts');
      await openMenu(page);
      return response;
    },
  },
  {
    what: 'accounts, with the menu of one, sorted by when they were last seen',
    route: '/admin/accounts',
    as: 'administrator',
    async open(page) {
      const response = await page.goto('/admin/accounts?sort=seen&q=e');
      await page.getByRole('button', { name: 'Actions for member' }).click();
      return response;
    },
  },
  {
    what: 'accounts: none with this name',
    route: '/admin/accounts',
    as: 'administrator',
    open: at('/admin/accounts?q=nobody-at-all'),
  },
  ...askedActions.map(
    (action): ListedPage => ({
      what: `the question before an account is changed: ${action}`,
      route: `/admin/accounts/:username/${action}`,
      as: 'administrator',
      open: at(`/admin/accounts/member/${action}`),
    }),
  ),
  {
    what: 'accounts: one was disabled',
    route: '/admin/accounts',
    as: 'administrator',
    async open(page, { app }) {
      await setDisabled(app.client, 'tester', false);
      await page.goto('/admin/accounts');
      await page.getByRole('button', { name: 'Actions for tester' }).click();
      await page.getByRole('link', { name: 'Disable…' }).click();
      const [response] = await Promise.all([
        page.waitForResponse((candidate) => candidate.url().includes('done=disable')),
        page.locator('form[action$="/admin/accounts/tester/disable"] button').click(),
      ]);
      await page.getByText('Account disabled.').waitFor();
      return response;
    },
  },
  {
    what: 'accounts: a name that is not allowed',
    route: '/admin/accounts',
    as: 'administrator',
    status: 400,
    async open(page) {
      await page.goto('/admin/accounts');
      await page.getByText('Create an account').click();
      await page.locator(`${NEW_ACCOUNT} [name=username]`).fill('not allowed!');
      await page.locator(`${NEW_ACCOUNT} summary`).click();
      const [response] = await Promise.all([
        page.waitForResponse((candidate) => candidate.request().isNavigationRequest()),
        page.getByRole('button', { name: 'Create account' }).click(),
      ]);
      await page.waitForLoadState();
      return response;
    },
  },
  {
    what: 'an account whose limits were refused',
    route: '/admin/accounts/:username',
    as: 'administrator',
    status: 400,
    open: sending('/admin/accounts/member', { burst: 'fast' }, 'form[action$="/limits"]'),
  },
  { what: 'an account', route: '/admin/accounts/:username', as: 'administrator', open: at('/admin/accounts/member') },
  {
    what: 'the limits of a team',
    route: '/admin/accounts/:username',
    as: 'administrator',
    async open(page, scene) {
      await inTeam('')(page, scene);
      return page.goto('/admin/accounts/blue');
    },
  },
  {
    what: 'the question before an account is deleted',
    route: '/admin/accounts/:username/delete',
    as: 'administrator',
    open: at('/admin/accounts/member/delete'),
  },
  { what: 'all teams', route: '/settings/teams', as: 'administrator', open: at('/settings/teams?done=deleted') },
  {
    what: 'the question before a team is deleted',
    route: '/settings/teams/:team/delete',
    as: 'administrator',
    open: inTeam('/delete'),
  },
  {
    what: 'engines, one of them failing',
    lookedAtIn: 'engines.system.test.ts',
    route: '/admin/engines',
    as: 'administrator',
    async open(page, { app }) {
      const reason = 'answered 502 with a page of its own';
      for (let i = 0; i < 3; i++) await reportCall(app.client, 'mojeek', { code: 'upstream', reason });
      return page.goto('/admin/engines');
    },
  },
  {
    what: 'an engine',
    lookedAtIn: 'engines.system.test.ts',
    route: '/admin/engines/:slug',
    as: 'administrator',
    open: at('/admin/engines/engine_a'),
  },
  {
    what: 'budgets',
    lookedAtIn: 'engines.system.test.ts',
    route: '/admin/budgets',
    as: 'administrator',
    open: at('/admin/budgets'),
  },
  {
    what: 'processes',
    lookedAtIn: 'engines.system.test.ts',
    route: '/admin/processes',
    as: 'administrator',
    open: at('/admin/processes'),
  },
  dashboardPage('all queues', '/admin/queues', () => '/admin/queues'),
  dashboardPage('one queue', '/admin/queues/queue/:queueName', async ({ app }) => {
    // More than ten would have pages, whose links are the dashboard's own fault.
    await app.client.zremrangebyrank('{trib:queue:fan-out}:fan-out:failed', 1, -1);
    return '/admin/queues/queue/fan-out?status=failed';
  }),
  dashboardPage('one job', '/admin/queues/queue/:queueName/:jobId', async ({ app }) => {
    const [job] = await app.client.zrange('{trib:queue:fan-out}:fan-out:failed', '0', '0');
    if (job === undefined) throw new Error('no failed job');
    return `/admin/queues/queue/fan-out/${job}`;
  }),
  dashboardPage('its schedules', '/admin/queues/job-schedulers', () => '/admin/queues/job-schedulers'),
  dashboardPage('its history', '/admin/queues/metrics-history', () => '/admin/queues/metrics-history'),
];
